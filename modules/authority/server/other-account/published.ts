import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type { OtherAccountRow } from "./tables.ts";

type Platform = OtherAccountRow["platform"];

/** How each of these people is called on another platform, the latest binding of each; the unbound are left out. */
export async function externalIdsOf(
  tx: Tx,
  platform: Platform,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ userId: string; externalId: string }>`
    select distinct on (user_id) user_id, external_id from other_account
    where platform = ${platform} and status = 'BOUND' and user_id = any(${userIds}::uuid[])
    order by user_id, bound_at desc nulls last, id desc`.execute(tx.kysely);
  return new Map(rows.map(({ userId, externalId }) => [userId, externalId]));
}

/** Whose each of these identities is; those that are bound to nobody are left out. */
export async function accountsOfExternal(
  tx: Tx,
  platform: Platform,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ userId: string; externalId: string }>`select user_id, external_id from other_account
    where platform = ${platform} and status = 'BOUND' and external_id = any(${externalIds}::text[])`.execute(tx.kysely);
  return new Map(rows.map(({ externalId, userId }) => [externalId, userId]));
}
