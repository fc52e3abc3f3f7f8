import type { QueryOf } from "@ops/platform/contract";
import { countedPage, exportsList, RECENT_ROWS, reads, recentFirst, type Tx, wholeQuery } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../../contract/index.ts";
import { loginLogSheet } from "../../../contract/index.ts";
import { maskedIdentity } from "../../account/login-log.ts";
import { matches } from "../../person/matches.ts";
import { userScope } from "../../person/tables.ts";
import { countLines, type LoginLine, type Newest, newestWhere, selectLines } from "./login-lines.ts";

type Query = QueryOf<typeof contract.listLoginLogs>;

/** Lists sign-ins and refusals of people in scope. Lines without an account need the scope ALL. */
export const listLoginLogs = reads(contract.listLoginLogs, async (tx, { query }) => {
  const { rows, count } = await listLines(tx, query);
  const recent = recentOf(tx, query);
  return countedPage(query, {
    rows: (limit, offset) =>
      recentFirst(tx, { recent: recent && selectLines(recent), all: rows(offset + limit) }, { limit, offset }),
    count,
  });
});

/** Exports the lines of the list (PF-R94). */
export const loginLogExport = exportsList(loginLogSheet, async (tx, query) => {
  const { rows, count } = await listLines(tx, query);
  return wholeQuery<LoginLine, LoginLine>(tx, { rows: () => rows(null), count, show: async (_tx, lines) => lines });
});

const listLines = async (tx: Tx, query: Query) => countLines(tx, await newestOf(tx, query));

/**
 * Selects the reader's people among the newest lines; null where that does not
 * help, for the scope ALL or if the query names people.
 */
function recentOf(tx: Tx, query: Query): RawBuilder<unknown> | null {
  const scope = tx.actor.scopeOf(tx.permission);
  if (scope.all || query.keyword || query.userId) return null;
  return sql`select * from (select * from login_log order by occurred_at desc, id desc limit ${RECENT_ROWS}) as login_log
    where ${conditionsOf(query)} and exists (select 1 from app_user where id = login_log.user_id and ${userScope(scope)})`;
}

/**
 * If the reader's scope or the query names people, the newest lines of each person are read by index. The lines of one
 * person may otherwise lie behind millions of others.
 */
async function newestOf(tx: Tx, query: Query): Promise<Newest> {
  const scope = tx.actor.scopeOf(tx.permission);
  const { keyword, userId } = query;
  const where = conditionsOf(query);
  const named = await matches(tx, keyword);
  if (scope.all && !named && !userId) return newestWhere(where);
  const people = [
    ...(scope.all ? [] : [userScope(scope)]),
    ...(named ? [named] : []),
    ...(userId ? [sql<boolean>`app_user.id = ${userId}`] : []),
  ];
  const ofPeople: Newest = (most) => sql`
    select mine.* from (select id from app_user where ${sql.join(people, sql` and `)}) as asked
    cross join lateral (${newestWhere(sql`login_log.user_id = asked.id and ${where}`)(most)}) as mine`;
  if (!scope.all || !keyword || userId) return ofPeople;
  const typed = sql`login_log.user_id is null and login_log.identity_masked = ${maskedIdentity(keyword)} and ${where}`;
  return (most) => sql`(${ofPeople(most)}) union all (${newestWhere(typed)(most)})`;
}

function conditionsOf({ kind, result, occurredAt }: Query): RawBuilder<unknown> {
  const conditions = [
    ...(kind ? [sql`login_log.kind = ${kind}`] : []),
    ...(result ? [sql`login_log.result = ${result}`] : []),
    ...(occurredAt
      ? [sql`login_log.occurred_at >= ${occurredAt.from} and login_log.occurred_at < ${occurredAt.until}`]
      : []),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
