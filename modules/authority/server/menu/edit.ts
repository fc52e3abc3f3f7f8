import { type BodyOf, commonErrors } from "@ops/platform/contract";
import { changeRecord, insertRecord, lockRecord, newId, removeRecord, type Tx, writes } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { menuErrors, menuPageRoutes } from "../../contract/index.ts";
import { db } from "../database.ts";
import { bumpRights } from "../rights/bump.ts";
import { defaultOf } from "./defaults.ts";
import { allMenus, orderTreeChanges, requireSoundTree } from "./guard.ts";
import { presentMenu } from "./service.ts";
import { type MenuRow, menus } from "./tables.ts";

type Fields = Omit<BodyOf<typeof contract.createMenu>, "sort">;

export const createMenu = writes(contract.createMenu, async (tx, { body }) => {
  await orderTreeChanges(tx);
  const id = newId();
  const key = `custom.${id.slice(-12)}`;
  const fields = await storedFields(tx, key, body);
  const sort = body.sort ?? (await nextSort(tx, fields.parentKey));
  return settleTree(tx, await insertRecord(tx, menus, { id, key, ...fields, sort, source: "CUSTOM" }));
});

/** Key, kind and component never change; the path of a system node neither (AU-R37). */
export const editMenu = writes(contract.editMenu, async (tx, { params: { key }, body }) => {
  const menu = await lockMenu(tx, key, body.version);
  if (body.kind !== menu.kind) throw menuErrors.kindFixed();
  const isOwn = menu.source === "CUSTOM";
  if (!isOwn && menu.kind !== "GROUP" && body.path !== menu.path) throw menuErrors.pathFixed();
  const fields = await storedFields(tx, key, body);
  const { path, component, ...rest } = fields;
  const target = isOwn ? { path, component } : {};
  const { sort, status } = body;
  return settleTree(tx, await changeRecord(tx, menus, menu, { ...rest, ...target, sort, status }));
});

export const resetMenu = writes(contract.resetMenu, async (tx, { params: { key }, body: { version } }) => {
  const menu = await lockMenu(tx, key, version);
  const initial = menu.source === "CONTRACT" ? defaultOf(key) : null;
  if (!initial) throw menuErrors.noDefault();
  await requireFreePath(tx, key, initial.kind, initial.path);
  return settleTree(tx, await changeRecord(tx, menus, menu, initial));
});

export const removeMenu = writes(
  contract.removeMenu,
  async (tx, { params: { key }, query: { version } }): Promise<true> => {
    const menu = await lockMenu(tx, key, version);
    if (menu.source === "CONTRACT") throw menuErrors.system();
    const child = await db(tx).selectFrom("menu").select("id").where("parentKey", "=", key).executeTakeFirst();
    if (child) throw menuErrors.hasChild();
    await removeRecord(tx, menus, menu);
    // keys are never used again, but roles must not keep naming a menu that is gone
    await db(tx)
      .updateTable("role")
      .set({ menuKeys: sql<string[]>`array_remove(menu_keys, ${key})` })
      .where(sql<boolean>`${key} = any(menu_keys)`)
      .execute();
    await bumpRights(tx, "everyone");
    return true;
  },
);

async function lockMenu(tx: Tx, key: string, version: number): Promise<MenuRow> {
  await orderTreeChanges(tx);
  const found = await db(tx).selectFrom("menu").select("id").where("key", "=", key).executeTakeFirst();
  if (!found) throw commonErrors.notFound();
  return lockRecord(tx, menus, found.id, version, presentMenu);
}

/** A change stands only in a sound tree; everybody's sidebar follows it at once. */
async function settleTree(tx: Tx, menu: MenuRow) {
  requireSoundTree(await allMenus(tx));
  await bumpRights(tx, "everyone");
  return presentMenu(tx, menu);
}

async function storedFields(tx: Tx, key: string, fields: Fields) {
  const { kind, title, isHidden, openStatus, parentId: parentKey } = fields;
  if (kind === "GROUP" && openStatus === "COMING") throw menuErrors.groupOpen();
  await requireParent(tx, parentKey);
  const path = kind === "GROUP" || fields.path === null ? `/${key}` : fields.path;
  const isKnown = kind !== "PAGE" || menuPageRoutes.some((route) => route.path === path);
  if (!isKnown) throw menuErrors.pathUnknown();
  await requireFreePath(tx, key, kind, path);
  const component = kind === "PAGE" ? path : null;
  const keepAlive = kind === "PAGE" && fields.keepAlive;
  return { kind, title, path, parentKey, component, isHidden, keepAlive, openStatus };
}

async function requireParent(tx: Tx, parentKey: string | null): Promise<void> {
  if (parentKey === null) return;
  const parent = await db(tx).selectFrom("menu").select("id").where("key", "=", parentKey).executeTakeFirst();
  if (!parent) throw commonErrors.param({ field: "上级菜单" });
}

async function requireFreePath(tx: Tx, key: string, kind: MenuRow["kind"], path: string): Promise<void> {
  if (kind === "GROUP") return;
  const holder = await db(tx)
    .selectFrom("menu")
    .select("title")
    .where("path", "=", path)
    .where("kind", "<>", "GROUP")
    .where("key", "<>", key)
    .executeTakeFirst();
  if (holder) throw menuErrors.pathExists({ title: holder.title });
}

async function nextSort(tx: Tx, parentKey: string | null): Promise<number> {
  const { last } = await db(tx)
    .selectFrom("menu")
    .select(({ fn }) => fn.max("sort").as("last"))
    .where("parentKey", parentKey === null ? "is" : "=", parentKey)
    .executeTakeFirstOrThrow();
  return Number(last ?? 0) + 10;
}
