import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { chainOf, menuErrors, treeFault } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { MenuRow } from "./tables.ts";

const MENU_TREE = 7_316_102;
const MENU_PAGE = "authority.MenuManagement";

/** Changes of the tree happen one after the other: each is judged by the tree that it will stand in. */
export async function orderTreeChanges(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MENU_TREE})`.execute(tx.kysely);
}

/** A node and, under the name that the wire has for it, what lies above. */
export type PlacedRow = MenuRow & { readonly parentId: string | null };

export function allMenus(tx: Tx): Promise<PlacedRow[]> {
  return db(tx).selectFrom("menu").selectAll().select("parentKey as parentId").execute();
}

/** Refuses a tree that breaks a rule, whichever change leads to it. */
export function requireSoundTree(menus: readonly PlacedRow[]): void {
  const fault = treeFault(menus);
  if (fault) throw fault;
  const chain = chainOf(MENU_PAGE, new Map(menus.map((menu) => [menu.key, menu])));
  if (chain.some(({ status, openStatus }) => status !== "ENABLED" || openStatus !== "OPEN")) {
    throw menuErrors.protected();
  }
}
