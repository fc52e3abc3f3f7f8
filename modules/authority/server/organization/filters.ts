import { type RawBuilder, sql } from "kysely";

/** Selects the ids of the organisation and, by default, of all below it. */
export function organizationsAt(organizationId: string, withChildren = true): RawBuilder<unknown> {
  if (!withChildren) return sql`select ${organizationId}::uuid`;
  return sql`select below.id from organization top join organization below
    on below.path >= top.path and below.path < left(top.path, -1) || '0' where top.id = ${organizationId}`;
}
