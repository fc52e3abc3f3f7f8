import type { editMenu, Menu } from "@ops/authority/contract";
import type { BodyInputOf } from "@ops/platform/contract";

/** A node as it is, in the form in which an edit sends it. */
export function bodyOfMenu(menu: Menu): BodyInputOf<typeof editMenu> {
  const { parentId, kind, title, path, keepAlive, isHidden, openStatus, sort, status, version } = menu;
  return { parentId, kind, title, path, keepAlive, isHidden, openStatus, sort, status, version };
}
