import { HolderOutlined } from "@ant-design/icons";
import { Menu, MenuPage, openStatuses } from "@ops/authority/contract";
import { DotText, groupIcon, tableColumnsOf } from "@ops/platform/web";
import { Tag } from "antd";
import type { DragEvent } from "react";
import { Link } from "react-router";
import { HiddenSwitch } from "./HiddenSwitch.tsx";
import type { MenuRow } from "./menu-rows.ts";

export const detailAddress = (key: string) => MenuPage.addressOf({ mode: "view", id: key });

interface Options {
  readonly movable: boolean;
  readonly mayEdit: boolean;
  readonly onDragStart: (event: DragEvent<HTMLElement>, key: string) => void;
  readonly onDragEnd: () => void;
}

export function menuColumns({ mayEdit, ...handle }: Options) {
  return tableColumnsOf<typeof Menu, MenuRow>(Menu, {
    title: { width: 250, pinned: true, wraps: true, as: (row) => <MenuName row={row} {...handle} /> },
    key: {
      title: "图标",
      width: 56,
      align: "center",
      as: ({ level, title }) => (level === 1 ? <span aria-hidden>{groupIcon(title)}</span> : null),
    },
    kind: 64,
    path: { width: 215, as: ({ kind, path }) => (kind === "GROUP" ? "-" : path) },
    component: 110,
    keepAlive: { width: 56, as: ({ keepAlive }) => (keepAlive ? "是" : "-") },
    openStatus: { width: 88, as: (menu) => <OpenState menu={menu} /> },
    isHidden: { width: 64, as: (menu) => <HiddenSwitch menu={menu} disabled={!mayEdit} /> },
    roleCount: 96,
  });
}

interface NameProps extends Omit<Options, "mayEdit"> {
  readonly row: MenuRow;
}

function MenuName({ row, movable, onDragStart, onDragEnd }: NameProps) {
  return (
    <span className="menu-name">
      {movable && (
        <button
          type="button"
          className="menu-handle"
          draggable
          data-menu-handle={row.key}
          aria-label={`移动「${row.title}」，按住 Alt 用方向键`}
          onDragStart={(event) => onDragStart(event, row.key)}
          onDragEnd={onDragEnd}
        >
          <HolderOutlined />
        </button>
      )}
      <Link to={detailAddress(row.key)} title={row.title}>
        {row.title}
      </Link>
      {row.source === "CUSTOM" && <Tag>自定义</Tag>}
      {row.isChanged && <Tag>已修改</Tag>}
    </span>
  );
}

/**
 * Shows what users get who click the item. An item that an administrator opened is open only if this release has its
 * page.
 */
export function OpenState({ menu }: { readonly menu: Pick<Menu, "kind" | "status" | "openStatus" | "hasPage"> }) {
  if (menu.status === "DISABLED") return <DotText tone="off" text="停用" />;
  if (menu.kind === "GROUP") return "-";
  if (!menu.hasPage) return <DotText tone="off" text="未上线" />;
  return <DotText tone={menu.openStatus === "OPEN" ? "good" : "warn"} text={openStatuses[menu.openStatus]} />;
}
