import type { AnswerFrom } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { closureOf } from "../../contract/index.ts";
import { db } from "../database.ts";
import { catalogueOf } from "../rights/catalogue.ts";
import { notOver } from "../rights/in-force.ts";
import type { RoleRow } from "./tables.ts";

const DAYS = 90;
const DAY_MS = 86_400_000;

/** Tells for each code of the role when a member last used it, and which codes nobody used (AU-R36). */
export async function usageOf(tx: Tx, role: RoleRow): Promise<AnswerFrom<typeof contract.getRoleUsage>> {
  const used = await lastUses(tx, [role]);
  const idle = await idleCodes(tx, [role]);
  return {
    days: DAYS,
    codes: used.map(({ code, lastUsedAt }) => ({ code, lastUsedAt })),
    idle: idle.get(role.id) ?? null,
  };
}

/**
 * Finds the codes that no member of these roles has used for 90 days. A code is not idle if a used code requires it or
 * if its calls exist for less than 90 days. Roles without members get no answer, because nobody could have used them.
 */
export async function idleCodes(tx: Tx, list: readonly RoleRow[]): Promise<ReadonlyMap<string, string[]>> {
  const used = Map.groupBy(await lastUses(tx, list), ({ roleId }) => roleId);
  const held = await heldRoles(tx, list);
  const young = await youngCodes(tx);
  const permissions = catalogueOf(tx);
  const known = new Set(permissions.map(({ code }) => code));
  const judged = list.filter(({ id }) => held.has(id));
  return new Map(
    judged.map(({ id, permissionCodes }) => {
      const needed = closureOf(used.get(id)?.map(({ code }) => code) ?? [], permissions);
      const idle = permissionCodes.filter((code) => known.has(code) && !needed.has(code) && !young.has(code));
      return [id, idle.toSorted()];
    }),
  );
}

interface LastUse {
  readonly roleId: string;
  readonly code: string;
  readonly lastUsedAt: Date;
}

async function lastUses(tx: Tx, list: readonly RoleRow[]): Promise<LastUse[]> {
  const ids = list.map(({ id }) => id);
  const { rows } = await sql<LastUse>`
    with holder as materialized (
      select distinct g.role_id, m.user_id from role_grant g join membership m on m.id = g.membership_id
      where g.role_id = any(${ids}::uuid[]) and ${notOver(tx)}),
    used as materialized (
      select holder.role_id, u.permission_code as code, max(u.last_used_at) as last_used_at
      from holder join permission_use u on u.user_id = holder.user_id
      where u.last_used_at >= ${idleSince(tx)}
        and u.permission_code = any(array(select unnest(permission_codes) from role where id = any(${ids}::uuid[])))
      group by holder.role_id, u.permission_code)
    select used.* from used join role r on r.id = used.role_id and used.code = any(r.permission_codes)`.execute(
    tx.kysely,
  );
  return rows;
}

async function heldRoles(tx: Tx, list: readonly RoleRow[]): Promise<ReadonlySet<string>> {
  const ids = list.map(({ id }) => id);
  const { rows } = await sql<{ id: string }>`
    select w.id from unnest(${ids}::uuid[]) as w (id) where exists (
      select 1 from role_grant g join membership m on m.id = g.membership_id
      where g.role_id = w.id and ${notOver(tx)})`.execute(tx.kysely);
  return new Set(rows.map(({ id }) => id));
}

/** Finds codes whose calls were added within the last 90 days, so that nobody can have used them for that long. */
async function youngCodes(tx: Tx): Promise<ReadonlySet<string>> {
  const found = await db(tx)
    .selectFrom("apiInterface")
    .select("permissionCode")
    .groupBy("permissionCode")
    .having(({ fn }) => fn.min("firstSeenAt"), ">=", idleSince(tx))
    .execute();
  return new Set(found.map(({ permissionCode }) => permissionCode));
}

const idleSince = (tx: Tx): Date => new Date(tx.now.getTime() - DAYS * DAY_MS);
