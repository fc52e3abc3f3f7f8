import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { grantErrors, type RoleDraft, roleErrors } from "../../contract/index.ts";
import { outsiderTypes } from "../dictionaries.ts";
import { findRootId } from "../organization/tree/root.ts";
import { notOver } from "../rights/in-force.ts";
import { reachesEverything } from "../rights/reaches-everything.ts";
import type { RoleRow } from "./tables.ts";

/**
 * A changed role takes effect for everybody who holds it, so the new content must be one that its outside holders may
 * have (AU-R58). Organisation types are checked only if they changed. Accounts kept by a module are exempt from them:
 * for those the mark 可授予伙伴 decides.
 */
export async function refuseForOutsiders(tx: Tx, before: RoleRow, draft: RoleDraft): Promise<void> {
  const holders = await outsidersWith(tx, before.id);
  if (holders.length === 0) return;
  const rootId = await findRootId(tx);
  if (holders.some((holder) => reachesEverything(draft, rootId, holder))) throw grantErrors.grantOutsiderAll();
  if (draft.exclusiveOrgTypes.join() === before.exclusiveOrgTypes.join()) return;
  const allowed: readonly string[] = draft.exclusiveOrgTypes;
  if (holders.some(({ type, isKept }) => !isKept && !allowed.includes(type))) throw roleErrors.outsiderTypes();
}

interface Outsider {
  readonly type: string;
  readonly isKept: boolean;
  readonly isAtRoot: boolean;
}

/** Finds where outsiders hold the role, or will hold it when a planned post with this default role begins. */
async function outsidersWith(tx: Tx, roleId: string): Promise<Outsider[]> {
  const { rows } = await sql<Outsider>`select distinct o.type, u.fence_org_id is not null as "isKept",
      o.parent_id is null as "isAtRoot"
    from membership m join app_user u on u.id = m.user_id and u.user_type = any(${outsiderTypes}::text[])
      and u.deleted_at is null
    join organization o on o.id = m.organization_id
    where m.status <> 'ENDED' and (
      exists (select 1 from role_grant g where g.membership_id = m.id and g.role_id = ${roleId} and ${notOver(tx)})
      or exists (select 1 from position p where p.id = m.position_id and m.status = 'FUTURE'
        and ${roleId} = any(p.default_role_ids)))`.execute(tx.kysely);
  return rows;
}
