import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";

/** Grants in force whose role holds the code, joined as `g`, `r` and `m`. */
export function grantedBy(tx: Tx, code: string): RawBuilder<unknown> {
  return sql`role_grant g
    join role r on r.id = g.role_id and r.status = 'ENABLED' and r.deleted_at is null
      and r.permission_codes @> array[${code}]
    join membership m on m.id = g.membership_id and m.status = 'EFFECTIVE'
    where g.status = 'ACTIVE' and g.valid_from <= ${tx.now} and (g.valid_to is null or g.valid_to > ${tx.now})`;
}

/** Those who look after something: the holders of its code and the administrators. */
export async function holdersOf(tx: Tx, code: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from app_user where deleted_at is null and status = 'ACTIVE'
      and (bool_admin or id in (select m.user_id from ${grantedBy(tx, code)}))`.execute(tx.kysely);
  return rows.map(({ id }) => id);
}
