import type { Permission, PermissionPage, RoleDraft } from "@ops/authority/contract";
import { tickOf } from "./ticks.ts";

/** The node for permissions without a page in the menu. */
export const ELSEWHERE = "(other)";

export interface PageNode {
  readonly key: string;
  readonly title: string;
  readonly children: PageNode[];
}

/** Makes the menu a tree, with a last node for permissions without a page. */
export function pageTree(pages: readonly PermissionPage[], permissions: readonly Permission[]): PageNode[] {
  const known = new Set(pages.map(({ key }) => key));
  const below = Map.groupBy(pages, ({ parentKey }) => (parentKey !== null && known.has(parentKey) ? parentKey : ""));
  const nodes = (parent: string): PageNode[] =>
    (below.get(parent) ?? []).map(({ key, title }) => ({ key, title, children: nodes(key) }));
  const homeless = permissions.some(({ menuKey }) => menuKey === null || !known.has(menuKey));
  return homeless ? [...nodes(""), { key: ELSEWHERE, title: "其他权限", children: [] }] : nodes("");
}

/** Lists the pages at or below a node, which are the nodes without children. */
export function leavesOf(node: PageNode): string[] {
  return node.children.length === 0 ? [node.key] : node.children.flatMap(leavesOf);
}

export function findNode(nodes: readonly PageNode[], key: string): PageNode | undefined {
  for (const node of nodes) {
    const found = node.key === key ? node : findNode(node.children, key);
    if (found) return found;
  }
  return undefined;
}

/** Keeps only the nodes that lead to one of these pages. */
export function prune(nodes: readonly PageNode[], wanted: ReadonlySet<string>): PageNode[] {
  return nodes.flatMap((node) => {
    const children = prune(node.children, wanted);
    return wanted.has(node.key) || children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** Finds which nodes are ticked or half ticked. The state of a group follows from its pages (AU-R30). */
export function treeTicks(nodes: readonly PageNode[], draft: RoleDraft, permissions: readonly Permission[]) {
  const checked: string[] = [];
  const halfChecked: string[] = [];
  const visit = (node: PageNode): "all" | "some" | "none" => {
    const tick = node.children.length === 0 ? tickOf(draft, node.key, permissions) : together(node.children.map(visit));
    if (tick === "all") checked.push(node.key);
    if (tick === "some") halfChecked.push(node.key);
    return tick;
  };
  for (const node of nodes) if (node.key !== ELSEWHERE) visit(node);
  return { checked, halfChecked };
}

function together(ticks: readonly ("all" | "some" | "none")[]): "all" | "some" | "none" {
  if (ticks.every((tick) => tick === "all")) return "all";
  return ticks.every((tick) => tick === "none") ? "none" : "some";
}
