import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { type CodeImpact, listRoles } from "../../contract/index.ts";
import { grantedBy } from "../rights/holders.ts";
import { canSignIn, inForce } from "../rights/in-force.ts";
import { visibleRoles } from "../rights/reader/visible-roles.ts";
import { asksForNoCode } from "./described.ts";
import type { InterfaceRow } from "./tables.ts";

export const NAMED = 10;
/** A sync run stores the ids of this many people, so that each reader can be shown those in scope. */
const REMEMBERED = 500;

/** Selects people who may call the interface now (AU-R20); null if everybody may. */
export function mayCall(tx: Tx, { id, permissionCode }: InterfaceRow): RawBuilder<boolean> | null {
  if (asksForNoCode(permissionCode)) return null;
  return sql<boolean>`(${canSignIn} and (app_user.bool_admin or app_user.id in (
    select m.user_id from ${grantedBy(tx, permissionCode)} and not (${id} = any(r.excluded_interfaces)))))`;
}

export async function countPeople(tx: Tx, row: InterfaceRow): Promise<number | null> {
  const may = mayCall(tx, row);
  if (!may) return null;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app_user where ${may}`.execute(tx.kysely);
  return rows[0]?.count ?? 0;
}

export interface GrantingRole {
  readonly id: string;
  readonly name: string;
  readonly people: number;
  readonly isExcluded: boolean;
}

/** Lists the roles that grant the code, most holders first. Roles that the reader may not see are only counted. */
export async function grantingRoles(
  tx: Tx,
  { id, permissionCode }: InterfaceRow,
): Promise<{ roles: GrantingRole[]; otherRoleCount: number }> {
  if (asksForNoCode(permissionCode)) return { roles: [], otherRoleCount: 0 };
  const visible = (await visibleRoles({ ...tx, permission: listRoles.permission })) ?? sql<boolean>`true`;
  const { rows } = await sql<GrantingRole & { isVisible: boolean }>`
    select r.id, r.name, ${id} = any(r.excluded_interfaces) as "isExcluded",
      r.id in (select role.id from role where ${visible}) as "isVisible",
      (select count(distinct m.user_id)::int from role_grant g join membership m on m.id = g.membership_id
        join organization o on o.id = m.organization_id join app_user on app_user.id = m.user_id
        where g.role_id = r.id and ${inForce(tx)} and ${canSignIn}) as people
    from role r
    where r.status = 'ENABLED' and r.deleted_at is null and r.permission_codes @> array[${permissionCode}]
    order by people desc, r.name limit 500`.execute(tx.kysely);
  const roles = rows.filter(({ isVisible }) => isVisible);
  return { roles, otherRoleCount: rows.length - roles.length };
}

/** Counts the roles that grant each of these codes. */
export async function countRoles(tx: Tx, codes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ code: string; count: number }>`
    select c.code, count(distinct r.id)::int as count from role r cross join unnest(r.permission_codes) as c (code)
      join unnest(${[...new Set(codes)]}::text[]) as asked (code) on asked.code = c.code
    where r.status = 'ENABLED' and r.deleted_at is null group by c.code`.execute(tx.kysely);
  return new Map(rows.map(({ code, count }) => [code, count]));
}

/** Finds who gains or loses an interface whose permission code changes. */
export async function codeImpact(tx: Tx, before: string, after: string) {
  const [lost, gained] = [await holdersWithout(tx, before, after), await holdersWithout(tx, after, before)];
  const names = (people: readonly Holder[]) => people.slice(0, NAMED).map(({ userName }) => userName);
  const ids = (people: readonly Holder[]) => people.slice(0, REMEMBERED).map(({ id }) => id);
  const told: CodeImpact = {
    gained: gained.length,
    lost: lost.length,
    gainedNames: names(gained),
    lostNames: names(lost),
  };
  return { ...told, gainedIds: ids(gained), lostIds: ids(lost) };
}

interface Holder {
  readonly id: string;
  readonly userName: string;
}

/** Finds people who hold `code` but not `other`. Administrators hold every code and are never affected. */
async function holdersWithout(tx: Tx, code: string, other: string): Promise<Holder[]> {
  if (asksForNoCode(other)) return [];
  const holds = asksForNoCode(code) ? sql`true` : sql`app_user.id in (select m.user_id from ${grantedBy(tx, code)})`;
  const { rows } = await sql<Holder>`
    select app_user.id, app_user.user_name as "userName" from app_user
    where ${canSignIn} and not app_user.bool_admin and ${holds}
      and app_user.id not in (select m.user_id from ${grantedBy(tx, other)})
    order by app_user.user_name`.execute(tx.kysely);
  return rows;
}
