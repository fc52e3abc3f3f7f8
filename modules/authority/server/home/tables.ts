import { table } from "../database.ts";

export const homeLayouts = table("homeLayout", {
  entity: "首页布局",
  scope: { unscoped: "found by the actor's own id only" },
  labels: { widgets: "首页组件", pinned: "快捷入口" },
});
