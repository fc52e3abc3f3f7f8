import type { AnswerFrom, ListQuery, Page } from "@ops/platform/contract";
import { countedPage, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type * as contract from "../../contract/index.ts";

export type LoginLine = AnswerFrom<typeof contract.listLoginLogs>["list"][number];

/** Without a number, all of them. */
export type Newest = (most: number | null) => RawBuilder<unknown>;

/** Those of one account, newest first. Asks for no right: the module that keeps the account has looked who may see it. */
export function loginsOf(tx: Tx, userId: string | null, page: ListQuery): Promise<Page<LoginLine>> {
  const { rows, count } = counted(tx, inOrder(sql`login_log.user_id = ${userId}`));
  return countedPage(page, {
    rows: async (limit, offset) => (await rows(offset + limit).execute(tx.kysely)).rows.slice(offset),
    count,
  });
}

export function counted(tx: Tx, newest: Newest) {
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

export function shown(lines: RawBuilder<unknown>): RawBuilder<LoginLine> {
  return sql<LoginLine>`
    select l.id, l.occurred_at, l.identity_masked as identity, u.user_name, l.kind, l.result, l.detail, l.ip,
      l.ip_region, l.device
    from (${lines}) as l left join app_user u on u.id = l.user_id
    order by l.occurred_at desc, l.id desc`;
}

export function inOrder(where: RawBuilder<unknown>): Newest {
  return (most) => sql`select * from login_log where ${where} order by occurred_at desc, id desc limit ${most}`;
}
