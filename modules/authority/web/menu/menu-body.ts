import type { editMenu, Menu } from "@ops/authority/contract";
import type { BodyInputOf } from "@ops/platform/contract";

/** Makes the body of an edit that changes nothing. */
export function bodyOfMenu(menu: Menu): BodyInputOf<typeof editMenu> {
  const { parentId, kind, title, path, keepAlive, isHidden, openStatus, sort, status, version } = menu;
  return { parentId, kind, title, path, keepAlive, isHidden, openStatus, sort, status, version };
}
