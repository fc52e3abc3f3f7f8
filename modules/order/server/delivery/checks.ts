import { commonErrors } from "@ops/platform/contract";
import {
  changeRecord,
  findFiles,
  lockRecord,
  presenterOf,
  reads,
  requireRecord,
  type Tx,
  writes,
} from "@ops/platform/server";
import { recordPlate } from "@ops/vehicle/server";
import * as contract from "../../contract/index.ts";
import { deliveryErrors, handCheck, handChecks, orderStates } from "../../contract/index.ts";
import { doCheck, undoCheck } from "../check/do-check.ts";
import { findRows } from "../database.ts";
import { refuseHeld } from "../order/held.ts";
import { clearIssue } from "../order/issue.ts";
import { presentOrder } from "../order/present.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { appointments } from "../slot/tables.ts";
import { checksOf, handRules, type Standing } from "./standing.ts";

const presentAppointments = presenterOf(appointments, contract.Appointment, async () => () => ({}));

export const getOrderChecks = reads(contract.getOrderChecks, async (tx, { params }) => {
  const order = await requireRecord(tx, orders, params.id);
  const booked = await findRows(tx, "deliveryAppointment", { orderId: order.id }, "createdAt", "id");
  return {
    checks: await presentChecks(tx, await checksOf(tx, order)),
    appointments: await presentAppointments(tx, booked.toReversed()),
  };
});

async function presentChecks(tx: Tx, checks: readonly Standing[]) {
  const files = await findFiles(
    tx,
    checks.flatMap(({ noted }) => noted?.fileIds ?? []),
  );
  return Promise.all(
    checks.map(async ({ noted, ...check }) => ({
      ...check,
      doneAt: noted?.doneAt ?? null,
      doneByName: noted?.doneBy ? await tx.personName(noted.doneBy) : null,
      note: noted?.note ?? null,
      files: files.filter(({ id }) => noted?.fileIds.includes(id)),
    })),
  );
}

export const tickCheck = writes(contract.tickCheck, async (tx, { params, body }) => {
  const order = await lockRecord(tx, orders, params.id, body.version, presentOrder);
  refuseHeld(order);
  const code = await requireByHand(tx, order, params.code);
  const { isAtStore, isAsked } = handRules[code];
  orderStates.next(order.state, isAtStore ? "checkAtStore" : "checkPapers");
  const name = handChecks[code];
  if (isAsked && !isAsked(order)) throw deliveryErrors.checkUnasked({ name });
  tx.trail.summary = `${name}：${body.isDone ? "完成" : "撤销"}`;
  if (body.isDone) await tick(tx, order, code, body);
  else if (!(await undoCheck(tx, order.id, code))) throw deliveryErrors.checkUndone({ name });
  return presentOrder(tx, await changeRecord(tx, orders, order, {}));
});

/** What turns green by itself cannot be ticked; what nobody asks for does not exist. */
async function requireByHand(tx: Tx, order: OrderRow, code: string): Promise<contract.HandCheck> {
  const { data: byHand } = handCheck.safeParse(code);
  if (byHand) return byHand;
  const other = (await checksOf(tx, order)).find((check) => check.code === code);
  throw other ? deliveryErrors.checkSystem({ name: other.label }) : commonErrors.notFound();
}

interface Ticked {
  readonly note: string | null;
  readonly fileIds: readonly string[];
  readonly plateNo: string | null;
}

async function tick(
  tx: Tx,
  order: OrderRow,
  code: contract.HandCheck,
  { note, fileIds, plateNo }: Ticked,
): Promise<void> {
  if (handRules[code].needsFile && fileIds.length === 0) {
    throw deliveryErrors.checkFile({ name: handChecks[code] }, { field: "fileIds" });
  }
  if (code === "PLATE_OR_TEMP" && plateNo === null && !note) {
    throw deliveryErrors.plateMissing(undefined, { field: "plateNo" });
  }
  if (plateNo !== null) {
    if (code !== "PLATE_OR_TEMP") throw deliveryErrors.checkPlate(undefined, { field: "plateNo" });
    await recordPlate(tx, { carId: order.carId ?? "", plateNo, at: tx.now, source: "ORDER" });
  }
  await doCheck(tx, order.id, code, { note: note ?? plateNo, fileIds });
  // whoever inspects the car anew has seen its damage
  if (code === "PDI") await clearIssue(tx, { orderId: order.id, code: "CAR_DAMAGED" });
}
