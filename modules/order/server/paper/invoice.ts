import { changeRecord, insertRecord, leaveOutside, type Tx } from "@ops/platform/server";
import { type invoiceKinds, invoiceOutcomes, invoiceStates, orderStates, paperErrors } from "../../contract/index.ts";
import { db, findRow, findRows } from "../database.ts";
import { refuseOpenChange } from "../order/open-change.ts";
import type { OrderRow } from "../order/tables.ts";
import { buyerOf } from "./content.ts";
import { askInvoice, invoicePort, keyOf, noteDone, noteFailure, unsureAct } from "./invoice-port.ts";
import { requirePaid } from "./pay-steps.ts";
import { type InvoiceRow, invoices } from "./tables.ts";

/** Applies for the invoice of an order whose car is there, whose contract is signed and whose plan of payment is kept (OR-R10). */
export async function applyFor(tx: Tx, order: OrderRow, kind: keyof typeof invoiceKinds): Promise<void> {
  if (order.vin === null) throw paperErrors.invoiceNoVin();
  orderStates.next(order.state, "invoice");
  if (await lockLiveInvoice(tx, order)) throw paperErrors.invoiceOpen();
  const signed = await findRow(tx, "orderContract", { orderId: order.id, state: "SIGNED" });
  if (!signed) throw paperErrors.invoiceContract();
  await refuseOpenChange(tx, order);
  await requirePaid(tx, order, "INVOICE");
  const buyer = await buyerOf(tx, order);
  const invoice = await insertRecord(tx, invoices, {
    orderId: order.id,
    kind,
    title: tx.vault.open(buyer.nameCipher, buyer.id),
    taxNo: buyer.idNoCipher === null ? null : tx.vault.open(buyer.idNoCipher, buyer.id),
    amountFen: await invoicedFen(tx, order),
    state: "APPLYING",
    askedAt: tx.now,
  });
  await askInvoice(tx, order, invoice, "ISSUE");
}

/** What is due without rights and fees, which are no price of the car. */
async function invoicedFen(tx: Tx, { id: orderId }: OrderRow): Promise<number> {
  const money = await findRow(tx, "orderMoney", { id: orderId });
  const others = await findRows(tx, "orderPriceLine", { orderId, kind: ["PACK", "FEE"] });
  return others.reduce((left, { amountFen }) => left - amountFen, money?.dueFen ?? 0);
}

/** Takes an issued invoice back. */
export async function askRed(tx: Tx, order: OrderRow, redReason: string): Promise<void> {
  orderStates.next(order.state, "redInvoice");
  const invoice = await lockLiveInvoice(tx, order);
  if (!invoice || invoice.state === "APPLYING") throw paperErrors.invoiceNone();
  const state = invoiceStates.next(invoice.state, "askRed");
  const asked = { state, redReason, redTries: invoice.redTries + 1, askedAt: tx.now, failure: null };
  await askInvoice(tx, order, await changeRecord(tx, invoices, invoice, asked), "RED");
}

/** What people have found out about an invoice. */
interface Finding {
  readonly outcome: keyof typeof invoiceOutcomes;
  readonly outsideNo?: string | undefined;
}

/** Settles an invoice of which the tax program does not tell what became of it, by what people have found out there. */
export async function settleUnsure(tx: Tx, order: OrderRow, { outcome, outsideNo }: Finding): Promise<void> {
  const invoice = await lockLiveInvoice(tx, order);
  const act = invoice && unsureAct(invoice);
  if (!invoice || !act) throw paperErrors.invoiceSure();
  if (outcome === "DONE" && !outsideNo) throw paperErrors.invoiceNumber(undefined, { field: "outsideNo" });
  if (!(await leaveOutside(tx, invoicePort, keyOf(invoice, act)))) throw paperErrors.invoiceRunning();
  if (outcome === "DONE") await noteDone(tx, invoice, act, { invoiceNo: outsideNo ?? "", at: tx.now });
  else await noteFailure(tx, invoice, act, { kind: "REFUSED", reason: `人工登记${invoiceOutcomes.NOT_DONE}` });
}

async function lockLiveInvoice(tx: Tx, { id }: OrderRow): Promise<InvoiceRow | undefined> {
  return db(tx)
    .selectFrom("orderInvoice")
    .selectAll()
    .where("orderId", "=", id)
    .where("state", "not in", ["RED", "FAILED"])
    .forUpdate()
    .executeTakeFirst();
}
