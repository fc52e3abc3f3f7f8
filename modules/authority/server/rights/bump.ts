import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";

/**
 * Call after every change of a grant, role, menu, membership, organisation or interface: with the commit, all nodes
 * compile anew and the open pages of the people concerned reload their rights (PF-R32, AU-R23).
 */
export async function bumpRights(tx: Tx, concerned: readonly string[] | "everyone"): Promise<void> {
  await db(tx).updateTable("permissionVersion").set({ value: sql<number>`value + 1` }).execute();
  await tx.invalidate("rights");
  if (concerned === "everyone") return tx.tell("everyone", { type: "perm.changed" });
  for (const userId of concerned) await tx.tell({ userId }, { type: "perm.changed" });
}
