import { dayOf, nextDay, startOfDay } from "@ops/platform/contract";
import { isSelf, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { userErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { outsiderTypes } from "../dictionaries.ts";
import type { UserRow } from "./tables.ts";

/** People of other companies: their accounts end by date and never reach everything (AU-R58). */
export function isOutsider({ userType }: Pick<UserRow, "userType">): boolean {
  return outsiderTypes.includes(userType);
}

/** Nobody may change the own status, roles, memberships, admin flag or validity (AU-R5). */
export function refuseSelf(tx: Tx, id: string): void {
  if (isSelf(tx, id)) throw userErrors.self();
}

/** Administrators are changed by administrators only (AU-R3). */
export function refuseAdministrator(tx: Tx, user: Pick<UserRow, "boolAdmin">): void {
  if (user.boolAdmin && !tx.actor.isAdmin) throw userErrors.adminProtected();
}

/** Name, phone and main membership of these accounts come from the staff module (AU-R11). */
export function refuseStaffManaged({ source }: Pick<UserRow, "source">): void {
  if (source === "STAFF") throw userErrors.staffManaged();
}

export async function requireFreeStaffNos(tx: Tx, staffNos: readonly string[]): Promise<void> {
  if ((await takenOf(tx, "staffNo", staffNos)).size > 0) throw userErrors.staffnoExists();
}

/** One account per phone (AU-R1); that of a deleted account is free. Whoever asks for it at the same time waits. */
export async function requireFreePhones(tx: Tx, mobilePhones: readonly string[]): Promise<void> {
  // always locked in the same order, so that two transactions that lock several never wait for each other
  await sql`select pg_advisory_xact_lock(hashtextextended('phone:' || phone, 0))
    from (select distinct unnest(${mobilePhones}::text[]) as phone order by phone) as wanted`.execute(tx.kysely);
  if ((await takenOf(tx, "mobilePhone", mobilePhones)).size > 0) throw userErrors.phoneExists();
}

/** Outsiders need an end, a year ahead at most; nobody gets one that has passed. */
export function checkValidity(tx: Tx, userType: string, validUntil: string | null): void {
  const today = dayOf(tx.now);
  const outsider = isOutsider({ userType });
  if (validUntil === null) {
    if (outsider) throw userErrors.validUntilMissing();
    return;
  }
  if (validUntil < today) throw userErrors.validUntilPast();
  if (outsider && validUntil > aYearAfter(today)) throw userErrors.validUntilFar();
}

/** The wanted last day, or a year from today if the wanted one is later. */
export function latestValidity(tx: Tx, wanted: string): string {
  const latest = aYearAfter(dayOf(tx.now));
  return wanted < latest ? wanted : latest;
}

function aYearAfter(day: string): string {
  const [year = "", ...rest] = day.split("-");
  const same = [Number(year) + 1, ...rest].join("-");
  // 29 February does not exist a year later, so 1 March stands for it
  return Number.isNaN(startOfDay(same).getTime()) || dayOf(startOfDay(same)) !== same
    ? nextDay(`${same.slice(0, 8)}28`)
    : same;
}

/** Finds which of these numbers belong to an account, and to whose. */
export async function takenOf(
  tx: Tx,
  column: "staffNo" | "mobilePhone",
  values: readonly string[],
): Promise<Map<string, string>> {
  const holders = await db(tx)
    .selectFrom("appUser")
    .select(["id", column])
    .where(sql<boolean>`${sql.ref(column)} = any(${values}::text[])`)
    .where("deletedAt", "is", null)
    .execute();
  return new Map(holders.map((holder) => [String(holder[column]), holder.id]));
}
