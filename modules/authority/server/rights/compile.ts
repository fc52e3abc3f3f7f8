import { nextDay, startOfDay } from "@ops/platform/contract";
import { type DataScope, nothing, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type CustomOrganization, db, type ScopeKind } from "../database.ts";
import { effectivePosts, type Post } from "./posts.ts";
import { type CustomPlace, type ScopeSource, scopeOver } from "./scope.ts";

/** What a person may do in the active organisations, compiled once per permission version (AU-R20). */
export interface Rights {
  /** The active organisations in which a membership is still in force. */
  readonly organizationIds: readonly string[];
  readonly codes: ReadonlySet<string>;
  readonly menuKeys: ReadonlySet<string>;
  /** When a grant or a membership runs out and the rights have to be compiled anew. */
  readonly until: Date | null;
  scopeOf(permission: string): DataScope;
}

interface GrantedRole {
  readonly membershipId: string;
  readonly validTo: Date | null;
  readonly menuKeys: readonly string[];
  readonly permissionCodes: readonly string[];
  readonly dataScope: ScopeKind;
  readonly scopeOverrides: Readonly<Record<string, ScopeKind>>;
  readonly customOrgs: readonly CustomOrganization[];
}

interface GrantedSource extends ScopeSource {
  readonly codes: ReadonlySet<string>;
}

export async function compileRights(tx: Tx, userId: string, activeIds: readonly string[]): Promise<Rights> {
  const posts = (await effectivePosts(tx, userId)).filter((post) => activeIds.includes(post.organizationId));
  const roles = await grantedRoles(tx, posts);
  const sources = await sourcesOf(tx, posts, roles);
  const scopes = new Map<string, DataScope>();
  const compute = (permission: string) => {
    const granting = sources.filter((source) => source.codes.has(permission));
    return granting.length === 0 ? nothing : scopeOver(granting, permission, userId);
  };
  return {
    organizationIds: [...new Set(posts.map((post) => post.organizationId))],
    codes: new Set(roles.flatMap((role) => role.permissionCodes)),
    menuKeys: new Set(roles.flatMap((role) => role.menuKeys)),
    until: earliestEnd(posts, roles),
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
    .select(["g.membershipId", "g.validTo", "r.menuKeys", "r.permissionCodes"])
    .select(["r.dataScope", "r.scopeOverrides", "r.customOrgs"])
    .where(
      "g.membershipId",
      "in",
      posts.map((post) => post.membershipId),
    )
    .where("g.status", "=", "ACTIVE")
    .where("g.validFrom", "<=", tx.now)
    .where(sql<boolean>`(g.valid_to is null or g.valid_to > ${tx.now})`)
    .where("r.status", "=", "ENABLED")
    .where("r.deletedAt", "is", null)
    .execute();
}

async function sourcesOf(tx: Tx, posts: readonly Post[], roles: readonly GrantedRole[]): Promise<GrantedSource[]> {
  const postOf = new Map(posts.map((post) => [post.membershipId, post]));
  const places = await customPlaces(tx, roles);
  return roles.flatMap((role) => {
    const post = postOf.get(role.membershipId);
    if (!post) return [];
    const { organizationId, organizationPath } = post;
    const { dataScope, scopeOverrides } = role;
    const customOrgs = role.customOrgs.flatMap((place) => places(place));
    const codes = new Set(role.permissionCodes);
    return [{ organizationId, organizationPath, dataScope, scopeOverrides, customOrgs, codes }];
  });
}

/** Where the organisations of CUSTOM scopes are in the tree; those that are gone grant nothing. */
async function customPlaces(tx: Tx, roles: readonly GrantedRole[]) {
  const ids = [...new Set(roles.flatMap((role) => role.customOrgs.map((place) => place.orgId)))];
  const found =
    ids.length === 0
      ? []
      : await db(tx).selectFrom("organization").select(["id", "path"]).where("id", "in", ids).execute();
  const paths = new Map(found.map((row) => [row.id, row.path]));
  return ({ orgId, withChildren }: CustomOrganization): CustomPlace[] => {
    const path = paths.get(orgId);
    return path === undefined ? [] : [{ id: orgId, subtreePath: withChildren ? path : null }];
  };
}

function earliestEnd(posts: readonly Post[], roles: readonly GrantedRole[]): Date | null {
  const memberships = posts.flatMap((post) => (post.endDate === null ? [] : [startOfDay(nextDay(post.endDate))]));
  const grants = roles.flatMap((role) => (role.validTo === null ? [] : [role.validTo]));
  const ends = [...memberships, ...grants].map((end) => end.getTime());
  return ends.length === 0 ? null : new Date(Math.min(...ends));
}
