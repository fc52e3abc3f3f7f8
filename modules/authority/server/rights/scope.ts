import { type DataScope, everything } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type { ScopeKind } from "../database.ts";

/** One role at one membership, as far as data scopes are concerned. */
export interface ScopeSource {
  readonly organizationId: string;
  readonly organizationPath: string;
  readonly dataScope: ScopeKind;
  readonly scopeOverrides: Readonly<Record<string, ScopeKind>>;
  readonly customOrgs: readonly CustomPlace[];
}

export interface CustomPlace {
  readonly id: string;
  readonly name: string;
  /** Set when the organisations below belong to it. */
  readonly subtreePath: string | null;
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
    if (kind === "ALL") return "ALL";
    if (kind === "SELF") isSelf = true;
    if (kind === "ORG") ids.add(source.organizationId);
    if (kind === "ORG_TREE") paths.add(source.organizationPath);
    if (kind === "CUSTOM") {
      for (const { id, subtreePath } of source.customOrgs) subtreePath === null ? ids.add(id) : paths.add(subtreePath);
    }
  }
  return { ids: [...ids], paths: outermost([...paths]), isSelf };
}

/** A query of organisation ids: a list, or ranges over the path, never thousands of ids. */
function organizationsIn(ids: readonly string[], paths: readonly string[]): RawBuilder<unknown> | null {
  if (ids.length === 0 && paths.length === 0) return null;
  const list = sql`select unnest(${ids}::uuid[])`;
  if (paths.length === 0) return list;
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
