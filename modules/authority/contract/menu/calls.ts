import {
  businessErrors,
  done,
  endpoint,
  MenuNode,
  recordId,
  type SiteRoute,
  siteRoutes,
  version,
  versionQuery,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { Permission } from "../rights/permission.ts";
import { Menu, type MenuKind, MenuShape, menuKey, menuParent } from "./shape.ts";

/** The number of levels below the root (AU-R37). */
export const DEEPEST_MENU = 3;

/** Pages of the console that belong to no menu, such as those for errors. */
const signposts = ["/home", "/NotOpenYet", "/error403", "/error404", "/error500"];

/** The routes that a PAGE may open. A route with a parameter needs a record, so no menu can hold it (AU-R37). */
export const menuPageRoutes: readonly SiteRoute[] = siteRoutes.filter(
  ({ path }) => !path.includes("{") && !signposts.includes(path),
);

const keyParams = z.object({ key: menuKey });
const treeVersion = z
  .string("菜单版本格式不正确")
  .min(1, "菜单版本格式不正确")
  .max(64, "菜单版本格式不正确")
  .meta({ label: "菜单版本" });

/** A role that holds the menu. */
export const HoldingRole = z.object({
  id: z.string(),
  code: withMeta(z.string(), { label: "编码" }),
  name: withMeta(z.string(), { label: "角色" }),
  status: MenuShape.fields.status.meta({ isState: true }),
  /** People with a grant that is in force. */
  memberCount: withMeta(z.int(), { label: "人数" }),
});

export const MenuDetail = Menu.extend({
  /** The id of the record, by which its log is found. */
  id: z.string(),
  parentTitle: withMeta(z.string().nullable(), { label: "上级菜单" }),
  updatedByName: z.string(),
  roles: z.array(HoldingRole),
  /** The codes that belong to the page, as the contract declares them. */
  permissions: z.array(Permission.pick({ code: true, name: true, risk: true, interfaces: true })),
});
export type MenuDetail = z.output<typeof MenuDetail>;

export const getMenuTree = endpoint({
  method: "GET",
  path: "/user/v1/menus/tree",
  title: "菜单树",
  permission: "authority:menu:list",
  /** All nodes, parents before children, in menu order. `treeVersion` identifies this arrangement. */
  answer: z.object({ treeVersion: z.string(), nodes: z.array(Menu) }),
});

export const getMenu = endpoint({
  method: "GET",
  path: "/user/v1/menus/{key}",
  title: "菜单详情",
  permission: "authority:menu:list",
  record: "menu",
  params: keyParams,
  answer: MenuDetail,
});

export const getMenuHealth = endpoint({
  method: "GET",
  path: "/user/v1/menus/health",
  title: "路由体检",
  permission: "authority:menu:list",
  answer: z.object({
    routesWithoutMenu: z.array(z.object({ path: z.string(), title: z.string() })),
    menusWithoutRoute: z.array(z.object({ key: z.string(), title: z.string(), path: z.string() })),
  }),
});

export const previewMenus = endpoint({
  method: "GET",
  path: "/user/v1/menus/preview",
  title: "预览侧边栏",
  permission: "authority:menu:list",
  query: z
    .object({
      roleId: withMeta(recordId.optional(), { label: "角色" }),
      userId: withMeta(recordId.optional(), { label: "用户" }),
    })
    .refine(({ roleId, userId }) => (roleId === undefined) !== (userId === undefined), "请选择角色或用户"),
  answer: z.array(MenuNode),
});

const written = {
  parentId: menuParent,
  ...MenuShape.pick("kind", "title"),
  /** A group has no path. */
  path: MenuShape.fields.path.nullable(),
  ...MenuShape.pick("keepAlive", "isHidden", "openStatus"),
};

/** Finds the fault of a path for a node of this kind. */
function pathFault({ kind: of, path }: { kind: MenuKind; path: string | null }): string | null {
  if (of === "GROUP") return null;
  if (!path) return of === "PAGE" ? "请选择路径！" : "请输入外链地址！";
  return of === "LINK" && !isWebAddress(path) ? "外链地址必须以http://或https://开头" : null;
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

interface PlacedBody {
  readonly kind: MenuKind;
  readonly path: string | null;
  readonly parentId: string | null;
}

function checkPlace(
  body: PlacedBody,
  context: { addIssue(issue: { code: "custom"; path: string[]; message: string }): void },
): void {
  const message = pathFault(body);
  if (message) context.addIssue({ code: "custom", path: ["path"], message });
  if (body.kind !== "GROUP" && body.parentId === null) {
    context.addIssue({ code: "custom", path: ["parentId"], message: "请选择上级菜单！" });
  }
}

export const createMenu = endpoint({
  method: "POST",
  path: "/user/v1/menus",
  audit: "新增菜单",
  permission: "authority:menu:create",
  /** Without `sort` it becomes the last of its siblings. */
  body: z.object({ ...written, sort: MenuShape.fields.sort.nullable() }).superRefine(checkPlace),
  answer: Menu,
});

export const editMenu = endpoint({
  method: "PUT",
  path: "/user/v1/menus/{key}",
  audit: "编辑菜单",
  permission: "authority:menu:edit",
  params: keyParams,
  body: z.object({ ...written, ...MenuShape.pick("sort", "status"), version }).superRefine(checkPlace),
  answer: Menu,
});

export const resetMenu = endpoint({
  method: "POST",
  path: "/user/v1/menus/{key}/reset",
  audit: "恢复默认菜单",
  permission: "authority:menu:edit",
  params: keyParams,
  body: z.object({ version }),
  answer: Menu,
});

export const removeMenu = endpoint({
  method: "DELETE",
  path: "/user/v1/menus/{key}",
  audit: "删除菜单",
  permission: "authority:menu:delete",
  params: keyParams,
  query: versionQuery,
  answer: done,
});

const move = z.strictObject({ ...MenuShape.pick("key"), parentId: menuParent, ...MenuShape.pick("sort") });
export type MenuMove = z.output<typeof move>;

export const sortMenus = endpoint({
  method: "POST",
  path: "/user/v1/menus/sort",
  audit: "调整菜单顺序",
  permission: "authority:menu:sort",
  body: z.object({
    moves: z
      .array(move, "移动列表格式不正确")
      .min(1, "请移动至少一个菜单")
      .max(5000, "单次最多移动5000个菜单")
      .refine((moves) => new Set(moves.map(({ key }) => key)).size === moves.length, "菜单重复")
      .meta({ label: "移动列表" }),
    treeVersion,
  }),
  answer: z.object({ treeVersion: z.string() }),
});

export const menuErrors = businessErrors("MENU", {
  depth: "菜单最多3级",
  cycle: "不能移动到自己或下级菜单",
  parent: "页面和外链下不能再放菜单",
  top: "一级菜单只能是目录",
  pathUnknown: "路径不在系统路由中",
  pathExists: "路径已被菜单「{title}」使用",
  pathFixed: "系统菜单的路径不能修改",
  kindFixed: "菜单类型不能修改",
  groupOpen: "目录不能设为未开放",
  hasChild: "存在下级菜单，不能删除",
  system: "系统菜单不能删除，可设为隐藏",
  noDefault: "自定义菜单没有默认值",
  protected: "菜单管理必须保持可用，否则无人能再调整菜单",
  treeStale: "菜单已被他人调整，请刷新后重试",
});
