import type { BusinessError } from "@ops/platform/contract";
import { DEEPEST_MENU, menuErrors } from "./calls.ts";
import type { MenuKind } from "./shape.ts";

/** The fields on which the shape of the tree depends. Server and page check it by the same rules. */
export interface PlacedMenu {
  readonly key: string;
  readonly parentId: string | null;
  readonly sort: number;
  readonly kind: MenuKind;
}

/** Sorts menus as the sidebar shows them: parents before children, siblings by sort and key. */
export function inMenuOrder<M extends PlacedMenu>(menus: readonly M[]): M[] {
  const children = Map.groupBy(menus, (menu) => menu.parentId);
  const below = (key: string | null): M[] =>
    (children.get(key) ?? []).toSorted(bySort).flatMap((menu) => [menu, ...below(menu.key)]);
  return below(null);
}

function bySort(one: PlacedMenu, other: PlacedMenu): number {
  return one.sort - other.sort || (one.key < other.key ? -1 : 1);
}

/** Finds the first fault of a tree, or null (AU-R37, AU-R39). */
export function treeFault(menus: readonly PlacedMenu[]): BusinessError | null {
  const byKey = new Map(menus.map((menu) => [menu.key, menu]));
  for (const menu of menus) {
    const fault = placeFault(menu, byKey);
    if (fault) return fault;
  }
  return null;
}

function placeFault(menu: PlacedMenu, byKey: ReadonlyMap<string, PlacedMenu>): BusinessError | null {
  if (menu.parentId === null) return menu.kind === "GROUP" ? null : menuErrors.top();
  if (byKey.get(menu.parentId)?.kind !== "GROUP") return menuErrors.parent();
  const above = new Set<string>();
  for (let key: string | null = menu.key; key !== null; key = byKey.get(key)?.parentId ?? null) {
    if (above.has(key)) return menuErrors.cycle();
    above.add(key);
  }
  return above.size > DEEPEST_MENU ? menuErrors.depth() : null;
}

/** Lists the node and those above it, lowest first. */
export function chainOf<M extends PlacedMenu>(key: string, byKey: ReadonlyMap<string, M>): M[] {
  const menu = byKey.get(key);
  if (!menu) return [];
  return menu.parentId === null ? [menu] : [menu, ...chainOf(menu.parentId, byKey)];
}
