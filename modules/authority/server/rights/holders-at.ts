import { dayOf } from "@ops/platform/contract";
import type { HolderAt, Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { type GrantedSource, grantedRoles, sourcesOf } from "./compile.ts";
import { grantedBy, holdersOfCode } from "./holders.ts";
import { canSignIn, grants, inForce } from "./in-force.ts";
import { postsOf } from "./posts.ts";
import { reachOver } from "./scope.ts";

interface Place {
  readonly id: string;
  readonly path: string;
}

/** People who can do something now: the account is enabled, not frozen, not read-only and not past its last day. */
const canAct = (tx: Tx): RawBuilder<boolean> => sql<boolean>`(${canSignIn} and app_user.frozen_reason is null
  and not app_user.read_only and (app_user.valid_until is null or app_user.valid_until >= ${dayOf(tx.now)}::date))`;

/**
 * Finds people who can act and whose scope of the code contains the organisation, nearest first; people with posts
 * elsewhere come last (PF-R123). Administrators do not count, because they are responsible for no place in particular.
 */
export async function holdersAt(tx: Tx, code: string, orgId: string): Promise<readonly HolderAt[]> {
  const place = await placeAt(tx, orgId);
  if (!place) return [];
  const userOf = await membershipsAround(tx, code, place);
  const nearest = new Map<string, HolderAt>();
  for (const source of await sourcesWith(tx, code, [...userOf.keys()])) {
    const userId = userOf.get(source.post.membershipId);
    if (userId === undefined || !reaches(reachOver([source], code), place)) continue;
    const { organizationId, organizationPath } = source;
    const found = { userId, organizationId, steps: stepsBetween(organizationPath, place.path) };
    const before = nearest.get(userId);
    if (!before || compareHolders(found, before) < 0) nearest.set(userId, found);
  }
  return [...nearest.values()].toSorted(compareHolders);
}

/** Finds people who can act and whose scope of the code contains one of these organisations. */
export async function holdersOfAny(tx: Tx, code: string, placeIds: readonly string[]): Promise<readonly string[]> {
  const { rows: places } = await sql<Place>`select id, path from organization
    where id = any(${placeIds}::uuid[]) and deleted_at is null`.execute(tx.kysely);
  const { rows: held } = await sql<{ membershipId: string; userId: string }>`
    select m.id as "membershipId", m.user_id as "userId" from ${grantedBy(tx, code)}
      and m.user_id in (select id from app_user where ${canAct(tx)})`.execute(tx.kysely);
  const userOf = new Map(held.map(({ membershipId, userId }) => [membershipId, userId]));
  const sources = await sourcesWith(tx, code, [...userOf.keys()]);
  const reaching = sources.filter((source) => places.some((place) => reaches(reachOver([source], code), place)));
  return [...new Set(reaching.flatMap(({ post }) => userOf.get(post.membershipId) ?? []))];
}

/** Finds the roles with the code at these memberships, with what they reach. */
async function sourcesWith(tx: Tx, code: string, membershipIds: readonly string[]): Promise<GrantedSource[]> {
  const posts = await postsOf(tx, membershipIds);
  const roles = (await grantedRoles(tx, posts)).filter(({ permissionCodes }) => permissionCodes.includes(code));
  return sourcesOf(tx, posts, roles, code);
}

async function placeAt(tx: Tx, orgId: string): Promise<Place | null> {
  const { rows } = await sql<Place>`
    select id, path from organization where id = ${orgId} and deleted_at is null`.execute(tx.kysely);
  return rows[0] ?? null;
}

/**
 * Finds memberships with the code whose scope may contain the place, and their holders: posts at the place or above it,
 * or roles with the scope ALL or CUSTOM.
 */
async function membershipsAround(tx: Tx, code: string, { path }: Place): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ membershipId: string; userId: string }>`
    select m.id as "membershipId", m.user_id as "userId" from ${grantedBy(tx, code)}
      and (starts_with(${path}, o.path) or coalesce(r.scope_overrides->>${code}, r.data_scope) in ('ALL', 'CUSTOM'))
      and m.user_id in (select id from app_user where ${canAct(tx)})`.execute(tx.kysely);
  return new Map(rows.map(({ membershipId, userId }) => [membershipId, userId]));
}

function reaches(reach: ReturnType<typeof reachOver>, { id, path }: Place): boolean {
  return reach === "ALL" || reach.ids.includes(id) || reach.paths.some((top) => path.startsWith(top));
}

/** Counts the levels from the upper path down to the lower one; null if it is not above. */
function stepsBetween(upper: string, lower: string): number | null {
  return lower.startsWith(upper) ? lower.split("/").length - upper.split("/").length : null;
}

function compareHolders(a: HolderAt, b: HolderAt): number {
  const [near, far] = [a.steps ?? Number.MAX_SAFE_INTEGER, b.steps ?? Number.MAX_SAFE_INTEGER];
  return near - far || a.userId.localeCompare(b.userId);
}

/**
 * Finds those who are responsible for a person: administrators, and holders of the code whose
 * scope contains an organisation where the person works. For somebody without an organisation,
 * such as an administrator, these are all holders.
 */
export async function holdersOver(tx: Tx, code: string, userId: string): Promise<string[]> {
  const { rows: places } = await sql<{ id: string }>`select distinct organization_id as id from membership
    where user_id = ${userId} and status = 'EFFECTIVE'`.execute(tx.kysely);
  if (places.length === 0) return holdersOfCode(tx, code);
  const { rows: admins } = await sql<{ id: string }>`
    select id from app_user where ${canSignIn} and bool_admin`.execute(tx.kysely);
  const people = new Set(admins.map(({ id }) => id));
  for (const { id } of places) for (const holder of await holdersAt(tx, code, id)) people.add(holder.userId);
  return [...people];
}

/** Finds people who can act and hold all of these codes, in any organisation. Each grant is looked at once. */
export async function holdersOfAll(tx: Tx, codes: readonly string[]): Promise<readonly string[]> {
  const wanted = [...new Set(codes)];
  const { rows } = await sql<{ id: string }>`
    with giving as materialized (
      select id, array(select unnest(permission_codes) intersect select unnest(${wanted}::text[])) as codes
      from role where permission_codes && ${wanted}::text[]),
    holding as materialized (
      select m.user_id from ${grants} join giving on giving.id = r.id, unnest(giving.codes) held (given)
      where ${inForce(tx)} group by m.user_id having count(distinct given) = ${wanted.length})
    select id from app_user where ${canAct(tx)} and id in (select user_id from holding) order by id`.execute(tx.kysely);
  return rows.map(({ id }) => id);
}

/** Finds the leaders of that many levels above, nearest first. The root has its own leader (PF-R123). */
export async function leadersAbove(tx: Tx, orgId: string, levels: number): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select app_user.id from organization o
      join organization up on starts_with(o.path, up.path) and up.level between o.level - ${levels}::int and o.level
        and (up.id <> o.id or o.parent_id is null)
      join app_user on app_user.id = up.leader_user_id and ${canAct(tx)}
    where o.id = ${orgId} and up.deleted_at is null order by up.level desc`.execute(tx.kysely);
  return [...new Set(rows.map(({ id }) => id))];
}
