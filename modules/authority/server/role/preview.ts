import type { BodyOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { type RoleDraft, riskLevel, riskPoints, roleDiff } from "../../contract/index.ts";
import { catalogueOf } from "../rights/catalogue.ts";
import { checkDraft } from "./check-draft.ts";
import { inForce, notOver } from "./holders.ts";
import { refuseForeignHand } from "./own-role.ts";
import type { PreviewTokens } from "./preview-token.ts";
import { draftOfVersion } from "./rollback.ts";
import { draftOf, type RoleRow } from "./tables.ts";
import { lockRole } from "./visible.ts";

const NAMED = 100;

/** What saving this draft would bring about; refuses what saving would refuse (AU-R31). */
export async function previewRole(
  tx: Tx,
  tokens: PreviewTokens,
  id: string,
  { draft: typed, toVersion, version }: BodyOf<typeof contract.previewRole>,
) {
  const role = await lockRole(tx, id, version);
  tx.trail.about("role", id, role.code);
  const { draft, skipped } = typed ? { draft: typed, skipped: [] } : await draftOfVersion(tx, id, toVersion ?? 0);
  await refuseForeignHand(tx, role, draft);
  await checkDraft(tx, { before: role, draft, kept: role });
  const diff = roleDiff(draftOf(role), draft);
  const permissions = catalogueOf(tx);
  const [fromPoints, toPoints] = [riskPoints(draftOf(role), permissions), riskPoints(draft, permissions)];
  return {
    diff,
    addedInterfaces: interfacesOf(tx, diff.addedCodes),
    removedInterfaces: interfacesOf(tx, diff.removedCodes),
    people: await concerned(tx, role),
    losing: await losing(tx, role, draft),
    skipped,
    risk: { from: riskLevel(fromPoints), fromPoints, to: riskLevel(toPoints), toPoints },
    previewToken: tokens.issue({ roleId: id, version, draft, editorId: tx.actor.userId }, tx.now),
  };
}

function interfacesOf(tx: Tx, codes: readonly string[]): string[] {
  const wanted = catalogueOf(tx).filter(({ code }) => codes.includes(code));
  return wanted.flatMap(({ interfaces }) => interfaces.map(({ method, path }) => `${method} ${path}`));
}

/** People of the editor's scope are named, the others only counted. */
function mayName(tx: Tx): RawBuilder<boolean> {
  const scope = tx.actor.scopeOf(tx.permission);
  if (scope.all) return sql<boolean>`true`;
  const own = sql<boolean>`u.id = ${scope.selfId}::uuid`;
  if (!scope.organizations) return own;
  return sql<boolean>`(${own} or exists (select 1 from membership s where s.user_id = u.id and s.status <> 'ENDED'
    and s.organization_id in (${scope.organizations})))`;
}

const post = sql`(select o.name || '(' || p.name || ')' from membership pm join organization o on o.id = pm.organization_id
  join position p on p.id = pm.position_id where pm.user_id = u.id and pm.is_primary and pm.status = 'EFFECTIVE')`;

interface Named {
  id: string;
  userName: string;
  post: string | null;
}

async function concerned(tx: Tx, role: RoleRow): Promise<{ count: number; list: Named[] }> {
  const { rows } = await sql<Named & { total: number; named: boolean }>`
    with holder as (
      select distinct m.user_id from role_grant g join membership m on m.id = g.membership_id
      where g.role_id = ${role.id} and ${notOver(tx)})
    select u.id, u.user_name, ${post} as post, ${mayName(tx)} as named, count(*) over ()::int as total
    from holder join app_user u on u.id = holder.user_id
    order by named desc, u.user_name, u.id limit ${NAMED}`.execute(tx.kysely);
  return { count: rows[0]?.total ?? 0, list: rows.filter(({ named }) => named) };
}

/** Holders for whom no other enabled role opens a page that goes; administrators open everything anyway. */
async function losing(tx: Tx, role: RoleRow, draft: RoleDraft) {
  const gone = role.menuKeys.filter((key) => !draft.menuKeys.includes(key));
  if (gone.length === 0 || role.status === "DISABLED") return { count: 0, list: [] };
  const { rows } = await sql<Named & { pages: string[]; total: number; named: boolean }>`
    with holder as (
      select distinct m.user_id from role_grant g join membership m on m.id = g.membership_id
      where g.role_id = ${role.id} and ${inForce(tx)}),
    other as (
      select distinct m.user_id, page.key from role_grant g join membership m on m.id = g.membership_id
        join role r on r.id = g.role_id and r.status = 'ENABLED' and r.deleted_at is null
        cross join unnest(r.menu_keys) as page (key)
      where m.user_id in (select user_id from holder) and r.id <> ${role.id} and page.key = any(${gone}::text[])
        and ${inForce(tx)})
    select u.id, u.user_name, ${post} as post, ${mayName(tx)} as named, count(*) over ()::int as total,
      array_agg(page.key order by page.key) as pages
    from holder join app_user u on u.id = holder.user_id cross join unnest(${gone}::text[]) as page (key)
    where not u.bool_admin
      and not exists (select 1 from other where other.user_id = u.id and other.key = page.key)
    group by u.id order by named desc, u.user_name, u.id limit ${NAMED}`.execute(tx.kysely);
  return { count: rows[0]?.total ?? 0, list: rows.filter(({ named }) => named) };
}
