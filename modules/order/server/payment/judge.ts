import { changeRecord, type Tx } from "@ops/platform/server";
import { type OrderStatus, orderDeposited, orderStates } from "../../contract/index.ts";
import { clearIssue, raiseIssue } from "../order/issue.ts";
import { enterStage } from "../order/stage.ts";
import { type MoneyRow, type OrderRow, orders } from "../order/tables.ts";
import { ruleOf } from "../series-rule/rule-of.ts";

const CHOOSE = "CHOOSE_CONFIG";

/** Brings the state of an order in line with what is paid: 小定, or 大定 with a configuration (OR-R4). */
export async function judgeDeposit(tx: Tx, order: OrderRow, { paidFen }: MoneyRow): Promise<OrderRow> {
  const rule = await ruleOf(tx, order);
  const isBigPaid = paidFen >= rule.bigFen;
  const isBig = isBigPaid && order.carConfigId !== null;
  if (isBigPaid && !isBig) await raiseIssue(tx, { orderId: order.id, code: CHOOSE, text: "已付大定，请选择配置" });
  else await clearIssue(tx, { orderId: order.id, code: CHOOSE });
  if (isBig) return enter(tx, order, "BIG");
  return paidFen >= rule.smallFen ? enter(tx, order, "SMALL") : order;
}

const moveTo = {
  SMALL: { UNPAID: "paySmall", CLOSED: "reopenSmall" },
  BIG: { UNPAID: "payBig", SMALL: "payBig", CLOSED: "reopenBig" },
} as const;

/** Orders that are further on, or on their way out, stay where they are. */
async function enter(tx: Tx, order: OrderRow, kind: "SMALL" | "BIG"): Promise<OrderRow> {
  const moves: Partial<Record<OrderStatus, keyof typeof orderStates.moves>> = moveTo[kind];
  const move = moves[order.state];
  if (!move) return order;
  const entered = await enterStage(tx, order, orderStates.next(order.state, move));
  const deposited = await changeRecord(tx, orders, order, entered);
  await tx.publish(orderDeposited, { orderId: order.id, at: tx.now.toISOString(), kind });
  return deposited;
}
