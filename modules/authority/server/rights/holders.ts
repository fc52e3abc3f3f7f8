import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { canSignIn, grants, inForce } from "./in-force.ts";

/**
 * Selects grants in force whose role has the code, joined as `g`, `r`, `m` and `o`. The codes of each role are read
 * once, instead of once for each grant: hundreds of codes take longer to read than anything else here.
 */
export function grantedBy(tx: Tx, code: string): RawBuilder<unknown> {
  return sql`${grants} where ${inForce(tx)}
    and r.id = any(array(select id from role where permission_codes @> array[${code}]))`;
}

/** Finds the holders of a code and the administrators. */
export async function holdersOfCode(tx: Tx, code: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from app_user where ${canSignIn}
      and (bool_admin or id in (select m.user_id from ${grantedBy(tx, code)}))`.execute(tx.kysely);
  return rows.map(({ id }) => id);
}
