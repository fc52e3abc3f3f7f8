import {
  type Check,
  type getOrderPapers,
  type OrderDetail,
  type PayStep,
  payGates,
  paySteps,
} from "@ops/order/contract";
import type { AnswerOf } from "@ops/platform/contract";
import { missingForLock } from "../lock/missing-for-lock.ts";

/** A line of open work: the tab where it is seen, and the act on the order that does it, where there is one. */
export interface OrderWork {
  readonly tab: string;
  readonly text: string;
  readonly act?: string;
  readonly isWrong?: boolean;
}

type Missing = AnswerOf<typeof getOrderPapers>["missing"];

/** What has to be done before the order can go on: what is wrong stands first. */
export function workOf(order: OrderDetail, missing: Missing, checks: readonly Check[]): readonly OrderWork[] {
  const wrong = order.issues.map(({ text }) => ({ tab: "overview", text, isWrong: true }));
  const steps = missing.map(({ step, before, ownerName }) => {
    const text = `${paySteps[step]}（${payGates[before]}前）· ${ownerName ?? "未分配负责人"}`;
    return { tab: "papers", text, act: actOfStep[step] };
  });
  // nothing is collected from somebody whose cancellation is being decided
  if (order.state === "CANCEL_REVIEW")
    return [...wrong, { tab: "requests", text: "等待退订审批" }, ...afterLock(order)];
  return [...wrong, ...beforeLock(order), ...afterLock(order), ...steps, ...beforeDelivery(order, checks)];
}

const actOfStep: Readonly<Record<PayStep, string>> = {
  BIG: "登记收款",
  BALANCE: "登记收款",
  DOWN: "登记收款",
  LOAN_APPROVED: "登记贷款",
  LEASE_NO: "登记租赁",
  LOAN_RELEASED: "登记贷款",
};

function beforeLock(order: OrderDetail): readonly OrderWork[] {
  const { state } = order;
  if (state === "UNPAID") return [{ tab: "money", text: "等待客户支付定金", act: "登记收款" }];
  if (state !== "SMALL" && state !== "BIG") return [];
  const open = missingForLock(order);
  return open.length === 0 ? [{ tab: "overview", text: "与客户锁单", act: "锁单" }] : open;
}

function afterLock({ lockedAt, state, butlerId, deliveredAt }: OrderDetail): readonly OrderWork[] {
  const isOver = lockedAt === null || deliveredAt !== null || state === "CANCELLED";
  return isOver || butlerId !== null ? [] : [{ tab: "overview", text: "分配交付管家", act: "换管家" }];
}

/** Checks that the steps of payment name already, with whoever looks after them. */
const ofPayment = ["PAY_FULL", "LOAN_RELEASED"];
const papers: Readonly<Record<string, { readonly text: string; readonly act: string }>> = {
  CONTRACT: { text: "签署合同", act: "发送合同" },
  INVOICE: { text: "开具发票", act: "申请开票" },
};

/** Once the car is there: the appointment, and what the checklist of the hand-over still lacks (OR-R12). */
function beforeDelivery({ state, appointmentAt }: OrderDetail, checks: readonly Check[]): readonly OrderWork[] {
  if (state !== "ARRIVED" && state !== "READY") return [];
  const isOpen = ({ isDone, code }: Check) => !isDone && !ofPayment.includes(code);
  const open = checks.filter(isOpen).map(({ code, label, isByHand }): OrderWork => {
    const { text = label, ...act } = papers[code] ?? {};
    const before = code === "PDI" && state === "ARRIVED" ? "待交付" : "交付";
    return { tab: isByHand ? "delivery" : "papers", text: `${text}（${before}前）`, ...act };
  });
  const booking = { tab: "delivery", text: "预约交付时间（待交付前）", act: "预约" };
  return appointmentAt === null ? [booking, ...open] : open;
}
