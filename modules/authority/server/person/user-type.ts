import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import type { UserRow } from "./tables.ts";

/** Tells of what kind somebody is; null for actors without an account, such as the server itself. */
export async function userTypeOf(tx: Tx, userId: string): Promise<UserRow["userType"] | null> {
  const found = await db(tx).selectFrom("appUser").select("userType").where("id", "=", userId).executeTakeFirst();
  return found?.userType ?? null;
}
