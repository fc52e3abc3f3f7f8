import type { OrderStatus } from "../../contract/index.ts";
import { orderStates } from "../../contract/index.ts";

interface Facts {
  readonly orderNo: string;
  readonly series: string;
  readonly state: OrderStatus;
  readonly promise: string | null;
  readonly eta: string | null;
  /** The next stage that is planned, with its day. */
  readonly next: { readonly stage: OrderStatus; readonly plannedOn: string | null } | null;
  readonly today: string;
  readonly isVerified: boolean;
  /** When and where the customer is expected, to the minute. */
  readonly appointment: { readonly at: string; readonly store: string } | null;
}

const nextWords: Partial<Record<OrderStatus, string>> = {
  SCHEDULED: "安排生产",
  PRODUCED: "车辆下线",
  IN_TRANSIT: "车辆发运",
  ARRIVED: "车辆到店",
  DELIVERED: "交付",
};

/** What the customer himself usually has to do in each state. */
const usual: Readonly<Record<OrderStatus, string>> = {
  UNPAID: "请您尽快完成定金支付，逾期未支付订单将自动关闭。",
  SMALL: "请您确认配置并支付大定。",
  BIG: "请您携带身份证件完成身份核验，并确认锁单。",
  LOCKED: "目前无需您办理其他手续。",
  SCHEDULED: "目前无需您办理其他手续。",
  PRODUCED: "请您提前准备保险与上牌所需资料。",
  IN_TRANSIT: "请您提前准备保险与上牌所需资料。",
  ARRIVED: "请您与门店约定交付时间，并结清待付款。",
  READY: "请您携带身份证件，按约定时间到店提车。",
  DELIVERED: "感谢您的信任，祝您用车愉快。",
  CANCEL_REVIEW: "退订结果将尽快通知您。",
  CANCELLED: "退款将按原支付渠道退回。",
  CLOSED: "如需购车，欢迎重新下单。",
};

/** Tells the customer where his order is, in words to copy: facts alone, no notes, people of the house or prices (OR-R20). */
export function wordsFor(facts: Facts): string {
  const { orderNo, series, state, promise, eta, next, today } = facts;
  const lines = [`您好，您订购的${series}（订单${orderNo}）当前${orderStates.label(state)}。`];
  const isGoingOn = state !== "CANCEL_REVIEW"; // whoever wants to cancel is told of no next step
  const step = isGoingOn && next && nextWords[next.stage];
  if (step && next.plannedOn !== null) {
    lines.push(next.plannedOn < today ? `下一步为${step}。` : `下一步为${step}，计划${next.plannedOn}前完成。`);
  }
  if (promise !== null && step) lines.push(wordsOfPromise(promise, eta, today));
  return [...lines, toDo(facts)].join("");
}

/** What the customer has to do: what he has done already is not asked of him again. */
function toDo({ state, isVerified, appointment, today }: Facts): string {
  if (state === "BIG" && isVerified) return "请您确认锁单。";
  if (!appointment || appointment.at < today) return usual[state];
  const booked = `${appointment.at}到${appointment.store}`;
  if (state === "READY") return `请您携带身份证件，于${booked}提车。`;
  return state === "ARRIVED" ? `已为您预约${booked}提车，请您在此之前结清待付款。` : usual[state];
}

/**
 * Of a delay the customer is told by the promise alone: a day of the plan that has passed is the house's own affair as long
 * as the promise is kept. A day that is expected is named only if it still lies ahead.
 */
function wordsOfPromise(promise: string, eta: string | null, today: string): string {
  const expected = eta !== null && eta > promise && eta >= today ? `，目前预计${eta}交付` : "";
  return promise < today
    ? `承诺交付日${promise}已过，非常抱歉${expected}，我们正在全力跟进。`
    : `承诺交付日${promise}${expected}。`;
}
