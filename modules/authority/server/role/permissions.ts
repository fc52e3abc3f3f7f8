import type { Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import { catalogueOf } from "../rights/catalogue.ts";

/** The catalogue as roles are built from it: the menu as it stands, and the permissions of its pages. */
export async function listPermissions(tx: Tx) {
  const menus = await db(tx)
    .selectFrom("menu")
    .select(["key", "title", "parentKey"])
    .where("status", "=", "ENABLED")
    .orderBy("sort")
    .orderBy("key")
    .execute();
  return { pages: menus, permissions: [...catalogueOf(tx)] };
}
