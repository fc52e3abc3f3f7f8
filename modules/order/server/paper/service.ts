import { changeRecord, get, lockRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { contractStates, lockErrors, orderStates, paperErrors } from "../../contract/index.ts";
import { refuseHeld } from "../order/held.ts";
import { presentOrder } from "../order/present.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { buyerOf, hashContent } from "./content.ts";
import { draftContract, lockContract } from "./contract.ts";
import { askSignature } from "./contract-port.ts";
import { watchContract } from "./contract-timer.ts";
import { applyFor, askRed, settleUnsure } from "./invoice.ts";
import { checkLoan } from "./loan.ts";
import { presentPapers } from "./present.ts";
import { contracts } from "./tables.ts";

export const getOrderPapers = get(contract.getOrderPapers, orders, presentPapers);

async function lockFree(tx: Tx, id: string, version: number): Promise<OrderRow> {
  const order = await lockRecord(tx, orders, id, version, presentOrder);
  refuseHeld(order);
  return order;
}

/** Answers the papers of an order, whose version goes up with them. */
const savePapers = async (tx: Tx, order: OrderRow) => presentPapers(tx, await changeRecord(tx, orders, order, {}));

/** Sends the contract, which must be about the order as it is, to a buyer whose identity was checked. */
export const sendContract = writes(contract.sendContract, async (tx, { params, body }) => {
  const order = await lockFree(tx, params.id, body.version);
  orderStates.next(order.state, "sendContract");
  if ((await buyerOf(tx, order)).identityVerifiedAt === null) throw lockErrors.idUnverified();
  const drafted = (await lockContract(tx, order.id)) ?? (await draftContract(tx, order));
  const state = contractStates.next(drafted.state, "send");
  if (drafted.contentHash !== (await hashContent(tx, order))) throw paperErrors.contractStale();
  const sent = await changeRecord(tx, contracts, drafted, { state, sentAt: tx.now });
  await askSignature(tx, order, sent);
  await watchContract(tx, sent);
  return savePapers(tx, order);
});

export const applyInvoice = writes(contract.applyInvoice, async (tx, { params, body }) => {
  const order = await lockFree(tx, params.id, body.version);
  await applyFor(tx, order, body.kind);
  return savePapers(tx, order);
});

export const redInvoice = writes(contract.redInvoice, async (tx, { params, body: { version, reason } }) => {
  const order = await lockFree(tx, params.id, version);
  tx.trail.reason = reason;
  await askRed(tx, order, reason);
  return savePapers(tx, order);
});

export const settleInvoice = writes(contract.settleInvoice, async (tx, { params, body }) => {
  const { version, reason, ...finding } = body;
  const order = await lockFree(tx, params.id, version);
  tx.trail.reason = reason;
  await settleUnsure(tx, order, finding);
  return savePapers(tx, order);
});

export const noteLoan = writes(contract.noteLoan, async (tx, { params, body: { version, ...noted } }) => {
  const order = await lockFree(tx, params.id, version);
  orderStates.next(order.state, "note");
  return presentOrder(tx, await changeRecord(tx, orders, order, checkLoan(order, noted)));
});
