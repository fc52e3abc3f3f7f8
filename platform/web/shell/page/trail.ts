import { isForNew, type MenuNode, type SiteRoute } from "@ops/platform/contract";
import { highlightedPath, menuLines } from "../menu/menu-tree.ts";
import { siteGroupOf, siteRouteOf } from "../site-routes.ts";

export interface Crumb {
  title: string;
  /** Set on page levels above the current one: only these are links (PF-R73). */
  path?: string;
}

/** Finds group, page and detail of the address; empty on the home page, where the breadcrumb shows 首页. */
export function trailOf(path: string, menu: readonly MenuNode[]): Crumb[] {
  const route = siteRouteOf(path);
  if (!route || route.path === "/home") return [];
  const lines = menuLines(menu);
  const listPath = highlightedPath(
    path,
    lines.map(({ node }) => node.path),
  );
  const line = lines.find(({ node }) => node.path !== "" && node.path === listPath);
  const groups = line ? line.above.map(({ title }) => title) : [siteGroupOf(route)?.title];
  const crumbs: Crumb[] = groups.filter((title) => title !== undefined).map((title) => ({ title }));
  if (line && line.node.path === path) return [...crumbs, { title: line.node.title }];
  if (route.parent) crumbs.push({ title: line?.node.title ?? titleOf(route.parent), path: route.parent });
  return [...crumbs, { title: titleAt(path, route) }];
}

/** Finds the title. A page for a new record has its own one, although it shares the route with the page of a record. */
function titleAt(path: string, { title, createTitle }: SiteRoute): string {
  if (createTitle === undefined) return title;
  return isForNew(path.split("/").at(-1) ?? "") ? createTitle : title;
}

function titleOf(path: string): string {
  return siteRouteOf(path)?.title ?? "";
}

/** The name of the page as the menu calls it, else as the site map does. */
export function pageTitle(path: string, menu: readonly MenuNode[]): string {
  return trailOf(path, menu).at(-1)?.title ?? siteRouteOf(path)?.title ?? "";
}
