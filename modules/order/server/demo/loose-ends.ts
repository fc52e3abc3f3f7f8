import { demoId, insertMany, type Tx } from "@ops/platform/server";
import type { OrderStatus } from "../../contract/index.ts";
import { setCloseTimer } from "../order/timers.ts";
import { type OrderPlan, stateOf } from "./plan.ts";

const held: readonly (readonly [OrderStatus, string])[] = [
  ["BIG", "客户要求暂缓，等待家人确认"],
  ["LOCKED", "锁单资料与购车人不一致，待核对"],
  ["LOCKED", "客户征信复核中"],
  ["SCHEDULED", "配置待工厂确认"],
  ["PRODUCED", "车辆质量复检中"],
];

/** Puts one order of each of these states on hold. */
export function holdSome(plans: readonly OrderPlan[]): OrderPlan[] {
  const reasons = new Map<string, string>();
  for (const [state, reason] of held) {
    const free = plans.find((plan) => stateOf(plan) === state && !reasons.has(plan.id));
    if (free) reasons.set(free.id, reason);
  }
  return plans.map((plan) => ({ ...plan, heldReason: reasons.get(plan.id) ?? null }));
}

const issues: readonly (readonly [OrderStatus, code: string, text: string, count: number])[] = [
  ["CLOSED", "LATE_PAYMENT", "已关闭订单收到付款", 2],
  ["PRODUCED", "STOP_BUILD", "已配现车，请通知工厂取消排产", 1],
  ["LOCKED", "CUSTOMER_CANCEL", "客户申请退订", 1],
  ["IN_TRANSIT", "CAR_DAMAGED", "车辆质损：左前门划痕，待复检", 1],
  ["ARRIVED", "CAR_ELSEWHERE", "车辆已退回站点，待重新发运", 1],
];

/** Raises what somebody has to look at: six things in all. */
export async function raiseIssues(tx: Tx, plans: readonly OrderPlan[]): Promise<void> {
  const rows = issues.flatMap(([state, code, text, count]) =>
    plans
      .filter((plan) => stateOf(plan) === state && plan.heldReason === null)
      .slice(0, count)
      .map(({ id: orderId, steps }) => {
        return {
          id: demoId(`issue:${code}:${orderId}`),
          orderId,
          code,
          text,
          since: steps.at(-1)?.at,
          clearedAt: null,
        };
      }),
  );
  await insertMany(tx, "orderIssue", rows);
}

/** Unpaid orders are closed in time, as if they had been placed here. */
export async function setCloseTimers(tx: Tx, plans: readonly OrderPlan[]): Promise<void> {
  for (const plan of plans) if (stateOf(plan) === "UNPAID") await setCloseTimer(tx, plan);
}
