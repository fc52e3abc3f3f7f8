import { type BodyOf, ruledFields } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import type * as contract from "../../../contract/index.ts";
import { type RoleDraft, roleErrors } from "../../../contract/index.ts";
import { db } from "../../database.ts";
import { catalogueOf } from "../../rights/catalogue.ts";
import { callsOf } from "../../rights/exclusions.ts";
import { lockRole } from "../lock-role.ts";
import { type PresentedDetail, presentRole } from "../present.ts";
import type { PreviewTokens } from "./preview-token.ts";
import { saveDraft } from "./save.ts";
import { findVersion } from "./versions.ts";

/** Saves the content of an old version as a new one. What no longer exists is skipped and reported (AU-R34). */
export async function rollbackRole(
  tx: Tx,
  tokens: PreviewTokens,
  id: string,
  { toVersion, ...saving }: BodyOf<typeof contract.rollbackRole>,
): Promise<{ role: PresentedDetail; skipped: string[] }> {
  const role = await lockRole(tx, id, saving.version);
  const { draft, skipped } = await draftOfVersion(tx, id, toVersion);
  const saved = await saveDraft(tx, tokens, { role, draft, saving });
  return { role: await presentRole(tx, saved), skipped };
}

export async function draftOfVersion(tx: Tx, roleId: string, version: number) {
  const snapshot = await findVersion(tx, roleId, version);
  if (!snapshot) throw roleErrors.versionUnknown();
  return keepExisting(tx, snapshot);
}

/** Removes from the snapshot whatever no longer exists. */
async function keepExisting(tx: Tx, snapshot: RoleDraft): Promise<{ draft: RoleDraft; skipped: string[] }> {
  const codes = new Set(catalogueOf(tx).map(({ code }) => code));
  const menus = await db(tx).selectFrom("menu").select("key").execute();
  const pages = new Set(menus.map(({ key }) => key));
  const organizations = await findExisting(
    tx,
    "organization",
    snapshot.customOrgs.map(({ orgId }) => orgId),
  );
  const lent = await findExisting(tx, "role", snapshot.grantableRoleIds);
  const calls = await callsOf(tx, snapshot.excludedInterfaces);
  const draft = {
    ...snapshot,
    permissionCodes: snapshot.permissionCodes.filter((code) => codes.has(code)),
    menuKeys: snapshot.menuKeys.filter((key) => pages.has(key)),
    scopeOverrides: Object.fromEntries(Object.entries(snapshot.scopeOverrides).filter(([code]) => codes.has(code))),
    customOrgs: snapshot.customOrgs.filter(({ orgId }) => organizations.has(orgId)),
    excludedInterfaces: snapshot.excludedInterfaces.filter((id) => calls.has(id)),
    fieldRules: Object.fromEntries(Object.entries(snapshot.fieldRules).filter(([field]) => ruledFields.has(field))),
    grantableRoleIds: snapshot.grantableRoleIds.filter((id) => lent.has(id)),
  };
  const skipped = [
    ...snapshot.permissionCodes.filter((code) => !codes.has(code)),
    ...snapshot.menuKeys.filter((key) => !pages.has(key)),
  ];
  return { draft, skipped };
}

async function findExisting(tx: Tx, table: "organization" | "role", ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const found = await db(tx)
    .selectFrom(table)
    .select("id")
    .where("id", "in", [...ids])
    .where("deletedAt", "is", null)
    .execute();
  return new Set(found.map(({ id }) => id));
}
