import { changeRecord, outward, overWire, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { orderRefunded, paymentChannels, refundStates } from "../../contract/index.ts";
import { db, findRow, findRows } from "../database.ts";
import { clearIssue, LATE_PAYMENT, REFUND_FAILED, raiseIssue } from "../order/issue.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { lockMoney } from "../order/money.ts";
import { orderMoney } from "../order/tables.ts";
import { type RefundRow, refunds } from "./tables.ts";

const channels = Object.keys(paymentChannels) as [keyof typeof paymentChannels];

const RefundRequest = z.object({
  refundNo: z.string(),
  amountFen: z.int(),
  channel: z.enum(channels),
  /** The number of the payment at its channel. */
  txnNo: z.string(),
  /** Where the money goes instead, after the channel has refused. */
  account: z.object({ bank: z.string(), accountNo: z.string() }).nullable(),
});
export type RefundRequest = z.output<typeof RefundRequest>;
const RefundAnswer = z.object({ channelNo: z.string(), finishedAt: z.string() });

const [MINUTE, HOUR] = [60, 3_600];
const MOST_HOURS = 7 * 24;

/**
 * The key of a refund at its channel is its number. A channel answers the same key always the same, so after a refusal
 * it is asked under the next key; nothing was paid under the former one.
 */
export const keyOf = ({ refundNo, attempt }: Pick<RefundRow, "refundNo" | "attempt">) =>
  attempt === 1 ? refundNo : `${refundNo}-${attempt}`;

const numberIn = (key: string) => key.split("-")[0] ?? "";

/** Pays money back through its channel (OR-R9), again after 1, 5, 15, 60 minutes, then every hour for 7 days. */
export const refundPort = outward({
  port: "order.refund",
  title: "订单退款",
  request: RefundRequest,
  answer: RefundAnswer,
  ...overWire<RefundRequest, z.input<typeof RefundAnswer>>(),
  again: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
  mostHours: MOST_HOURS,
  sending: async (tx, { key }) => {
    const refund = await lockRefund(tx, numberIn(key));
    if (refund.state === "PROCESSING") return true;
    if (!refundStates.can(refund.state, "send")) return false;
    await changeRecord(tx, refunds, refund, { state: refundStates.next(refund.state, "send") });
    return true;
  },
  done: async (tx, { request: { refundNo }, answer: { channelNo } }) => noteArrival(tx, refundNo, channelNo),
  failed: async (tx, { key, request, failure }): Promise<void> => {
    const refund = await lockWithOrder(tx, numberIn(key));
    if (request && failure.kind === "ABSENT" && isEarly(tx, refund)) {
      await tx.askOutside(refundPort, key, request);
      return;
    }
    const { kind, reason } = failure;
    const state = refundStates.next(refund.state, "fail");
    await changeRecord(tx, refunds, refund, { state, failure: kind, failureReason: reason });
    await raiseIssue(tx, {
      orderId: refund.orderId,
      code: REFUND_FAILED,
      text: `退款${refund.refundNo}失败：${reason}`,
    });
  },
});

/** What never arrived is sent again, as long as it may take at most. */
const isEarly = ({ now }: Tx, { askedAt }: RefundRow) =>
  askedAt !== null && now.getTime() - askedAt.getTime() < MOST_HOURS * HOUR * 1_000;

/** Only what a cancellation gives back lessens what was paid: excess never counted as paid (OR-R3). */
async function noteArrival(tx: Tx, refundNo: string, channelNo: string): Promise<void> {
  const refund = await lockWithOrder(tx, refundNo);
  const { id: refundId, orderId, why, amountFen } = refund;
  if (why === "CANCEL") {
    const money = await lockMoney(tx, { id: orderId });
    await changeRecord(tx, orderMoney, money, { refundedFen: money.refundedFen + amountFen });
  }
  const state = refundStates.next(refund.state, "succeed");
  await changeRecord(tx, refunds, refund, { state, channelNo, finishedAt: tx.now });
  if (!(await findRow(tx, "orderRefund", { orderId, state: "FAILED" })))
    await clearIssue(tx, { orderId, code: REFUND_FAILED });
  if (why === "LATE" && !(await isLateLeft(tx, orderId))) await clearIssue(tx, { orderId, code: LATE_PAYMENT });
  await tx.publish(orderRefunded, { orderId, at: tx.now.toISOString(), refundId });
}

/** Tells whether money that came too late has not all gone back; what was rejected is asked for again. */
async function isLateLeft(tx: Tx, orderId: string): Promise<boolean> {
  const late = await findRows(tx, "orderRefund", { orderId, why: "LATE" });
  const payments = await findRows(tx, "orderPayment", { id: late.map(({ paymentId }) => paymentId) });
  const backFen = late.reduce((sum, { state, amountFen }) => sum + (state === "SUCCESS" ? amountFen : 0), 0);
  return backFen < payments.reduce((sum, { excessFen }) => sum + excessFen, 0);
}

/** The order is locked before its refund, as everywhere (OR-R22). */
async function lockWithOrder(tx: Tx, refundNo: string): Promise<RefundRow> {
  const found = await findRow(tx, "orderRefund", { refundNo });
  if (found) await lockOrderRow(tx, found.orderId);
  return lockRefund(tx, refundNo);
}

function lockRefund(tx: Tx, refundNo: string): Promise<RefundRow> {
  return db(tx)
    .selectFrom("orderRefund")
    .selectAll()
    .where("refundNo", "=", refundNo)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
