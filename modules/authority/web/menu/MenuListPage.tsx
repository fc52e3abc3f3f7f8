import { SearchOutlined } from "@ant-design/icons";
import {
  createMenu,
  getMenuHealth,
  getMenuTree,
  type Menu,
  previewMenus,
  WHOLE_TREE_LIMIT,
} from "@ops/authority/contract";
import { ListFrame, useDialog, useEndpoint, useLive, useMay, usePinyin } from "@ops/platform/web";
import { Button, Input } from "antd";
import { useMemo, useState } from "react";
import { HealthDialog } from "./HealthDialog.tsx";
import { MenuTable } from "./MenuTable.tsx";
import { CreateMenuDialog, EditMenuDialog } from "./menu-dialogs.tsx";
import { rowsOf, searched } from "./menu-rows.ts";
import { PreviewDrawer } from "./PreviewDrawer.tsx";
import "./menu.css";

const none: readonly Menu[] = [];

export default function MenuListPage() {
  const tree = useEndpoint(getMenuTree, {});
  const [search, setSearch] = useState("");
  const match = usePinyin(search);
  const [folded, setClosed] = useState<ReadonlySet<string> | null>(null);
  const creating = useDialog<{ parent: Menu | null }>();
  const editing = useDialog<Menu>();
  const checking = useDialog<true>();
  const previewing = useDialog<true>();
  useLive("perm.changed", () => void tree.refetch()); // another administrator may have moved something

  const nodes = tree.data?.nodes ?? none;
  const rows = useMemo(() => rowsOf(searched(nodes, search, match)), [nodes, search, match]);
  const groups = useMemo(() => nodes.filter(({ kind }) => kind === "GROUP").map(({ key }) => key), [nodes]);
  // a large tree begins folded: rows come to life when their group is opened
  const closed = useMemo(
    () => folded ?? new Set(nodes.length > WHOLE_TREE_LIMIT ? groups : []),
    [folded, nodes.length, groups],
  );
  const toggleAll = () => setClosed(closed.size > 0 ? new Set() : new Set(groups));

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
          onChange={({ target }) => setSearch(target.value)}
        />
      }
      tools={
        <Tools
          isFolded={closed.size > 0}
          onFold={toggleAll}
          onHealth={() => checking.open(true)}
          onPreview={() => previewing.open(true)}
          onCreate={() => creating.open({ parent: null })}
        />
      }
      foot={
        <footer className="menu-foot">
          共 {nodes.length} 个菜单 · 拖动手柄或用 Alt + 方向键调整：↑ ↓ 换顺序，← → 换层级
        </footer>
      }
      dialogs={
        <>
          {creating.value && <CreateMenuDialog nodes={nodes} parent={creating.value.parent} onClose={creating.close} />}
          {editing.value && <EditMenuDialog nodes={nodes} menu={editing.value} onClose={editing.close} />}
          {checking.value && <HealthDialog onClose={checking.close} />}
          {previewing.value && <PreviewDrawer onClose={previewing.close} />}
        </>
      }
    >
      <MenuTable
        tree={tree.data ?? null}
        failure={tree.error?.message ?? null}
        onRetry={() => void tree.refetch()}
        rows={rows}
        isSearching={search.trim() !== ""}
        closed={closed}
        onClosed={setClosed}
        onCreate={(parent) => creating.open({ parent })}
        onEdit={editing.open}
      />
    </ListFrame>
  );
}

interface ToolsProps {
  readonly isFolded: boolean;
  readonly onFold: () => void;
  readonly onHealth: () => void;
  readonly onPreview: () => void;
  readonly onCreate: () => void;
}

function Tools({ isFolded, onFold, onHealth, onPreview, onCreate }: ToolsProps) {
  const may = useMay();
  return (
    <>
      <Button onClick={onFold}>{isFolded ? "全部展开" : "全部折叠"}</Button>
      {may(getMenuHealth) && <Button onClick={onHealth}>路由体检</Button>}
      {may(previewMenus) && <Button onClick={onPreview}>预览侧边栏</Button>}
      {may(createMenu) && (
        <Button type="primary" onClick={onCreate}>
          新增
        </Button>
      )}
    </>
  );
}
