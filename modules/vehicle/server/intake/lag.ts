import { dayOf, startOfDay } from "@ops/platform/contract";
import { schedule, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type { IntakePoint } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { IntakeRow } from "./tables.ts";

type Span = "HOUR" | "DAY";
/** A point before it is sent. */
export type LagPoint = Omit<IntakePoint, "at"> & { readonly at: Date };

const HOUR_MS = 3_600_000;
const spans = { HOUR: { ms: HOUR_MS, points: 48 }, DAY: { ms: 24 * HOUR_MS, points: 30 } } as const;

const startOf = (span: Span, at: Date): Date =>
  span === "DAY" ? startOfDay(dayOf(at)) : new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

/** Counts incoming messages by hour or day. Past hours and days are stored, so only the rest is counted now. */
export async function measureLag(tx: Tx, span: Span): Promise<LagPoint[]> {
  const starts = startsOf(span, tx.now);
  const kept = await db(tx)
    .selectFrom("carIntakeRollup")
    .selectAll()
    .where("span", "=", span)
    .where("startsAt", ">=", starts[0] ?? tx.now)
    .execute();
  const known = new Map(kept.map(({ startsAt, ...point }) => [startsAt.getTime(), { ...point, at: startsAt }]));
  const missing = await countIn(
    tx,
    span,
    starts.filter((at) => !known.has(at.getTime())),
  );
  for (const point of missing) known.set(point.at.getTime(), { ...point, span });
  return starts.flatMap((at) => known.get(at.getTime()) ?? []);
}

function startsOf(span: Span, now: Date): Date[] {
  const { ms, points } = spans[span];
  const last = startOf(span, now).getTime();
  return Array.from({ length: points }, (_, n) => new Date(last - (points - 1 - n) * ms));
}

async function countIn(tx: Tx, span: Span, starts: readonly Date[]): Promise<LagPoint[]> {
  if (starts.length === 0) return [];
  const count = (state: string) => sql`(count(*) filter (where state = ${state}))::int`;
  const { rows } = await sql<LagPoint>`
    select start as at, counted.* from unnest(${starts}::timestamptz[]) start cross join lateral (
      select count(*)::int as received, ${count("APPLIED")} as applied, ${count("IGNORED")} as ignored,
        ${count("WAITING")} as waiting, ${count("FAILED")} as failed, ${count("PENDING")} as pending,
        percentile_cont(0.95) within group (
          order by greatest(0, extract(epoch from received_at - occurred_at))) as "lagP95Seconds"
      from car_intake where received_at >= start and received_at < start + make_interval(secs => ${spans[span].ms / 1000})
    ) counted order by start`.execute(tx.kysely);
  return rows;
}

const MINUTE_MS = 60_000;
/** After this time, all receipts that began before the end of an hour have committed. */
const SETTLED_MS = 5 * MINUTE_MS;

/** Counts and stores the hours and days that have ended and are not stored yet. */
export async function rollUpIntakes(tx: Tx): Promise<void> {
  for (const span of ["HOUR", "DAY"] as const) {
    const over = startsOf(span, tx.now).filter((at) => at.getTime() + spans[span].ms + SETTLED_MS <= tx.now.getTime());
    const kept = await db(tx).selectFrom("carIntakeRollup").select("startsAt").where("span", "=", span).execute();
    const known = new Set(kept.map(({ startsAt }) => startsAt.getTime()));
    const counted = await countIn(
      tx,
      span,
      over.filter((at) => !known.has(at.getTime())),
    );
    const rows = counted.map(({ at: startsAt, ...point }) => ({ ...point, startsAt, span }));
    if (rows.length > 0) {
      const values = db(tx).insertInto("carIntakeRollup").values(rows);
      await values.onConflict((conflict) => conflict.doNothing()).execute();
    }
  }
  await sql`delete from car_intake_rollup where starts_at < ${tx.now}::timestamptz - interval '40 days'`.execute(
    tx.kysely,
  );
}

export const rollUpSchedule = schedule({
  name: "vehicle.intakeRollup",
  title: "汇总事件接入",
  at: "12 * * * *",
  run: (work) => work.step(rollUpIntakes),
});

/** Deletes the stored counts for the time of a message that changed, so that they are counted again. */
export async function forgetRollup(tx: Tx, { receivedAt }: Pick<IntakeRow, "receivedAt">): Promise<void> {
  if (tx.now.getTime() - receivedAt.getTime() < SETTLED_MS) return;
  const startsAt = [startOf("HOUR", receivedAt), startOf("DAY", receivedAt)];
  await db(tx).deleteFrom("carIntakeRollup").where("startsAt", "in", startsAt).execute();
}
