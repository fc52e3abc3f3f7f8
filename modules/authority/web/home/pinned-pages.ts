import type { MenuLine } from "@ops/platform/web";
import { MOST_PINNED } from "../../contract/index.ts";

/**
 * Finds the user's quick entries: the pinned pages that can still be opened. Before the first choice, one page of each
 * group is suggested.
 */
export function pinnedOf(pages: readonly MenuLine[], stored: readonly string[] | null): MenuLine[] {
  if (stored === null) return suggested(pages);
  const known = stored.flatMap((path) => pages.find(({ node }) => node.path === path) ?? []);
  return known.slice(0, MOST_PINNED);
}

/** Keeps pinned pages that cannot be opened now behind the chosen ones, so that they come back later. */
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
