import { MenuFoldOutlined, MenuUnfoldOutlined, MoonOutlined, SearchOutlined, SunOutlined } from "@ant-design/icons";
import { Button, Tooltip } from "antd";
import { Link } from "react-router";
import { NoticeBell } from "../notice/NoticeBell.tsx";
import { toggleTheme, useThemeMode } from "../theme/theme-mode.ts";
import { Logo } from "./Logo.tsx";
import { OrganizationName } from "./OrganizationName.tsx";
import { useProductName } from "./product-name.ts";
import { toggleSidebar, useShellStore } from "./shell-store.ts";
import { UserMenu } from "./UserMenu.tsx";

export function Header() {
  const productName = useProductName();
  return (
    <header className="header">
      <Link to="/home" className="header-brand" aria-label={`${productName}，返回首页`}>
        <Logo />
        <span>{productName}</span>
      </Link>
      <CollapseToggle />
      <SearchBox />
      <div className="header-right">
        <OrganizationName />
        <NoticeBell />
        <ThemeToggle />
        <UserMenu />
      </div>
    </header>
  );
}

function CollapseToggle() {
  const collapsed = useShellStore((state) => state.collapsed);
  const label = collapsed ? "展开侧边栏" : "收起侧边栏";
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        aria-label={label}
        aria-expanded={!collapsed}
        icon={collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        onClick={toggleSidebar}
      />
    </Tooltip>
  );
}

/** Opens the palette; also by Ctrl or ⌘ and K (PF-R76). */
function SearchBox() {
  const keys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";
  return (
    <button
      type="button"
      className="plain-button header-search"
      aria-haspopup="dialog"
      onClick={() => useShellStore.setState({ paletteOpen: true })}
    >
      <SearchOutlined aria-hidden />
      <span>搜索菜单</span>
      <kbd>{keys}</kbd>
    </button>
  );
}

function ThemeToggle() {
  const dark = useThemeMode() === "dark";
  const label = dark ? "切换为浅色" : "切换为深色";
  return (
    <Tooltip title={label}>
      <Button type="text" aria-label={label} icon={dark ? <SunOutlined /> : <MoonOutlined />} onClick={toggleTheme} />
    </Tooltip>
  );
}
