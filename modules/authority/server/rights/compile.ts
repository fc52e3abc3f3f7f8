import { type Endpoint, nextDay, startOfDay } from "@ops/platform/contract";
import { type DataScope, nothing, type Tx } from "@ops/platform/server";
import { type CustomOrganization, db } from "../database.ts";
import { type CallSource, callableOver, callsOf } from "./exclusions.ts";
import { type FieldModeOf, type FieldSource, fieldModesOver } from "./field-modes.ts";
import { grantInForce } from "./in-force.ts";
import { effectivePosts, type Post } from "./posts.ts";
import { type CustomPlace, hasTree, type ScopeSource, scopeOver } from "./scope.ts";

/** What a person may do in the active organisations, compiled once per permission version (AU-R20). */
export interface Rights {
  /** The active organisations in which a membership is still in force. */
  readonly organizationIds: readonly string[];
  readonly codes: ReadonlySet<string>;
  readonly menuKeys: ReadonlySet<string>;
  /** When the next grant or membership ends, so that the rights have to be compiled again. */
  readonly until: Date | null;
  /** Every role at every membership from which the rights come. */
  readonly sources: readonly GrantedSource[];
  /** Whether a role grants the code and does not exclude the call. */
  mayCall(endpoint: Endpoint): boolean;
  scopeOf(permission: string): DataScope;
  /** Null if no role has a rule for a field. */
  readonly fieldMode: FieldModeOf | null;
}

/** A role that somebody has, or would get. */
export type GrantedRole = Awaited<ReturnType<typeof grantedRoles>>[number];

export interface GrantedSource extends ScopeSource, CallSource, FieldSource {
  readonly role: GrantedRole;
  readonly post: Post;
}

export async function compileRights(tx: Tx, userId: string, activeIds: readonly string[]): Promise<Rights> {
  const posts = await effectivePosts(tx, userId);
  return rightsAt(
    tx,
    userId,
    posts.filter((post) => activeIds.includes(post.organizationId)),
  );
}

/** Compiles the rights where the posts are already loaded. */
export async function rightsAt(tx: Tx, userId: string, posts: readonly Post[]): Promise<Rights> {
  return rightsFrom(userId, posts, await sourcesOf(tx, posts, await grantedRoles(tx, posts)));
}

/** Combines these roles at these memberships into rights. All rights come from here, so that one rule holds for all. */
export function rightsFrom(userId: string, posts: readonly Post[], sources: readonly GrantedSource[]): Rights {
  const roles = sources.map(({ role }) => role);
  const scopes = new Map<string, DataScope>();
  const compute = (permission: string) => {
    const granting = sources.filter((source) => source.codes.has(permission));
    return granting.length === 0 ? nothing : scopeOver(granting, permission, userId);
  };
  const codes = new Set(roles.flatMap((role) => role.permissionCodes));
  return {
    organizationIds: [...new Set(posts.map((post) => post.organizationId))],
    codes,
    menuKeys: new Set(roles.flatMap((role) => role.menuKeys)),
    until: earliestEnd(posts, roles),
    sources,
    mayCall: callableOver(sources, codes),
    fieldMode: fieldModesOver(sources),
    scopeOf: (permission) => {
      const scope = scopes.get(permission) ?? compute(permission);
      scopes.set(permission, scope);
      return scope;
    },
  };
}

/** Finds the grants in force of enabled roles. */
export async function grantedRoles(tx: Tx, posts: readonly Post[]) {
  if (posts.length === 0) return [];
  return db(tx)
    .selectFrom("roleGrant as g")
    .innerJoin("role as r", "r.id", "g.roleId")
    .select(["g.id as grantId", "g.source as grantKind", "g.membershipId", "g.validFrom", "g.validTo"])
    .select(["r.id as roleId", "r.name as roleName", "r.menuKeys", "r.permissionCodes"])
    .select(["r.dataScope", "r.scopeOverrides", "r.customOrgs", "r.excludedInterfaces", "r.fieldRules"])
    .where(
      "g.membershipId",
      "in",
      posts.map((post) => post.membershipId),
    )
    .where(grantInForce(tx))
    .execute();
}

/**
 * Combines each role with the post where it is held, its CUSTOM organisations and its excluded calls. Where one code
 * alone matters, the others are left out, because hundreds of roles have hundreds of codes.
 */
export async function sourcesOf(
  tx: Tx,
  posts: readonly Post[],
  roles: readonly GrantedRole[],
  only?: string,
): Promise<GrantedSource[]> {
  const postOf = new Map(posts.map((post) => [post.membershipId, post]));
  const places = await customPlaces(tx, roles);
  const calls = await callsOf(
    tx,
    roles.flatMap((role) => role.excludedInterfaces),
  );
  return roles.flatMap((role) => {
    const post = postOf.get(role.membershipId);
    if (!post) return [];
    const { organizationId, organizationPath, fencePath, ceilingPath } = post;
    const { dataScope, scopeOverrides } = role;
    const customOrgs = role.customOrgs.flatMap((place) => places(place)).map((place) => belowCeiling(place, post));
    const { permissionCodes } = role;
    const codes = new Set(only === undefined ? permissionCodes : permissionCodes.filter((code) => code === only));
    const excluded = new Set(role.excludedInterfaces.flatMap((id) => calls.get(id) ?? []));
    const reach = { organizationId, organizationPath, fencePath, ceilingPath, dataScope, scopeOverrides, customOrgs };
    return [{ ...reach, codes, excluded, fieldRules: role.fieldRules, role, post }];
  });
}

/** Limits a CUSTOM scope on the whole tree, which for an outsider must not mean more than ALL does (AU-R58). */
function belowCeiling(place: CustomPlace, { organizationId, organizationName, ceilingPath }: Post): CustomPlace {
  const isWholeTree = place.withChildren && place.path === `/${place.id}/`;
  if (!isWholeTree || ceilingPath === null) return place;
  return { id: organizationId, name: organizationName, path: ceilingPath, withChildren: hasTree(ceilingPath) };
}

/** Finds the organisations of CUSTOM scopes in the tree. Those that no longer exist grant nothing. */
async function customPlaces(tx: Tx, roles: readonly GrantedRole[]) {
  const ids = [...new Set(roles.flatMap((role) => role.customOrgs.map((place) => place.orgId)))];
  const found =
    ids.length === 0
      ? []
      : await db(tx).selectFrom("organization").select(["id", "name", "path"]).where("id", "in", ids).execute();
  const places = new Map(found.map((row) => [row.id, row]));
  return ({ orgId, withChildren }: CustomOrganization): CustomPlace[] => {
    const place = places.get(orgId);
    return place ? [{ id: orgId, name: place.name, path: place.path, withChildren }] : [];
  };
}

function earliestEnd(posts: readonly Post[], roles: readonly GrantedRole[]): Date | null {
  const memberships = posts.flatMap((post) => (post.endDate === null ? [] : [startOfDay(nextDay(post.endDate))]));
  const grants = roles.flatMap((role) => (role.validTo === null ? [] : [role.validTo]));
  const ends = [...memberships, ...grants].map((end) => end.getTime());
  return ends.length === 0 ? null : new Date(Math.min(...ends));
}
