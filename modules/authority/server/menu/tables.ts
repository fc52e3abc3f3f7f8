import { getMenuTree } from "../../contract/index.ts";
import { type RowOf, table } from "../database.ts";

/** One menu for everybody; who sees what of it is a matter of roles. */
export const menus = table("menu", {
  entity: "菜单",
  scope: { unscoped: "one tree for the whole console; roles decide who sees which part" },
  read: getMenuTree.permission,
  number: "key",
  labels: {
    title: "菜单名称",
    path: "路径",
    parentKey: "上级菜单",
    kind: "类型",
    sort: "排序",
    isHidden: "隐藏",
    keepAlive: "缓存",
    openStatus: "开放状态",
    status: "状态",
  },
  words: {
    kind: { GROUP: "目录", PAGE: "页面", LINK: "外链" },
    openStatus: { OPEN: "已开放", COMING: "未开放" },
    status: { ENABLED: "启用", DISABLED: "停用" },
  },
});
export type MenuRow = RowOf<typeof menus>;
