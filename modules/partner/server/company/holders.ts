import { holdersOfCode } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { partnerAdmins } from "./admins.ts";
import type { PartnerRow } from "./tables.ts";

/** The brand's own people who hold a code: those of partners may hold it too, for their own company. */
export async function brandHolders(tx: Tx, code: string): Promise<string[]> {
  const holders = await holdersOfCode(tx, code);
  if (holders.length === 0) return [];
  const outsiders = await db(tx)
    .selectFrom("partnerStaff")
    .select("userId")
    .where("userId", "in", holders)
    .where("state", "<>", "LEFT")
    .execute();
  const isOutside = new Set(outsiders.map(({ userId }) => userId));
  return holders.filter((id) => !isOutside.has(id));
}

/** Who hears what happens to a partner: its manager and its own administrators (PT-R20). */
export async function managerAndAdmins(tx: Tx, partner: PartnerRow): Promise<string[]> {
  const admins = await partnerAdmins(tx, partner.id);
  return [partner.managerId, ...admins.flatMap(({ userId }) => userId ?? [])];
}

export const addressOfPartner = (id: string): `/${string}` => `/Partner/list?id=${id}`;
