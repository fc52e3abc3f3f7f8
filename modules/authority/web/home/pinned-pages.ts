import type { MenuLine } from "@ops/platform/web";
import { MOST_PINNED } from "../../contract/index.ts";

/** Quick entries of the user: what was pinned and can still be opened; before the first choice, one page of each group. */
export function pinnedOf(pages: readonly MenuLine[], stored: readonly string[] | null): MenuLine[] {
  if (stored === null) return suggested(pages);
  const known = stored.flatMap((path) => pages.find(({ node }) => node.path === path) ?? []);
  return known.slice(0, MOST_PINNED);
}

/** A pinned page that cannot be opened now, because it is held back, keeps its pin behind those that were chosen. */
export function withHeldBack(
  chosen: readonly string[],
  stored: readonly string[],
  open: readonly MenuLine[],
): string[] {
  const heldBack = stored.filter((path) => !open.some(({ node }) => node.path === path));
  return [...chosen, ...heldBack].slice(0, MOST_PINNED);
}

function suggested(pages: readonly MenuLine[]): MenuLine[] {
  const groups = new Map<string, MenuLine>();
  for (const page of pages) {
    const group = page.above[0]?.key ?? "";
    if (!groups.has(group)) groups.set(group, page);
  }
  const first = [...groups.values()];
  const rest = pages.filter((page) => !first.includes(page));
  return (first.length >= 4 ? first : [...first, ...rest]).slice(0, MOST_PINNED);
}
