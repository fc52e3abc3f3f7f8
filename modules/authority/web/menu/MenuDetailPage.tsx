import { editMenu, getMenu, getMenuTree, type MenuDetail, menuKinds, resetMenu } from "@ops/authority/contract";
import { DetailPage, groupIcon, showTime, useCall, useDialog, useEndpoint, usePage, usePages } from "@ops/platform/web";
import { OpenState } from "./menu-columns.tsx";
import { EditMenuDialog } from "./menu-dialogs.tsx";
import { HeldByRoles, PagePermissions } from "./menu-rights.tsx";
import { removeMenuAction } from "./remove-menu.ts";
import "./menu.css";

export default function MenuDetailPage() {
  const { data } = usePage();
  const pages = usePages();
  const editing = useDialog<MenuDetail>();
  const tree = useEndpoint(getMenuTree, {}, { enabled: editing.value !== null });
  const reset = useCall(resetMenu, { done: "已恢复默认" });

  return (
    <DetailPage
      endpoint={getMenu}
      params={{ key: data?.id ?? "" }}
      title={(menu) => menu.title}
      number={(menu) => menu.key}
      state={(menu) => <OpenState menu={menu} />}
      actions={[
        removeMenuAction(pages.back),
        {
          label: "恢复默认",
          needs: resetMenu,
          when: ({ isChanged }) => isChanged,
          confirm: ({ title }) => `将「${title}」恢复为系统默认的名称、位置和设置？`,
          run: ({ key, version }) => reset.call({ params: { key }, body: { version } }),
        },
        { label: "编辑", needs: editMenu, primary: true, run: editing.open },
      ]}
      cards={[
        {
          title: "基本信息",
          fields: [
            { label: "菜单名称", show: "title" },
            { label: "类型", show: "kind", as: ({ kind }) => menuKinds[kind] },
            { label: "上级菜单", show: "parentTitle", as: ({ parentTitle }) => parentTitle ?? "一级菜单" },
            { label: "路径", show: "path", when: ({ kind }) => kind !== "GROUP" },
            { label: "组件", show: "component", when: ({ kind }) => kind === "PAGE" },
            {
              label: "图标",
              show: "key",
              when: ({ parentId }) => parentId === null,
              as: ({ title }) => groupIcon(title),
            },
            { label: "排序", show: "sort" },
            { label: "缓存", show: "keepAlive", when: ({ kind }) => kind === "PAGE" },
            { label: "隐藏", show: "isHidden" },
            { label: "来源", show: "source", as: ({ source }) => (source === "CUSTOM" ? "自定义" : "系统") },
            { label: "最后修改", show: "updatedAt", as: (m) => `${showTime(m.updatedAt)} ${m.updatedByName}` },
          ],
        },
        {
          title: "权限点",
          when: ({ kind }) => kind === "PAGE",
          content: (menu) => <PagePermissions permissions={menu.permissions} />,
        },
        { title: "授予的角色", content: (menu) => <HeldByRoles roles={menu.roles} /> },
      ]}
    >
      {editing.value && tree.data && (
        <EditMenuDialog nodes={tree.data.nodes} menu={editing.value} onClose={editing.close} />
      )}
    </DetailPage>
  );
}
