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
  const ids = new Set<string>();
  const paths = new Set<string>();
  let selfId: string | null = null;
  for (const source of sources) {
    const kind = source.scopeOverrides[permission] ?? source.dataScope;
    if (kind === "ALL") return everything;
    if (kind === "SELF") selfId = userId;
    if (kind === "ORG") ids.add(source.organizationId);
    if (kind === "ORG_TREE") paths.add(source.organizationPath);
    if (kind === "CUSTOM") {
      for (const { id, subtreePath } of source.customOrgs) subtreePath === null ? ids.add(id) : paths.add(subtreePath);
    }
  }
  return { all: false, organizations: organizationsIn([...ids], outermost([...paths])), selfId };
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
function isBelow(path: string): RawBuilder<boolean> {
  return sql<boolean>`path >= ${path} and path < ${`${path.slice(0, -1)}0`}`;
}

function outermost(paths: readonly string[]): string[] {
  return paths.filter((path) => !paths.some((other) => other !== path && path.startsWith(other)));
}
