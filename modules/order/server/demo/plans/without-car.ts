import type { OrderStatus } from "../../../contract/index.ts";
import { DAY_MS, daysAgo, HOUR_MS, later } from "../clock.ts";
import { Course, courseToBig, courseToLock, courseToSmall } from "../course.ts";
import { draftPlan, drawPayMode } from "../draft.ts";
import type { DemoStore, Ground } from "../ground.ts";
import type { OrderPlan, PaidPart } from "../plan.ts";

/** How many orders without a car there are, by state (section 11). */
const COUNTS = { UNPAID: 12, SMALL: 40, BIG: 45, LOCKED: 60, SCHEDULED: 70, CLOSED: 15 } as const;
/** Those that are to be cancelled, by the state they were in. */
const IN_REVIEW = { BIG: 4, LOCKED: 6, SCHEDULED: 4 } as const;
/** Of the scheduled ones so many are near their promise. */
const NEAR = 5;
const CYCLE = 42;
/** So many orders are sold in one store and handed over in another one. */
const ELSEWHERE = 20;
/** So many of those with 小定 have not chosen a configuration yet. */
const UNDECIDED = 16;

/** Plans the orders that have no car yet, and those that never got one. */
export async function planOrdersWithoutCar(ground: Ground, busyOrders: number): Promise<OrderPlan[]> {
  const plans: OrderPlan[] = [];
  for (const [state, count] of Object.entries(COUNTS)) {
    for (let n = 0; n < count; n++) plans.push(await planOf(ground, state as keyof typeof COUNTS, n, busyOrders));
  }
  for (const [state, count] of Object.entries(IN_REVIEW)) {
    for (let n = 0; n < count; n++) plans.push(await planReview(ground, state as keyof typeof IN_REVIEW, n));
  }
  return plans;
}

async function planOf(ground: Ground, state: keyof typeof COUNTS, n: number, busyOrders: number): Promise<OrderPlan> {
  const { draw, choices } = ground;
  const isUndecided = state === "SMALL" && n < UNDECIDED;
  const choice = draw.pick(choices);
  const store = storeOf(ground, state, n, busyOrders);
  const { isLocked, steps } = courseOf(ground, state, n);
  return draftPlan(ground, {
    storeId: store.id,
    deliveryStoreId: isLocked ? deliveryStoreOf(ground, store, state, n) : draw.chance(50) ? store.id : null,
    steps,
    choice: isUndecided ? null : choice,
    seriesId: ground.seriesOf(choice.carConfigId),
    payMode: isLocked || draw.chance(40) ? drawPayMode(draw) : null,
    paid: paidOf(state, draw.chance(25)),
    ...(state === "UNPAID" ? { source: store.partnerId ? "PARTNER" : "STORE" } : {}),
  });
}

/** The first scheduled ones are at the busy store, as many as its butler still lacks. */
function storeOf({ draw, busy, staffed }: Ground, state: string, n: number, busyOrders: number): DemoStore {
  if (state === "SCHEDULED" && n < busyOrders) return busy.store;
  const [, ...others] = staffed;
  const [first = busy.store, ...rest] = others;
  return draw.pick([first, ...rest]);
}

/** The last locked and scheduled ones are handed over elsewhere. */
function deliveryStoreOf(
  { staffed }: Ground,
  store: DemoStore,
  state: "LOCKED" | "SCHEDULED" | string,
  n: number,
): string {
  const most = state === "LOCKED" ? COUNTS.LOCKED : COUNTS.SCHEDULED;
  if (n < most - ELSEWHERE / 2) return store.id;
  const others = staffed.slice(1).filter(({ id }) => id !== store.id);
  const near = others.filter(({ regionOrgId }) => regionOrgId === store.regionOrgId);
  return (near[n % Math.max(1, near.length)] ?? others[n % others.length] ?? store).id;
}

function courseOf({ tx, draw }: Ground, state: keyof typeof COUNTS, n: number) {
  const hour = draw.integer(10, 20);
  const isLocked = state === "LOCKED" || state === "SCHEDULED";
  const make = {
    UNPAID: () => new Course(tx, later(tx.now, -(n + 0.2) * HOUR_MS)),
    SMALL: () => courseToSmall(tx, daysAgo(tx, n, hour), draw),
    BIG: () => courseToBig(tx, daysAgo(tx, Math.floor(n / 2), hour), draw),
    LOCKED: () => courseToLock(tx, daysAgo(tx, Math.floor(n / 4), hour), draw),
    SCHEDULED: () => {
      const days = n >= COUNTS.SCHEDULED - NEAR ? CYCLE - (COUNTS.SCHEDULED - n) : 7 + (n % 27);
      const lockedAt = daysAgo(tx, days, hour);
      return courseToLock(tx, lockedAt, draw).to("SCHEDULED", later(lockedAt, draw.integer(3, 6) * DAY_MS));
    },
    CLOSED: () => {
      const createdAt = daysAgo(tx, 2 + n * 4, hour);
      return new Course(tx, createdAt).to("CLOSED", later(createdAt, DAY_MS));
    },
  };
  return { isLocked, steps: make[state]().steps };
}

function paidOf(state: keyof typeof COUNTS, chance: boolean): PaidPart {
  if (state === "UNPAID" || state === "CLOSED") return "NONE";
  if (state === "SMALL") return "SMALL";
  return state !== "BIG" && chance ? "DOWN" : "BIG";
}

/** An order that its customer wants to give up, applied for some days ago. */
async function planReview(ground: Ground, from: keyof typeof IN_REVIEW, n: number): Promise<OrderPlan> {
  const { tx, draw, choices, staffed } = ground;
  const store = staffed[1 + draw.integer(0, staffed.length - 2)] ?? ground.busy.store;
  const stood = daysAgo(tx, 12 + n, draw.integer(10, 20));
  const course = from === "BIG" ? courseToBig(tx, stood, draw) : courseToLock(tx, stood, draw);
  if (from === "SCHEDULED") course.to("SCHEDULED", later(stood, 4 * DAY_MS));
  course.to("CANCEL_REVIEW", daysAgo(tx, n, 15));
  const prevState: OrderStatus = from;
  return draftPlan(ground, {
    storeId: store.id,
    deliveryStoreId: store.id,
    steps: course.steps,
    prevState,
    choice: draw.pick(choices),
    payMode: drawPayMode(draw),
    paid: from === "LOCKED" ? "DOWN" : "BIG",
  });
}
