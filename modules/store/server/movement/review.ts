import { approvalFlow, decidedBy, recordsIn, startApproval, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { decideMovement, MOVEMENT_APPROVE, MovementShape, movementKinds } from "../../contract/index.ts";
import { storePositions } from "../position/published.ts";
import { lookupStores } from "../site/published.ts";
import type { StaffRow } from "../staff/tables.ts";
import { type MovementRow, movements } from "./tables.ts";

const WORKDAYS = 2;

/** 异动审批 has one level: the region, or headquarters between regions and for managers (ST-R17). */
export const movementReview = approvalFlow({
  kind: "store.movement",
  label: "人员异动",
  table: recordsIn(movements),
  overlay: "storeMovement",
  facts: z.object({
    staffName: z.string(),
    ...MovementShape.pick("kind", "effectiveDate"),
    from: z.string(),
    to: z.string().nullable(),
    isForHeadquarters: z.boolean(),
  }),
  levels: {
    region: { label: "大区审批", code: MOVEMENT_APPROVE, at: "region", workdays: WORKDAYS },
    headquarters: { label: "总部审批", code: MOVEMENT_APPROVE, at: "hq", workdays: WORKDAYS },
  },
  chain: (_tx, { isForHeadquarters }) => [isForHeadquarters ? "headquarters" : "region"],
  show: ({ staffName, kind, from, to, effectiveDate }) => ({
    人员: staffName,
    类型: movementKinds[kind],
    原门店岗位: from,
    ...(to === null ? {} : { 调入门店岗位: to }),
    生效日期: effectiveDate,
  }),
  calls: decidedBy(decideMovement),
});

/** Requests the approval of a new movement. Neither the person nor whoever asks for it may decide. */
export async function requestReview(
  tx: Tx,
  movement: MovementRow,
  staff: Pick<StaffRow, "name" | "userId">,
  by?: { readonly userId: string; readonly at: Date },
): Promise<void> {
  const { id, version, movementNo, kind, effectiveDate, fromStoreId, fromPositionCode } = movement;
  const { toStoreId, toPositionCode } = movement;
  const [positions, stores] = [
    await storePositions(tx),
    await lookupStores(tx, [fromStoreId, toStoreId ?? fromStoreId]),
  ];
  const placeOf = (storeId: string, code: string) =>
    `${stores.get(storeId)?.name ?? ""} ${positions.get(code)?.name ?? code}`;
  const isManager = [fromPositionCode, toPositionCode].some((code) => positions.get(code ?? "")?.family === "MANAGE");
  const isAcross = toStoreId !== null && stores.get(toStoreId)?.regionOrgId !== stores.get(fromStoreId)?.regionOrgId;
  await startApproval(tx, movementReview, {
    bizId: id,
    bizNo: movementNo,
    version,
    orgId: fromStoreId,
    title: `${staff.name}${movementKinds[kind]}`,
    authors: staff.userId ? [staff.userId] : [],
    facts: {
      staffName: staff.name,
      kind,
      effectiveDate,
      from: placeOf(fromStoreId, fromPositionCode),
      to: toStoreId === null || toPositionCode === null ? null : placeOf(toStoreId, toPositionCode),
      isForHeadquarters: isManager || isAcross,
    },
    ...(by ? { by } : {}),
  });
}
