import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { mayName } from "./may-name.ts";

/** Shown instead of a name that the reader may not know. */
export const SOMEBODY = "其他";

/** Names people for this reader. People outside the reader's scope appear only as 其他 (section 7). */
export async function knownNames(tx: Tx, userIds: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const ids = userIds.filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`select u.id,
      case when ${mayName(tx)} then u.user_name else ${SOMEBODY} end as name
    from app_user u where u.id = any(${ids}::uuid[])`.execute(tx.kysely);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
