import { type BusinessError, commonErrors, dayOf, nextDay, startOfDay } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { grantErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { findRootId } from "../organization/tree/root.ts";
import { isOutsider } from "../person/guards.ts";
import type { UserRow } from "../person/tables.ts";
import { grantBreaches } from "../rights/grant-guard.ts";
import { reachesEverything } from "../rights/reaches-everything.ts";

export interface Wanted {
  readonly user: Pick<UserRow, "id" | "userType">;
  readonly organization: { readonly id: string; readonly type: string };
  readonly roleId: string;
  /** The last day, or null for no end. */
  readonly validTo: string | null;
  /** Whether the grant comes with the position. It then ends with the post, and the role's longest term is ignored. */
  readonly fromPosition?: boolean;
  /** Whether the person is about to get a post in this organisation. */
  readonly isJoining?: boolean;
}

const DAY_MS = 86_400_000;

/**
 * Throws the first reason why a role may not be given. The roles stay locked, so
 * that they cannot change before the grant is stored.
 */
export async function requireGivable(tx: Tx, wanted: readonly Wanted[]): Promise<void> {
  // an edit of the role waits for this transaction and then sees the new holders
  const roles = await rolesOf(rolesIn(tx, wanted).orderBy("id").forShare());
  const refusal = (await refusalsOf(tx, roles, wanted)).find((one) => one !== null);
  if (refusal) throw refusal;
}

/** Finds the first reason why the grant is refused, or null. Preview and grant share these rules (AU-R15, R17, R58). */
export async function grantRefusal(tx: Tx, wanted: Wanted): Promise<BusinessError | null> {
  return (await grantRefusals(tx, [wanted]))[0] ?? null;
}

/** Finds the refusals of many grants at once. */
export async function grantRefusals(tx: Tx, wanted: readonly Wanted[]): Promise<(BusinessError | null)[]> {
  return refusalsOf(tx, await rolesOf(rolesIn(tx, wanted)), wanted);
}

async function refusalsOf(
  tx: Tx,
  roles: ReadonlyMap<string, Role>,
  wanted: readonly Wanted[],
): Promise<(BusinessError | null)[]> {
  const asked = wanted.map((one) => {
    const role = roles.get(one.roleId);
    if (!role) throw commonErrors.notFound();
    const { user, organization, isJoining = false } = one;
    return { ...one, role, userId: user.id, organizationId: organization.id, isJoining };
  });
  const breaches = await grantBreaches(tx, asked);
  const rootId = await findRootId(tx);
  return asked.map((one, n) => breaches[n] ?? contentRefusal(tx, { ...one, rootId }));
}

function contentRefusal(
  tx: Tx,
  { role, user, organization, rootId, ...wanted }: Wanted & { role: Role; rootId: string | null },
): BusinessError | null {
  if (role.status !== "ENABLED") return grantErrors.grantRoleDisabled({ name: role.name });
  const holder = { userType: user.userType, orgType: organization.type, isAtRoot: organization.id === rootId };
  return holderRefusal(role, holder, rootId) ?? (wanted.fromPosition ? null : timeRefusal(tx, role, wanted.validTo));
}

type Holdable = Pick<Role, "name" | "exclusiveOrgTypes" | "dataScope" | "scopeOverrides" | "customOrgs">;

interface Holder {
  readonly userType: UserRow["userType"];
  readonly orgType: string;
  /** Whether the organisation is the root of the tree. */
  readonly isAtRoot: boolean;
}

/** Tells why a person of this kind may not hold the role in such an organisation, whoever gives it (AU-R58). */
export function holderRefusal(role: Holdable, holder: Holder, rootId: string | null): BusinessError | null {
  if (isOutsider(holder) && reachesEverything(role, rootId, holder)) return grantErrors.grantOutsiderAll();
  const types: readonly string[] = role.exclusiveOrgTypes;
  const fits = types.includes(holder.orgType) || (types.length === 0 && !isOutsider(holder));
  return fits ? null : grantErrors.grantOrgType({ name: role.name });
}

/** A grant until a day ends at the midnight after that day (AU-R29). */
export function endOf(validTo: string | null): Date | null {
  return validTo === null ? null : startOfDay(nextDay(validTo));
}

function rolesIn(tx: Tx, wanted: readonly Wanted[]) {
  const ids = [...new Set(wanted.map(({ roleId }) => roleId))];
  const isAsked = sql<boolean>`id = any(${ids}::uuid[])`;
  return db(tx).selectFrom("role").selectAll().where(isAsked).where("deletedAt", "is", null);
}

async function rolesOf(query: ReturnType<typeof rolesIn>) {
  return new Map((await query.execute()).map((role) => [role.id, role]));
}

type Role = Awaited<ReturnType<typeof rolesOf>> extends Map<string, infer One> ? One : never;

function timeRefusal(tx: Tx, { name, maxDays }: Role, validTo: string | null): BusinessError | null {
  const end = endOf(validTo);
  if (end !== null && end <= tx.now) return grantErrors.grantPast();
  if (maxDays === null) return null;
  if (end === null) return grantErrors.grantNeedsEnd({ name, n: maxDays });
  const days = (end.getTime() - startOfDay(dayOf(tx.now)).getTime()) / DAY_MS;
  return days > maxDays ? grantErrors.grantTooLong({ name, n: maxDays }) : null;
}
