import { HomeOutlined } from "@ant-design/icons";
import type { MenuNode } from "@ops/platform/contract";
import { Badge, Menu, type MenuProps } from "antd";
import { useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useSession } from "../../session/use-session.ts";
import { useUnreadTasks } from "../../task/use-unread-tasks.ts";
import { useShellStore } from "../shell-store.ts";
import { groupIcon } from "./group-icons.tsx";
import { useOpenMenu } from "./MenuLink.tsx";
import { highlightedPath, type MenuLine, menuAddress, menuLines, visibleMenu } from "./menu-tree.ts";
import { SIDEBAR_WIDTH } from "./sidebar-width.ts";

type Item = NonNullable<MenuProps["items"]>[number];
const DOWNLOADS = "下载中心";
const HOME: Item = { key: "/home", icon: <HomeOutlined />, label: "首页", title: "首页" };

export function Sidebar() {
  const navigate = useNavigate();
  const openMenu = useOpenMenu();
  const { pathname, search } = useLocation();
  const { menu } = useSession();
  const collapsed = useShellStore((state) => state.collapsed);
  const redDot = useUnreadTasks() > 0;
  const lines = useMemo(() => menuLines(visibleMenu(menu)), [menu]);
  const current = currentLine(lines, pathname, search);
  const [openKeys, setOpenKeys] = useOpenGroups(current?.above.map(({ key }) => key) ?? []);
  const items = useMemo(() => {
    const drawn = { redDot, openKeys: collapsed ? [] : openKeys };
    return [HOME, ...visibleMenu(menu).map((node) => addGroupName(itemOf(node, drawn), collapsed))];
  }, [menu, redDot, collapsed, openKeys]);

  return (
    <nav
      className="sidebar"
      aria-label="主菜单"
      style={{ width: collapsed ? SIDEBAR_WIDTH.collapsed : SIDEBAR_WIDTH.open }}
    >
      <Menu
        mode="inline"
        inlineCollapsed={collapsed}
        inlineIndent={24}
        items={items}
        selectedKeys={pathname === "/home" ? ["/home"] : current ? [current.node.key] : []}
        {...(collapsed ? {} : { openKeys, onOpenChange: setOpenKeys })}
        onClick={({ key }) => {
          const line = lines.find(({ node }) => node.key === key);
          if (line) openMenu(line.node);
          else void navigate(key);
        }}
      />
    </nav>
  );
}

/** Finds the item of the page in the address, or of the page that is not open yet. */
function currentLine(lines: readonly MenuLine[], pathname: string, search: string): MenuLine | undefined {
  const leaves = lines.filter(({ node }) => node.children.length === 0);
  const paths = lines.map(({ node }) => node.path);
  const path = highlightedPath(pathname, paths);
  return (
    leaves.find(({ node }) => node.path === path) ?? leaves.find(({ node }) => menuAddress(node) === pathname + search)
  );
}

/** Opens the group of the current page. The user opens and closes the others. */
function useOpenGroups(currentGroups: string[]) {
  const [openKeys, setOpenKeys] = useState<string[]>(currentGroups);
  const [opened, setOpened] = useState(currentGroups.join());
  if (opened !== currentGroups.join()) {
    setOpened(currentGroups.join());
    setOpenKeys((keys) => [...new Set([...keys, ...currentGroups])]);
  }
  return [openKeys, setOpenKeys] as const;
}

interface Drawn {
  readonly redDot: boolean;
  /** Groups whose items are visible. */
  readonly openKeys: readonly string[];
}

function itemOf(node: MenuNode, drawn: Drawn, level = 1): Item {
  const { key, title } = node;
  const icon = level === 1 ? { icon: groupIcon(title) } : {};
  if (node.children.length === 0) return { key, label: leafLabel(title, drawn.redDot), title };
  const children = node.children.map((child) => itemOf(child, drawn, level + 1));
  const isNew = drawn.redDot && !drawn.openKeys.includes(key) && menuLines([node]).some(isDownloads);
  return { key, title, children, ...icon, ...(isNew ? labelWithDot(title) : { label: title }) };
}

const isDownloads = ({ node }: MenuLine) => node.title === DOWNLOADS;

/** A group that hides the item with the red dot wears it itself, on its icon (PF-R71). */
function labelWithDot(title: string) {
  const label = (
    <>
      {title}
      <span className="for-screen-readers">有新文件</span>
    </>
  );
  return { className: "sidebar-new", label };
}

/** Folded up, a group is an icon: what flies out of it begins with its name. */
function addGroupName(item: Item, collapsed: boolean): Item {
  if (!collapsed || !item || !("children" in item) || !("label" in item)) return item;
  const { key, label, children } = item;
  return { ...item, children: [{ key: `${key}:name`, type: "group", label, children: children ?? [] }] };
}

function leafLabel(title: string, redDot: boolean) {
  if (title !== DOWNLOADS || !redDot) return title;
  return (
    <Badge dot offset={[6, 2]}>
      <span className="sidebar-dotted">{title}</span>
      <span className="for-screen-readers">有新文件</span>
    </Badge>
  );
}
