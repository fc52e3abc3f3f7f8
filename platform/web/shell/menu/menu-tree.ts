import { hasPage, type MenuNode, NOT_OPEN_YET } from "@ops/platform/contract";
import { isFrameRoute, siteRouteOf } from "../site-routes.ts";

/** Finds the visible part of the server's menu tree (PF-R69). */
export function visibleMenu(nodes: readonly MenuNode[]): MenuNode[] {
  return shownAt(nodes, true);
}

function shownAt(nodes: readonly MenuNode[], firstLevel: boolean): MenuNode[] {
  return nodes
    .filter((node) => !node.isHidden)
    .map((node) => ({ ...node, children: shownAt(node.children, false) }))
    .filter((node) => node.children.length > 0 || (!firstLevel && node.component !== ""));
}

/** Every node with the nodes above it, hidden ones included, in menu order. */
export function menuLines(nodes: readonly MenuNode[], above: readonly MenuNode[] = []): MenuLine[] {
  return nodes.flatMap((node) => [{ node, above }, ...menuLines(node.children, [...above, node])]);
}

export interface MenuLine {
  node: MenuNode;
  above: readonly MenuNode[];
}

/** Pages of the sidebar that can be opened, for the palette and the quick entries. */
export function menuPages(nodes: readonly MenuNode[]): MenuLine[] {
  return menuLines(visibleMenu(nodes)).filter(({ node }) => node.children.length === 0 && node.path !== "");
}

/** Where an item leads: to the notice that names it while it is not open (AU-R40), else to its page or out of the console. */
export function menuAddress({ component, path, title }: MenuNode): string {
  return component === NOT_OPEN_YET ? `${NOT_OPEN_YET}?${new URLSearchParams({ name: title })}` : path;
}

/**
 * Tells whether the item opens more than 敬请期待: this release has the page, and no administrator has closed it (AU-R40).
 */
export function isOpenPage({ component, path }: MenuNode): boolean {
  return component !== NOT_OPEN_YET && (isOutside(path) || hasPage(path));
}

/** Opened beside the console, which stays where it is. */
export function isOutside(address: string): boolean {
  return /^https?:/i.test(address);
}

/** The item through which a page is granted that is not open yet, or null. */
export function findUnopened(path: string, menu: readonly MenuNode[]): MenuNode | null {
  const route = siteRouteOf(path);
  const own = [path, route?.path, route?.parent];
  const line = menuLines(menu).find(({ node }) => own.includes(node.path));
  return line?.node.component === NOT_OPEN_YET ? line.node : null;
}

/** Finds the menu path to highlight for the path in the address (PF-R70), or null. */
export function highlightedPath(path: string, menuPaths: readonly string[]): string | null {
  const known = new Set(menuPaths.filter(Boolean));
  const candidates = [path, cutToList(path), siteRouteOf(path)?.parent, longestPrefix(path, known)];
  return candidates.find((candidate) => candidate !== undefined && known.has(candidate)) ?? null;
}

function cutToList(path: string): string | undefined {
  const at = path.search(/Detail\/|Create\/|Batch/);
  return at > 0 ? path.slice(0, at) : undefined;
}

function longestPrefix(path: string, known: ReadonlySet<string>): string | undefined {
  const segments = path.split("/");
  const prefixes = segments.map((_, at) => segments.slice(0, segments.length - at).join("/"));
  return prefixes.find((prefix) => known.has(prefix));
}

/** Whether the server granted the page: its own node, hidden or not, or the list it belongs to (PF-R4). */
export function isGranted(path: string, menu: readonly MenuNode[]): boolean {
  if (isFrameRoute(path)) return true;
  const route = siteRouteOf(path);
  const granted = new Set(menuLines(menu).map(({ node }) => node.path));
  return [path, route?.path, route?.parent].some((one) => one !== undefined && granted.has(one));
}

/** Whether an administrator caches the page beyond the specified two (PF-R7). */
export function isKeptAlive(path: string, menu: readonly MenuNode[]): boolean {
  return menuLines(menu).some(({ node }) => node.keepAlive && node.path === path);
}
