import { createHash } from "node:crypto";
import type { PlacedMenu } from "../../contract/index.ts";

/** A version of the arrangement of the menu: the same nodes at the same places have the same version (AU-R39). */
export function treeVersionOf(menus: readonly PlacedMenu[]): string {
  const places = menus.map(({ key, parentId, sort }) => JSON.stringify([key, parentId, sort])).toSorted();
  return createHash("sha256").update(places.join("\n")).digest("hex").slice(0, 32);
}
