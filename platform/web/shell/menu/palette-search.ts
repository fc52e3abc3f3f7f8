import type { Matcher } from "@ops/platform/contract";
import type { MenuLine } from "./menu-tree.ts";

export interface Found {
  line: MenuLine;
  /** What to emphasise in the title. */
  part: [number, number] | null;
}

/** Finds pages by name, then by group; all of them while nothing is typed. */
export function findPages(pages: readonly MenuLine[], search: string, match: Matcher): Found[] {
  const typed = search.trim();
  if (typed === "") return pages.map((line) => ({ line, part: null }));
  const byName = pages.flatMap((line) => {
    const part = match(line.node.title, typed);
    return part ? [{ line, part }] : [];
  });
  const named = new Set(byName.map(({ line }) => line));
  const byGroup = pages.filter((line) => !named.has(line) && match(groupOf(line), typed));
  return [...byName, ...byGroup.map((line) => ({ line, part: null }))];
}

export function groupOf({ above }: MenuLine): string {
  return above.map(({ title }) => title).join(" / ");
}
