import { ruledFields } from "@ops/platform/contract";
import { findRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import {
  closureOf,
  escalationErrors,
  type RoleDraft,
  riskFloors,
  riskPoints,
  roleErrors,
} from "../../../contract/index.ts";
import { db } from "../../database.ts";
import { users } from "../../person/tables.ts";
import { catalogueOf } from "../../rights/catalogue.ts";
import { isWithin } from "../../rights/exceeds.ts";
import { callsOf } from "../../rights/exclusions.ts";
import { contentBreach, type GrantableRole } from "../../rights/grant-guard.ts";
import { ownRoles } from "../../rights/own-roles.ts";
import { holdersOfRole } from "../holders.ts";
import { refuseForOutsiders } from "../outsiders.ts";
import type { RoleRow } from "../tables.ts";

export interface Change {
  /** The role as it stands; null for a new one. */
  readonly before: RoleRow | null;
  readonly draft: RoleDraft;
}

/** Everything that can be wrong with the content of a role, before it is previewed and again before it is saved. */
export async function checkDraft(tx: Tx, change: Change): Promise<void> {
  const { draft, before } = change;
  await checkTicks(tx, draft, before);
  await checkLimits(tx, draft, before);
  const usesCustom = [draft.dataScope, ...Object.values(draft.scopeOverrides)].includes("CUSTOM");
  if (usesCustom && draft.customOrgs.length === 0) throw roleErrors.customEmpty();
  await refuseEscalation(tx, change);
  if (before) await refuseForOutsiders(tx, before, draft);
  await checkOrganizations(tx, draft, before);
  await checkOwner(tx, draft, before);
}

/** Every code exists, comes with its page and with what it requires (AU-R30). */
async function checkTicks(tx: Tx, draft: RoleDraft, before: RoleRow | null): Promise<void> {
  const permissions = catalogueOf(tx);
  const known = new Map(permissions.map((permission) => [permission.code, permission]));
  const codes = new Set(draft.permissionCodes);
  const pages = await pagesByKey(tx);
  for (const code of [...codes, ...Object.keys(draft.scopeOverrides)]) {
    if (!known.has(code) && !before?.permissionCodes.includes(code)) throw roleErrors.codeUnknown({ code });
  }
  for (const key of draft.menuKeys) {
    if (!pages.has(key) && !before?.menuKeys.includes(key)) throw roleErrors.pageUnknown({ key });
  }
  for (const { code, name, menuKey } of permissions.filter(({ code }) => codes.has(code))) {
    const page = pages.get(menuKey ?? "");
    if (page && !draft.menuKeys.includes(page.key) && !(before && wasPageless(before, code, page.key))) {
      throw roleErrors.pageRequired({ name, page: page.title });
    }
    const required = [...closureOf([code], permissions)].find((needed) => !codes.has(needed));
    if (required && !(before && lacks(before, code, required))) {
      throw roleErrors.codeRequired({ name, required: known.get(required)?.name ?? required });
    }
  }
}

/** Fields and interfaces that a role names exist, or stood in it before. */
async function checkLimits(tx: Tx, draft: RoleDraft, before: RoleRow | null): Promise<void> {
  const unknown = Object.keys(draft.fieldRules).find(
    (field) => !ruledFields.has(field) && !Object.hasOwn(before?.fieldRules ?? {}, field),
  );
  if (unknown) throw roleErrors.fieldUnknown({ field: unknown });
  const added = draft.excludedInterfaces.filter((id) => !before?.excludedInterfaces.includes(id));
  if ((await callsOf(tx, added)).size < added.length) throw roleErrors.interfaceUnknown();
}

/** A gap that the role had before is nobody's doing now: a later release may have tied the code to a page. */
function wasPageless({ permissionCodes, menuKeys }: RoleRow, code: string, menuKey: string): boolean {
  return permissionCodes.includes(code) && !menuKeys.includes(menuKey);
}

function lacks({ permissionCodes }: RoleRow, code: string, required: string): boolean {
  return permissionCodes.includes(code) && !permissionCodes.includes(required);
}

async function pagesByKey(tx: Tx): Promise<Map<string, { key: string; title: string }>> {
  const pages = await db(tx).selectFrom("menu").select(["key", "title"]).where("kind", "<>", "GROUP").execute();
  return new Map(pages.map((page) => [page.key, page]));
}

/** Neither what the role is nor what it becomes may be above the editor, wherever somebody holds it (AU-R15, AU-R16). */
export async function refuseEscalation(tx: Tx, { before, draft }: Change): Promise<void> {
  if (tx.actor.isAdmin) return;
  const own = await ownRoles(tx);
  const places = before ? (await holdersOfRole(tx, before.id)).map(({ organizationId }) => organizationId) : [];
  const after: GrantableRole = { ...draft, id: before?.id ?? "" };
  for (const content of before ? [before, after] : [after]) {
    const breach = await contentBreach(tx, content, [...new Set(places)]);
    if (breach) throw breach;
  }
  const reached = tx.actor.scopeOf(tx.permission);
  if (!(await isWithin(tx, reached, sql`select unnest(${places}::uuid[])`))) throw escalationErrors.userOutOfScope();
  const lent = new Set(own.flatMap(({ grantableRoleIds }) => grantableRoleIds));
  const added = draft.grantableRoleIds.filter((id) => !before?.grantableRoleIds.includes(id));
  if (added.some((id) => !lent.has(id))) throw escalationErrors.roleNotGrantable();
}

/** Organisations can be added only inside the editor's scope; unknown ones are in nobody's (AU-R33). */
async function checkOrganizations(tx: Tx, draft: RoleDraft, before: RoleRow | null): Promise<void> {
  const known = new Set(before?.customOrgs.map(({ orgId }) => orgId));
  const added = [...new Set(draft.customOrgs.map(({ orgId }) => orgId))].filter((id) => !known.has(id));
  if (added.length === 0) return;
  const scope = tx.actor.scopeOf(tx.permission);
  const inScope = scope.all
    ? sql<boolean>`true`
    : sql<boolean>`id in (${scope.organizations ?? sql`select null::uuid`})`;
  const found = await db(tx)
    .selectFrom("organization")
    .select("id")
    .where("id", "in", added)
    .where("deletedAt", "is", null)
    .where(inScope)
    .execute();
  if (found.length < added.length) throw roleErrors.orgOutOfScope();
}

/** Roles of risk 高 and above have somebody who answers for them (AU-R32). */
async function checkOwner(tx: Tx, draft: RoleDraft, before: RoleRow | null): Promise<void> {
  const { ownerUserId } = draft;
  if (ownerUserId === null) {
    if (riskPoints(draft, catalogueOf(tx)) >= riskFloors.HIGH) throw roleErrors.ownerRequired();
    return;
  }
  if (ownerUserId === before?.ownerUserId) return;
  const owner = await findRecord(tx, users, ownerUserId); // in the editor's scope: the answer would name anybody
  if (!owner || owner.status === "LEFT") throw roleErrors.ownerUnusable();
}
