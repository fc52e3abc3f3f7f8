import { createMenu, DEEPEST_MENU, editMenu, getMenuTree, type Menu, resetMenu } from "@ops/authority/contract";
import { offered, RowActions, useCall, useMay } from "@ops/platform/web";
import type { MenuRow } from "./menu-rows.ts";
import { removeMenuAction } from "./remove-menu.ts";

interface Props {
  readonly row: MenuRow;
  readonly onCreate: (parent: Menu) => void;
  readonly onEdit: (menu: Menu) => void;
}

export function MenuActions({ row, onCreate, onEdit }: Props) {
  const may = useMay();
  const reset = useCall(resetMenu, { done: "已恢复默认", refreshes: [getMenuTree] });
  const actions = offered(
    [
      { label: "编辑", needs: editMenu, run: onEdit },
      {
        label: "新增下级",
        needs: createMenu,
        when: ({ kind, level }: MenuRow) => kind === "GROUP" && level < DEEPEST_MENU,
        run: onCreate,
      },
      {
        label: "恢复默认",
        needs: resetMenu,
        when: ({ isChanged }) => isChanged,
        confirm: ({ title }) => `将「${title}」恢复为系统默认的名称、位置和设置？`,
        run: ({ key, version }) => reset.call({ params: { key }, body: { version } }),
      },
      removeMenuAction(),
    ],
    row,
    may,
  );
  return <RowActions actions={actions} row={row} />;
}
