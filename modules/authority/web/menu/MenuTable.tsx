import { editMenu, type Menu, sortMenus } from "@ops/authority/contract";
import { Note, NotLoaded, useElementSize, useMay } from "@ops/platform/web";
import { Table } from "antd";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { menuColumns } from "./menu-columns.tsx";
import { type Arrow, arrowTarget } from "./menu-moves.ts";
import type { MenuRow } from "./menu-rows.ts";
import { useMenuDrag } from "./use-menu-drag.ts";
import { type MenuTree, useMenuSort } from "./use-menu-sort.ts";

const HEAD_HEIGHT = 38;
const LEAST_HEIGHT = 160;
/** Above this many rows only those in sight are drawn. */
const VIRTUAL_ABOVE = 200;
const arrows: Readonly<Record<string, Arrow>> = {
  ArrowUp: "ArrowUp",
  ArrowDown: "ArrowDown",
  ArrowLeft: "ArrowLeft",
  ArrowRight: "ArrowRight",
};

interface Props {
  readonly tree: MenuTree | null;
  readonly failure: string | null;
  readonly onRetry: () => void;
  readonly rows: readonly MenuRow[];
  readonly isSearching: boolean;
  readonly closed: ReadonlySet<string>;
  readonly onClosed: (closed: ReadonlySet<string>) => void;
  readonly onCreate: (parent: Menu) => void;
  readonly onEdit: (menu: Menu) => void;
}

export function MenuTable(props: Props) {
  const { tree, rows, closed, isSearching } = props;
  const may = useMay();
  const host = useRef<HTMLDivElement>(null);
  const { height } = useElementSize(host);
  const { move } = useMenuSort();
  const movable = may(sortMenus) && !isSearching;
  const drag = useMenuDrag(tree?.nodes ?? [], (key, target) => tree && move(tree, key, target));
  const refocus = useRefocus(tree);

  const steer = (event: KeyboardEvent<HTMLElement>) => {
    const arrow = arrows[event.key];
    const key =
      event.target instanceof Element ? event.target.closest("[data-row-key]")?.getAttribute("data-row-key") : "";
    if (!event.altKey || !arrow || !key || !tree || !movable) return;
    event.preventDefault(); // Alt+← is the browser's way back
    const target = arrowTarget(tree.nodes, key, arrow);
    if (!target) return;
    refocus(key);
    if (target.parentId !== null && closed.has(target.parentId)) open(target.parentId);
    move(tree, key, target);
  };
  const open = (key: string, isOpen = true) => {
    const next = new Set(closed);
    if (isOpen) next.delete(key);
    else next.add(key);
    props.onClosed(next);
  };
  const groups = (tree?.nodes ?? []).filter(({ kind }) => kind === "GROUP").map(({ key }) => key);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys pressed on the controls inside, which have their own roles
    <div className="list-table menu-table" ref={host} onKeyDown={steer}>
      {height > 0 && (
        <Table<MenuRow>
          rowKey="key"
          size="medium"
          dataSource={rows}
          loading={tree === null && props.failure === null}
          columns={menuColumns({
            movable,
            mayEdit: may(editMenu),
            onDragStart: drag.start,
            onDragEnd: drag.end,
            onCreate: props.onCreate,
            onEdit: props.onEdit,
          })}
          virtual={(tree?.nodes.length ?? 0) > VIRTUAL_ABOVE}
          scroll={{ x: 1160, y: Math.max(LEAST_HEIGHT, height - HEAD_HEIGHT) }}
          pagination={false}
          expandable={{
            expandedRowKeys: isSearching ? groups : groups.filter((key) => !closed.has(key)),
            onExpand: (isOpen, { key }) => open(key, isOpen),
            indentSize: 20,
          }}
          onRow={({ key }) => drag.rowProps(key)}
          locale={{ emptyText: <Instead {...props} /> }}
        />
      )}
    </div>
  );
}

function Instead({ failure, onRetry, isSearching }: Props) {
  if (failure) return <NotLoaded reason={failure} onRetry={onRetry} />;
  return <Note icon={null} sentence={isSearching ? "没有符合条件的菜单" : " "} />;
}

/** A row that was moved by the keyboard keeps the focus: moving its element in the page would drop it. */
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
