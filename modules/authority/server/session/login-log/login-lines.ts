import type { AnswerFrom, ListQuery, Page } from "@ops/platform/contract";
import { countedPage, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type * as contract from "../../../contract/index.ts";

export type LoginLine = AnswerFrom<typeof contract.listLoginLogs>["list"][number];

/** Makes a query of the newest lines, up to `most`; null means all. */
export type Newest = (most: number | null) => RawBuilder<unknown>;

/**
 * Lists the lines of one account, newest first. No right is checked here,
 * because the module that keeps the account has done so.
 */
export function loginsOf(tx: Tx, userId: string | null, page: ListQuery): Promise<Page<LoginLine>> {
  const { rows, count } = countLines(tx, newestWhere(sql`login_log.user_id = ${userId}`));
  return countedPage(page, {
    rows: async (limit, offset) => (await rows(offset + limit).execute(tx.kysely)).rows.slice(offset),
    count,
  });
}

export function countLines(tx: Tx, newest: Newest) {
  return {
    rows: (most: number | null) => selectLines(newest(most)),
    count: async (limit: number) => {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from (select 1 from (${newest(limit)}) as found limit ${limit}) counted`.execute(
        tx.kysely,
      );
      return rows[0]?.total ?? 0;
    },
  };
}

export function selectLines(lines: RawBuilder<unknown>): RawBuilder<LoginLine> {
  return sql<LoginLine>`
    select l.id, l.occurred_at, l.identity_masked as identity, u.user_name, l.kind, l.result, l.detail, l.ip,
      l.ip_region, l.device
    from (${lines}) as l left join app_user u on u.id = l.user_id
    order by l.occurred_at desc, l.id desc`;
}

export function newestWhere(where: RawBuilder<unknown>): Newest {
  return (most) => sql`select * from login_log where ${where} order by occurred_at desc, id desc limit ${most}`;
}
