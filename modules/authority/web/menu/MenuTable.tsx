import { editMenu, sortMenus } from "@ops/authority/contract";
import { actionColumns, Note, NotLoaded, useElementSize, useMay } from "@ops/platform/web";
import { Table } from "antd";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { menuColumns } from "./menu-columns.tsx";
import type { MenuRow } from "./menu-rows.ts";
import { type Arrow, arrowTarget } from "./sort/menu-moves.ts";
import { useMenuDrag } from "./sort/use-menu-drag.ts";
import { type MenuTree, useMenuSort } from "./sort/use-menu-sort.ts";
import { useMenuActions } from "./use-menu-actions.tsx";
import type { MenuRows } from "./use-menu-rows.ts";

const HEAD_HEIGHT = 38;
const LEAST_HEIGHT = 160;
/** With more rows than this, only the visible ones are rendered. */
const VIRTUAL_ABOVE = 200;
const arrows: Readonly<Record<string, Arrow>> = {
  ArrowUp: "ArrowUp",
  ArrowDown: "ArrowDown",
  ArrowLeft: "ArrowLeft",
  ArrowRight: "ArrowRight",
};

export function MenuTable({ menus }: { readonly menus: MenuRows }) {
  const { tree, nodes, rows, closed, isSearching, fold } = menus;
  const may = useMay();
  const { actions, dialog } = useMenuActions(nodes);
  const host = useRef<HTMLDivElement>(null);
  const { height } = useElementSize(host);
  const { move } = useMenuSort();
  const movable = may(sortMenus) && !isSearching;
  const drag = useMenuDrag(nodes, (key, target) => tree && move(tree, key, target));
  const refocus = useRefocus(tree);

  const steer = (event: KeyboardEvent<HTMLElement>) => {
    const arrow = arrows[event.key];
    const key =
      event.target instanceof Element ? event.target.closest("[data-row-key]")?.getAttribute("data-row-key") : "";
    if (!event.altKey || !arrow || !key || !tree || !movable) return;
    event.preventDefault(); // in the browser, Alt+← would go back
    const target = arrowTarget(tree.nodes, key, arrow);
    if (!target) return;
    refocus(key);
    if (target.parentId !== null && closed.has(target.parentId)) fold(target.parentId, true);
    move(tree, key, target);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys pressed on the controls inside, which have their own roles
    <div className="list-table menu-table" ref={host} onKeyDown={steer}>
      {height > 0 && (
        <Table<MenuRow>
          rowKey="key"
          size="medium"
          dataSource={rows}
          loading={tree === null && menus.failure === null}
          columns={[
            ...menuColumns({ movable, mayEdit: may(editMenu), onDragStart: drag.start, onDragEnd: drag.end }),
            ...actionColumns(actions, may, { width: 168, fixed: "end" }),
          ]}
          virtual={nodes.length > VIRTUAL_ABOVE}
          scroll={{ x: 1160, y: Math.max(LEAST_HEIGHT, height - HEAD_HEIGHT) }}
          pagination={false}
          expandable={{
            expandedRowKeys: isSearching ? [...menus.groups] : menus.groups.filter((key) => !closed.has(key)),
            onExpand: (isOpen, { key }) => fold(key, isOpen),
            indentSize: 20,
          }}
          onRow={({ key }) => drag.rowProps(key)}
          locale={{ emptyText: <Instead {...menus} /> }}
        />
      )}
      {dialog}
    </div>
  );
}

function Instead({ failure, refresh, isSearching }: MenuRows) {
  if (failure) return <NotLoaded reason={failure} onRetry={refresh} />;
  return <Note icon={null} sentence={isSearching ? "没有符合条件的菜单" : " "} />;
}

/** Gives the focus back to a row that was moved by the keyboard, because moving its element loses the focus. */
function useRefocus(tree: MenuTree | null): (key: string) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (!tree || wanted.current === null) return;
    document.querySelector<HTMLElement>(`[data-menu-handle="${CSS.escape(wanted.current)}"]`)?.focus();
  }, [tree]);
  useEffect(() => {
    const forget = () => {
      wanted.current = null;
    };
    window.addEventListener("pointerdown", forget);
    return () => window.removeEventListener("pointerdown", forget);
  }, []);
  return (key) => {
    wanted.current = key;
  };
}
