import { chainOf, type Menu } from "@ops/authority/contract";
import type { Matcher } from "@ops/platform/contract";

/** A node of the table with the rows below it. */
export interface MenuRow extends Menu {
  readonly level: number;
  readonly children?: MenuRow[];
}

/** Makes rows from nodes in menu order. Leaves have no `children`, so that they cannot be expanded. */
export function rowsOf(nodes: readonly Menu[]): MenuRow[] {
  const children = Map.groupBy(nodes, (node) => node.parentId);
  const below = (key: string | null, level: number): MenuRow[] =>
    (children.get(key) ?? []).map((node) => {
      const inside = below(node.key, level + 1);
      return inside.length === 0 ? { ...node, level } : { ...node, level, children: inside };
    });
  return below(null, 1);
}

/** Finds matching nodes and the groups above them. */
export function searched(nodes: readonly Menu[], search: string, match: Matcher): Menu[] {
  const typed = search.trim();
  if (typed === "") return [...nodes];
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const found = nodes.filter(
    ({ title, path }) => match(title, typed) || path.toLowerCase().includes(typed.toLowerCase()),
  );
  const kept = new Set(found.flatMap(({ key }) => chainOf(key, byKey)).map(({ key }) => key));
  return nodes.filter(({ key }) => kept.has(key));
}
