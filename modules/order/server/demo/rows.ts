import { addDays, dayOf } from "@ops/platform/contract";
import { demoId, insertMany, pastStamp, systemActor } from "@ops/platform/server";
import type { Snapshot } from "../lock/snapshot.ts";
import { dueOf } from "../order/money.ts";
import type { Priced } from "../order/price.ts";
import type { OrderRow } from "../order/tables.ts";
import type { SeriesRuleRow } from "../series-rule/tables.ts";
import { cancelOf } from "./cancels.ts";
import type { Ground } from "./ground.ts";
import { Cashier } from "./money.ts";
import { Clerk } from "./papers.ts";
import type { DemoCustomer } from "./people.ts";
import { type OrderPlan, stateOf } from "./plan.ts";
import { priceOfPlan } from "./price.ts";
import type { DemoRules } from "./rules.ts";

interface Written extends DemoRules {
  readonly customers: ReadonlyMap<string, DemoCustomer>;
}

/** Writes the orders with everything that follows from their plans, each table with one statement. */
export async function writeOrders(ground: Ground, plans: readonly OrderPlan[], terms: Written): Promise<void> {
  const { tx } = ground;
  const cashier = new Cashier(ground);
  const clerk = new Clerk(ground, terms.customers);
  const rows: Record<string, object[]> = {
    salesOrder: [],
    orderMoney: [],
    orderPriceLine: [],
    orderPayment: [],
    orderCancel: [],
    orderCancelLine: [],
    orderRefund: [],
    orderStage: [],
    orderPromise: [],
    orderContract: [],
    orderInvoice: [],
  };
  const add = (table: string, more: readonly object[]) => rows[table]?.push(...more);
  for (const plan of plans) {
    const rule = terms.rules.find(({ seriesId }) => seriesId === plan.seriesId);
    if (!rule) throw new Error(`the demo has no rule for the order ${plan.orderNo}`);
    const priced = await priceOfPlan(ground, plan, terms);
    const dueFen = dueOf(priced, rule);
    const money = await cashier.settle(plan, dueFen);
    const { payments, refunds, paidFen, refundedFen } = money;
    const cancel = await cancelOf(ground, plan, money);
    const { storeId, advisorId } = plan;
    const lockTotalFen = plan.lockedAt ? dueFen : null;
    add("salesOrder", [orderRow(ground, plan, { rule, priced })]);
    add("orderMoney", [{ ...stampOf(plan), storeId, advisorId, dueFen, lockTotalFen, paidFen, refundedFen }]);
    add("orderPriceLine", linesOf(plan, priced));
    add("orderPayment", payments);
    add("orderCancel", cancel.rows);
    add("orderCancelLine", cancel.lines);
    add("orderRefund", refunds);
    add("orderStage", stagesOf(plan));
    add("orderPromise", promisesOf(plan, rule));
    add("orderContract", await clerk.contractOf(plan, priced));
    add("orderInvoice", clerk.invoicesOf(plan, priced));
  }
  for (const [table, made] of Object.entries(rows)) await insertMany(tx, table, made);
}

const byOf = ({ advisorId }: OrderPlan) => advisorId ?? systemActor.userId;

function stampOf(plan: OrderPlan) {
  return { id: plan.id, ...pastStamp(plan.createdAt, byOf(plan), plan.steps.at(-1)?.at) };
}

interface Terms {
  readonly rule: SeriesRuleRow;
  readonly priced: Priced;
}

function orderRow({ stores }: Ground, plan: OrderPlan, { rule, priced }: Terms): Omit<OrderRow, "clueId"> {
  const { steps, choice, car, lockedAt } = plan;
  const state = stateOf(plan);
  const isWritten = lockedAt !== null && choice !== null;
  const promise = isWritten ? addDays(dayOf(lockedAt), rule.cycleMaxDays) : null;
  return {
    ...stampOf(plan),
    ...priced.chosen,
    orderNo: plan.orderNo,
    source: plan.source,
    externalNo: plan.source === "APP" || plan.source === "MINI" ? `C${plan.orderNo.slice(2)}` : null,
    state,
    prevState: plan.prevState,
    customerId: plan.customerId,
    ownerId: plan.customerId,
    storeId: plan.storeId,
    advisorId: plan.advisorId,
    deliveryStoreId: plan.deliveryStoreId,
    butlerId: plan.butlerId,
    butlerWhy: plan.butlerWhy,
    butlerAt: plan.butlerId ? lockedAt : null,
    cityCode: lockedAt ? (stores.get(plan.storeId)?.cityCode ?? null) : null,
    seriesId: plan.seriesId,
    carConfigId: choice?.carConfigId ?? null,
    optionCodes: choice?.optionCodes ?? [],
    extColor: choice?.extColor ?? null,
    intColor: choice?.intColor ?? null,
    ruleId: rule.id,
    payMode: plan.payMode,
    loanState: loanOf(plan),
    leaseNo: plan.payMode === "LEASE" && plan.paid !== "BIG" && lockedAt ? `ZL${plan.orderNo.slice(2)}` : null,
    marketTypeId: car?.marketTypeId ?? null,
    lockedAt,
    promiseOriginal: promise,
    promiseEffective: promise,
    eta: plan.word?.eta ?? promise,
    etaAt: plan.word?.at ?? lockedAt,
    path: plan.path,
    carId: car?.id ?? null,
    vin: car?.vin ?? null,
    appointmentAt: plan.appointmentAt,
    heldReason: plan.heldReason,
    stageAt: steps.at(-1)?.at ?? plan.createdAt,
    stageNo: steps.length,
    deliveredAt: state === "DELIVERED" ? (steps.at(-1)?.at ?? null) : null,
    tags: [],
    remark: null,
    snapshot: isWritten ? snapshotOf(priced, rule) : null,
  };
}

/** A loan is released with its payment; before that it is approved once the first part is paid. */
function loanOf({ payMode, paid, lockedAt }: OrderPlan): OrderRow["loanState"] {
  if (payMode !== "LOAN" || lockedAt === null) return "NONE";
  if (paid === "ALL") return "RELEASED";
  return paid === "DOWN" ? "APPROVED" : "APPLIED";
}

function snapshotOf({ lines, totalFen }: Priced, { id, cycleMinDays, cycleMaxDays }: SeriesRuleRow): Snapshot {
  return { lines, totalFen: totalFen ?? 0, cycleMinDays, cycleMaxDays, ruleId: id };
}

function linesOf({ id: orderId, orderNo }: OrderPlan, { lines }: Priced): object[] {
  return lines.map((line, at) => ({ id: demoId(`line:${orderNo}:${at}`), orderId, no: at + 1, ...line }));
}

function stagesOf(plan: OrderPlan): object[] {
  return plan.steps.map(({ state, at }, n) => ({
    orderId: plan.id,
    no: n + 1,
    fromState: plan.steps[n - 1]?.state ?? null,
    toState: state,
    at,
    by: state === "UNPAID" || state === "LOCKED" ? byOf(plan) : (plan.butlerId ?? systemActor.userId),
    via: "DIRECT",
  }));
}

/** The promise of the lock, and what the brand said later. */
function promisesOf(plan: OrderPlan, { cycleMaxDays }: SeriesRuleRow): object[] {
  const { id: orderId, orderNo, lockedAt, word, butlerId } = plan;
  if (lockedAt === null) return [];
  const promisedOn = addDays(dayOf(lockedAt), cycleMaxDays);
  const row = (no: number) => ({ id: demoId(`promise:${orderNo}:${no}`), orderId, no, promisedOn, party: "BRAND" });
  const first = { ...row(1), kind: "LOCK", eta: promisedOn, reason: null, at: lockedAt, by: byOf(plan) };
  if (!word) return [first];
  return [first, { ...row(2), kind: "BRAND", ...word, by: butlerId ?? systemActor.userId }];
}
