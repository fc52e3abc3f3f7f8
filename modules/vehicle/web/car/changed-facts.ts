import { fieldMeta, labelOf, shapeOf } from "@ops/platform/contract";
import { CarDetail } from "@ops/vehicle/contract";

const shape = shapeOf(CarDetail);
/** Columns that are bookkeeping, or that another column already shows. */
const untold = new Set(["holdId", "holdSeq", "holdOrgIds", "placeId", "placeOrgId", "configKey", "vin", "whereabouts"]);
const MOST = 5;

/** Describes what an event changed with the labels of the contract, such as 位置 常州中心库 or 里程 12. */
export function listChangedFacts(after: Readonly<Record<string, unknown>>): string[] {
  const told = Object.entries(after).flatMap(([name, value]) => {
    const isPlain = typeof value === "string" || (typeof value === "number" && value !== 0);
    if (!isPlain || !(name in shape) || untold.has(name) || name.endsWith("At") || name.endsWith("Id")) return [];
    const { words } = fieldMeta(shape[name]);
    return [`${labelOf(shape, name)} ${words?.[String(value)] ?? value}`];
  });
  return told.length > MOST ? [...told.slice(0, MOST), "…"] : told;
}
