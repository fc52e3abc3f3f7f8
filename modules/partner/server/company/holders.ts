import { holdersAt, holdersOfCode } from "@ops/authority/server";
import { readersAmong, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { partnerAdmins } from "./admins.ts";
import { type PartnerRow, partners } from "./tables.ts";

/**
 * Finds the people of the brand who have a permission. People of partners may have it too, for their own company, and
 * are left out.
 */
export async function brandHolders(tx: Tx, code: string): Promise<string[]> {
  return ofTheBrand(tx, await holdersOfCode(tx, code));
}

async function ofTheBrand(tx: Tx, people: readonly string[]): Promise<string[]> {
  if (people.length === 0) return [];
  const outsiders = await db(tx)
    .selectFrom("partnerStaff")
    .select("userId")
    .where("userId", "in", people)
    .where("state", "<>", "LEFT")
    .execute();
  const isOutside = new Set(outsiders.map(({ userId }) => userId));
  return people.filter((id) => !isOutside.has(id));
}

type Placed = Pick<PartnerRow, "id" | "regionId" | "managerId">;

/**
 * Finds the people of the brand who have a permission for a partner, those of its region first, and who may open it
 * (PF-R123).
 */
export async function holdersFor(tx: Tx, code: string, partner: Placed): Promise<string[]> {
  return readersOf(tx, partner, await ofTheBrand(tx, await holdersAround(tx, code, partner)));
}

/** Keeps the people who may open the partner, because nobody else of the brand may get a notice about it (PF-R123). */
export function readersOf(tx: Tx, { id }: { readonly id: string }, people: readonly string[]): Promise<string[]> {
  return readersAmong(tx, { table: partners, id }, people);
}

/**
 * Finds the people with a permission for a partner. Its manager is included if they have the permission at all, because
 * their own partners are always in scope.
 */
async function holdersAround(tx: Tx, code: string, { regionId, managerId }: Placed): Promise<string[]> {
  const there = regionId === null ? [] : (await holdersAt(tx, code, regionId)).map(({ userId }) => userId);
  if (there.includes(managerId) || !(await holdersOfCode(tx, code)).includes(managerId)) return there;
  return [...there, managerId];
}

/**
 * Finds the people who are notified about a partner: its manager, who must be able to open it, and its own administrators
 * (PT-R20).
 */
export async function managerAndAdmins(tx: Tx, partner: Pick<PartnerRow, "id" | "managerId">): Promise<string[]> {
  const admins = await partnerAdmins(tx, partner.id);
  return [...(await readersOf(tx, partner, [partner.managerId])), ...admins.map(({ userId }) => userId)];
}

export const addressOfPartner = (id: string): `/${string}` => `/Partner/list?id=${id}`;
