import { sha256, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { IMPACT_LIST_LIMIT, type OrgImpact } from "../../contract/index.ts";
import { db } from "../database.ts";
import { lineOf } from "../organization/present.ts";
import { aboveOf, type SightRow, sightChanges } from "../organization/sight.ts";
import { idsOnPath, isBelow, type OrganizationRow } from "../organization/tables.ts";
import { knownNames, SOMEBODY } from "../rights/reader/known-names.ts";
import { mayName } from "../rights/reader/may-name.ts";
import { visibleRoles } from "../rights/reader/visible-roles.ts";
import { workOf } from "./work.ts";

export interface ComputedImpact {
  readonly impact: OrgImpact;
  /** A hash of the impact, the same for every reader. It proves that the confirmed impact is still the actual one. */
  readonly token: string;
}

export async function moveImpact(tx: Tx, source: OrganizationRow, target: OrganizationRow): Promise<ComputedImpact> {
  const [before, after] = [await lineOf(tx, source.path), await lineOf(tx, target.path)];
  const contents = await contentsOf(tx, source);
  const sight = await sightChanges(tx, source, aboveOf(source, target));
  const customRoles = await rolesNaming(tx, [source.id, target.id]);
  const upper = [before.at(-2)?.leaderUserId ?? null, after.at(-1)?.leaderUserId ?? null] as const;
  const names = await knownNames(tx, upper);
  const looseLeaders = await leadersWithoutFooting(tx, source, target);
  const fromPath = before.map(({ name }) => name);
  const toPath = [...after.map(({ name }) => name), source.name];
  const { memberIds, ...counts } = contents;
  const impact = {
    fromPath,
    toPath,
    ...counts,
    customRoles: customRoles.shown,
    looseLeaders: looseLeaders.shown,
    ...sightOf(sight),
    upperLeader: { before: names.get(upper[0] ?? "") ?? null, after: names.get(upper[1] ?? "") ?? null },
    work: await workOf(tx, await idsBelow(tx, source)),
    merge: null,
  };
  const everything = [
    source.id,
    target.id,
    source.path,
    target.path,
    memberIds,
    counts,
    customRoles.all,
    looseLeaders.all,
    upper,
    sight.map(({ userId, gained, lost }) => [userId, gained, lost]),
  ];
  return { impact, token: sha256(JSON.stringify(everything)).toString("base64url") };
}

async function idsBelow(tx: Tx, { path }: OrganizationRow): Promise<string[]> {
  const query = db(tx)
    .selectFrom("organization")
    .select("id")
    .where(isBelow(sql.ref("path"), path));
  return (await query.where("deletedAt", "is", null).execute()).map(({ id }) => id);
}

export function sightOf(rows: readonly SightRow[]): Pick<OrgImpact, "gainingPeople" | "losingPeople" | "sightChanges"> {
  const shown = rows.slice(0, IMPACT_LIST_LIMIT).map(({ userName, post, known, gained, lost }) => ({
    userName: known ? userName : null,
    post: known ? post : null,
    gained,
    lost,
  }));
  return {
    gainingPeople: rows.filter(({ gained }) => gained > 0).length,
    losingPeople: rows.filter(({ lost }) => lost > 0).length,
    sightChanges: shown,
  };
}

interface Contents {
  readonly childCount: number;
  readonly storeCount: number;
  readonly peopleCount: number;
  readonly memberIds: string;
}

export async function contentsOf(tx: Tx, { path }: OrganizationRow): Promise<Contents> {
  const { rows } = await sql<Contents>`
    with moved as (select id, type from organization where deleted_at is null and ${isBelow(sql.ref("path"), path)})
    select (select count(*)::int - 1 from moved) as "childCount",
      (select count(*)::int from moved where type = 'STORE') as "storeCount",
      (select count(distinct m.user_id)::int from membership m
        where m.status = 'EFFECTIVE' and m.organization_id in (select id from moved)) as "peopleCount",
      (select md5(string_agg(id::text, ',' order by id)) from moved) as "memberIds"`.execute(tx.kysely);
  return rows[0] ?? { childCount: 0, storeCount: 0, peopleCount: 0, memberIds: "" };
}

/** Finds roles whose CUSTOM scope names one of these organisations. Roles that the reader may not see are counted. */
export async function rolesNaming(tx: Tx, organizationIds: readonly string[]) {
  const visible = (await visibleRoles(tx)) ?? sql<boolean>`true`;
  const found = await db(tx)
    .selectFrom("role")
    .select(["role.name", visible.as("isVisible")])
    .where("role.deletedAt", "is", null)
    .where(sql<boolean>`exists (select 1 from jsonb_array_elements(role.custom_orgs) as place
      where (place ->> 'orgId')::uuid = any(${organizationIds}::uuid[]))`)
    .orderBy("role.name")
    .execute();
  const known = found.filter(({ isVisible }) => isVisible).map(({ name }) => name);
  const others = found.length - known.length;
  return {
    all: found.map(({ name }) => name),
    shown: others > 0 ? [...known, `其他${others}个角色`] : known,
  };
}

interface LooseLeader {
  readonly organizationName: string;
  readonly leaderName: string;
  readonly isKnown: boolean;
}

/**
 * Finds leaders of moved organisations who hold no post inside the moved part or above its new place. Those whom the
 * reader may not know are not named.
 */
export async function leadersWithoutFooting(
  tx: Tx,
  { path }: OrganizationRow,
  target: OrganizationRow,
  { without = null }: { without?: string | null } = {},
) {
  const above = idsOnPath(target.path);
  const { rows } = await sql<LooseLeader>`
    select o.name as "organizationName", u.user_name as "leaderName", ${mayName(tx)} as "isKnown"
    from organization o join app_user u on u.id = o.leader_user_id
    where o.deleted_at is null and ${isBelow(sql.ref("o.path"), path)} and o.id is distinct from ${without}::uuid
      and not exists (
      select 1 from membership m join organization w on w.id = m.organization_id
      where m.user_id = u.id and m.status = 'EFFECTIVE' and (w.id = any(${above}::uuid[])
        or (${isBelow(sql.ref("w.path"), path)} and o.path >= w.path and o.path < left(w.path, -1) || '0')))
    order by o.level, o.name limit 50`.execute(tx.kysely);
  return {
    all: rows.map(({ organizationName, leaderName }) => [organizationName, leaderName]),
    shown: rows.map(({ organizationName, leaderName, isKnown }) => ({
      organizationName,
      leaderName: isKnown ? leaderName : SOMEBODY,
    })),
  };
}
