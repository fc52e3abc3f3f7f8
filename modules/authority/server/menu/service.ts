import { commonErrors, hasPage } from "@ops/platform/contract";
import { reads, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type { z } from "zod";
import * as contract from "../../contract/index.ts";
import { chainOf, inMenuOrder, menuPageRoutes, permissionsOf } from "../../contract/index.ts";
import { db } from "../database.ts";
import { notOver } from "../rights/in-force.ts";
import { visibleRoles } from "../rights/reader/visible-roles.ts";
import { defaultMenus, isDefault } from "./defaults.ts";
import { allMenus, type PlacedRow } from "./guard.ts";
import type { MenuRow } from "./tables.ts";
import { treeVersionOf } from "./tree-version.ts";

type PresentedMenu = MenuRow & Omit<z.input<typeof contract.Menu>, keyof MenuRow>;

export const getMenuTree = reads(contract.getMenuTree, async (tx) => {
  const rows = await allMenus(tx);
  const holders = await rolesByKey(tx, rows);
  return {
    treeVersion: treeVersionOf(rows),
    nodes: inMenuOrder(rows).map((row) => presentNode(row, holders.get(row.key)?.size ?? 0)),
  };
});

export const getMenu = reads(contract.getMenu, async (tx, { params: { key } }) => {
  const rows = await allMenus(tx);
  const row = rows.find((menu) => menu.key === key);
  if (!row) throw commonErrors.notFound();
  const holders = (await rolesByKey(tx, rows)).get(key) ?? new Set();
  const parent = rows.find((menu) => menu.key === row.parentKey);
  return {
    ...presentNode(row, holders.size),
    parentTitle: parent?.title ?? null,
    updatedByName: await tx.personName(row.updatedBy),
    roles: await rolesOf(tx, [...holders]),
    permissions: permissionsOn(tx, row),
  };
});

export async function presentMenu(tx: Tx, row: MenuRow): Promise<PresentedMenu> {
  const holders = await rolesByKey(tx, await allMenus(tx));
  return presentNode(row, holders.get(row.key)?.size ?? 0);
}

/** Routes that nobody can reach by the menu, and pages of the menu that lead nowhere (AU-R37). */
export const getMenuHealth = reads(contract.getMenuHealth, async (tx) => {
  const pages = (await allMenus(tx)).filter(({ kind }) => kind === "PAGE");
  const inMenu = new Set(pages.map(({ path }) => path));
  const known = new Set(menuPageRoutes.map(({ path }) => path));
  return {
    // what belongs to a list is opened from there
    routesWithoutMenu: menuPageRoutes.filter(({ path, parent }) => parent === undefined && !inMenu.has(path)),
    menusWithoutRoute: inMenuOrder(pages.map((page) => ({ ...page, parentId: null }))).filter(
      ({ path }) => !known.has(path),
    ),
  };
});

/** Codes belong to the route; a custom item that opens it shows the same ones. */
function permissionsOn(tx: Tx, row: MenuRow) {
  if (row.kind !== "PAGE") return [];
  const page = defaultMenus().find(({ kind, path }) => kind === "PAGE" && path === row.path);
  return permissionsOf(tx.endpoints).filter(({ menuKey }) => menuKey !== null && menuKey === page?.key);
}

function presentNode(row: MenuRow, roleCount: number): PresentedMenu {
  return {
    ...row,
    parentId: row.parentKey,
    hasPage: row.kind !== "PAGE" || hasPage(row.path),
    isChanged: row.source === "CONTRACT" && !isDefault(row),
    roleCount,
  };
}

/** Ids of the roles by the key of what they hold; a group is held by whoever holds something below it. */
async function rolesByKey(tx: Tx, rows: readonly PlacedRow[]): Promise<Map<string, Set<string>>> {
  const roles = await db(tx).selectFrom("role").select(["id", "menuKeys"]).where("deletedAt", "is", null).execute();
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const holders = new Map<string, Set<string>>();
  for (const { id, menuKeys } of roles) {
    const held = menuKeys.filter((key) => byKey.get(key)?.kind !== "GROUP");
    for (const { key } of held.flatMap((one) => chainOf(one, byKey))) {
      holders.set(key, (holders.get(key) ?? new Set()).add(id));
    }
  }
  return holders;
}

/** Finds the holders whom the reader may see; the count includes the others as well. */
async function rolesOf(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const visible = await visibleRoles(tx);
  const query = db(tx)
    .selectFrom("role")
    .select(["role.id", "role.code", "role.name", "role.status"])
    .select(
      sql<number>`(select count(distinct m.user_id)::int from role_grant g join membership m on m.id = g.membership_id
        where g.role_id = role.id and ${notOver(tx)})`.as("memberCount"),
    )
    .where("role.id", "in", ids)
    .orderBy("role.name");
  return (visible ? query.where(visible) : query).execute();
}
