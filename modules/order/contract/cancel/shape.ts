import {
  ApprovalChain,
  boundedText,
  createdAt,
  dictCode,
  fen,
  fenSum,
  oneOf,
  shape,
  updatedAt,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { orderStates } from "../order/states.ts";
import { paymentChannels } from "../payment/shape.ts";
import { orderFrames, parties } from "../words.ts";
import { cancelLineKinds } from "./cover.ts";
import { cancelStates } from "./states.ts";

export const CancelShape = shape("orderCancel", "退订单", {
  cancelNo: withMeta(z.string(), { label: "退订单号" }),
  orderId: withMeta(z.string(), { label: "订单" }),
  fromState: orderStates.schema.meta({ label: "申请时状态" }),
  reasonCode: dictCode("order_cancel_reason", "退订原因"),
  reason: boundedText("说明", 200).nullable().default(null),
  party: oneOf(parties, "请选择责任方").meta({ label: "责任方" }),
  waiveReason: boundedText("减免原因", 200).nullable().default(null),
  state: cancelStates.schema,
});

/** A line of what the cancellation costs, before anything is waived or covered. */
export const CancelCharge = z.object({
  kind: oneOf(cancelLineKinds).meta({ label: "类型" }),
  label: withMeta(z.string(), { label: "项目" }),
  fen: fen.meta({ label: "应扣" }),
  /** Who asks for it. */
  source: withMeta(z.string(), { label: "来源" }),
});
export type CancelCharge = z.output<typeof CancelCharge>;

export const CancelLine = CancelCharge.extend({
  waivedFen: fen.meta({ label: "减免" }),
  takenFen: fen.meta({ label: "实扣" }),
  uncoveredFen: fen.meta({ label: "未覆盖" }),
});
export type CancelLine = z.output<typeof CancelLine>;

/** What one payment gives back. */
export const PlannedRefund = z.object({
  paymentId: z.string(),
  payNo: withMeta(z.string(), { label: "收款单号" }),
  channel: oneOf(paymentChannels).meta({ label: "渠道" }),
  amountFen: fen.meta({ label: "退款金额" }),
});
export type PlannedRefund = z.output<typeof PlannedRefund>;

const amount = fenSum.nullable();

/** Amounts, lines and plan are for the selling side (section 7). */
export const Cancel = CancelShape.answer({
  orderNo: withMeta(z.string(), { label: "订单号" }),
  paidFen: amount.meta({ label: "已付" }),
  deductFen: amount.meta({ label: "扣款" }),
  refundFen: amount.meta({ label: "退款" }),
  lines: z.array(CancelLine).meta({ label: "扣款明细" }),
  plan: z.array(PlannedRefund).meta({ label: "退款计划" }),
  chain: ApprovalChain.nullable().meta({ label: "审批过程" }),
  /** The reader has applied for it and may take it back. */
  isOwn: z.boolean(),
  createdByName: withMeta(z.string(), { label: "申请人" }),
  createdAt,
  updatedAt,
});
export type Cancel = z.output<typeof Cancel>;

/** What all calls of cancellations have in common. */
export const cancelFrame = orderFrames("cancels", Cancel, { view: "order:order:view", edit: "order:cancel:apply" });
