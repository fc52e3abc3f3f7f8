import { addDays, day, dayOf, rebuildFigures } from "@ops/platform/contract";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { scopesOf } from "../db/record/data-scope.ts";
import type { Tx } from "../db/tx.ts";
import { type Route, writes } from "../http/route.ts";
import { type JobRun, job, schedule } from "../jobs/job.ts";

/** These days are counted again, because some things happen late at night or are entered later. */
const DAYS_AGAIN = [1, 2, 3];
const EVERY_SECONDS = 900;

/** A figure of each day, by organisation and at most one more dimension (PF-R127). */
export interface DayFigure {
  readonly metric: `${string}.${string}`;
  readonly label: string;
  /** The permission whose data scope applies to reading it. */
  readonly permission: string;
  /**
   * Selects `org_id`, `dim` (a word, or empty) and `value` for this day. The result must be the same whenever it runs.
   */
  query(day: string): RawBuilder<unknown>;
}

export interface FigureLine {
  readonly day: string;
  readonly dim: string;
  readonly value: number;
}

/** Replaces the figures of one day by the result of the query. */
export async function rebuildFigure(tx: Tx, { metric, query }: DayFigure, day: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`day_figure:${metric}`}))`.execute(tx.kysely);
  await sql`delete from day_figure where metric = ${metric} and day = ${day}::date`.execute(tx.kysely);
  await sql`
    insert into day_figure (metric, day, org_id, dim, value)
    select ${metric}, ${day}::date, org_id, dim, sum(value) from (${query(day)}) counted (org_id, dim, value)
    group by org_id, dim having sum(value) <> 0`.execute(tx.kysely);
}

/** The figure of each day from the first to the last, in the reader's scope; days without any are left out. */
export async function readFigure(
  tx: Tx,
  figure: DayFigure,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<FigureLine[]> {
  if (!tx.actor.can(figure.permission)) return [];
  const limits = scopesOf(tx, figure.permission).flatMap((scope) =>
    scope.all ? [] : [scope.organizations ?? sql`select null::uuid`],
  );
  const reached = sql.join([sql`true`, ...limits.map((limit) => sql`org_id in (${limit})`)], sql` and `);
  const { rows } = await sql<{ day: string; dim: string; value: string }>`
    select to_char(day, 'YYYY-MM-DD') as day, dim, sum(value) as value from day_figure
    where metric = ${figure.metric} and day between ${from}::date and ${to}::date and ${reached}
    group by day, dim order by day, dim`.execute(tx.kysely);
  return rows.map(({ day, dim, value }) => ({ day, dim, value: Number(value) }));
}

/** Counts these days again for every figure. One that fails holds up no other; the first failure is told at the end. */
async function rebuildAll({ step }: JobRun, daysOf: (today: string) => readonly string[]): Promise<void> {
  const { figures, days } = await step(async (tx) => ({ figures: tx.figures.days, days: daysOf(dayOf(tx.now)) }));
  const failures: unknown[] = [];
  for (const figure of figures) {
    for (const day of days) {
      await step((tx) => rebuildFigure(tx, figure, day)).catch((error: unknown) => failures.push(error));
    }
  }
  if (failures.length > 0) throw failures[0];
}

export const figuresToday = schedule({
  name: "platform.figuresToday",
  title: "更新当日指标",
  at: { everySeconds: EVERY_SECONDS },
  run: (work) => rebuildAll(work, (today) => [today]),
});

export const figuresNightly = schedule({
  name: "platform.figuresNightly",
  title: "重算近日指标",
  at: "20 1 * * *",
  run: (work) => rebuildAll(work, (today) => DAYS_AGAIN.map((ago) => addDays(today, -ago))),
});

/** Counts one day again, as an operator asked. */
export const figuresDue = job({
  name: "platform.figuresRebuild",
  title: "重算单日指标",
  payload: z.object({ day }),
  run: (work, asked) => rebuildAll(work, () => [asked.day]),
});

export const figureRoutes: readonly Route[] = [
  writes(rebuildFigures, async (tx, { body }) => {
    tx.trail.summary = body.day;
    await tx.enqueue(figuresDue, body, { key: body.day });
    return true as const;
  }),
];
