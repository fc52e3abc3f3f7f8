import { type DataScope, everything } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type { ScopeKind } from "../database.ts";

/** One role at one membership, as far as data scopes are concerned. */
export interface ScopeSource {
  readonly organizationId: string;
  readonly organizationPath: string;
  /** Nothing outside this part of the tree is reached. */
  readonly fencePath: string | null;
  /** The part of the tree that ALL means to an outsider (AU-R58); null where it means everything. */
  readonly ceilingPath: string | null;
  readonly dataScope: ScopeKind;
  readonly scopeOverrides: Readonly<Record<string, ScopeKind>>;
  readonly customOrgs: readonly CustomPlace[];
}

export interface CustomPlace {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  /** The organisations below belong to it. */
  readonly withChildren: boolean;
}

/** What a permission reaches: the union over the roles that grant it, and over nothing else (PF-R105). */
export function scopeOver(sources: readonly ScopeSource[], permission: string, userId: string): DataScope {
  const reach = reachOver(sources, permission);
  if (reach === "ALL") return everything;
  const { ids, paths, isSelf } = reach;
  return { all: false, organizations: organizationsIn(ids, paths), selfId: isSelf ? userId : null };
}

interface ScopeReach {
  readonly ids: readonly string[];
  /** With all below them; none lies below another. */
  readonly paths: readonly string[];
  readonly isSelf: boolean;
}

/** Everything, or the organisations and parts of the tree that these sources name. */
export function reachOver(sources: readonly ScopeSource[], permission: string): "ALL" | ScopeReach {
  const ids = new Set<string>();
  const paths = new Set<string>();
  let isSelf = false;
  for (const source of sources) {
    const kind = source.scopeOverrides[permission] ?? source.dataScope;
    if (kind === "ALL" && source.ceilingPath === null) return "ALL";
    if (kind === "SELF") isSelf = true;
    for (const { id, path, withChildren } of placesOf(source, kind)) {
      const within = withChildren ? fenced(path, source.fencePath) : null;
      if (within !== null) paths.add(within);
      else if (!withChildren && fenced(path, source.fencePath) === path) ids.add(id);
    }
  }
  return { ids: [...ids], paths: outermost([...paths]), isSelf };
}

/** The organisations that a kind of scope names at this membership. */
function placesOf(source: ScopeSource, kind: ScopeKind): readonly Omit<CustomPlace, "name">[] {
  const { organizationId: id, organizationPath: path, ceilingPath } = source;
  if (kind === "ORG_TREE" && ceilingPath !== null) return [{ id, path, withChildren: hasTree(path) }];
  if (kind === "ORG" || kind === "ORG_TREE") return [{ id, path, withChildren: kind === "ORG_TREE" }];
  if (kind === "ALL" && ceilingPath !== null) return [{ id, path: ceilingPath, withChildren: hasTree(ceilingPath) }];
  return kind === "CUSTOM" ? source.customOrgs : [];
}

/** What lies below the root is everything: an outsider who has a post there has that organisation alone (AU-R58). */
export function hasTree(path: string): boolean {
  return path.split("/").length > 3;
}

/** The part of a subtree that lies inside the fence; null when none does. */
function fenced(path: string, fence: string | null): string | null {
  if (fence === null || path.startsWith(fence)) return path;
  return fence.startsWith(path) ? fence : null;
}

/** A query of organisation ids: a list, or ranges over the path, never thousands of ids. */
function organizationsIn(ids: readonly string[], paths: readonly string[]): RawBuilder<unknown> | null {
  if (ids.length === 0 && paths.length === 0) return null;
  const list = sql`select unnest(${ids}::uuid[])`;
  const ranges = paths.map((path) => sql`select id from organization where ${isBelow(path)}`);
  return sql.join(ids.length === 0 ? ranges : [list, ...ranges], sql` union all `);
}

/** The organisation with this path and all below it: a range, because the path is ordered by bytes and `0` follows `/`. */
export function isBelow(path: string): RawBuilder<boolean> {
  return sql<boolean>`path >= ${path} and path < ${`${path.slice(0, -1)}0`}`;
}

function outermost(paths: readonly string[]): string[] {
  return paths.filter((path) => !paths.some((other) => other !== path && path.startsWith(other)));
}
