import { fieldMeta, labelOf, shapeOf } from "@ops/platform/contract";
import { CarDetail } from "@ops/vehicle/contract";

const shape = shapeOf(CarDetail);
/** Bookkeeping of the holder, and what the place already says. */
const untold = new Set(["holdId", "holdSeq", "holdOrgIds", "placeId", "placeOrgId", "configKey", "vin", "whereabouts"]);
const MOST = 5;

/** What an event changed, in the words of the contract: 位置 常州中心库, 里程 12. */
export function changedFacts(after: Readonly<Record<string, unknown>>): string[] {
  const told = Object.entries(after).flatMap(([name, value]) => {
    const isPlain = typeof value === "string" || (typeof value === "number" && value !== 0);
    if (!isPlain || !(name in shape) || untold.has(name) || name.endsWith("At") || name.endsWith("Id")) return [];
    const { words } = fieldMeta(shape[name]);
    return [`${labelOf(shape, name)} ${words?.[String(value)] ?? value}`];
  });
  return told.length > MOST ? [...told.slice(0, MOST), "…"] : told;
}
