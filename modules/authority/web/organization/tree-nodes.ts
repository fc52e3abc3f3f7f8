import type { OrganizationNode } from "@ops/authority/contract";
import type { Matcher } from "@ops/platform/contract";

/** One line of a tree control. */
export interface TreeLine {
  readonly key: string;
  /** The text that the control searches and reads aloud. */
  readonly title: string;
  readonly node: OrganizationNode;
  readonly isLeaf: boolean;
  readonly children?: TreeLine[];
}

/** Makes a tree from nodes in the order of the answer. Nodes without their parent are at the top. */
export function treeLines(nodes: readonly OrganizationNode[]): TreeLine[] {
  const known = new Set(nodes.map(({ id }) => id));
  const below = Map.groupBy(nodes, ({ parentId }) => (parentId !== null && known.has(parentId) ? parentId : ""));
  const lines = (parent: string): TreeLine[] =>
    (below.get(parent) ?? []).map((node) => {
      const children = lines(node.id);
      const shown = children.length > 0 ? { children } : {};
      return { key: node.id, title: node.name, node, isLeaf: !node.hasChildren, ...shown };
    });
  return lines("");
}

/** Finds nodes by name, code, pinyin or initials, and everything above them. */
export function searchedNodes(nodes: readonly OrganizationNode[], search: string, match: Matcher): OrganizationNode[] {
  const typed = search.trim();
  if (typed === "") return [...nodes];
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const kept = new Set<string>();
  for (const node of nodes) {
    if (!match(node.name, typed) && !node.code.toLowerCase().includes(typed.toLowerCase())) continue;
    for (let at: OrganizationNode | undefined = node; at && !kept.has(at.id); at = byId.get(at.parentId ?? "")) {
      kept.add(at.id);
    }
  }
  return nodes.filter(({ id }) => kept.has(id));
}

/** Finds the nodes above one, which must be open to show it. */
export function idsAbove(nodes: readonly OrganizationNode[], id: string): string[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const above: string[] = [];
  for (let at = byId.get(byId.get(id)?.parentId ?? ""); at; at = byId.get(at.parentId ?? "")) above.push(at.id);
  return above;
}
