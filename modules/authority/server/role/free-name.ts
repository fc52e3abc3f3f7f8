import type { Tx } from "@ops/platform/server";
import { roleErrors } from "../../contract/index.ts";
import { db } from "../database.ts";

export async function requireFreeName(tx: Tx, name: string, ownId: string | null): Promise<void> {
  const holders = await db(tx)
    .selectFrom("role")
    .select("id")
    .where("name", "=", name)
    .where("deletedAt", "is", null)
    .execute();
  if (holders.some(({ id }) => id !== ownId)) throw roleErrors.nameExists();
}
