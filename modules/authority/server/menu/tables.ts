import { getMenuTree, MenuShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

/** One menu for everybody; who sees what of it is a matter of roles. */
export const menus = tableOf(MenuShape, {
  scope: { unscoped: "one tree for the whole console; roles decide who sees which part" },
  read: getMenuTree.permission,
  number: "key",
  labels: { parentKey: "上级菜单" },
  unlogged: ["component", "source"],
});
export type MenuRow = RowOf<typeof menus>;
