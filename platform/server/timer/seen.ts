import { commonErrors, type listTimers, type Page, type QueryOf, type TimerLine } from "@ops/platform/contract";
import { sql } from "kysely";
import { countedPage } from "../db/list/counted-page.ts";
import type { Tx } from "../db/tx.ts";
import { hideNames } from "../jobs/hide-names.ts";
import { titledBy } from "../jobs/titled.ts";
import { TIMER_CHANNEL } from "./set-timer.ts";
import type { TimerType } from "./timer.ts";

type Line = Omit<TimerLine, "dueAt" | "nextRunAt"> & { dueAt: Date; nextRunAt: Date };

/** The kinds of timers of this node, and the names of those that only another release declares. */
interface KnownTimers {
  readonly kinds: readonly TimerType[];
  readonly ofOthers: readonly string[];
}

/** Lists timers that wait for their time or next try, next one first. Their payloads stay in the database. */
export async function timersSeen(
  tx: Tx,
  query: QueryOf<typeof listTimers>,
  { kinds, ofOthers }: KnownTimers,
): Promise<Page<Line>> {
  const titleOf = titledBy(new Map(kinds.map(({ kind, title }) => [kind, title])), ofOthers);
  const { state } = query;
  const isWanted = state ? sql<boolean>`(attempts > 0) = ${state === "FAILING"}` : sql<boolean>`true`;
  const page = await countedPage(query, {
    rows: async (limit, offset) => {
      const { rows } = await sql<Omit<Line, "title" | "isRetired">>`
        select kind || ':' || key as id, kind, key, due_at as "dueAt", attempts as tries, next_try_at as "nextRunAt", last_error as "lastError"
        from timer where ${isWanted} order by next_try_at, kind, key limit ${limit} offset ${offset}`.execute(
        tx.kysely,
      );
      return rows;
    },
    count: async (limit) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from (select 1 from timer where ${isWanted} limit ${limit}) c`.execute(tx.kysely);
      return rows[0]?.n ?? 0;
    },
  });
  return { ...page, list: page.list.map((line) => ({ ...line, ...titleOf(line.kind) })) };
}

interface Which {
  readonly kind: string;
  readonly key: string;
}

/** Tries a timer that failed with the commit, not at its next time. */
export async function retryTimer(tx: Tx, { kind, key }: Which): Promise<true> {
  const { rows } = await sql`update timer set next_try_at = ${tx.now}
    where kind = ${kind} and key = ${key} and attempts > 0 returning 1`.execute(tx.kysely);
  if (rows.length === 0) throw commonErrors.notFound();
  tx.trail.about("timer", key, `${kind} · ${hideNames(key)}`);
  await sql`select pg_notify(${TIMER_CHANNEL}, '')`.execute(tx.kysely);
  return true;
}

/** Removes a timer of a retired kind, which no node would ever fire. */
export async function skipTimer(
  tx: Tx,
  { kind, key }: Which,
  { reason, known }: { readonly reason: string; readonly known: KnownTimers },
): Promise<true> {
  if (known.kinds.some((one) => one.kind === kind) || known.ofOthers.includes(kind)) throw commonErrors.notFound();
  const { rows } = await sql`delete from timer where kind = ${kind} and key = ${key} returning 1`.execute(tx.kysely);
  if (rows.length === 0) throw commonErrors.notFound();
  tx.trail.about("timer", key, `${kind} · ${hideNames(key)}`);
  tx.trail.reason = reason;
  return true;
}
