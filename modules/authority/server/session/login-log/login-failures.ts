import { dayOf, daysOf, type QueryOf, startOfDay } from "@ops/platform/contract";
import { reads, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../../contract/index.ts";
import { matches } from "../../person/matches.ts";
import { reachedPeople } from "../../person/tables.ts";
import { isFailure } from "./is-failure.ts";

type Query = QueryOf<typeof contract.getLoginFailures>;

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 7;
const MOST_DAYS = 31;

/** Counts failed sign-ins by hour, for the people in the reader's scope. */
export const getLoginFailures = reads(contract.getLoginFailures, async (tx, { query }) => {
  const { from, until } = rangeOf(tx, query);
  const { rows } = await sql<{ hour: number; count: number }>`
    select extract(hour from l.occurred_at at time zone 'Asia/Shanghai')::int as hour, count(*)::int as count
    from login_log l left join app_user on app_user.id = l.user_id
    where l.occurred_at >= ${from} and l.occurred_at < ${until} and ${isFailure}
      and ${sql.join(await conditionsOf(tx, query), sql` and `)}
    group by 1`.execute(tx.kysely);
  const counts = new Map(rows.map(({ hour, count }) => [hour, count]));
  const { first, last } = daysOf({ from, until });
  return {
    from: first,
    until: last,
    hours: Array.from({ length: 24 }, (_, hour) => counts.get(hour) ?? 0),
  };
});

function rangeOf(tx: Tx, { occurredAt }: Query): { from: Date; until: Date } {
  const tomorrow = new Date(startOfDay(dayOf(tx.now)).getTime() + DAY_MS);
  const until = new Date(Math.min(Number(tomorrow), Number(occurredAt?.until ?? tomorrow)));
  const before = (days: number) => new Date(until.getTime() - days * DAY_MS);
  if (!occurredAt) return { from: before(SHOWN_DAYS), until };
  return { from: new Date(Math.max(Number(occurredAt.from), Number(before(MOST_DAYS)))), until };
}

async function conditionsOf(tx: Tx, { keyword, userId, kind }: Query): Promise<RawBuilder<boolean>[]> {
  const conditions = [
    reachedPeople(tx),
    await matches(tx, keyword),
    userId ? sql<boolean>`l.user_id = ${userId}` : null,
    kind ? sql<boolean>`l.kind = ${kind}` : null,
  ];
  return conditions.filter((condition) => condition !== null);
}
