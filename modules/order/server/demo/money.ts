import { demoId, newId, pastStamp, type Seeded } from "@ops/platform/server";
import type { PaymentRow } from "../payment/tables.ts";
import type { RefundRow } from "../refund/tables.ts";
import { DAY_MS, HOUR_MS, later } from "./clock.ts";
import type { Ground } from "./ground.ts";
import { atStage, cancelIdOf, type OrderPlan, stateOf } from "./plan.ts";

const [SMALL_FEN, BIG_FEN, DOWN_FEN] = [100_000, 500_000, 6_000_000];
const ROUND_FEN = 100_000;
/** What the customer paid too much, or paid for an order that was closed. */
const EXCESS_FEN = [10_000, 50_000, 8_800, 120_000];
const LATE = 2;
/** So many refunds were refused by the bank. */
const FAILED = 3;

type Booked = Pick<PaymentRow, "kind" | "channel" | "amountFen" | "excessFen" | "paidAt">;

/** The database itself knows which of them have failed. */
type NewRefund = Omit<RefundRow, "isFailed">;

/** The money of one order as it is stored. */
export interface DemoMoney {
  readonly payments: readonly PaymentRow[];
  readonly refunds: readonly NewRefund[];
  readonly paidFen: number;
  readonly refundedFen: number;
}

/** Keeps count of the payments and refunds that are not as usual. */
export class Cashier {
  readonly #ground: Ground;
  #excess = 0;
  #late = 0;
  #cancelled = 0;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /** Books what an order has paid and asks back what goes back. */
  async settle(plan: OrderPlan, dueFen: number): Promise<DemoMoney> {
    const now = this.#ground.tx.now.getTime();
    const booked = bookedOf(plan, dueFen, this.#ground.draw).map((one) => {
      return { ...one, paidAt: new Date(Math.min(one.paidAt.getTime(), now)) };
    });
    const state = stateOf(plan);
    const last = booked.at(-1);
    if (state === "ARRIVED" && plan.paid === "ALL" && last && this.#excess < EXCESS_FEN.length) {
      const excessFen = EXCESS_FEN[this.#excess++] ?? 0;
      booked[booked.length - 1] = { ...last, amountFen: last.amountFen + excessFen, excessFen };
    }
    const closedAt = atStage(plan, "CLOSED");
    if (closedAt && this.#late < LATE) {
      this.#late += 1;
      const paidAt = new Date(Math.min(later(closedAt, 3 * HOUR_MS).getTime(), now));
      booked.push({ kind: "SMALL", channel: "WECHAT", amountFen: SMALL_FEN, excessFen: SMALL_FEN, paidAt });
    }
    const payments: PaymentRow[] = [];
    for (const one of booked) payments.push(await this.#payment(plan, one, payments.length));
    const refunds = await this.#refundsOf(plan, payments);
    const done = refunds.filter(({ why, state: at }) => why === "CANCEL" && at === "SUCCESS");
    return {
      payments,
      refunds,
      paidFen: payments.reduce((sum, { amountFen, excessFen }) => sum + amountFen - excessFen, 0),
      refundedFen: done.reduce((sum, { amountFen }) => sum + amountFen, 0),
    };
  }

  async #payment(plan: OrderPlan, booked: Booked, at: number): Promise<PaymentRow> {
    const id = demoId(`payment:${plan.orderNo}:${at}`);
    return {
      id,
      ...pastStamp(booked.paidAt),
      ...booked,
      orderId: plan.id,
      state: "SUCCESS",
      remark: null,
      payNo: await this.#ground.numbers.next("orderPayment", "SK", booked.paidAt),
      txnNo: `${booked.channel}${id.replaceAll("-", "").slice(0, 20).toUpperCase()}`,
    };
  }

  async #refundsOf(plan: OrderPlan, payments: readonly PaymentRow[]): Promise<NewRefund[]> {
    const asked: Pick<RefundRow, "paymentId" | "cancelId" | "why" | "amountFen" | "state" | "createdAt">[] = payments
      .filter(({ excessFen }) => excessFen > 0)
      .map(({ id: paymentId, excessFen: amountFen, paidAt: createdAt }) => {
        return {
          paymentId,
          why: stateOf(plan) === "CLOSED" ? "LATE" : "EXCESS",
          amountFen,
          cancelId: null,
          state: "APPLIED",
          createdAt,
        };
      });
    const cancelledAt = atStage(plan, "CANCELLED");
    const newest = payments.at(-1);
    if (cancelledAt && newest && (newest.kind === "DOWN" || isOfBrand(plan))) {
      const state = newest.kind === "DOWN" && this.#cancelled++ < FAILED ? "FAILED" : "SUCCESS";
      const back = {
        paymentId: newest.id,
        why: "CANCEL",
        amountFen: newest.amountFen,
        cancelId: cancelIdOf(plan),
      } as const;
      asked.push({ ...back, state, createdAt: cancelledAt });
    }
    const rows: NewRefund[] = [];
    for (const one of asked) {
      const refundNo = await this.#ground.numbers.next("orderRefund", "TK", one.createdAt);
      rows.push({ id: newId(), ...pastStamp(one.createdAt), ...one, ...wayOf(one), orderId: plan.id, refundNo });
    }
    return rows;
  }
}

/** How a refund went: through its channel, which refused a few. */
function wayOf({ state, createdAt }: Pick<RefundRow, "state" | "createdAt">) {
  const isDone = state === "SUCCESS";
  const none = { bank: null, accountCipher: null, accountHash: null, accountMasked: null, note: null, attempt: 1 };
  const askedAt = state === "APPLIED" ? null : createdAt;
  const failed = { failure: "REFUSED", failureReason: "原支付账户已注销" } as const;
  const noFailure = { failure: null, failureReason: null };
  const way = state === "FAILED" ? failed : noFailure;
  const done = { channelNo: isDone ? `RF${createdAt.getTime()}` : null, finishedAt: isDone ? createdAt : null };
  return { ...none, ...way, ...done, route: "CHANNEL", askedAt } as const;
}

/** The brand was so late that it pays everything back by itself (OR-R8). */
function isOfBrand(plan: OrderPlan): boolean {
  const cancelledAt = atStage(plan, "CANCELLED");
  return cancelledAt !== undefined && plan.lockedAt !== null && cancelledAt > later(plan.lockedAt, 72 * DAY_MS);
}

const channels = ["WECHAT", "ALIPAY", "POS", "BANK"] as const;

function bookedOf(plan: OrderPlan, dueFen: number, draw: Seeded): Booked[] {
  const { paid, payMode, lockedAt } = plan;
  const made: Booked[] = [];
  const pay = (kind: Booked["kind"], channel: Booked["channel"], amountFen: number, paidAt: Date | undefined) => {
    if (paidAt && amountFen > 0) made.push({ kind, channel, amountFen, excessFen: 0, paidAt });
  };
  if (paid === "NONE") return made;
  const [small, big] = [atStage(plan, "SMALL"), atStage(plan, "BIG")];
  const channel = draw.pick(channels);
  pay("SMALL", channel, SMALL_FEN, small);
  pay("BIG", channel, small ? BIG_FEN - SMALL_FEN : BIG_FEN, big);
  if (paid === "SMALL" || paid === "BIG" || lockedAt === null) return made;
  const isLoan = payMode === "LOAN";
  const downFen = isLoan ? Math.floor((dueFen * 3) / 10 / ROUND_FEN) * ROUND_FEN : DOWN_FEN;
  const after = plan.steps[plan.steps.findIndex(({ state }) => state === "LOCKED") + 1]?.at ?? later(lockedAt, HOUR_MS);
  if (isLoan || paid === "DOWN") pay("DOWN", draw.chance(50) ? "BANK" : "POS", downFen, after);
  const restFen = dueFen - made.reduce((sum, { amountFen }) => sum + amountFen, 0);
  if (paid === "ALL") {
    const paidAt = atStage(plan, "READY") ?? atStage(plan, "ARRIVED");
    pay(isLoan ? "LOAN" : "BALANCE", isLoan ? "LOAN" : "BANK", restFen, paidAt && later(paidAt, -10 * 60_000));
  }
  return made;
}
