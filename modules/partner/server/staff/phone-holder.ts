import { findAccountByPhone, releasePhone } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import type { Identity } from "./identity.ts";

interface PhoneHolder {
  readonly userId: string;
  /** The same person, somebody who left a partner, somebody else of a partner, or a person of the brand. */
  readonly is: "SELF" | "FORMER" | "OTHER" | "EMPLOYEE";
}

/**
 * Finds the account that has the phone. Phone numbers are reassigned, so the id number decides whether it is the same
 * person.
 */
export async function phoneHolder(tx: Tx, { phone, idNo, staffId }: Identity): Promise<PhoneHolder | null> {
  const account = await findAccountByPhone(tx, phone);
  if (!account) return null;
  const keptFor = await db(tx)
    .selectFrom("partnerStaff")
    .select(["id", "state", "idNoHash"])
    .where("userId", "=", account.id)
    .execute();
  const userId = account.id;
  const isFree = keptFor.length > 0 && keptFor.every(({ id, state }) => id === staffId || state === "LEFT");
  if (!isFree) return { userId, is: account.userType === "PARTNER" ? "OTHER" : "EMPLOYEE" };
  const idNoHash = tx.vault.hash("idCard", idNo);
  return { userId, is: keptFor.some((row) => row.idNoHash.equals(idNoHash)) ? "SELF" : "FORMER" };
}

/**
 * Finds the account for a person with this phone: the own one, or none yet. The account of a former owner of the number
 * loses it.
 */
export async function claimPhone(tx: Tx, identity: Identity, own: string | null): Promise<string | null> {
  const holder = await phoneHolder(tx, identity);
  if (!holder || holder.userId === own) return own;
  if (holder.is === "SELF" && own === null) return holder.userId;
  if (holder.is === "SELF" || holder.is === "FORMER") await releasePhone(tx, holder.userId);
  return own;
}
