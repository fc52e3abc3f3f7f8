import type { Tx } from "@ops/platform/server";
import { apiClientErrors } from "../../contract/index.ts";
import { db } from "../database.ts";

export async function requireFreeName(tx: Tx, name: string): Promise<void> {
  const holder = await db(tx).selectFrom("apiClient").select("id").where("name", "=", name).executeTakeFirst();
  if (holder) throw apiClientErrors.apiClientExists();
}
