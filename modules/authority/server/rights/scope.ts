import { type DataScope, everything } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type { ScopeKind } from "../database.ts";

/** The data scope of one role at one membership. */
export interface ScopeSource {
  readonly organizationId: string;
  readonly organizationPath: string;
  /** The scope contains nothing outside this part of the tree. */
  readonly fencePath: string | null;
  /** The part of the tree that ALL means for an outsider (AU-R58); null where it means everything. */
  readonly ceilingPath: string | null;
  readonly dataScope: ScopeKind;
  readonly scopeOverrides: Readonly<Record<string, ScopeKind>>;
  readonly customOrgs: readonly CustomPlace[];
}

export interface CustomPlace {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** Whether the organisations below it are included. */
  readonly withChildren: boolean;
}

/** Computes the scope of a permission: the union over the roles that grant it, and only those (PF-R105). */
export function scopeOver(sources: readonly ScopeSource[], permission: string, userId: string): DataScope {
  const reach = reachOver(sources, permission);
  if (reach === "ALL") return everything;
  const { ids, paths, isSelf } = reach;
  return { all: false, organizations: organizationsIn(ids, paths), selfId: isSelf ? userId : null };
}

interface ScopeReach {
  readonly ids: readonly string[];
  /** Subtrees that are included as a whole; none lies inside another. */
  readonly paths: readonly string[];
  readonly isSelf: boolean;
}

/** Collects the organisations and subtrees of these sources, or answers ALL. */
export function reachOver(sources: readonly ScopeSource[], permission: string): "ALL" | ScopeReach {
  const ids = new Set<string>();
  const paths = new Set<string>();
  let isSelf = false;
  for (const source of sources) {
    const kind = source.scopeOverrides[permission] ?? source.dataScope;
    if (kind === "ALL" && source.ceilingPath === null) return "ALL";
    if (kind === "SELF") isSelf = true;
    for (const { id, path, withChildren } of placesOf(source, kind)) {
      const within = withChildren ? fenceSubtree(path, source.fencePath) : null;
      if (within !== null) paths.add(within);
      else if (!withChildren && fenceSubtree(path, source.fencePath) === path) ids.add(id);
    }
  }
  return { ids: [...ids], paths: keepOutermost([...paths]), isSelf };
}

/** Finds the organisations that a kind of scope means at this membership. */
function placesOf(source: ScopeSource, kind: ScopeKind): readonly Omit<CustomPlace, "name">[] {
  const { organizationId: id, organizationPath: path, ceilingPath } = source;
  if (kind === "ORG_TREE" && ceilingPath !== null) return [{ id, path, withChildren: hasTree(path) }];
  if (kind === "ORG" || kind === "ORG_TREE") return [{ id, path, withChildren: kind === "ORG_TREE" }];
  if (kind === "ALL" && ceilingPath !== null) return [{ id, path: ceilingPath, withChildren: hasTree(ceilingPath) }];
  return kind === "CUSTOM" ? source.customOrgs : [];
}

/** The subtree of the root is everything, so an outsider with a post there reaches only that organisation (AU-R58). */
export function hasTree(path: string): boolean {
  return path.split("/").length > 3;
}

/** Finds the part of a subtree inside the fence; null if there is none. */
function fenceSubtree(path: string, fence: string | null): string | null {
  if (fence === null || path.startsWith(fence)) return path;
  return fence.startsWith(path) ? fence : null;
}

/** Builds a query of organisation ids. Subtrees are path ranges, so that it never lists thousands of ids. */
function organizationsIn(ids: readonly string[], paths: readonly string[]): RawBuilder<unknown> | null {
  if (ids.length === 0 && paths.length === 0) return null;
  const list = sql`select unnest(${ids}::uuid[])`;
  const ranges = paths.map((path) => sql`select id from organization where ${isBelow(path)}`);
  return sql.join(ids.length === 0 ? ranges : [list, ...ranges], sql` union all `);
}

/**
 * Selects the organisation with this path and all below it. It is a range, because
 * paths are ordered by bytes and `0` is the character after `/`.
 */
export function isBelow(path: string): RawBuilder<boolean> {
  return sql<boolean>`path >= ${path} and path < ${`${path.slice(0, -1)}0`}`;
}

function keepOutermost(paths: readonly string[]): string[] {
  return paths.filter((path) => !paths.some((other) => other !== path && path.startsWith(other)));
}
