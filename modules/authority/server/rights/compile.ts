import { type Endpoint, nextDay, startOfDay } from "@ops/platform/contract";
import { type DataScope, nothing, type Tx } from "@ops/platform/server";
import { type CustomOrganization, db, type ScopeKind } from "../database.ts";
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
  /** When a grant or a membership runs out and the rights have to be compiled anew. */
  readonly until: Date | null;
  /** Each role at each membership that the rights come from. */
  readonly sources: readonly GrantedSource[];
  /** Some role grants the code and does not leave the call out. */
  mayCall(endpoint: Endpoint): boolean;
  scopeOf(permission: string): DataScope;
  /** Null where no role rules a field. */
  readonly fieldMode: FieldModeOf | null;
}

/** A role that is given to somebody, or would be. */
export interface GrantedRole {
  readonly grantId: string;
  readonly grantKind: "DIRECT" | "POSITION" | "REQUEST";
  readonly membershipId: string;
  readonly validFrom: Date;
  readonly validTo: Date | null;
  readonly roleId: string;
  readonly roleName: string;
  readonly menuKeys: readonly string[];
  readonly permissionCodes: readonly string[];
  readonly dataScope: ScopeKind;
  readonly scopeOverrides: Readonly<Record<string, ScopeKind>>;
  readonly customOrgs: readonly CustomOrganization[];
  readonly excludedInterfaces: readonly string[];
  readonly fieldRules: Readonly<Record<string, string>>;
}

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

/** The same where the posts are known already. */
export async function rightsAt(tx: Tx, userId: string, posts: readonly Post[]): Promise<Rights> {
  return rightsFrom(userId, posts, await sourcesOf(tx, posts, await grantedRoles(tx, posts)));
}

/** The rights that follow from these roles at these memberships; the one place where they are put together. */
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

/** Grants in force now, of roles that are enabled. */
async function grantedRoles(tx: Tx, posts: readonly Post[]): Promise<GrantedRole[]> {
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

/** Where each of these roles is held, with the organisations and calls that it names. */
export async function sourcesOf(
  tx: Tx,
  posts: readonly Post[],
  roles: readonly GrantedRole[],
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
    const codes = new Set(role.permissionCodes);
    const excluded = new Set(role.excludedInterfaces.flatMap((id) => calls.get(id) ?? []));
    const reach = { organizationId, organizationPath, fencePath, ceilingPath, dataScope, scopeOverrides, customOrgs };
    return [{ ...reach, codes, excluded, fieldRules: role.fieldRules, role, post }];
  });
}

/** The whole tree by its name is everything: to an outsider it means what ALL means (AU-R58). */
function belowCeiling(place: CustomPlace, { organizationId, organizationName, ceilingPath }: Post): CustomPlace {
  const isWholeTree = place.withChildren && place.path === `/${place.id}/`;
  if (!isWholeTree || ceilingPath === null) return place;
  return { id: organizationId, name: organizationName, path: ceilingPath, withChildren: hasTree(ceilingPath) };
}

/** Where the organisations of CUSTOM scopes are in the tree; those that are gone grant nothing. */
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
