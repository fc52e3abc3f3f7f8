import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";

/**
 * Has to be called after every change of a grant, role, menu, membership, organisation or
 * interface. When the transaction commits, all nodes compile rights anew and open pages of the
 * people concerned reload theirs (PF-R32, AU-R23).
 */
export async function bumpRights(tx: Tx, concerned: readonly string[] | "everyone"): Promise<void> {
  await db(tx).updateTable("permissionVersion").set({ value: sql<number>`value + 1` }).execute();
  await tx.invalidate("rights");
  if (concerned === "everyone") return tx.tell("everyone", { type: "perm.changed" });
  for (const userId of concerned) await tx.tell({ userId }, { type: "perm.changed" });
}
