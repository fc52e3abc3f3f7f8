import { CronExpressionParser } from "cron-parser";
import { sql, type Updateable } from "kysely";
import { z } from "zod";
import type { Tx } from "../db/tx.ts";
import type { Logger } from "../log.ts";
import type { PlatformTables } from "../tables.generated.ts";
import { db } from "../tables.ts";
import { errorClass } from "./error-class.ts";
import { type JobRun, type JobType, job, type Schedule } from "./job.ts";
import { nodeName } from "./node-name.ts";

const TICK_MS = 1_000;

interface Surroundings {
  readonly log: Logger;
  readonly now: () => Date;
  inTransaction<T>(permission: string, act: (tx: Tx) => Promise<T>): Promise<T>;
}

/** The work of a schedule as a job, so that it is retried and seen like any other. */
export function jobOf(schedule: Schedule): JobType {
  return job({
    name: schedule.name,
    ...(schedule.title ? { title: schedule.title } : {}),
    payload: z.object({}),
    retries: 5,
    alone: true,
    run: (work) => runNoted(work, schedule),
  });
}

/** Runs it, and keeps for the operator when, where and how it ended. */
async function runNoted(work: JobRun, schedule: Schedule): Promise<void> {
  await work.step((tx) => note(tx, schedule, { startedAt: tx.now, finishedAt: null, node: nodeName }));
  try {
    await schedule.run(work);
  } catch (error) {
    const lastError = errorClass(error);
    await work.step((tx) => note(tx, schedule, { finishedAt: tx.now, lastError }));
    throw error;
  }
  await work.step((tx) => note(tx, schedule, { finishedAt: tx.now, lastError: null }));
}

async function note(tx: Tx, { name }: Schedule, facts: Updateable<PlatformTables["scheduleRun"]>): Promise<void> {
  await db(tx).updateTable("scheduleRun").set(facts).where("name", "=", name).execute();
}

/**
 * Starts scheduled work. At each slot one node wins and queues it in the same transaction. Slots that were missed while
 * all nodes were down are made up for once.
 */
export class Scheduler {
  readonly #schedules: readonly { schedule: Schedule; job: JobType }[];
  readonly #around: Surroundings;
  readonly #slots = new Slots();
  readonly #lastSlots = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  /** The look for due slots that is under way; while the database is away, one can take longer than a tick. */
  #looking: Promise<void> | null = null;
  #stopped = false;

  constructor(schedules: readonly { schedule: Schedule; job: JobType }[], around: Surroundings) {
    this.#schedules = schedules;
    this.#around = around;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#looking ??= this.#startDue().finally(() => {
        this.#looking = null;
      });
    }, TICK_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #startDue(): Promise<void> {
    for (const { schedule, job } of this.#schedules) {
      if (this.#stopped) return;
      const slot = this.#slots.at(schedule, this.#around.now());
      if (this.#lastSlots.get(schedule.name) === slot.getTime()) continue;
      try {
        await this.#around.inTransaction(`schedule:${schedule.name}`, (tx) => claimSlot(tx, schedule, job, slot));
        this.#lastSlots.set(schedule.name, slot.getTime());
      } catch (error) {
        this.#around.log.warn({ err: error, schedule: schedule.name }, "a schedule could not be started yet");
      }
    }
  }
}

async function claimSlot(tx: Tx, schedule: Schedule, job: JobType, slot: Date): Promise<void> {
  const { rows } = await sql`
    insert into schedule_run as r (name, last_slot) values (${schedule.name}, ${slot})
    on conflict (name) do update set last_slot = excluded.last_slot where r.last_slot < excluded.last_slot
    returning 1`.execute(tx.kysely);
  if (rows.length > 0) await tx.enqueue(job, {}, { key: "slot" });
}

/** The latest slot that is not in the future. */
export function slotAt({ at }: Schedule, now: Date): Date {
  return new Date(slotAround(at, now.getTime()).since);
}

/** From one slot to the next, in milliseconds. */
interface Slot {
  readonly since: number;
  readonly until: number;
}

/** Reading a cron expression takes about a millisecond: each look asks again only when the next slot has come. */
export class Slots {
  readonly #known = new Map<string, Slot>();

  at({ name, at }: Schedule, now: Date): Date {
    const time = now.getTime();
    const known = this.#known.get(name);
    const slot = known && known.since <= time && time < known.until ? known : slotAround(at, time);
    this.#known.set(name, slot);
    return new Date(slot.since);
  }
}

function slotAround(at: Schedule["at"], now: number): Slot {
  if (typeof at === "string") {
    const cron = CronExpressionParser.parse(at, { currentDate: new Date(now + 1), tz: "Asia/Shanghai" });
    const since = cron.prev().getTime();
    return { since, until: cron.next().getTime() };
  }
  const step = at.everySeconds * 1000;
  const since = Math.floor(now / step) * step;
  return { since, until: since + step };
}
