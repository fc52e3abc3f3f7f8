import type { DataScope, Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type { ScopeKind } from "../database.ts";
import type { GrantableRole } from "./grant-guard.ts";

/** The first code of a role that the actor lacks, or holds with a smaller data scope than the role would at these places. */
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
    const key = `${kind} in ${shapeOf(tx, scope)}`; // many codes, few different scopes
    const fits = answered.get(key) ?? (await isWithin(tx, scope, reachOf(kind, role, organizationIds)));
    answered.set(key, fits);
    if (!fits) return code;
  }
  return null;
}

/** Everything, nothing but the person's own records, or a query of organisation ids. */
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

/** As ranges of the path, ordered by bytes: `0` follows `/`. */
function below(ids: readonly string[]): RawBuilder<unknown> {
  return sql`select c.id from organization t join organization c
    on c.path >= t.path and c.path < left(t.path, -1) || '0' where t.id = any(${ids}::uuid[])`;
}

/** Whether all of these organisations lie in the scope. */
export async function isWithin(tx: Tx, scope: DataScope, wanted: Reach): Promise<boolean> {
  if (scope.all || wanted === "SELF") return true;
  if (wanted === "ALL") return false;
  const reached = scope.organizations ?? sql`select null::uuid where false`;
  const beyond = await sql`select 1 from (${wanted}) as w (id)
    where not exists (select 1 from (${reached}) as r (id) where r.id = w.id) limit 1`.execute(tx.kysely);
  return beyond.rows.length === 0;
}

/** The same text for scopes that reach the same. */
export function shapeOf(tx: Tx, scope: DataScope): string {
  if (scope.all) return "all";
  if (!scope.organizations) return "own";
  const { sql: text, parameters } = scope.organizations.compile(tx.kysely);
  return `${text} ${JSON.stringify(parameters)}`;
}
