import type { DataScope, Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type { ScopeKind } from "../database.ts";
import type { GrantableRole } from "./grant-guard.ts";

/**
 * Finds the first code of the role that the actor lacks, or has with a
 * smaller data scope than the role gives at these places.
 */
export async function exceededCode(
  tx: Tx,
  role: GrantableRole,
  organizationIds: readonly string[],
): Promise<string | null> {
  const { actor } = tx;
  const answered = new Map<string, boolean>();
  for (const code of role.permissionCodes) {
    if (!actor.can(code)) return code;
    const kind = role.scopeOverrides[code] ?? role.dataScope;
    const scope = actor.scopeOf(code);
    // many codes share few different scopes, so each scope is compared once
    const key = `${kind} in ${shapeOf(tx, scope)}`;
    const fits = answered.get(key) ?? (await isWithin(tx, scope, reachOf(kind, role, organizationIds)));
    answered.set(key, fits);
    if (!fits) return code;
  }
  return null;
}

/** Everything, only the person's own records, or a query of organisation ids. */
type Reach = "ALL" | "SELF" | RawBuilder<unknown>;

export function reachOf(
  kind: ScopeKind,
  role: Pick<GrantableRole, "customOrgs">,
  organizationIds: readonly string[],
): Reach {
  if (kind === "ALL" || kind === "SELF") return kind;
  if (kind === "ORG") return sql`select unnest(${organizationIds}::uuid[])`;
  if (kind === "ORG_TREE") return below(organizationIds);
  const alone = role.customOrgs.filter(({ withChildren }) => !withChildren).map(({ orgId }) => orgId);
  const trees = role.customOrgs.filter(({ withChildren }) => withChildren).map(({ orgId }) => orgId);
  return sql`select unnest(${alone}::uuid[]) union all ${below(trees)}`;
}

/** Finds subtrees by path ranges. Paths are ordered by bytes, and `0` is the character after `/`. */
function below(ids: readonly string[]): RawBuilder<unknown> {
  return sql`select c.id from organization t join organization c
    on c.path >= t.path and c.path < left(t.path, -1) || '0' where t.id = any(${ids}::uuid[])`;
}

/** Tells whether the scope contains all of these organisations. */
export async function isWithin(tx: Tx, scope: DataScope, wanted: Reach): Promise<boolean> {
  if (scope.all || wanted === "SELF") return true;
  if (wanted === "ALL") return false;
  const reached = scope.organizations ?? sql`select null::uuid where false`;
  const beyond = await sql`select 1 from (${wanted}) as w (id)
    where not exists (select 1 from (${reached}) as r (id) where r.id = w.id) limit 1`.execute(tx.kysely);
  return beyond.rows.length === 0;
}

/** Gives scopes with the same reach the same text, which serves as a cache key. */
export function shapeOf(tx: Tx, scope: DataScope): string {
  if (scope.all) return "all";
  if (!scope.organizations) return "own";
  const { sql: text, parameters } = scope.organizations.compile(tx.kysely);
  return `${text} ${JSON.stringify(parameters)}`;
}
