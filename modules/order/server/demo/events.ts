import { wireTime } from "@ops/platform/contract";
import { demoId, insertMany, pastStamp, type Tx } from "@ops/platform/server";
import { DAY_MS, HOUR_MS, later } from "./clock.ts";
import { atStage, type OrderPlan, stateOf } from "./plan.ts";

/** So many messages came too late, and so many name an order that nobody knows yet. */
const [IGNORED, WAITING] = [12, 3];

/** Loads what other systems have told without effect. */
export async function loadEvents(tx: Tx, plans: readonly OrderPlan[]): Promise<void> {
  const row = (name: string, at: Date) => ({
    id: demoId(`event:${name}`),
    ...pastStamp(at),
    eventId: name,
    occurredAt: at,
    receivedAt: at,
    forgottenAt: null,
    conflicts: [],
  });
  const late = plans
    .filter((plan) => stateOf(plan) === "PRODUCED")
    .slice(0, IGNORED)
    .map((plan, n) => ({
      ...row(`MES-${plan.orderNo}`, later(atStage(plan, "PRODUCED") ?? plan.createdAt, n * HOUR_MS)),
      source: "factory",
      sourceName: "工厂排产系统",
      type: "factory.scheduled",
      orderNo: plan.orderNo,
      orderId: plan.id,
      payload: {},
      state: "IGNORED",
      reason: "已过该阶段",
    }));
  const unknown = Array.from({ length: WAITING }, (_, n) => {
    const at = later(tx.now, -(n + 1) * 5 * HOUR_MS);
    const orderNo = `SO${wireTime(later(at, -DAY_MS)).slice(0, 10).replaceAll("-", "")}9${String(n).padStart(5, "0")}`;
    const paid = { kind: "SMALL", channel: "WECHAT", amountFen: 100_000, txnNo: `4200${at.getTime()}`, remark: null };
    return {
      ...row(`APP-${n + 1}`, at),
      source: "app",
      sourceName: "APP 商城",
      type: "payment.succeeded",
      orderNo,
      orderId: null,
      payload: paid,
      state: "WAITING",
      reason: "订单不存在，等待订单",
    };
  });
  await insertMany(tx, "orderEventIn", [...late, ...unknown]);
}
