import { bindFile, changeRecord, lockRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { lockErrors, orderStates } from "../../contract/index.ts";
import { requireId } from "../customer/identity.ts";
import { type CustomerRow, customers } from "../customer/tables.ts";
import { refuseHeld } from "../order/held.ts";
import { presentOrder } from "../order/present.ts";
import { orders } from "../order/tables.ts";
import { lockCustomer } from "./lock-customer.ts";

/** Notes that somebody has compared the buyer's number with the original (OR-R5). */
export const verifyIdentity = writes(contract.verifyIdentity, async (tx, { params, body }) => {
  const order = await lockRecord(tx, orders, params.id, body.version, presentOrder);
  refuseHeld(order);
  orderStates.next(order.state, "note");
  const customer = await lockCustomer(tx, order);
  await requireOwnId(tx, customer, body.idNo);
  await changeRecord(tx, customers, customer, {
    idNo: body.idNo,
    identityVerifiedAt: tx.now,
    identityVerifiedBy: tx.actor.userId,
    identityFileIds: body.fileIds,
  });
  for (const fileId of body.fileIds) await bindFile(tx, fileId, { bizType: customers.name, bizId: customer.id });
  return presentOrder(tx, order);
});

/** A number that is known must be the one of the original; one that is not yet known must be nobody else's. */
async function requireOwnId(tx: Tx, customer: CustomerRow, idNo: string): Promise<void> {
  if (customer.idNoHash === null) return requireId(tx, customer, idNo);
  if (!customer.idNoHash.equals(tx.vault.hash("idCard", idNo))) throw lockErrors.idOther(undefined, { field: "idNo" });
}
