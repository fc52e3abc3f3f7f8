import { OrganizationRef } from "@ops/authority/contract";
import { boundedText, callsOf, endpoint, keyword, oneOf, recordId, ref, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { staffFrame } from "../staff/shape.ts";
import { MOVEMENT_APPROVE } from "./acts.ts";
import { Movement, MovementShape, movementFrame } from "./shape.ts";

const calls = callsOf(MovementShape, movementFrame);
const lists = callsOf(MovementShape, { ...movementFrame, answer: Movement, view: "store:movement:list" });

export const listMovements = lists.list(
  MovementShape.query({
    is: ["kind", "state", "staffId"],
    within: ["effectiveDate", "createdAt"],
    sort: ["effectiveDate", "updatedAt"],
    more: {
      keyword: keyword("异动单号 / 姓名"),
      orgId: ref(OrganizationRef, "所属组织").optional(),
    },
  }),
);
export const getMovement = calls.get();

/** Who takes over which kind of work. Kinds that are not named go to the default successor. */
const successors = z
  .array(z.strictObject({ kind: z.string().min(1).max(60), toUserId: recordId }))
  .max(100)
  .refine((lines) => new Set(lines.map(({ kind }) => kind)).size === lines.length, "交接事项不能重复")
  .default([])
  .meta({ label: "交接" });

export const createMovement = calls.create({
  ...MovementShape.pick("staffId", "kind", "toStoreId", "toPositionCode", "effectiveDate", "reason", "isUrgent"),
  ...MovementShape.pick("leaveType", "isRestricted", "fileIds", "defaultSuccessorId"),
  successors,
});

export const arrangeHandover = endpoint({
  method: "PUT",
  path: "/store/v1/movements/{id}/handover",
  audit: "调整异动交接",
  permission: movementFrame.edit,
  page: movementFrame.page,
  changes: MovementShape.table,
  params: calls.get().params,
  body: z.object({ ...MovementShape.pick("defaultSuccessorId"), successors, version: Movement.shape.version }),
  answer: movementFrame.answer,
});

export const movementVerdicts = { APPROVE: "通过", REJECT: "驳回" } as const;

export const decideMovement = calls.on(
  "decide",
  "审批异动",
  {
    verdict: oneOf(movementVerdicts, "请选择审批结果！").meta({ label: "审批结果" }),
    note: boundedText("审批意见", 200).optional(),
  },
  { permission: MOVEMENT_APPROVE, risk: "HIGH", requires: ["store:movement:list"] },
);

const Successor = z.object({ userId: z.string(), name: z.string(), staffNo: z.string(), note: z.string() });

/** The open work of a person, and who may take it over: the manager of the store first, then its people, then the region. */
export const StaffWork = z.object({
  open: z.array(
    z.object({
      kind: z.string(),
      label: withMeta(z.string(), { label: "事项" }),
      count: withMeta(z.int(), { label: "数量" }),
    }),
  ),
  successors: z.array(Successor),
});
export type StaffWork = z.output<typeof StaffWork>;

export const getStaffWork = callsOf(MovementShape, { ...movementFrame, path: staffFrame.path }).part(
  "work",
  "人员名下未结",
  { permission: movementFrame.edit, answer: StaffWork },
);
