import type { Tx } from "@ops/platform/server";
import { isLive, type PayGate, type PayStep, paperErrors, paySteps } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { stageOf } from "../order/stage.ts";
import type { MoneyRow, OrderRow } from "../order/tables.ts";
import { ruleOf } from "../series-rule/rule-of.ts";

/** Refuses to go on while something is not paid or agreed (OR-R18). */
export async function requirePaid(tx: Tx, order: OrderRow, before: PayGate): Promise<void> {
  const missing = await missingBefore(tx, order, before);
  if (missing.length > 0) throw paperErrors.payStep({ steps: missing.map((step) => paySteps[step]).join("、") });
}

async function missingBefore(tx: Tx, order: OrderRow, before: PayGate): Promise<PayStep[]> {
  const money = await moneyOf(tx, order);
  if (before === "SCHEDULE") return (await isDepositPaid(tx, order, money)) ? [] : ["BIG"];
  const balance: PayStep[] = money.balanceFen === 0 ? [] : ["BALANCE"];
  if (before === "DELIVER") {
    const isReleased = order.payMode !== "LOAN" || order.loanState === "RELEASED";
    return isReleased ? balance : [...balance, "LOAN_RELEASED"];
  }
  if (order.payMode === "LOAN") return missingOfLoan(tx, order);
  if (order.payMode === "LEASE") return order.leaseNo === null ? ["LEASE_NO"] : [];
  return balance;
}

/** Of a loan the buyer's own part is there, and the lender has agreed to the rest. */
async function missingOfLoan(tx: Tx, { id: orderId, loanState }: OrderRow): Promise<PayStep[]> {
  const down = await findRow(tx, "orderPayment", { orderId, kind: "DOWN", state: "SUCCESS" });
  const isApproved = loanState === "APPROVED" || loanState === "RELEASED";
  return [...(down ? [] : ["DOWN" as const]), ...(isApproved ? [] : ["LOAN_APPROVED" as const])];
}

async function isDepositPaid(tx: Tx, order: OrderRow, { paidFen, refundedFen, dueFen }: MoneyRow): Promise<boolean> {
  const { bigFen } = await ruleOf(tx, order);
  return paidFen - refundedFen >= Math.min(bigFen, dueFen);
}

async function moneyOf(tx: Tx, { id }: OrderRow): Promise<MoneyRow> {
  const money = await findRow(tx, "orderMoney", { id });
  if (!money) throw new Error(`the order ${id} has no money`);
  return money;
}

interface Missing {
  readonly step: PayStep;
  readonly before: PayGate;
  readonly ownerId: string | null;
}

/** Whoever sells looks after deposit, loan and lease; whoever delivers after what is due by then. */
const ofButler = new Set<PayStep>(["BALANCE", "LOAN_RELEASED"]);

/** Lists every step that a locked order still misses, each once, before the gate that asks for it first. */
export async function missingSteps(tx: Tx, order: OrderRow): Promise<Missing[]> {
  if (stageOf(order) === null || !isLive(order.state)) return [];
  const isUnscheduled = order.state === "LOCKED";
  const isInvoiced = await findRow(tx, "orderInvoice", {
    orderId: order.id,
    state: ["ISSUED", "RED_PENDING", "APPLYING"],
  });
  const gates: PayGate[] = [
    ...(isUnscheduled ? ["SCHEDULE" as const] : []),
    ...(isInvoiced ? [] : ["INVOICE" as const]),
    "DELIVER",
  ];
  const found = new Map<PayStep, Missing>();
  for (const before of gates) {
    for (const step of await missingBefore(tx, order, before)) {
      const ownerId = ofButler.has(step) ? (order.butlerId ?? order.advisorId) : order.advisorId;
      if (!found.has(step)) found.set(step, { step, before, ownerId });
    }
  }
  return [...found.values()];
}
