import { type Menu, removeMenu } from "@ops/authority/contract";
import { removeAction } from "@ops/platform/web";

/** Only what was made here can be deleted; the menus of the system stay. */
export function removeMenuAction(onDone: () => void = () => undefined) {
  return removeAction({
    endpoint: removeMenu,
    question: ({ title, roleCount }: Menu) =>
      roleCount > 0 ? `「${title}」已授予${roleCount}个角色，删除后一并收回，确认删除？` : `确认删除「${title}」？`,
    when: ({ source }) => source === "CUSTOM",
    params: ({ key }) => ({ key }),
    onDone,
  });
}
