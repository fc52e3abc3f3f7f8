import { callsOf, endpoint, fen, fenSum, idParams, oneOf, reason, version, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { OrderChange } from "../change/shape.ts";
import { decision } from "../decision.ts";
import { OrderDetail, OrderShape, orderFrame } from "../order/shape.ts";
import { REFUND_APPROVE } from "../refund/calls.ts";
import { parties } from "../words.ts";
import { Cancel, CancelCharge, CancelShape, cancelFrame, PlannedRefund } from "./shape.ts";

export const CANCEL_APPROVE = "order:cancel:approve";

const ofOrder = callsOf(OrderShape, orderFrame);
const calls = callsOf(CancelShape, cancelFrame);

export const CancelPreview = z.object({
  /** BRAND by itself where the promise passed long ago. */
  party: oneOf(parties).meta({ label: "责任方" }),
  isLate: withMeta(z.boolean(), { label: "已超承诺" }),
  paidFen: fenSum.meta({ label: "已付" }),
  deductFen: fenSum.meta({ label: "扣款" }),
  refundFen: fenSum.meta({ label: "退款" }),
  charges: z.array(CancelCharge).meta({ label: "扣款明细" }),
  plan: z.array(PlannedRefund).meta({ label: "退款计划" }),
  /** Who has to agree; nobody where it is done at once. */
  levels: z.array(z.string()).meta({ label: "审批" }),
  /** The same if something is waived. */
  waivedLevels: z.array(z.string()),
});
export type CancelPreview = z.output<typeof CancelPreview>;

/** Tells what a cancellation would cost now. It only reads. */
export const previewCancel = ofOrder.part("cancel/preview", "退订试算", {
  permission: "order:cancel:apply",
  query: z.object({ party: oneOf(parties).default("CUSTOMER").meta({ label: "责任方" }) }),
  answer: CancelPreview,
});

/** A line as the applicant saw it, with what is waived of it. */
const seenLine = z.strictObject({
  ...CancelCharge.pick({ kind: true, fen: true }).shape,
  waivedFen: fen.default(0).meta({ label: "减免" }),
});

const applied = callsOf(OrderShape, {
  ...orderFrame,
  /** The order with what its cancellation costs: in a refusal what it would cost now, so that the applicant can compare. */
  answer: OrderDetail.extend({ charges: z.array(CancelCharge).meta({ label: "扣款明细" }) }),
});

/** Lines and refund are as the preview showed them: whatever has changed meanwhile is refused (OR-R8). */
export const applyCancel = applied.on(
  "cancel",
  "申请退订",
  {
    ...CancelShape.pick("reasonCode", "reason", "party"),
    lines: z.array(seenLine).max(50).default([]).meta({ label: "扣款明细" }),
    ...CancelShape.pick("waiveReason"),
    refundFen: fen.meta({ label: "退款" }),
  },
  { permission: "order:cancel:apply", risk: "HIGH" },
);

export const getCancel = calls.get();

/** What somebody has asked for on an order, the newest first, with the people who decide. */
export const getOrderRequests = ofOrder.part("requests", "变更与退订", {
  answer: z.object({
    changes: z.array(OrderChange).meta({ label: "变更" }),
    cancels: z.array(Cancel).meta({ label: "退订" }),
  }),
});

/** The last level of an order that is ready for its hand-over is one of 财务, who need no code of cancellations. */
export const decideCancel = endpoint({
  method: "POST",
  path: "/order/v1/cancels/{id}/decide",
  audit: "审批退订",
  permission: "session",
  asks: new Map([
    [CANCEL_APPROVE, "审批退订"],
    [REFUND_APPROVE, "审核退款"],
  ] as const),
  page: cancelFrame.page,
  params: idParams,
  body: z.object({
    ...decision,
    version,
  }),
  answer: Cancel,
});

export const withdrawCancel = calls.on("withdraw", "撤回退订", { reason }, { permission: "order:cancel:apply" });
