import type { DataScope, Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type { ScopeText } from "../../contract/index.ts";
import type { GrantedSource } from "../rights/compile.ts";
import { hasTree, isBelow as isBelowPath, reachOver } from "../rights/scope.ts";
import { type Knows, withOthers } from "./known-places.ts";

/** What these sources let a permission reach, in words; what lies below another part is not said twice. */
export function scopeWords(sources: readonly GrantedSource[], code: string, knows: Knows): string {
  const parts = sources.flatMap((source) => partsOf(source, code));
  if (parts.some(({ words }) => words === ALL)) return ALL;
  const outer = parts.filter((part) => !parts.some((other) => other !== part && isBelow(part, other)));
  const isNamed = ({ id }: Part) => id === undefined || knows(id);
  const others = new Set(outer.filter((part) => !isNamed(part)).map(({ id }) => id));
  const named = new Set(outer.filter(isNamed).map(({ words }) => words));
  return withOthers([...named], others.size).join("、") || "无";
}

const ALL = "全部数据";

interface Part {
  readonly words: string;
  /** Of the organisation that it names. */
  readonly id?: string;
  /** Where it lies in the tree, if that is known. */
  readonly path?: string;
  readonly isTree?: boolean;
}

function isBelow({ path, isTree }: Part, other: Part): boolean {
  if (path === undefined || other.path === undefined || !other.isTree) return false;
  return path.startsWith(other.path) && !(isTree && path === other.path);
}

function partsOf({ role, post, customOrgs }: GrantedSource, code: string): Part[] {
  const kind = role.scopeOverrides[code] ?? role.dataScope;
  const { organizationId: id, organizationName: name, organizationPath: path } = post;
  const isAlone = post.ceilingPath !== null && !hasTree(kind === "ALL" ? post.ceilingPath : path);
  if (isAlone && (kind === "ALL" || kind === "ORG_TREE")) return [{ words: name, id, path }];
  if (kind === "ALL" && post.ceilingPath !== null)
    return [{ words: "本公司及下级", id, path: post.ceilingPath, isTree: true }];
  if (kind === "ALL") return [{ words: ALL }];
  if (kind === "SELF") return [{ words: "本人数据" }];
  if (kind === "ORG") return [{ words: name, id, path }];
  if (kind === "ORG_TREE") return [{ words: `${name}及下级`, id, path, isTree: true }];
  return customOrgs.map((place) =>
    !place.withChildren
      ? { words: place.name, id: place.id }
      : { words: `${place.name}及下级`, id: place.id, path: place.path, isTree: true },
  );
}

/** Words and number of organisations; many codes have few different scopes, and each is counted once. */
export function scopeTexts(tx: Tx, knows: Knows) {
  const counted = new Map<string, Promise<number>>();
  return async (sources: readonly GrantedSource[], code: string, scope: DataScope): Promise<ScopeText> => {
    const reach = scope.all ? "ALL" : reachOver(sources, code);
    const key = JSON.stringify(reach);
    const count = counted.get(key) ?? countOrganizations(tx, reach);
    counted.set(key, count);
    return { words: reach === "ALL" ? ALL : scopeWords(sources, code, knows), organizationCount: await count };
  };
}

/** In one pass over the tree: as a list of ids, thousands would be joined with themselves. */
async function countOrganizations(tx: Tx, reach: ReturnType<typeof reachOver>): Promise<number> {
  const parts = reach === "ALL" ? [sql<boolean>`true`] : reach.paths.map(isBelowPath);
  if (reach !== "ALL" && reach.ids.length > 0) parts.push(sql<boolean>`id = any(${reach.ids}::uuid[])`);
  if (parts.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from organization
    where deleted_at is null and (${sql.join(parts, sql` or `)})`.execute(tx.kysely);
  return rows[0]?.count ?? 0;
}
