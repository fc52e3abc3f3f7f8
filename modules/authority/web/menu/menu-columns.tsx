import { HolderOutlined } from "@ant-design/icons";
import { type Menu, menuKinds, openStatuses } from "@ops/authority/contract";
import { addressOfPage, DotText, groupIcon, type RowAction, RowActions } from "@ops/platform/web";
import { type TableProps, Tag } from "antd";
import type { DragEvent } from "react";
import { Link } from "react-router";
import { HiddenSwitch } from "./HiddenSwitch.tsx";
import type { MenuRow } from "./menu-rows.ts";

export const detailAddress = (key: string) =>
  addressOfPage("/AuthorityManagement/MenuManagementDetail/{data}", { id: key, mode: "view" });

interface Options {
  readonly movable: boolean;
  readonly mayEdit: boolean;
  readonly onDragStart: (event: DragEvent<HTMLElement>, key: string) => void;
  readonly onDragEnd: () => void;
  readonly actionsOf: (row: MenuRow) => readonly RowAction<MenuRow>[];
}

export function menuColumns(options: Options): NonNullable<TableProps<MenuRow>["columns"]> {
  return [
    {
      title: "菜单名称",
      key: "title",
      width: 250,
      fixed: "start",
      render: (_value, row) => <MenuName row={row} {...options} />,
    },
    {
      title: "图标",
      key: "icon",
      width: 56,
      align: "center",
      render: (_value, { level, title }) => (level === 1 ? <span aria-hidden>{groupIcon(title)}</span> : null),
    },
    { title: "类型", key: "kind", width: 64, render: (_value, { kind }) => menuKinds[kind] },
    { title: "路径", dataIndex: "path", width: 215, ellipsis: true, render: (_value, row) => pathOf(row) },
    {
      title: "组件",
      dataIndex: "component",
      width: 110,
      ellipsis: true,
      render: (value: string | null) => value ?? "-",
    },
    { title: "缓存", key: "keepAlive", width: 56, render: (_value, { keepAlive }) => (keepAlive ? "是" : "-") },
    { title: "开放状态", key: "openStatus", width: 88, render: (_value, row) => <OpenState menu={row} /> },
    {
      title: "隐藏",
      key: "isHidden",
      width: 64,
      render: (_value, row) => <HiddenSwitch menu={row} disabled={!options.mayEdit} />,
    },
    { title: "授予角色数", dataIndex: "roleCount", width: 96, align: "right" },
    {
      title: "操作",
      key: "actions",
      width: 168,
      fixed: "end",
      render: (_value, row) => <RowActions actions={options.actionsOf(row)} row={row} />,
    },
  ];
}

function MenuName({ row, movable, onDragStart, onDragEnd }: Options & { readonly row: MenuRow }) {
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

function pathOf({ kind, path }: Menu) {
  return kind === "GROUP" ? "-" : path;
}

/** What a user meets who presses the item: what an administrator opened is open only if this release has the page. */
export function OpenState({ menu }: { readonly menu: Pick<Menu, "kind" | "status" | "openStatus" | "hasPage"> }) {
  if (menu.status === "DISABLED") return <DotText tone="off" text="停用" />;
  if (menu.kind === "GROUP") return "-";
  if (!menu.hasPage) return <DotText tone="off" text="未上线" />;
  return <DotText tone={menu.openStatus === "OPEN" ? "good" : "warn"} text={openStatuses[menu.openStatus]} />;
}
