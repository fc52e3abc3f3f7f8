import { oneOf, requiredText, shape, updatedAt, withMeta } from "@ops/platform/contract";
import { z } from "zod";

export const menuKinds = { GROUP: "目录", PAGE: "页面", LINK: "外链" } as const;
export const openStatuses = { OPEN: "已开放", COMING: "未开放" } as const;
export type MenuKind = keyof typeof menuKinds;

export const menuKey = z.string("菜单格式不正确").min(1, "菜单格式不正确").max(100, "菜单格式不正确");
/** The key of the parent; null at the first level. */
export const menuParent = menuKey.nullable().meta({ label: "上级菜单" });

export const MenuShape = shape("menu", "菜单", {
  key: menuKey,
  title: requiredText("菜单名称", 30),
  path: z.string("路径格式不正确").trim().max(500, "路径最多500个字符").meta({ label: "路径" }),
  component: withMeta(z.string().nullable(), { label: "组件" }),
  kind: oneOf(menuKinds, "请选择类型！").meta({ label: "类型" }),
  sort: z.int("排序格式不正确").min(0, "排序不能小于0").max(999_999, "排序不能大于999999").meta({ label: "排序" }),
  isHidden: z.boolean("隐藏格式不正确").meta({ label: "隐藏" }),
  keepAlive: z.boolean("缓存格式不正确").meta({ label: "缓存" }),
  openStatus: oneOf(openStatuses, "请选择开放状态！").meta({ label: "开放状态" }),
  status: oneOf({ ENABLED: "启用", DISABLED: "停用" }, "请选择状态！").meta({ label: "状态" }),
  source: z.enum(["CONTRACT", "CUSTOM"]).meta({ label: "来源" }),
});

export const Menu = MenuShape.answer({
  parentId: z.string().nullable(),
  /** Whether this release has the PAGE. Without it 敬请期待 is shown, whatever `openStatus` says (AU-R40). */
  hasPage: z.boolean(),
  /** True if the menu differs from what the release declares, so that 恢复默认 would change something. */
  isChanged: z.boolean(),
  /** The number of roles that have it; for a group, of those that have anything below it. */
  roleCount: withMeta(z.int(), { label: "授予角色数" }),
  updatedAt,
});
export type Menu = z.output<typeof Menu>;
