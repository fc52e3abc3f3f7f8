import type { BodyOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../../contract/index.ts";
import { callName, type RoleDraft, riskLevel, riskPoints, roleDiff } from "../../../contract/index.ts";
import { catalogueOf } from "../../rights/catalogue.ts";
import { callsOf } from "../../rights/exclusions.ts";
import { grants, inForce, notOver } from "../../rights/in-force.ts";
import { mayName } from "../../rights/reader/may-name.ts";
import { lockRole } from "../lock-role.ts";
import { refuseForeignHand } from "../own-role.ts";
import { draftOf, type RoleRow } from "../tables.ts";
import { checkDraft } from "./check-draft.ts";
import type { PreviewTokens } from "./preview-token.ts";
import { draftOfVersion } from "./rollback.ts";

const NAMED = 100;

/** Shows what saving this draft would change, and refuses whatever saving would refuse (AU-R31). */
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
  await checkDraft(tx, { before: role, draft });
  const diff = roleDiff(draftOf(role), draft);
  const permissions = catalogueOf(tx);
  const [fromPoints, toPoints] = [riskPoints(draftOf(role), permissions), riskPoints(draft, permissions)];
  return {
    diff,
    ...(await interfaceChanges(tx, draftOf(role), draft)),
    people: await findConcerned(tx, role),
    losing: await findLosing(tx, role, draft),
    skipped,
    risk: { from: riskLevel(fromPoints), fromPoints, to: riskLevel(toPoints), toPoints },
    previewToken: tokens.issue({ roleId: id, version, draft, editorId: tx.actor.userId }, tx.now),
  };
}

/** Compares the calls that the role allows before and after the change, without the interfaces that it excludes. */
async function interfaceChanges(tx: Tx, before: RoleDraft, after: RoleDraft) {
  const calls = await callsOf(tx, [...before.excludedInterfaces, ...after.excludedInterfaces]);
  const open = ({ permissionCodes, excludedInterfaces }: RoleDraft) => {
    const held = catalogueOf(tx).filter(({ code }) => permissionCodes.includes(code));
    const excluded = new Set(excludedInterfaces.map((id) => calls.get(id)));
    return new Set(held.flatMap(({ interfaces }) => interfaces.map(callName)).filter((name) => !excluded.has(name)));
  };
  const [was, is] = [open(before), open(after)];
  return {
    addedInterfaces: [...is].filter((name) => !was.has(name)),
    removedInterfaces: [...was].filter((name) => !is.has(name)),
  };
}

const post = sql`(select o.name || '(' || p.name || ')' from membership pm join organization o on o.id = pm.organization_id
  join position p on p.id = pm.position_id where pm.user_id = u.id and pm.is_primary and pm.status = 'EFFECTIVE')`;

interface Named {
  id: string;
  userName: string;
  post: string | null;
}

async function findConcerned(tx: Tx, role: RoleRow): Promise<{ count: number; list: Named[] }> {
  const { rows } = await sql<Named & { total: number; named: boolean }>`
    with holder as (
      select distinct m.user_id from role_grant g join membership m on m.id = g.membership_id
      where g.role_id = ${role.id} and ${notOver(tx)})
    select u.id, u.user_name, ${post} as post, ${mayName(tx)} as named, count(*) over ()::int as total
    from holder join app_user u on u.id = holder.user_id
    order by named desc, u.user_name, u.id limit ${NAMED}`.execute(tx.kysely);
  return { count: rows[0]?.total ?? 0, list: rows.filter(({ named }) => named) };
}

/**
 * Finds the holders who lose a page because no other role in force opens it.
 * Administrators see every page and never lose one.
 */
async function findLosing(tx: Tx, role: RoleRow, draft: RoleDraft) {
  const gone = role.menuKeys.filter((key) => !draft.menuKeys.includes(key));
  if (gone.length === 0 || role.status === "DISABLED") return { count: 0, list: [] };
  const { rows } = await sql<Named & { pages: string[]; total: number; named: boolean }>`
    with holder as (
      select distinct m.user_id from ${grants} where g.role_id = ${role.id} and ${inForce(tx)}),
    other as (
      select distinct m.user_id, page.key from ${grants} cross join unnest(r.menu_keys) as page (key)
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
