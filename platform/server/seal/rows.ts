import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../db/tx.ts";

interface HashedRow {
  readonly seq: number;
  readonly hash: Buffer;
}

/** The columns of the log that are sealed, by name: one that comes later must not change the hash of older rows. */
const sealed = sql`sha256(convert_to(row(seq, id, (extract(epoch from occurred_at) * 1000000)::bigint, actor_id,
  actor_name, actor_org_id, on_behalf_of, session_id, ip, module, biz_type, biz_id, biz_no, action, action_name, summary,
  diffs::text, reason, source, result, trace_id)::text, 'UTF8'))`;

/** The rows of the log that fit, with what their content comes to, in the order of their numbers. */
export async function hashRows(
  tx: Tx,
  which: RawBuilder<boolean>,
  most: number | null = null,
): Promise<readonly HashedRow[]> {
  const limit = most === null ? sql`` : sql`limit ${most}`;
  const { rows } = await sql<HashedRow>`
    select seq, ${sealed} as hash from audit_log where ${which} order by seq ${limit}`.execute(tx.kysely);
  return rows;
}
