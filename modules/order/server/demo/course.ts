import type { Seeded, Tx } from "@ops/platform/server";
import type { OrderStatus } from "../../contract/index.ts";
import { DAY_MS, HOUR_MS, later } from "./clock.ts";
import type { Step } from "./plan.ts";

const MINUTE_MS = 60_000;

/** The stages of an order one after the other. None comes before the one before it, and none is yet to come. */
export class Course {
  readonly steps: Step[] = [];
  readonly #tx: Tx;

  constructor(tx: Tx, createdAt: Date) {
    this.#tx = tx;
    this.to("UNPAID", createdAt);
  }

  to(state: OrderStatus, wished: Date): this {
    const previous = this.steps.at(-1)?.at.getTime() ?? 0;
    const at = Math.min(Math.max(wished.getTime(), previous + MINUTE_MS), this.#tx.now.getTime());
    this.steps.push({ state, at: new Date(Math.max(at, previous)) });
    return this;
  }
}

/** An order on its way to 小定 at a time. */
export function courseToSmall(tx: Tx, at: Date, draw: Seeded): Course {
  return new Course(tx, later(at, -draw.integer(4, 25) * MINUTE_MS)).to("SMALL", at);
}

/** On its way to 大定: most customers paid 小定 some days before, unless they are to pay 大定 straight away. */
export function courseToBig(tx: Tx, at: Date, draw: Seeded, isStraight = false): Course {
  if (draw.chance(60) && !isStraight)
    return courseToSmall(tx, later(at, -draw.integer(1, 5) * DAY_MS), draw).to("BIG", at);
  return new Course(tx, later(at, -draw.integer(4, 25) * MINUTE_MS)).to("BIG", at);
}

/** On its way to the lock, some days or hours after 大定. */
export function courseToLock(tx: Tx, at: Date, draw: Seeded, isStraight = false): Course {
  const thought = draw.chance(30) ? draw.integer(2, 8) * HOUR_MS : draw.integer(1, 6) * DAY_MS;
  return courseToBig(tx, later(at, -thought), draw, isStraight).to("LOCKED", at);
}
