import { SearchOutlined } from "@ant-design/icons";
import { createMenu, getMenuHealth, previewMenus } from "@ops/authority/contract";
import { ListFrame, useDialog } from "@ops/platform/web";
import { Input } from "antd";
import { HealthDialog } from "./HealthDialog.tsx";
import { MenuTable } from "./MenuTable.tsx";
import { CreateMenuDialog } from "./menu-dialogs.tsx";
import { PreviewDrawer } from "./PreviewDrawer.tsx";
import { useMenuRows } from "./use-menu-rows.ts";
import "./menu.css";

export default function MenuListPage() {
  const menus = useMenuRows();
  const creating = useDialog<true>();
  const checking = useDialog<true>();
  const previewing = useDialog<true>();

  return (
    <ListFrame
      title="菜单管理"
      lead={
        <Input
          className="menu-search"
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          placeholder="菜单名称、拼音或路径"
          aria-label="按名称查找菜单"
          onChange={({ target }) => menus.search(target.value)}
        />
      }
      tools={[
        { label: menus.closed.size > 0 ? "全部展开" : "全部折叠", run: menus.toggleAll },
        { label: "路由体检", needs: getMenuHealth, run: () => checking.open(true) },
        { label: "预览侧边栏", needs: previewMenus, run: () => previewing.open(true) },
        { label: "新增", needs: createMenu, primary: true, run: () => creating.open(true) },
      ]}
      foot={
        <footer className="menu-foot">
          共 {menus.nodes.length} 个菜单 · 拖动手柄或用 Alt + 方向键调整：↑ ↓ 换顺序，← → 换层级
        </footer>
      }
      dialogs={
        <>
          {creating.value && <CreateMenuDialog nodes={menus.nodes} parent={null} onClose={creating.close} />}
          {checking.value && <HealthDialog onClose={checking.close} />}
          {previewing.value && <PreviewDrawer onClose={previewing.close} />}
        </>
      }
    >
      <MenuTable menus={menus} />
    </ListFrame>
  );
}
