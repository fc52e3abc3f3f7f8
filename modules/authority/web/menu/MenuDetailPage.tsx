import { editMenu, getMenu, getMenuTree, type MenuDetail, MenuPage, resetMenu } from "@ops/authority/contract";
import {
  type DetailAction,
  DetailPage,
  groupIcon,
  pageOf,
  recordOf,
  sendOnce,
  showTime,
  useEndpoint,
  usePages,
} from "@ops/platform/web";
import { OpenState } from "./menu-columns.tsx";
import { EditMenuDialog } from "./menu-dialogs.tsx";
import { HeldByRoles, PagePermissions } from "./menu-rights.tsx";
import { removeMenuAction } from "./remove-menu.ts";
import "./menu.css";

const menuRecord = recordOf({
  endpoint: getMenu,
  entity: "菜单",
  title: ({ title }) => title,
  number: ({ key }) => key,
  tags: (menu) => <OpenState menu={menu} />,
  overview: {
    title: "基本信息",
    fields: [
      "title",
      "kind",
      { show: "parentTitle", as: ({ parentTitle }) => parentTitle ?? "一级菜单" },
      { show: "path", when: ({ kind }) => kind !== "GROUP" },
      { show: "component", when: ({ kind }) => kind === "PAGE" },
      { label: "图标", show: "key", when: ({ parentId }) => parentId === null, as: ({ title }) => groupIcon(title) },
      "sort",
      { show: "keepAlive", when: ({ kind }) => kind === "PAGE" },
      "isHidden",
      { show: "source", as: ({ source }) => (source === "CUSTOM" ? "自定义" : "系统") },
      { label: "最后修改", show: "updatedAt", as: (m) => `${showTime(m.updatedAt)} ${m.updatedByName}` },
    ],
  },
  tabs: [
    {
      key: "permissions",
      title: "权限点",
      when: ({ kind }) => kind === "PAGE",
      content: ({ permissions }) => <PagePermissions permissions={permissions} />,
    },
    { key: "roles", title: "授予的角色", content: ({ roles }) => <HeldByRoles roles={roles} /> },
  ],
});

export default pageOf(MenuPage, function MenuDetailPage({ data }) {
  const { back } = usePages();
  return <DetailPage id={data.id} of={{ ...menuRecord, actions: menuActions(back) }} />;
});

const menuActions = (onRemoved: () => void): readonly DetailAction<MenuDetail>[] => [
  {
    label: "编辑",
    needs: editMenu,
    primary: true,
    ask: (menu, onClose) => <EditDialog menu={menu} onClose={onClose} />,
  },
  {
    label: "恢复默认",
    needs: resetMenu,
    when: ({ isChanged }) => isChanged,
    confirm: ({ title }) => `将「${title}」恢复为系统默认的名称、位置和设置？`,
    run: ({ key, version }) => sendOnce(resetMenu, { params: { key }, body: { version } }, "已恢复默认"),
  },
  removeMenuAction(onRemoved),
];

/** Loads the other menus only now, because only the dialog needs them. */
function EditDialog({ menu, onClose }: { readonly menu: MenuDetail; readonly onClose: () => void }) {
  const tree = useEndpoint(getMenuTree, {});
  return tree.data && <EditMenuDialog nodes={tree.data.nodes} menu={menu} onClose={onClose} />;
}
