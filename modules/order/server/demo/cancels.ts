import { pastStamp, systemActor, type Tx } from "@ops/platform/server";
import type { OrderStatus } from "../../contract/index.ts";
import { requestConsent } from "../cancel/flow.ts";
import type { CancelRow } from "../cancel/tables.ts";
import { findRow, findRows } from "../database.ts";
import { requestDecision } from "../refund/flow.ts";
import type { Ground } from "./ground.ts";
import type { DemoMoney } from "./money.ts";
import { atStage, cancelIdOf, type OrderPlan, stateOf } from "./plan.ts";

const BIG_FEN = 500_000;
const reasons = ["PRICE", "LATE", "PLAN", "RIVAL", "LOAN", "QUALITY", "OTHER"] as const;

/** Where the order stood when somebody applied. */
function standOf({ prevState, steps }: OrderPlan): OrderStatus {
  const before = steps.filter(({ state }) => state !== "CANCELLED" && state !== "CANCEL_REVIEW").at(-1);
  return prevState ?? before?.state ?? "BIG";
}

/** The cancellation of an order of the demo, with what it costs. */
export async function cancelOf(
  ground: Ground,
  plan: OrderPlan,
  { payments, refunds, paidFen }: DemoMoney,
): Promise<{ readonly rows: CancelRow[]; readonly lines: object[] }> {
  const at = atStage(plan, "CANCEL_REVIEW") ?? atStage(plan, "CANCELLED");
  if (!at) return { rows: [], lines: [] };
  const isDone = stateOf(plan) === "CANCELLED";
  const fromState = standOf(plan);
  const isFree = fromState === "SMALL" || fromState === "BIG";
  const backFen = refunds.reduce((sum, { why, amountFen }) => sum + (why === "CANCEL" ? amountFen : 0), 0);
  const deductFen = isDone ? paidFen - backFen : isFree ? 0 : Math.min(BIG_FEN, paidFen);
  const [by, id] = [plan.advisorId ?? systemActor.userId, cancelIdOf(plan)];
  const party = isDone && deductFen === 0 && !isFree ? "BRAND" : "CUSTOMER";
  const row: CancelRow = {
    id,
    ...pastStamp(at, by),
    cancelNo: await ground.numbers.next("orderCancel", "TD", at),
    orderId: plan.id,
    fromState,
    reasonCode: party === "BRAND" ? "BRAND" : ground.draw.pick(reasons),
    reason: null,
    party,
    waiveReason: null,
    state: isDone ? "DONE" : "REVIEW",
    paidFen,
    deductFen,
    refundFen: paidFen - deductFen,
    plan: planOf(payments, paidFen - deductFen),
  };
  const charge = { kind: "DEPOSIT", label: "定金", waivedFen: 0, source: "订单" };
  const lines = deductFen === 0 ? [] : [{ ...charge, cancelId: id, no: 1, fen: deductFen, takenFen: deductFen }];
  return { rows: [row], lines };
}

/** Says which payment gives back how much, the newest first. */
function planOf(payments: DemoMoney["payments"], refundFen: number): CancelRow["plan"] {
  let leftFen = refundFen;
  return payments.toReversed().flatMap(({ id: paymentId, payNo, channel, amountFen: paid, excessFen }) => {
    const amountFen = Math.min(leftFen, paid - excessFen);
    leftFen -= amountFen;
    return amountFen > 0 ? [{ paymentId, payNo, channel, amountFen }] : [];
  });
}

/** What waits for somebody's consent is among his approvals: cancellations and money that was too much. */
export async function askConsent(tx: Tx): Promise<void> {
  for (const cancel of await findRows(tx, "orderCancel", { state: "REVIEW" }, "cancelNo")) {
    const order = await findRow(tx, "salesOrder", { id: cancel.orderId });
    if (!order) continue;
    const weighed = { state: cancel.fromState, isBigOld: true, party: cancel.party, isWaived: false };
    const by = { userId: cancel.createdBy, at: cancel.createdAt };
    await requestConsent(tx, order, cancel, weighed, by);
  }
  for (const refund of await findRows(tx, "orderRefund", { state: "APPLIED" }, "refundNo")) {
    await requestDecision(tx, refund, { userId: refund.createdBy, at: refund.createdAt });
  }
}
