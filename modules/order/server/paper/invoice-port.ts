import { changeRecord, type FailedCall, type OutwardPort, outward, overWire, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { invoiceKinds, invoiceStates, orderInvoiced } from "../../contract/index.ts";
import { db, findRow } from "../database.ts";
import { clearIssue, raiseIssue } from "../order/issue.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import type { OrderRow } from "../order/tables.ts";
import { type InvoiceRow, invoices } from "./tables.ts";

const InvoiceRequest = z.object({
  invoiceId: z.string(),
  /** RED takes an invoice back. */
  act: z.enum(["ISSUE", "RED"]),
  kind: z.enum(Object.keys(invoiceKinds) as [keyof typeof invoiceKinds]),
  invoiceNo: z.string().nullable(),
  title: z.string(),
  taxNo: z.string().nullable(),
  amountFen: z.int(),
  orderNo: z.string(),
  vin: z.string().nullable(),
});
type InvoiceRequest = z.output<typeof InvoiceRequest>;
const InvoiceAnswer = z.object({ invoiceNo: z.string(), issuedAt: z.iso.datetime({ offset: true }) });

const MINUTE = 60;
const MOST_HOURS = 7 * 24;
const issues = {
  ISSUE: { code: "INVOICE_FAILED", label: "开票" },
  RED: { code: "RED_FAILED", label: "红冲" },
} as const;

/** Lets the tax program issue invoices and take them back (OR-R10). */
export const invoicePort: OutwardPort<typeof InvoiceRequest, typeof InvoiceAnswer> = outward({
  port: "order.invoice",
  title: "开票",
  request: InvoiceRequest,
  answer: InvoiceAnswer,
  ...overWire<InvoiceRequest, z.input<typeof InvoiceAnswer>>(),
  again: [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE],
  mostHours: MOST_HOURS,
  done: async (tx, { request: { invoiceId, act }, answer: { invoiceNo, issuedAt } }) => {
    const invoice = await lockInvoice(tx, invoiceId);
    const at = new Date(issuedAt);
    await (act === "ISSUE" ? noteIssued(tx, invoice, { invoiceNo, at }) : noteRed(tx, invoice, { invoiceNo, at }));
    await clearIssue(tx, { orderId: invoice.orderId, code: issues[act].code });
  },
  failed: async (tx, { key, request, failure }) => {
    const invoice = await lockInvoice(tx, request.invoiceId);
    if (failure.kind === "ABSENT") return tx.askOutside(invoicePort, key, request);
    await noteFailure(tx, invoice, request.act, failure);
  },
});

interface Issued {
  readonly invoiceNo: string;
  readonly at: Date;
}

async function noteIssued(tx: Tx, invoice: InvoiceRow, { invoiceNo, at: issuedAt }: Issued): Promise<void> {
  const state = invoiceStates.next(invoice.state, "issue");
  await changeRecord(tx, invoices, invoice, { state, invoiceNo, issuedAt, failure: null });
  const { id: invoiceId, orderId } = invoice;
  await tx.publish(orderInvoiced, { orderId, at: tx.now.toISOString(), invoiceId });
}

async function noteRed(tx: Tx, invoice: InvoiceRow, { invoiceNo: redNo, at: redAt }: Issued): Promise<void> {
  const state = invoiceStates.next(invoice.state, "reverse");
  await changeRecord(tx, invoices, invoice, { state, redNo, redAt, failure: null });
}

/** What is not known to have failed stays on its way: nobody may apply for a second invoice then. */
async function noteFailure(
  tx: Tx,
  invoice: InvoiceRow,
  act: InvoiceRequest["act"],
  { kind, reason }: FailedCall,
): Promise<void> {
  const move = act === "ISSUE" ? "fail" : "failRed";
  const state = kind === "UNSURE" ? invoice.state : invoiceStates.next(invoice.state, move);
  await changeRecord(tx, invoices, invoice, { state, failure: reason });
  const { code, label } = issues[act];
  const text = kind === "UNSURE" ? `${label}结果不明，请人工核对：${reason}` : `${label}失败：${reason}`;
  await raiseIssue(tx, { orderId: invoice.orderId, code, text });
}

/** The order is locked before its papers, as everywhere (OR-R22). */
async function lockInvoice(tx: Tx, id: string): Promise<InvoiceRow> {
  const found = await findRow(tx, "orderInvoice", { id });
  if (found) await lockOrderRow(tx, found.orderId);
  return db(tx).selectFrom("orderInvoice").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}

/** Asks for an invoice, or for taking it back; each 红冲 that was refused has another key, since a key is answered once. */
export async function askInvoice(
  tx: Tx,
  { orderNo, vin }: OrderRow,
  invoice: InvoiceRow,
  act: InvoiceRequest["act"],
): Promise<void> {
  const { id, kind, invoiceNo, amountFen, titleCipher, taxNoCipher, redTries } = invoice;
  const buyer = {
    title: tx.vault.open(titleCipher, id),
    taxNo: taxNoCipher === null ? null : tx.vault.open(taxNoCipher, id),
  };
  const key = act === "ISSUE" ? id : `${id}-red${redTries}`;
  await tx.askOutside(invoicePort, key, { invoiceId: id, act, kind, invoiceNo, ...buyer, amountFen, orderNo, vin });
}
