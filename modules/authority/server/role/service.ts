import { type BodyOf, type Page, type QueryOf, textWidth } from "@ops/platform/contract";
import { contains, exportsList, insertRecord, is, listPage, type Tx, wholeList } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { type RoleDraft, riskFloors, riskPoints, roleDiff, roleErrors, roleSheet } from "../../contract/index.ts";
import { db } from "../database.ts";
import { catalogueOf } from "../rights/catalogue.ts";
import { checkDraft } from "./check-draft.ts";
import { requireFreeName } from "./free-name.ts";
import { type PresentedDetail, type PresentedRole, presentRole, presentRoles } from "./present.ts";
import { draftOf, type RoleRow, roles } from "./tables.ts";
import { keepVersion } from "./versions.ts";
import { requireRole, visibleRoles } from "./visible.ts";

type Query = QueryOf<typeof contract.listRoles>;

export async function listRoles(tx: Tx, query: Query): Promise<Page<PresentedRole>> {
  const page = await listPage(tx, roles, query, await shownRoles(tx, query));
  return { ...page, list: await presentRoles(tx, page.list) };
}

/** The same roles as a sheet (PF-R94). */
export const roleExport = exportsList(roleSheet, async (tx, query) =>
  wholeList(tx, roles, query, { ...(await shownRoles(tx, query)), show: presentRoles }),
);

async function shownRoles(tx: Tx, query: Query) {
  const { keyword, category, risk, isHigh, permissionCode, status } = query;
  return {
    where: [
      await visibleRoles(tx),
      matches(keyword),
      is("category", category),
      is("status", status),
      risk ? ofRisk(risk) : null,
      isHigh === undefined ? null : sql<boolean>`(role.risk_points >= ${riskFloors.HIGH}) = ${isHigh}`,
      permissionCode ? sql<boolean>`${permissionCode} = any(role.permission_codes)` : null,
    ],
    orderBy: ["updatedAt", "desc"] as const,
  };
}

export async function getRole(tx: Tx, id: string): Promise<PresentedDetail> {
  return presentRole(tx, await requireRole(tx, id));
}

export async function compareRoles(tx: Tx, { a, b }: QueryOf<typeof contract.compareRoles>) {
  const [first, second] = [await requireRole(tx, a), await requireRole(tx, b)];
  const [presentedA] = await presentRoles(tx, [first]);
  const [presentedB] = await presentRoles(tx, [second]);
  if (!presentedA || !presentedB) throw new Error("a role was lost while it was compared");
  return { a: presentedA, b: presentedB, diff: roleDiff(draftOf(first), draftOf(second)) };
}

export async function createRole(tx: Tx, body: BodyOf<typeof contract.createRole>): Promise<PresentedDetail> {
  const { code, ...named } = body;
  return presentRole(tx, await insertRole(tx, code, { ...emptyDraft, ...named }, "新增角色"));
}

/** All but the members and the place among the built-in ones (AU-R35). */
export async function copyRole(tx: Tx, id: string, body: BodyOf<typeof contract.copyRole>): Promise<PresentedDetail> {
  const source = await requireRole(tx, id);
  const draft = { ...draftOf(source), name: body.name ?? copyName(source.name) };
  await checkDraft(tx, { before: null, draft });
  const copied = await insertRole(tx, body.code, draft, `复制自${source.name}`);
  return presentRole(tx, copied);
}

const SUFFIX = "-副本";

/** `{name}-副本`, cut so that it still fits. */
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

function matches(keyword: string | undefined): RawBuilder<boolean> | null {
  const named = contains("name", keyword);
  if (!named) return null;
  return sql<boolean>`(${named.test(sql.ref("role.name"))} or starts_with(lower(role.code), lower(${keyword})))`;
}

function ofRisk(level: keyof typeof riskFloors): RawBuilder<boolean> {
  const floor = riskFloors[level];
  const ceiling = Math.min(...Object.values(riskFloors).filter((next) => next > floor));
  return sql<boolean>`(role.risk_points >= ${floor}::float8 and role.risk_points < ${ceiling}::float8)`;
}
