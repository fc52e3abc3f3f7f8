import { changeRecord, type FailedCall, type OutwardPort, outward, overWire, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { invoiceKinds, invoiceStates, isInvoiceUnsure, orderInvoiced } from "../../contract/index.ts";
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
type InvoiceAct = InvoiceRequest["act"];
const InvoiceAnswer = z.object({ invoiceNo: z.string(), issuedAt: z.iso.datetime({ offset: true }) });

const [MINUTE, HOUR] = [60, 3_600];
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
  again: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
  mostHours: MOST_HOURS,
  done: async (tx, { request: { invoiceId, act }, answer: { invoiceNo, issuedAt } }) =>
    noteDone(tx, await lockInvoice(tx, invoiceId), act, { invoiceNo, at: new Date(issuedAt) }),
  failed: async (tx, { key, request, failure }) => {
    const { invoiceId, act } = readKey(key);
    const invoice = await lockInvoice(tx, invoiceId);
    if (request && failure.kind === "ABSENT" && isEarly(tx, invoice)) return tx.askOutside(invoicePort, key, request);
    await noteFailure(tx, invoice, act, failure);
  },
});

/** What never arrived is sent again, as long as it may take at most. */
const isEarly = ({ now }: Tx, { askedAt }: InvoiceRow) =>
  askedAt !== null && now.getTime() - askedAt.getTime() < MOST_HOURS * HOUR * 1_000;

interface Issued {
  readonly invoiceNo: string;
  readonly at: Date;
}

/** Notes that an invoice was issued or taken back, by the word of the tax program or of a person. */
export async function noteDone(tx: Tx, invoice: InvoiceRow, act: InvoiceAct, issued: Issued): Promise<void> {
  await (act === "ISSUE" ? noteIssued(tx, invoice, issued) : noteRed(tx, invoice, issued));
  await clearIssue(tx, { orderId: invoice.orderId, code: issues[act].code });
}

/** Finds the act of which nobody knows what became of it: null if none is under way, or its outcome will be told. */
export function unsureAct(invoice: InvoiceRow): InvoiceAct | null {
  if (!isInvoiceUnsure(invoice)) return null;
  return invoice.state === "APPLYING" ? "ISSUE" : "RED";
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
export async function noteFailure(
  tx: Tx,
  invoice: InvoiceRow,
  act: InvoiceAct,
  { kind, reason }: FailedCall,
): Promise<void> {
  const move = act === "ISSUE" ? "fail" : "failRed";
  const state = kind === "UNSURE" ? invoice.state : invoiceStates.next(invoice.state, move);
  await changeRecord(tx, invoices, invoice, { state, failure: reason });
  const { code, label } = issues[act];
  const text = kind === "UNSURE" ? `${label}结果不明，请核对后登记：${reason}` : `${label}失败：${reason}`;
  await raiseIssue(tx, { orderId: invoice.orderId, code, text });
}

/** The order is locked before its papers, as everywhere (OR-R22). */
async function lockInvoice(tx: Tx, id: string): Promise<InvoiceRow> {
  const found = await findRow(tx, "orderInvoice", { id });
  if (found) await lockOrderRow(tx, found.orderId);
  return db(tx).selectFrom("orderInvoice").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}

/** Each 红冲 that was refused has another key, since a key is answered once. */
export const keyOf = ({ id, redTries }: InvoiceRow, act: InvoiceAct) => (act === "ISSUE" ? id : `${id}-red${redTries}`);

function readKey(key: string): { readonly invoiceId: string; readonly act: InvoiceAct } {
  const [invoiceId = "", redTry] = key.split("-red");
  return { invoiceId, act: redTry === undefined ? "ISSUE" : "RED" };
}

/** Asks for an invoice, or for taking it back. */
export async function askInvoice(
  tx: Tx,
  { orderNo, vin }: OrderRow,
  invoice: InvoiceRow,
  act: InvoiceAct,
): Promise<void> {
  const { id, kind, invoiceNo, amountFen, titleCipher, taxNoCipher } = invoice;
  const buyer = {
    title: tx.vault.open(titleCipher, id),
    taxNo: taxNoCipher === null ? null : tx.vault.open(taxNoCipher, id),
  };
  const request = { invoiceId: id, act, kind, invoiceNo, ...buyer, amountFen, orderNo, vin };
  await tx.askOutside(invoicePort, keyOf(invoice, act), request);
}
