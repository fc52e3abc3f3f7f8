import { BusinessError, commonErrors } from "@ops/platform/contract";
import { type ImportRow, mayAskFor, newId, SKIPPED, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../../contract/index.ts";
import { organizationImportErrors, organizationType, orgErrors } from "../../../contract/index.ts";
import { db } from "../../database.ts";
import { inScope } from "../../rights/reader/in-scope.ts";
import { inOffice } from "../leaders.ts";
import type { OrganizationRow } from "../tables.ts";
import { DEEPEST, requireRoom } from "../tree/placement.ts";
import { regionOf } from "../tree/region.ts";
import { changesManaged, refuseManaged } from "../write.ts";

export type Known = OrganizationRow & {
  readonly inCreateScope: boolean;
  readonly inEditScope: boolean;
  readonly leaderPhone: string | null;
};

/** The organisations that the rows refer to. */
export interface Facts {
  /** Includes deleted ones, because a code is never used twice. */
  readonly byCode: Map<string, Known>;
  /** Existing organisations by parent and name. */
  readonly byName: Map<string, Known>;
}

/** What a row will do: create an organisation below a parent, or change an existing one. */
export type Plan =
  | { readonly parent: Known; readonly wanted: Wanted; readonly changes?: never }
  | { readonly existing: Known; readonly changes: Changes };

interface Wanted {
  readonly code: string | null;
  readonly name: string;
  readonly type: OrganizationRow["type"];
  readonly regionCode: string | null;
  readonly leaderUserId: string | null;
}
export type Changes = Pick<OrganizationRow, "name" | "leaderUserId" | "regionCode">;

const placeKey = (parentId: string | null, name: string) => `${parentId ?? ""} ${name}`;

/** Adds an organisation to the facts, so that later rows can be placed below it and cannot take its name. */
export function remember({ byCode, byName }: Facts, known: Known): void {
  byCode.set(known.code, known);
  byName.set(placeKey(known.parentId, known.name), known);
}

/** Predicts the organisation as the row will leave it. */
export function expectRow(plan: Plan): Known {
  if (plan.changes) return { ...plan.existing, ...plan.changes };
  const { parent, wanted } = plan;
  const id = newId();
  const place = { id, parentId: parent.id, path: `${parent.path}${id}/`, level: parent.level + 1, refModule: null };
  return { ...parent, ...wanted, ...place, code: wanted.code ?? id, leaderPhone: null };
}

export const withEditRight = (tx: Tx): Tx => ({ ...tx, permission: contract.editOrganization.permission });

/**
 * Loads what the rows refer to. Organisations known from earlier rows are not
 * replaced, because those rows may have changed them.
 */
export async function factsOf(tx: Tx, rows: readonly ImportRow[], before: Facts = noFacts()): Promise<Facts> {
  const codes = rows.flatMap(({ values }) => [values["code"] ?? [], values["parentCode"] ?? []].flat());
  const known = await organizationsWhere(tx, sql<boolean>`o.code = any(${[...new Set(codes)]}::text[])`);
  const parents = known.filter(isReached).map(({ id }) => id);
  const names = rows.flatMap(({ values }) => values["name"] ?? []);
  const siblings = await organizationsWhere(
    tx,
    sql<boolean>`o.parent_id = any(${parents}::uuid[]) and o.name = any(${[...new Set(names)]}::text[])
      and o.deleted_at is null`,
  );
  const { byCode, byName } = before;
  for (const one of known) if (!byCode.has(one.code)) byCode.set(one.code, one);
  for (const one of siblings) {
    const key = placeKey(one.parentId, one.name);
    if (!byName.has(key)) byName.set(key, one);
  }
  return before;
}

export const noFacts = (): Facts => ({ byCode: new Map(), byName: new Map() });

/** Tells whether the operator may know what is below the organisation (PF-R106). */
const isReached = ({ inCreateScope, inEditScope }: Known) => inCreateScope || inEditScope;

function organizationsWhere(tx: Tx, condition: ReturnType<typeof sql<boolean>>): Promise<Known[]> {
  return db(tx)
    .selectFrom("organization as o")
    .leftJoin("appUser as u", "u.id", "o.leaderUserId")
    .selectAll("o")
    .select(["u.mobilePhone as leaderPhone", inScope(tx, "o.id").as("inCreateScope")])
    .select(inScope(withEditRight(tx), "o.id").as("inEditScope"))
    .where(condition)
    .execute();
}

/** Plans what a row will do, or skips it if it changes nothing. Throws the first reason why it is refused. */
export async function planOf(tx: Tx, facts: Facts, { values }: ImportRow): Promise<Plan | typeof SKIPPED> {
  const { code = null, name, parentCode, leaderPhone = null, regionCode = null } = values;
  const type = organizationType.parse(values["type"]);
  const typed = { code, name: name ?? "", type, regionCode, leaderPhone };
  const parent = facts.byCode.get(parentCode ?? "");
  const coded = code === null ? undefined : facts.byCode.get(code);
  const isParentOfOwn = coded !== undefined && mayEdit(tx, coded) && coded.parentId === parent?.id;
  if (!parent || parent.deletedAt !== null || !(isReached(parent) || isParentOfOwn)) {
    throw organizationImportErrors.parent();
  }
  const sibling = facts.byName.get(placeKey(parent.id, typed.name));
  const existing = code === null && sibling && mayEdit(tx, sibling) ? sibling : coded;
  if (existing) return changeOf(tx, { parent, existing, sibling }, typed);
  if (!parent.inCreateScope) throw organizationImportErrors.parent();
  if (sibling) throw orgErrors.nameExists();
  return { parent, wanted: await wantedBelow(tx, parent, typed) };
}

async function wantedBelow(tx: Tx, parent: Known, { leaderPhone, ...typed }: Typed): Promise<Wanted> {
  refuseManaged({ type: typed.type, refModule: null });
  if (parent.status === "DISABLED") throw orgErrors.disabled();
  if (parent.level >= DEEPEST) throw orgErrors.depth();
  if (!contract.fitsBelowStore(typed.type)) await requireRoom(tx, parent, typed);
  await regionOf(tx, typed.regionCode);
  if (leaderPhone !== null && !mayEdit(tx, parent)) throw organizationImportErrors.leader();
  return { ...typed, leaderUserId: await leaderOf(tx, parent.path, leaderPhone) };
}

/** Tells whether the operator may edit it. By hand, only editors name leaders, so the import requires the same. */
export function mayEdit(tx: Tx, { inEditScope, deletedAt }: Known): boolean {
  return tx.actor.mayCall(contract.editOrganization) && inEditScope && deletedAt === null;
}

interface Found {
  readonly parent: Known;
  readonly existing: Known;
  readonly sibling: Known | undefined;
}
interface Typed extends Omit<Wanted, "leaderUserId"> {
  readonly leaderPhone: string | null;
}

async function changeOf(tx: Tx, { parent, existing, sibling }: Found, typed: Typed): Promise<Plan | typeof SKIPPED> {
  if (!mayEdit(tx, existing)) throw commonErrors.duplicate({ field: "组织编码" });
  if (existing.type !== typed.type) throw organizationImportErrors.type();
  if (existing.parentId !== parent.id) {
    throw parent.path.startsWith(existing.path) ? organizationImportErrors.cycle() : organizationImportErrors.moved();
  }
  const { leaderPhone } = typed;
  const keepsLeader = leaderPhone === null || (mayAskPhones(tx) && leaderPhone === existing.leaderPhone);
  const leaderUserId = keepsLeader ? existing.leaderUserId : await leaderOf(tx, existing.path, leaderPhone);
  const changes = { name: typed.name, leaderUserId, regionCode: typed.regionCode ?? existing.regionCode };
  const isSame =
    existing.name === changes.name &&
    existing.leaderUserId === leaderUserId &&
    existing.regionCode === changes.regionCode;
  if (isSame) return SKIPPED;
  if (changesManaged(existing, { ...existing, ...changes })) refuseManaged(existing);
  if (sibling && sibling.id !== existing.id) throw orgErrors.nameExists();
  await regionOf(tx, changes.regionCode, existing);
  return { existing, changes };
}

const mayAskPhones = (tx: Tx) => mayAskFor(tx, "user.mobilePhone", ["HIDE"]);

/** Finds the person with this phone who holds a post here or above. Anybody else is refused like an unknown phone. */
async function leaderOf(tx: Tx, path: string, phone: string | null): Promise<string | null> {
  if (phone === null) return null;
  const asked = inOffice(tx, path).where("u.mobilePhone", "=", phone);
  const found = mayAskPhones(tx) ? await asked.executeTakeFirst() : undefined;
  if (!found) throw orgErrors.leader({ name: phone });
  return found.userId;
}

/** Returns a business error as a value and throws everything else. */
export async function refusalOr<T>(act: () => Promise<T>): Promise<T | BusinessError> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof BusinessError) return error;
    throw error;
  }
}
