import { presentOne, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type { z } from "zod";
import { type Role, type RoleDetail, riskLevel } from "../../contract/index.ts";
import { db } from "../database.ts";
import { reaches } from "../organization/tables.ts";
import { notOver } from "../rights/in-force.ts";
import { knownNames } from "../rights/reader/known-names.ts";
import { visibleRoles } from "../rights/reader/visible-roles.ts";
import { draftOf, type RoleRow } from "./tables.ts";
import { idleCodes } from "./usage.ts";

type PresentedRole = z.input<typeof Role>;
export type PresentedDetail = z.input<typeof RoleDetail>;

/** Presents a page of roles with holder counts and owner names, which are loaded for all roles at once. */
export async function presentRoles(tx: Tx, list: readonly RoleRow[]): Promise<PresentedRole[]> {
  const ids = list.map(({ id }) => id);
  const members = await memberCounts(tx, ids);
  const idle = await idleCodes(tx, list);
  const owners = await knownNames(
    tx,
    list.map(({ ownerUserId }) => ownerUserId),
  );
  return list.map((role) => ({
    ...role,
    codeCount: role.permissionCodes.length,
    memberCount: members.get(role.id) ?? 0,
    risk: riskLevel(role.riskPoints),
    idleCount: idle.get(role.id)?.length ?? null,
    ownerName: role.ownerUserId === null ? null : (owners.get(role.ownerUserId) ?? null),
  }));
}

export const presentListed = presentOne(presentRoles);

export async function presentRole(tx: Tx, role: RoleRow): Promise<PresentedDetail> {
  return {
    ...(await presentListed(tx, role)),
    createdAt: role.createdAt,
    draft: draftOf(role),
    customOrgNames: await organizationNames(
      tx,
      role.customOrgs.map(({ orgId }) => orgId),
    ),
    grantableRoleNames: await roleNames(tx, role.grantableRoleIds),
  };
}

async function memberCounts(tx: Tx, roleIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ roleId: string; people: number }>`
    select g.role_id, count(distinct m.user_id)::int as people
    from role_grant g join membership m on m.id = g.membership_id
    where g.role_id = any(${roleIds}::uuid[]) and ${notOver(tx)} group by g.role_id`.execute(tx.kysely);
  return new Map(rows.map(({ roleId, people }) => [roleId, people]));
}

async function organizationNames(tx: Tx, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const name = sql<string>`case when ${reaches(tx, sql.ref("organization.id"))} then organization.name else '其他组织' end`;
  const query = db(tx)
    .selectFrom("organization")
    .select(["organization.id", name.as("name")]);
  const found = await query.where("organization.id", "in", [...ids]).execute();
  return Object.fromEntries(found.map((row) => [row.id, row.name]));
}

/** Names roles for this reader. Roles that the reader may not see appear only as 其他角色 (section 7). */
export async function roleNames(tx: Tx, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const visible = (await visibleRoles(tx)) ?? sql<boolean>`true`;
  const name = sql<string>`case when ${visible} then role.name else '其他角色' end`;
  const query = db(tx)
    .selectFrom("role")
    .select(["role.id", name.as("name")]);
  const found = await query.where("role.id", "in", [...ids]).execute();
  return Object.fromEntries(found.map((row) => [row.id, row.name]));
}
