import { type BusinessError, commonErrors, dayOf, nextDay, startOfDay } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { grantErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { grantBreach } from "../rights/grant-guard.ts";
import { isOutsider } from "../user/guards.ts";
import type { UserRow } from "../user/tables.ts";

export interface Wanted {
  readonly user: UserRow;
  readonly organization: { readonly id: string; readonly type: string };
  readonly roleId: string;
  /** The last day, or null for no end. */
  readonly validTo: string | null;
  /** Brought along by a position: the length of the appointment is its end, so the role's own limit does not ask. */
  readonly fromPosition?: boolean;
}

const DAY_MS = 86_400_000;

/** Throws the first reason why the role may not be given; until the end of the transaction the role stays as weighed. */
export async function requireGivable(tx: Tx, wanted: Wanted): Promise<void> {
  const role = await requireRole(roleOf(tx, wanted.roleId).forShare()); // an edit waits, and then sees the new holder
  const refusal = await refusalOf(tx, role, wanted);
  if (refusal) throw refusal;
}

/** The first reason, or null: the check and the deed ask the same (AU-R15, R17, R58). */
export async function grantRefusal(tx: Tx, wanted: Wanted): Promise<BusinessError | null> {
  return refusalOf(tx, await requireRole(roleOf(tx, wanted.roleId)), wanted);
}

async function refusalOf(tx: Tx, role: Role, wanted: Wanted): Promise<BusinessError | null> {
  const { user, organization } = wanted;
  const breach = await grantBreach(tx, { role, userId: user.id, organizationId: organization.id });
  if (breach) return breach;
  if (role.status !== "ENABLED") return grantErrors.grantRoleDisabled({ name: role.name });
  const types = role.exclusiveOrgTypes;
  const fits = types.includes(organization.type) || (types.length === 0 && !isOutsider(user));
  if (isOutsider(user) && reachesAll(role)) return grantErrors.grantOutsiderAll();
  if (!fits) return grantErrors.grantOrgType({ name: role.name });
  return wanted.fromPosition ? null : timeRefusal(tx, role, wanted.validTo);
}

/** A grant to a day ends at the midnight that follows it (AU-R29). */
export function endOf(validTo: string | null): Date | null {
  return validTo === null ? null : startOfDay(nextDay(validTo));
}

function roleOf(tx: Tx, roleId: string) {
  return db(tx).selectFrom("role").selectAll().where("id", "=", roleId).where("deletedAt", "is", null);
}

async function requireRole(query: ReturnType<typeof roleOf>) {
  const role = await query.executeTakeFirst();
  if (!role) throw commonErrors.notFound();
  return role;
}

type Role = Awaited<ReturnType<typeof requireRole>>;

function reachesAll({ dataScope, scopeOverrides }: Role): boolean {
  return dataScope === "ALL" || Object.values(scopeOverrides).includes("ALL");
}

function timeRefusal(tx: Tx, { name, maxDays }: Role, validTo: string | null): BusinessError | null {
  const end = endOf(validTo);
  if (end !== null && end <= tx.now) return grantErrors.grantPast();
  if (maxDays === null) return null;
  if (end === null) return grantErrors.grantNeedsEnd({ name, n: maxDays });
  const days = (end.getTime() - startOfDay(dayOf(tx.now)).getTime()) / DAY_MS;
  return days > maxDays ? grantErrors.grantTooLong({ name, n: maxDays }) : null;
}
