import { addDays, dayOf, daysApart, startOfDay } from "@ops/platform/contract";
import type { OrderHold, PublishedCar } from "@ops/vehicle/server";
import type { OrderStatus } from "../../../contract/index.ts";
import { DAY_MS, daysAgo, HOUR_MS, later } from "../clock.ts";
import { type Course, courseToLock } from "../course.ts";
import { draftPlan, drawPayMode } from "../draft.ts";
import type { Ground } from "../ground.ts";
import type { OrderPlan, PaidPart, Word } from "../plan.ts";

type Waiting = "PRODUCED" | "IN_TRANSIT" | "ARRIVED" | "READY";

/** What section 11 of the document counts: ready orders, those due today, and promises that are past or near. */
const [READY, DUE_TODAY] = [15, 6];
const PAST = { PRODUCED: 15, IN_TRANSIT: 10, ARRIVED: 6, READY: 4 } as const;
const NEAR = { PRODUCED: 25, IN_TRANSIT: 10, ARRIVED: 0, READY: 0 } as const;
const LATE_CANCELLED = 5;
/** So many of the cancelled orders had paid more than the deposit. */
const DOWN_CANCELLED = 14;
/** Of 40 cars that were built for their orders 17 came late: 170 of 400. */
const [LATE_PER, LATE_OF, MIX] = [17, 40, 23];
const CYCLE = 42;
/** An order whose promise is neither past nor near was locked at most so long ago. */
const FAR = 34;
/** So many that are late in transport have been told no other day. */
const UNTOLD = 3;

interface Held {
  readonly hold: OrderHold;
  readonly car: PublishedCar;
}

interface Timing {
  readonly lockedAt: Date;
  readonly state: OrderStatus;
  readonly paid: PaidPart;
  readonly word?: Word | null;
}

/** Plans the order of every car that has or had one. */
export async function planOrdersWithCar(ground: Ground): Promise<OrderPlan[]> {
  const { held } = ground;
  const delivered = held.filter(({ car }) => car.holdState === "DELIVERED");
  const built = delivered.filter(({ hold }) => !hold.isFromLock);
  const live = held.filter(({ hold }) => hold.endedAt === null);
  const at = (kind: PublishedCar["placeKind"]) => live.filter(({ car }) => car.placeKind === kind);
  const [ready, arrived] = parted(ground, at("STORE"));
  const returned = held.filter(({ hold, car }) => hold.endedAt !== null && car.holdState === "RETURNED");
  const timed: [Held, Timing][] = [
    ...delivered.filter(({ hold }) => hold.isFromLock).map((one): [Held, Timing] => [one, atOnce(ground, one)]),
    ...built.map((one, n): [Held, Timing] => [one, builtFor(ground, one, (n * MIX) % LATE_OF < LATE_PER)]),
    ...at("WAREHOUSE").map((one, n): [Held, Timing] => [one, waiting(ground, one, "PRODUCED", n)]),
    ...at("TRANSIT").map((one, n): [Held, Timing] => [one, waiting(ground, one, "IN_TRANSIT", n)]),
    ...arrived.map((one, n): [Held, Timing] => [one, waiting(ground, one, "ARRIVED", n)]),
    ...ready.map((one, n): [Held, Timing] => [one, waiting(ground, one, "READY", n)]),
    ...returned.map((one, n): [Held, Timing] => [one, cancelled(ground, one, n)]),
  ];
  const plans: OrderPlan[] = [];
  for (const [one, timing] of timed) plans.push(await planOf(ground, one, timing));
  return plans;
}

/** Those that are ready, the ones at the busy store first, and those that have just arrived. */
function parted({ busy }: Ground, atStore: readonly Held[]): [ready: Held[], arrived: Held[]] {
  const isBusy = ({ hold }: Held) => hold.orgIds.includes(busy.store.id);
  const [here, elsewhere] = [atStore.filter(isBusy), atStore.filter((held) => !isBusy(held))];
  const away = READY - DUE_TODAY;
  return [
    [...here.slice(0, DUE_TODAY), ...elsewhere.slice(0, away)],
    [...here.slice(DUE_TODAY), ...elsewhere.slice(away)],
  ];
}

/** A car from stock, which a lock had kept for the customer. */
function atOnce({ draw }: Ground, { hold }: Held): Timing {
  return { lockedAt: later(hold.startedAt, -draw.integer(2, 20) * HOUR_MS), state: "DELIVERED", paid: "ALL" };
}

function builtFor({ draw }: Ground, { car }: Held, isLate: boolean): Timing {
  const deliveredAt = car.deliveredAt ?? new Date();
  const days = isLate ? CYCLE + draw.integer(1, 30) : draw.integer(24, CYCLE);
  const lockedAt = later(startOfDay(addDays(dayOf(deliveredAt), -days)), draw.integer(10, 20) * HOUR_MS);
  const told = addDays(dayOf(lockedAt), CYCLE - 4);
  const word = { eta: dayOf(deliveredAt), reason: "零部件供应延迟", at: later(startOfDay(told), 11 * HOUR_MS) };
  return { lockedAt, state: "DELIVERED", paid: "ALL", word: isLate ? word : null };
}

/** An order whose car is on its way or waits at the store. Which promises are past or near, follows from the place. */
function waiting({ tx, draw }: Ground, { hold }: Held, state: Waiting, n: number): Timing {
  const today = dayOf(tx.now);
  const isDue = state === "READY" && n < DUE_TODAY;
  const place = state === "READY" ? n - DUE_TODAY : n;
  const isPast = !isDue && place < PAST[state];
  const isNear = !isDue && !isPast && place < PAST[state] + NEAR[state];
  const since = daysApart(dayOf(hold.startedAt), today) + 6;
  const most = state === "PRODUCED" || state === "IN_TRANSIT" ? FAR : CYCLE - 1;
  const days = isDue
    ? CYCLE
    : isPast
      ? CYCLE + 1 + ((place * 3) % 25)
      : isNear
        ? CYCLE - (place % 8)
        : draw.integer(Math.min(since, most), most);
  const lockedAt = daysAgo(tx, days, draw.integer(10, 20));
  const isTold = isPast && !(state === "IN_TRANSIT" && place < UNTOLD);
  const told = {
    eta: addDays(today, draw.integer(3, 15)),
    reason: "运力紧张，发运顺延",
    at: daysAgo(tx, days - CYCLE + 2),
  };
  return { lockedAt, state, paid: paidOf(state, n, draw.chance(50)), word: isTold ? told : null };
}

function paidOf(state: Waiting, n: number, chance: boolean): PaidPart {
  if (state === "READY") return n === 4 || n === 5 ? "DOWN" : "ALL";
  if (state === "ARRIVED") return chance ? "ALL" : "DOWN";
  return chance ? "DOWN" : "BIG";
}

function cancelled({ draw }: Ground, { hold }: Held, n: number): Timing {
  const isLate = n < LATE_CANCELLED;
  const endedAt = hold.endedAt ?? hold.startedAt;
  const days = draw.integer(8, 20);
  const lockedAt = isLate ? later(endedAt, -(CYCLE + 31 + n) * DAY_MS) : later(hold.startedAt, -days * DAY_MS);
  const paid = n >= LATE_CANCELLED && n < LATE_CANCELLED + DOWN_CANCELLED ? "DOWN" : "BIG";
  return { lockedAt, state: "CANCELLED", paid };
}

const ROAD_MS = 3 * DAY_MS;

async function planOf(ground: Ground, { hold, car }: Held, timing: Timing): Promise<OrderPlan> {
  const { tx, draw } = ground;
  const [storeId = ""] = hold.orgIds;
  const { lockedAt, state, paid, word = null } = timing;
  const course = courseToLock(tx, lockedAt, draw, state === "CANCELLED");
  if (!hold.isFromLock) {
    const scheduled = later(lockedAt, draw.integer(4, 8) * DAY_MS).getTime();
    course.to("SCHEDULED", new Date(Math.min(scheduled, hold.startedAt.getTime() - DAY_MS)));
  }
  course.to("PRODUCED", hold.startedAt);
  goOn(course, { hold, car }, state);
  return draftPlan(ground, {
    id: hold.orderId,
    orderNo: hold.orderNo,
    ...(car.ownerId === null ? {} : { customerId: car.ownerId }),
    storeId,
    deliveryStoreId: storeId,
    steps: course.steps,
    path: hold.isFromLock ? "LIGHTNING" : "BUILD",
    car,
    choice: car,
    payMode: drawPayMode(draw),
    paid,
    word,
  });
}

/** The stages since the car was there. */
function goOn(course: Course, { hold, car }: Held, state: OrderStatus): void {
  if (state === "PRODUCED") return;
  const arrivedAt = car.atStoreAt ?? hold.startedAt;
  course.to("IN_TRANSIT", state === "IN_TRANSIT" ? (car.placeAt ?? arrivedAt) : later(arrivedAt, -ROAD_MS));
  if (state === "IN_TRANSIT") return;
  course.to("ARRIVED", arrivedAt);
  if (state === "READY") course.to("READY", later(arrivedAt, 2 * DAY_MS));
  if (state === "DELIVERED" && car.deliveredAt) {
    course.to("READY", later(car.deliveredAt, -20 * HOUR_MS)).to("DELIVERED", car.deliveredAt);
  }
  if (state === "CANCELLED" && hold.endedAt) {
    course.to("CANCEL_REVIEW", later(hold.endedAt, -2 * DAY_MS)).to("CANCELLED", hold.endedAt);
  }
}
