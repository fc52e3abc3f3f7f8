import type { RegionNode } from "@ops/platform/contract";

/** From the province down to the division of this code; empty when it is not offered. */
export function pathTo(regions: readonly RegionNode[], code: string): RegionNode[] {
  for (const region of regions) {
    if (region.code === code) return [region];
    const below = pathTo(region.children, code);
    if (below.length > 0) return [region, ...below];
  }
  return [];
}

/** By part of the name, begin of the code, begin of the pinyin, or initials. */
export function isFound({ name, code, pinyin }: Pick<RegionNode, "name" | "code" | "pinyin">, typed: string): boolean {
  const sought = typed.trim().toLowerCase();
  const syllables = pinyin.split(" ");
  const initials = syllables.map((syllable) => syllable.charAt(0)).join("");
  return (
    name.includes(sought) ||
    code.startsWith(sought) ||
    syllables.join("").startsWith(sought.replaceAll(" ", "")) ||
    initials.startsWith(sought)
  );
}

/** 上海市 / 浦东新区: a municipality is named once. */
export function nameOfPath(path: readonly Pick<RegionNode, "name">[]): string {
  return path
    .map(({ name }) => name)
    .filter((name, at, names) => name !== names[at - 1])
    .join(" / ");
}

/** Said of a division that is no longer the one a record was given (PF-R102). */
export const ADJUSTED = "（已调整）";
