import { addDays, type BodyOf } from "@ops/platform/contract";
import { bindFile, changeRecord, lockRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { orderStates, promiseErrors } from "../../contract/index.ts";
import { refuseHeld } from "../order/held.ts";
import { presentOrder } from "../order/present.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { addPromise } from "./add-promise.ts";
import { expectDay, requirePromise } from "./expect-day.ts";
import { mostDelayDays } from "./params.ts";

export const changePromise = writes(contract.changePromise, async (tx, { params, body }) => {
  const order = await lockRecord(tx, orders, params.id, body.version, presentOrder);
  refuseHeld(order);
  orderStates.next(order.state, "note");
  const changed = body.party === "CUSTOMER" ? await putOff(tx, order, body) : await expectDay(tx, order, body);
  for (const fileId of body.fileIds) await bindFile(tx, fileId, { bizType: orders.name, bizId: order.id });
  tx.trail.reason = body.reason;
  return presentOrder(tx, await changeRecord(tx, orders, order, changed));
});

type Asked = BodyOf<typeof contract.changePromise>;

/** The customer wants the car later: that is the new promise, and it needs a proof. */
async function putOff(tx: Tx, order: OrderRow, { day, reason, fileIds }: Asked) {
  const promised = requirePromise(order);
  if (fileIds.length === 0) throw promiseErrors.promiseEvidence(undefined, { field: "fileIds" });
  const most = tx.param(mostDelayDays);
  if (day <= promised || day > addDays(promised, most)) throw promiseErrors.promiseLater({ most }, { field: "day" });
  return addPromise(tx, order, { kind: "CUSTOMER", promisedOn: day, eta: day, party: "CUSTOMER", reason, fileIds });
}
