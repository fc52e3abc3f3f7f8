import type { BodyInputOf } from "@ops/platform/contract";
import type { createCarConfig } from "@ops/vehicle/contract";

export type Offers = BodyInputOf<typeof createCarConfig>["offers"];
type Offer = Offers[number];

/** Sets the mode of an item, or removes the item. Then other items no longer require or exclude it. */
export function withMode(
  offers: Offers,
  item: Pick<Offer, "itemKind" | "itemCode">,
  mode: Offer["mode"] | null,
): Offers {
  const { itemKind, itemCode } = item;
  const former = offers.find((offer) => offer.itemCode === itemCode);
  const others = offers.filter((offer) => offer !== former);
  if (mode) return [...others, { ...former, itemKind, itemCode, mode }];
  const without = (codes: readonly string[] = []) => codes.filter((code) => code !== itemCode);
  return others.map((offer) => ({ ...offer, requires: without(offer.requires), excludes: without(offer.excludes) }));
}

export function withParts(offers: Offers, itemCode: string, parts: Partial<Offer>): Offers {
  return offers.map((offer) => (offer.itemCode === itemCode ? { ...offer, ...parts } : offer));
}
