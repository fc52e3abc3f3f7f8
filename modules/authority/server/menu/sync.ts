import { newId, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { defaultMenus } from "./defaults.ts";

/** Adds the nodes that are missing, granted to nobody; what an administrator has edited stays as it is (AU-R38). */
export async function syncMenus(tx: Tx): Promise<void> {
  const stamp = { createdAt: tx.now, createdBy: tx.actor.userId, updatedAt: tx.now, updatedBy: tx.actor.userId };
  const menus = defaultMenus().map((menu) => ({
    ...menu,
    id: newId(),
    icon: null,
    source: "CONTRACT" as const,
    ...stamp,
  }));
  // groups come before their pages, so that each finds its parent
  await db(tx)
    .insertInto("menu")
    .values(menus)
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
}
