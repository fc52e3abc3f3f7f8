import { BusinessError, commonErrors } from "@ops/platform/contract";
import { type ImportRow, mayAskFor, newId, SKIPPED, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../../contract/index.ts";
import { organizationImportErrors, organizationType, orgErrors } from "../../../contract/index.ts";
import { db } from "../../database.ts";
import { inScope } from "../../rights/in-scope.ts";
import { inOffice } from "../leaders.ts";
import { DEEPEST, requireRoom } from "../placement.ts";
import { regionOf } from "../region.ts";
import type { OrganizationRow } from "../tables.ts";
import { changesManaged, refuseManaged } from "../write.ts";

export type Known = OrganizationRow & {
  readonly inCreateScope: boolean;
  readonly inEditScope: boolean;
  readonly leaderPhone: string | null;
};

/** Everything the rows speak of. */
export interface Facts {
  /** Also deleted ones: a code is never given twice. */
  readonly byCode: Map<string, Known>;
  /** Those that are there, by parent and name. */
  readonly byName: Map<string, Known>;
}

/** What a row does: something new below a parent, or what changes. */
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

/** From now on rows may stand below it, and not be called like it. */
export function remember({ byCode, byName }: Facts, known: Known): void {
  byCode.set(known.code, known);
  byName.set(placeKey(known.parentId, known.name), known);
}

/** As a row will leave it. */
export function expected(plan: Plan): Known {
  if (plan.changes) return { ...plan.existing, ...plan.changes };
  const { parent, wanted } = plan;
  const id = newId();
  const place = { id, parentId: parent.id, path: `${parent.path}${id}/`, level: parent.level + 1, refModule: null };
  return { ...parent, ...wanted, ...place, code: wanted.code ?? id, leaderPhone: null };
}

export const editing = (tx: Tx): Tx => ({ ...tx, permission: contract.editOrganization.permission });

/** What the rows speak of, beside what is known from the rows before: what these make of it counts. */
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

/** Whether the operator may know what lies below it (PF-R106). */
const isReached = ({ inCreateScope, inEditScope }: Known) => inCreateScope || inEditScope;

function organizationsWhere(tx: Tx, condition: ReturnType<typeof sql<boolean>>): Promise<Known[]> {
  return db(tx)
    .selectFrom("organization as o")
    .leftJoin("appUser as u", "u.id", "o.leaderUserId")
    .selectAll("o")
    .select(["u.mobilePhone as leaderPhone", inScope(tx, "o.id").as("inCreateScope")])
    .select(inScope(editing(tx), "o.id").as("inEditScope"))
    .where(condition)
    .execute();
}

/** What a row would do, or that nothing of it is new; throws the first reason why it may not. */
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

/** By hand, leaders are named by whoever may edit an organisation, not by whoever may create one. */
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

/** Who is in office here or above with this phone; anybody else looks like nobody. */
async function leaderOf(tx: Tx, path: string, phone: string | null): Promise<string | null> {
  if (phone === null) return null;
  const asked = inOffice(tx, path).where("u.mobilePhone", "=", phone);
  const found = mayAskPhones(tx) ? await asked.executeTakeFirst() : undefined;
  if (!found) throw orgErrors.leader({ name: phone });
  return found.userId;
}

/** A refusal as it is, anything else thrown. */
export async function refusalOr<T>(act: () => Promise<T>): Promise<T | BusinessError> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof BusinessError) return error;
    throw error;
  }
}
