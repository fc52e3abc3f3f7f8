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
  /** The role as it is stored; null for a new role. */
  readonly before: RoleRow | null;
  readonly draft: RoleDraft;
}

/** Checks the content of a role, before the preview and again before the save, as data may change in between. */
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

/** Checks that every code exists and that the role also has the page and the code that it requires (AU-R30). */
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

/** Checks that fields and interfaces exist. Those that the role had before are accepted, so that it stays editable. */
async function checkLimits(tx: Tx, draft: RoleDraft, before: RoleRow | null): Promise<void> {
  const unknown = Object.keys(draft.fieldRules).find(
    (field) => !ruledFields.has(field) && !Object.hasOwn(before?.fieldRules ?? {}, field),
  );
  if (unknown) throw roleErrors.fieldUnknown({ field: unknown });
  const added = draft.excludedInterfaces.filter((id) => !before?.excludedInterfaces.includes(id));
  if ((await callsOf(tx, added)).size < added.length) throw roleErrors.interfaceUnknown();
}

/** A page that was missing before is accepted, because a later release may have tied the code to it. */
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

/**
 * Refuses if the role, before or after the change, gives more than the editor
 * has at any place where it is held (AU-R15, AU-R16).
 */
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

/** Checks that added organisations are inside the editor's scope, which also refuses ids that do not exist (AU-R33). */
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

/** Checks that a role of risk 高 or above has a responsible person (AU-R32). */
async function checkOwner(tx: Tx, draft: RoleDraft, before: RoleRow | null): Promise<void> {
  const { ownerUserId } = draft;
  if (ownerUserId === null) {
    if (riskPoints(draft, catalogueOf(tx)) >= riskFloors.HIGH) throw roleErrors.ownerRequired();
    return;
  }
  if (ownerUserId === before?.ownerUserId) return;
  // searched inside the editor's scope, because the answer contains the name
  const owner = await findRecord(tx, users, ownerUserId);
  if (!owner || owner.status === "LEFT") throw roleErrors.ownerUnusable();
}
