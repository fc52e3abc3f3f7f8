import { type BodyOf, commonErrors } from "@ops/platform/contract";
import { changeRecord, insertRecord, newId, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { organizationStates, orgErrors } from "../../contract/index.ts";
import { db, type OrganizationType } from "../database.ts";
import { bumpRights } from "../rights/bump.ts";
import { recordSwitch } from "./changes.ts";
import { requireLeaders } from "./leaders.ts";
import { requireFreeName, requireRoom } from "./placement.ts";
import { managerOf } from "./present.ts";
import { regionOf } from "./region.ts";
import { type OrganizationRow, organizations } from "./tables.ts";

export interface NewOrganization {
  readonly name: string;
  readonly type: OrganizationType;
  readonly code?: string | null;
  readonly shortName?: string | null;
  readonly regionCode?: string | null;
  readonly address?: string | null;
  readonly phone?: string | null;
  readonly sort?: number;
  readonly refModule?: string;
  readonly refId?: string;
}

/** The tree is locked and the parent is there; whether it may stand here is checked. */
export async function insertBelow(tx: Tx, parent: OrganizationRow, wanted: NewOrganization): Promise<OrganizationRow> {
  await requireRoom(tx, parent, wanted);
  const code = wanted.code ?? (await nextCode(tx));
  if (await isCodeTaken(tx, code)) throw commonErrors.duplicate({ field: "组织编码" });
  const id = newId();
  return insertRecord(tx, organizations, {
    id,
    code,
    name: wanted.name,
    type: wanted.type,
    shortName: wanted.shortName ?? null,
    ...(await regionOf(tx, wanted.regionCode ?? null)),
    address: wanted.address ?? null,
    phone: wanted.phone ?? null,
    sort: wanted.sort ?? 0,
    refModule: wanted.refModule ?? null,
    refId: wanted.refId ?? null,
    parentId: parent.id,
    path: `${parent.path}${id}/`,
    level: parent.level + 1,
    leaderUserId: null,
    deputyUserIds: [],
    mergedIntoId: null,
    status: "ENABLED",
  });
}

type Edited = Omit<BodyOf<typeof contract.editOrganization>, "version">;

/** What is known of an organisation; the tree is locked, and the caller raises the rights. */
export async function changeOrganization(
  tx: Tx,
  organization: OrganizationRow,
  changes: Edited,
): Promise<OrganizationRow> {
  if (changesManaged(organization, changes)) refuseManaged(organization);
  if (changes.name !== organization.name) await requireFreeName(tx, organization.parentId, changes.name);
  await requireLeaders(tx, organization, changes);
  const region = await regionOf(tx, changes.regionCode, organization);
  return changeRecord(tx, organizations, organization, { ...changes, ...region });
}

/** Closed when nothing works below it any more; its memberships sleep (AU-R28). */
export async function switchOff(
  tx: Tx,
  organization: OrganizationRow,
  reason: string | null,
): Promise<OrganizationRow> {
  const status = organizationStates.next(organization.status, "disable");
  await refuseOccupied(tx, organization.id);
  const disabled = await changeRecord(tx, organizations, organization, { status });
  await recordSwitch(tx, organization, { kind: "DISABLE", reason });
  await bumpRights(tx, "everyone");
  return disabled;
}

export function refuseManaged(organization: Pick<OrganizationRow, "type" | "refModule">): void {
  const manager = managerOf(organization);
  if (manager) throw orgErrors.managed(manager);
}

/** What belongs to the module of a store, partner or carrier; parent, order and leaders are looked after here. */
export function changesManaged(before: OrganizationRow, after: Partial<OrganizationRow>): boolean {
  const owned = ["name", "shortName", "regionCode", "address", "phone"] as const;
  return owned.some((field) => after[field] !== before[field]);
}

async function nextCode(tx: Tx): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ n: number }>`select nextval('organization_code')::int as n`.execute(tx.kysely);
    const code = `ORG${String(rows[0]?.n ?? 0).padStart(6, "0")}`;
    if (!(await isCodeTaken(tx, code))) return code; // somebody chose this very number by hand
  }
}

/** Also by one that was deleted: a code is never given twice. */
async function isCodeTaken(tx: Tx, code: string): Promise<boolean> {
  const query = db(tx).selectFrom("organization").select("id").where("code", "=", code);
  return (await query.executeTakeFirst()) !== undefined;
}

async function refuseOccupied(tx: Tx, id: string): Promise<void> {
  const child = await db(tx)
    .selectFrom("organization")
    .select("id")
    .where("parentId", "=", id)
    .where("status", "=", "ENABLED")
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (child) throw orgErrors.hasChild();
  const { n } = await db(tx)
    .selectFrom("membership")
    .select(sql<number>`count(distinct user_id)::int`.as("n"))
    .where("organizationId", "=", id)
    .where("status", "=", "EFFECTIVE")
    .executeTakeFirstOrThrow();
  if (n > 0) throw orgErrors.hasMember({ n });
}
