import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { listPositions } from "../../contract/index.ts";
import { db } from "../database.ts";
import { mayName } from "../rights/may-name.ts";
import { visibleRoles } from "../rights/visible-roles.ts";
import { reaches } from "./tables.ts";

const named = { organizationId: "organization", positionId: "position", roleId: "role" } as const;

/** What the ids in the filters of people are called. */
export async function nameOfFilter(tx: Tx, filter: string, value: string): Promise<string | null> {
  const [, table] = Object.entries(named).find(([name]) => name === filter) ?? [];
  if (!table) return null;
  const query = db(tx).selectFrom(table).select("name").where("id", "=", value);
  const visible = table === "role" ? await visibleRoles(tx) : seenPlace(tx, table);
  const found = await (visible ? query.where(visible) : query).executeTakeFirst();
  return found?.name ?? null;
}

/** Only what the reader sees is named; what an id stands for is nobody else's business. */
function seenPlace(tx: Tx, table: "organization" | "position"): RawBuilder<boolean> | null {
  if (table === "organization") return reaches(tx, sql.ref("organization.id"));
  if (tx.actor.can(listPositions.permission)) return null;
  return sql<boolean>`exists (select 1 from membership m join app_user u on u.id = m.user_id
    where m.position_id = position.id and m.status <> 'ENDED' and ${mayName(tx)})`;
}

/** The organisation and, unless the user said otherwise, all below it, as a query of ids. */
export function organizationsAt(organizationId: string, withChildren = true): RawBuilder<unknown> {
  if (!withChildren) return sql`select ${organizationId}::uuid`;
  return sql`select below.id from organization top join organization below
    on below.path >= top.path and below.path < left(top.path, -1) || '0' where top.id = ${organizationId}`;
}
