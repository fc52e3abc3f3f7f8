import { textWidth } from "@ops/platform/contract";
import { contains, countedPage, insertRecord, list, reads, type Tx, writes } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { type RoleDraft, riskFloors, riskPoints, roleDiff, roleErrors, roleSheet } from "../../contract/index.ts";
import { db } from "../database.ts";
import { catalogueOf } from "../rights/catalogue.ts";
import { visibleRoles } from "../rights/reader/visible-roles.ts";
import { checkDraft } from "./draft/check-draft.ts";
import { completeSnapshot, keepVersion } from "./draft/versions.ts";
import { requireFreeName } from "./free-name.ts";
import { permissionCatalogue } from "./permissions.ts";
import { presentListed, presentRole, presentRoles } from "./present.ts";
import { draftOf, type RoleRow, roles } from "./tables.ts";
import { usageOf } from "./usage.ts";
import { requireRole } from "./visible.ts";

export const listRoles = list(contract.listRoles, roles, {
  seen: visibleRoles,
  where: {
    keyword: matches,
    risk: ofRisk,
    isHigh: (isWanted) => sql<boolean>`(role.risk_points >= ${riskFloors.HIGH}) = ${isWanted}`,
    permissionCode: (code) => sql<boolean>`${code} = any(role.permission_codes)`,
  },
  orderBy: ["updatedAt", "desc"],
  present: presentRoles,
  sheet: roleSheet,
});

export const getRole = reads(contract.getRole, async (tx, { params: { id } }) =>
  presentRole(tx, await requireRole(tx, id)),
);

export const listPermissions = reads(contract.listPermissions, permissionCatalogue);

export const getRoleUsage = reads(contract.getRoleUsage, async (tx, { params }) =>
  usageOf(tx, await requireRole(tx, params.id)),
);

export const listRoleVersions = reads(contract.listRoleVersions, async (tx, { params: { id }, query }) => {
  await requireRole(tx, id);
  const ofRole = db(tx).selectFrom("roleVersion as v").where("v.roleId", "=", id);
  const page = await countedPage(query, {
    rows: (limit, offset) =>
      ofRole
        .leftJoin("appUser as u", "u.id", "v.editorId")
        .select(["v.id", "v.version", "v.note", "u.userName as editorName", "v.createdAt", "v.snapshot"])
        .orderBy("v.version", "desc")
        .limit(limit)
        .offset(offset)
        .execute(),
    count: async (limit) => (await ofRole.select("v.id").limit(limit).execute()).length,
  });
  const list = page.list.map((row) => ({
    ...row,
    editorName: row.editorName ?? "系统",
    snapshot: completeSnapshot(row.snapshot),
  }));
  return { ...page, list };
});

export const compareRoles = reads(contract.compareRoles, async (tx, { query: { a, b } }) => {
  const [first, second] = [await requireRole(tx, a), await requireRole(tx, b)];
  const [shownA, shownB] = [await presentListed(tx, first), await presentListed(tx, second)];
  return { a: shownA, b: shownB, diff: roleDiff(draftOf(first), draftOf(second)) };
});

export const createRole = writes(contract.createRole, async (tx, { body }) => {
  const { code, ...named } = body;
  return presentRole(tx, await insertRole(tx, code, { ...emptyDraft, ...named }, "新增角色"));
});

/** Copies everything except the members and the built-in mark (AU-R35). */
export const copyRole = writes(contract.copyRole, async (tx, { params: { id }, body }) => {
  const source = await requireRole(tx, id);
  const draft = { ...draftOf(source), name: body.name ?? copyName(source.name) };
  await checkDraft(tx, { before: null, draft });
  const copied = await insertRole(tx, body.code, draft, `复制自${source.name}`);
  return presentRole(tx, copied);
});

const SUFFIX = "-副本";

/** Names the copy `{name}-副本`, and shortens the name where the result would be too long. */
function copyName(name: string): string {
  let kept = name;
  while (textWidth(kept + SUFFIX) > 40) kept = kept.slice(0, -1);
  return kept + SUFFIX;
}

const emptyDraft: Omit<RoleDraft, "name"> = {
  category: null,
  description: null,
  menuKeys: [],
  permissionCodes: [],
  dataScope: "SELF",
  scopeOverrides: {},
  customOrgs: [],
  excludedInterfaces: [],
  fieldRules: {},
  grantableRoleIds: [],
  exclusiveOrgTypes: [],
  partnerKinds: [],
  maxDays: null,
  ownerUserId: null,
};

async function insertRole(tx: Tx, code: string, draft: RoleDraft, note: string): Promise<RoleRow> {
  const taken = await db(tx).selectFrom("role").select("id").where("code", "=", code).executeTakeFirst();
  if (taken) throw roleErrors.codeExists();
  await requireFreeName(tx, draft.name, null);
  const inserted = await insertRecord(tx, roles, {
    ...draft,
    code,
    builtIn: false,
    status: "ENABLED",
    riskPoints: riskPoints(draft, catalogueOf(tx)),
  });
  await keepVersion(tx, inserted, note);
  return inserted;
}

function matches(keyword: string): RawBuilder<boolean> | null {
  const named = contains("name", keyword);
  if (!named) return null;
  return sql<boolean>`(${named.test(sql.ref("role.name"))} or starts_with(lower(role.code), lower(${keyword})))`;
}

function ofRisk(level: keyof typeof riskFloors): RawBuilder<boolean> {
  const floor = riskFloors[level];
  const ceiling = Math.min(...Object.values(riskFloors).filter((next) => next > floor));
  return sql<boolean>`(role.risk_points >= ${floor}::float8 and role.risk_points < ${ceiling}::float8)`;
}
