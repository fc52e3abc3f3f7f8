import { type Menu, removeMenu } from "@ops/authority/contract";
import { removeAction } from "@ops/platform/web";

/** Deletes a menu that was created here. Menus of the system cannot be deleted. */
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
