import { type AnswerFrom, ruledFields } from "@ops/platform/contract";
import { mayAskFor, type Tx, writes } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { callName, isSame, type RoleDraft, type RoleEntry, roleDiff, type UnknownParts } from "../../contract/index.ts";
import { db } from "../database.ts";
import { catalogueOf } from "../rights/catalogue.ts";
import { callsOf } from "../rights/exclusions.ts";
import { inScope } from "../rights/reader/in-scope.ts";
import { mayName } from "../rights/reader/may-name.ts";
import { visibleRoles } from "../rights/reader/visible-roles.ts";
import { presentRole } from "./present.ts";
import { draftOf, type RoleRow, roles } from "./tables.ts";
import { requireRole } from "./visible.ts";

/** Exports roles with codes instead of ids, because ids differ in another environment (AU-R35). */
export const exportRoles = writes(contract.exportRoles, async (tx, { body: { ids } }) => {
  const entries: RoleEntry[] = [];
  for (const id of ids) entries.push(await entryOf(tx, await requireRole(tx, id)));
  tx.trail.about(roles.name, ids.length === 1 ? (ids[0] ?? "") : "", entries.map(({ code }) => code).join("、"));
  return { kind: "ops.roles" as const, format: 1 as const, roles: entries };
});

async function entryOf(tx: Tx, role: RoleRow): Promise<RoleEntry> {
  const { customOrgs, excludedInterfaces, grantableRoleIds, ownerUserId, ...draft } = draftOf(role);
  const places = await nameVisible(
    tx,
    "organization",
    customOrgs.map(({ orgId }) => orgId),
  );
  const calls = await callsOf(tx, excludedInterfaces);
  const lent = await nameVisible(tx, "role", grantableRoleIds);
  return {
    ...draft,
    code: role.code,
    customOrgs: customOrgs.flatMap(({ orgId, withChildren }) => {
      const place = places.get(orgId);
      return place ? [{ ...place, withChildren }] : [];
    }),
    excludedCalls: [...calls.values()].toSorted(),
    grantableRoles: [...lent.values()].map(({ code }) => code).toSorted(),
    owner: await ownerNo(tx, ownerUserId),
  };
}

/** Finds code and name of the records that the reader sees. The others are left out of the file (section 7). */
async function nameVisible(tx: Tx, table: "organization" | "role", ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { code: string; name: string }>();
  const seen = table === "role" ? await visibleRoles(tx) : inScope(tx, "organization.id");
  const query = db(tx)
    .selectFrom(table)
    .select(["id", "code", "name"])
    .where("id", "in", [...ids]);
  const found = await (seen ? query.where(seen) : query).execute();
  return new Map(found.map(({ id, code, name }) => [id, { code, name }]));
}

async function ownerNo(tx: Tx, ownerUserId: string | null): Promise<string | null> {
  if (ownerUserId === null || !mayAskFor(tx, "user.staffNo")) return null;
  const { rows } = await sql<{ staffNo: string | null }>`select u.staff_no from app_user u
    where u.id = ${ownerUserId} and ${mayName(tx)}`.execute(tx.kysely);
  return rows[0]?.staffNo ?? null;
}

/** Turns each entry into a draft with the ids of this environment and lists what could not be found. */
export const checkRoleImport = writes(contract.checkRoleImport, async (tx, { body: { roles: entries } }) => {
  tx.trail.about(roles.name, "", entries.map(({ code }) => code).join("、"));
  const checked: AnswerFrom<typeof contract.checkRoleImport> = [];
  for (const entry of entries) checked.push(await checkedEntry(tx, entry));
  return checked;
});

async function checkedEntry(tx: Tx, entry: RoleEntry) {
  const { draft, unknown } = await draftOfEntry(tx, entry);
  const base = { code: entry.code, name: entry.name, draft, unknown };
  const taken = await db(tx).selectFrom("role").select("id").where("code", "=", entry.code).executeTakeFirst();
  if (!taken) return { ...base, state: "NEW" as const, role: null, diff: null };
  const [visible] = await seenRoles(tx, [entry.code]);
  if (!visible) return { ...base, state: "TAKEN" as const, role: null, diff: null };
  const role = await requireRole(tx, visible.id);
  const diff = roleDiff(draftOf(role), draft);
  const isKnown = unknown.codes.length + unknown.organizations.length === 0;
  const state = isSame(diff) && isKnown ? ("SAME" as const) : ("CHANGED" as const);
  return { ...base, state, role: await presentRole(tx, role), diff };
}

async function draftOfEntry(tx: Tx, entry: RoleEntry): Promise<{ draft: RoleDraft; unknown: UnknownParts }> {
  const { code: _code, customOrgs, excludedCalls, grantableRoles, owner, ...rest } = entry;
  const codes = new Set(catalogueOf(tx).map(({ code }) => code));
  const pages = new Set((await db(tx).selectFrom("menu").select("key").execute()).map(({ key }) => key));
  const places = await seenOrganizations(
    tx,
    customOrgs.map(({ code }) => code),
  );
  const lent = await seenRoles(tx, grantableRoles);
  const calls = await knownCalls(tx, excludedCalls);
  const ownerUserId = owner === null ? null : await seenPerson(tx, owner);
  const fields = Object.entries(rest.fieldRules);
  const draft: RoleDraft = {
    ...rest,
    menuKeys: rest.menuKeys.filter((key) => pages.has(key)),
    permissionCodes: rest.permissionCodes.filter((code) => codes.has(code)),
    scopeOverrides: Object.fromEntries(Object.entries(rest.scopeOverrides).filter(([code]) => codes.has(code))),
    fieldRules: Object.fromEntries(fields.filter(([field]) => ruledFields.has(field))),
    customOrgs: customOrgs.flatMap(({ code, withChildren }) => {
      const orgId = places.get(code);
      return orgId === undefined ? [] : [{ orgId, withChildren }];
    }),
    excludedInterfaces: [...calls.values()],
    grantableRoleIds: lent.map(({ id }) => id),
    ownerUserId,
  };
  const lentCodes = new Set(lent.map(({ code }) => code));
  const unknown = {
    codes: rest.permissionCodes.filter((code) => !codes.has(code)),
    organizations: customOrgs.filter(({ code }) => !places.has(code)),
    others: [
      ...rest.menuKeys.filter((key) => !pages.has(key)).map((key) => `菜单 ${key}`),
      ...excludedCalls.filter((call) => !calls.has(call)).map((call) => `接口 ${call}`),
      ...fields.filter(([field]) => !ruledFields.has(field)).map(([field]) => `字段 ${field}`),
      ...grantableRoles.filter((code) => !lentCodes.has(code)).map((code) => `可授予角色 ${code}`),
      ...(owner !== null && ownerUserId === null ? [`负责人 ${owner}`] : []),
    ],
  };
  return { draft, unknown };
}

/** Finds organisations in the importer's scope. Others are reported as unknown, so that nobody can probe for codes. */
async function seenOrganizations(tx: Tx, codes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map();
  const found = await db(tx)
    .selectFrom("organization")
    .select(["id", "code"])
    .where("code", "in", [...codes])
    .where("deletedAt", "is", null)
    .where(inScope(tx, "id"))
    .execute();
  return new Map(found.map(({ id, code }) => [code, id]));
}

async function seenRoles(tx: Tx, codes: readonly string[]): Promise<{ id: string; code: string }[]> {
  if (codes.length === 0) return [];
  const visible = await visibleRoles(tx);
  const found = db(tx).selectFrom("role").select(["role.id", "role.code"]).where("role.deletedAt", "is", null);
  return (visible ? found.where(visible) : found).where("role.code", "in", [...codes]).execute();
}

async function seenPerson(tx: Tx, staffNo: string): Promise<string | null> {
  if (!mayAskFor(tx, "user.staffNo")) return null;
  const known = sql<boolean>`exists (select 1 from membership m where m.user_id = app_user.id and m.status <> 'ENDED'
    and ${inScope(tx, "m.organization_id")})`;
  const found = await db(tx)
    .selectFrom("appUser")
    .select("id")
    .where("staffNo", "=", staffNo)
    .where("deletedAt", "is", null)
    .where("status", "<>", "LEFT")
    .where(tx.actor.scopeOf(tx.permission).all ? sql<boolean>`true` : known)
    .executeTakeFirst();
  return found?.id ?? null;
}

async function knownCalls(tx: Tx, calls: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (calls.length === 0) return new Map();
  const stored = await db(tx).selectFrom("apiInterface").select(["id", "method", "path"]).execute();
  return new Map(stored.filter((row) => calls.includes(callName(row))).map((row) => [callName(row), row.id]));
}
