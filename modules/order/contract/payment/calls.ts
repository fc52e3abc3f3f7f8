import { callsOf, endpoint, fenSum, idParams, reason, version, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { PriceLine, typedLineList } from "../order/price-lines.ts";
import { OrderShape, orderFrame } from "../order/shape.ts";
import { Refund } from "../refund/shape.ts";
import { PaymentShape } from "./shape.ts";

export const Payment = PaymentShape.answer({});
export type Payment = z.output<typeof Payment>;

export const OrderMoney = z.object({
  /** That of the order, so that a correction starts from the version whose lines it shows. */
  version,
  dueFen: fenSum.meta({ label: "应付" }),
  lockTotalFen: withMeta(fenSum.nullable(), { label: "锁单价" }),
  paidFen: fenSum.meta({ label: "已付" }),
  refundedFen: fenSum.meta({ label: "已退" }),
  balanceFen: fenSum.meta({ label: "待付" }),
  /** What the rule of the series asks for as deposits. */
  smallFen: fenSum.meta({ label: "小定" }),
  bigFen: fenSum.meta({ label: "大定" }),
  lines: z.array(PriceLine).meta({ label: "价格明细" }),
  payments: z.array(Payment).meta({ label: "收款" }),
  refunds: z.array(Refund).meta({ label: "退款" }),
});
export type OrderMoney = z.output<typeof OrderMoney>;

const calls = callsOf(OrderShape, { ...orderFrame, answer: OrderMoney, view: "order:price:view" });

/** Price, payments and what is still to be paid. Only the selling side sees it (section 7). */
export const getOrderMoney = calls.part("money", "订单款项", { answer: OrderMoney });

/** Enters money that has arrived (OR-R3). It needs no version: whatever happened to the order meanwhile, the money is there. */
export const addPayment = endpoint({
  method: "POST",
  path: "/order/v1/orders/{id}/payments",
  audit: "登记收款",
  permission: "order:payment:confirm",
  requires: ["order:price:view"],
  risk: "HIGH",
  page: orderFrame.page,
  params: idParams,
  body: z.object(PaymentShape.pick("kind", "channel", "amountFen", "txnNo", "paidAt", "remark")),
  answer: OrderMoney,
});

/** Changes the typed lines of a locked order (OR-R2). What the car costs stays as it was locked. */
export const correctPrice = calls.on(
  "correct-price",
  "更正价格",
  { lines: typedLineList.meta({ label: "价格" }), reason },
  { permission: "order:price:correct", risk: "HIGH", requires: ["order:price:view"] },
);
