import { ruledFields } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { callName } from "../../contract/index.ts";
import { db } from "../database.ts";
import { catalogueOf } from "../rights/catalogue.ts";

/** The menu and the permissions of its pages, from which roles are put together. */
export async function permissionCatalogue(tx: Tx) {
  const menus = await db(tx)
    .selectFrom("menu")
    .select(["key", "title", "parentKey"])
    .where("status", "=", "ENABLED")
    .orderBy("sort")
    .orderBy("key")
    .execute();
  const stored = await db(tx).selectFrom("apiInterface").select(["id", "method", "path"]).execute();
  const interfaceIds = Object.fromEntries(stored.map((row) => [callName(row), row.id]));
  return { pages: menus, permissions: [...catalogueOf(tx)], interfaceIds, fields: [...ruledFields.values()] };
}
