import type { DataScope, Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type { ScopeText } from "../../contract/index.ts";
import type { GrantedSource } from "../rights/compile.ts";
import { shapeOf } from "../rights/exceeds.ts";

/** What these sources let a permission reach, in words; what lies below another part is not said twice. */
export function scopeWords(sources: readonly GrantedSource[], code: string): string {
  const parts = sources.flatMap((source) => partsOf(source, code));
  if (parts.some(({ words }) => words === ALL)) return ALL;
  const outer = parts.filter((part) => !parts.some((other) => other !== part && isBelow(part, other)));
  return outer.length === 0 ? "无" : [...new Set(outer.map(({ words }) => words))].join("、");
}

const ALL = "全部数据";

interface Part {
  readonly words: string;
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
  const { organizationName: name, organizationPath: path } = post;
  if (kind === "ALL") return [{ words: ALL }];
  if (kind === "SELF") return [{ words: "本人数据" }];
  if (kind === "ORG") return [{ words: name, path }];
  if (kind === "ORG_TREE") return [{ words: `${name}及下级`, path, isTree: true }];
  return customOrgs.map(({ name: words, subtreePath }) =>
    subtreePath === null ? { words } : { words: `${words}及下级`, path: subtreePath, isTree: true },
  );
}

/** Words and number of organisations; many codes have few different scopes, and each is counted once. */
export function scopeTexts(tx: Tx) {
  const counted = new Map<string, Promise<number>>();
  const count = (scope: DataScope): Promise<number> => {
    const shape = shapeOf(tx, scope);
    const known = counted.get(shape) ?? countOrganizations(tx, scope);
    counted.set(shape, known);
    return known;
  };
  return async (sources: readonly GrantedSource[], code: string, scope: DataScope): Promise<ScopeText> => {
    const words = scope.all ? ALL : scopeWords(sources, code);
    return { words, organizationCount: await count(scope) };
  };
}

async function countOrganizations(tx: Tx, scope: DataScope): Promise<number> {
  if (!scope.all && !scope.organizations) return 0;
  const reached = scope.all ? sql`` : sql`and id in (${scope.organizations})`;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from organization where deleted_at is null ${reached}`.execute(tx.kysely);
  return rows[0]?.count ?? 0;
}
