import { createMenu, DEEPEST_MENU, editMenu, type Menu, resetMenu } from "@ops/authority/contract";
import { type RowAction, useAsking, useCall } from "@ops/platform/web";
import { CreateMenuDialog, EditMenuDialog } from "./menu-dialogs.tsx";
import type { MenuRow } from "./menu-rows.ts";
import { removeMenuAction } from "./remove-menu.ts";

/** The actions on a row, and their open dialog. */
export function useMenuActions(nodes: readonly Menu[]) {
  const reset = useCall(resetMenu, { done: "已恢复默认" });
  const resetting: RowAction<MenuRow> = {
    label: "恢复默认",
    needs: resetMenu,
    when: ({ isChanged }) => isChanged,
    confirm: ({ title }) => `将「${title}」恢复为系统默认的名称、位置和设置？`,
    run: ({ key, version }) => reset.call({ params: { key }, body: { version } }),
  };
  return useAsking<MenuRow>([
    {
      label: "编辑",
      needs: editMenu,
      ask: (menu, onClose) => <EditMenuDialog nodes={nodes} menu={menu} onClose={onClose} />,
    },
    {
      label: "新增下级",
      needs: createMenu,
      when: ({ kind, level }) => kind === "GROUP" && level < DEEPEST_MENU,
      ask: (parent, onClose) => <CreateMenuDialog nodes={nodes} parent={parent} onClose={onClose} />,
    },
    resetting,
    removeMenuAction(),
  ]);
}
