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

/** A municipality is a province and a city of one name: it is offered once, with its districts below. */
export function withoutDoubles(regions: readonly RegionNode[]): RegionNode[] {
  return regions.map((region) => ({
    ...region,
    children: region.children.flatMap((city) => (city.name === region.name ? city.children : [city])),
  }));
}

/** 上海市 / 浦东新区: a municipality is named once. */
export function nameOfPath(path: readonly Pick<RegionNode, "name">[]): string {
  return path
    .map(({ name }) => name)
    .filter((name, at, names) => name !== names[at - 1])
    .join(" / ");
}

/** Marks a division that has replaced the one of the record (PF-R102). */
export const ADJUSTED = "（已调整）";
