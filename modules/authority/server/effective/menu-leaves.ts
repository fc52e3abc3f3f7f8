import type { MenuNode } from "@ops/platform/contract";

interface Leaf {
  readonly key: string;
  readonly path: string;
  readonly titles: readonly string[];
}

/** Pages and links with the titles above them; groups are shown by what is in them. */
export function leavesOf(nodes: readonly MenuNode[], above: readonly string[]): Leaf[] {
  return nodes.flatMap(({ key, title, path, component, children }) => {
    const titles = [...above, title];
    const below = leavesOf(children, titles);
    return component === "" ? below : [{ key, path, titles }, ...below];
  });
}
