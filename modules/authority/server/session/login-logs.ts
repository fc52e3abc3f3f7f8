import type { AnswerFrom, ListQuery, Page, QueryOf } from "@ops/platform/contract";
import { countedPage, exportsList, RECENT_ROWS, recentFirst, type Tx, wholeQuery } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { loginLogSheet } from "../../contract/index.ts";
import { maskedIdentity } from "../account/login-log.ts";
import { matches } from "../user/list-users.ts";
import { userScope } from "../user/tables.ts";

type Query = QueryOf<typeof contract.listLoginLogs>;
type Row = AnswerFrom<typeof contract.listLoginLogs>["list"][number];

/** Sign-ins and refusals of the people in scope; what belongs to no account is seen by those who reach everybody. */
export async function listLoginLogs(tx: Tx, query: Query): Promise<AnswerFrom<typeof contract.listLoginLogs>> {
  const { rows, count } = await listed(tx, query);
  const recent = recentOf(tx, query);
  return countedPage(query, {
    rows: (limit, offset) =>
      recentFirst(tx, { recent: recent && shown(recent), all: rows(offset + limit) }, { limit, offset }),
    count,
  });
}

/** Those of one account, newest first. Asks for no right: the module that keeps the account has looked who may see it. */
export function loginsOf(tx: Tx, userId: string | null, page: ListQuery): Promise<Page<Row>> {
  const { rows, count } = counted(tx, inOrder(sql`login_log.user_id = ${userId}`));
  return countedPage(page, {
    rows: async (limit, offset) => (await rows(offset + limit).execute(tx.kysely)).rows.slice(offset),
    count,
  });
}

/** The same lines as a sheet (PF-R94). */
export const loginLogExport = exportsList(loginLogSheet, async (tx, query) => {
  const { rows, count } = await listed(tx, query);
  return wholeQuery<Row, Row>(tx, { rows: () => rows(null), count, show: async (_tx, lines) => lines });
});

const listed = async (tx: Tx, query: Query) => counted(tx, await newestOf(tx, query));

function counted(tx: Tx, newest: Newest) {
  return {
    rows: (most: number | null) => shown(newest(most)),
    count: async (limit: number) => {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from (select 1 from (${newest(limit)}) as found limit ${limit}) counted`.execute(
        tx.kysely,
      );
      return rows[0]?.total ?? 0;
    },
  };
}

function shown(lines: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`
    select l.id, l.occurred_at, l.identity_masked as identity, u.user_name, l.kind, l.result, l.detail, l.ip,
      l.ip_region, l.device
    from (${lines}) as l left join app_user u on u.id = l.user_id
    order by l.occurred_at desc, l.id desc`;
}

/** The newest lines of all, those of the reader's people among them; null where people are asked for by name. */
function recentOf(tx: Tx, query: Query): RawBuilder<unknown> | null {
  const scope = tx.actor.scopeOf(tx.permission);
  if (scope.all || query.keyword || query.userId) return null;
  return sql`select * from (select * from login_log order by occurred_at desc, id desc limit ${RECENT_ROWS}) as login_log
    where ${conditionsOf(query)} and exists (select 1 from app_user where id = login_log.user_id and ${userScope(scope)})`;
}

/** Without a number, all of them. */
type Newest = (most: number | null) => RawBuilder<unknown>;

/**
 * Where people are asked for, the newest lines of each are looked up by the index: a line of somebody rare may lie below
 * millions of others.
 */
async function newestOf(tx: Tx, query: Query): Promise<Newest> {
  const scope = tx.actor.scopeOf(tx.permission);
  const { keyword, userId } = query;
  const where = conditionsOf(query);
  const named = await matches(tx, keyword);
  if (scope.all && !named && !userId) return inOrder(where);
  const people = [
    ...(scope.all ? [] : [userScope(scope)]),
    ...(named ? [named] : []),
    ...(userId ? [sql<boolean>`app_user.id = ${userId}`] : []),
  ];
  const ofPeople: Newest = (most) => sql`
    select mine.* from (select id from app_user where ${sql.join(people, sql` and `)}) as asked
    cross join lateral (${inOrder(sql`login_log.user_id = asked.id and ${where}`)(most)}) as mine`;
  if (!scope.all || !keyword || userId) return ofPeople;
  const typed = sql`login_log.user_id is null and login_log.identity_masked = ${maskedIdentity(keyword)} and ${where}`;
  return (most) => sql`(${ofPeople(most)}) union all (${inOrder(typed)(most)})`;
}

function inOrder(where: RawBuilder<unknown>): Newest {
  return (most) => sql`select * from login_log where ${where} order by occurred_at desc, id desc limit ${most}`;
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
