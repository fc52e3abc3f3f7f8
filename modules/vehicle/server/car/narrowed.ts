import type { PresentedCar, PresentedDetail } from "./present.ts";

const hidden = { holder: null, plateNo: null, mileageKm: null, marketTypeName: null, stockDays: null } as const;

export const narrowCar = <C extends PresentedCar>(car: C): C => ({ ...car, ...hidden });

export const narrowDetail = (car: PresentedDetail): PresentedDetail => ({
  ...narrowCar(car),
  isNarrowed: true,
  buildOrderNo: null,
  marketTypeId: null,
  holdSeq: 0,
  ownerSeq: 0,
  deliveredAt: null,
  activatedAt: null,
  mileageAt: null,
  plateAt: null,
  inStockAt: null,
  linkedVin: null,
  blocks: [],
});

const shownFacts: ReadonlySet<string> = new Set([
  "vin",
  "buildState",
  "plantCode",
  "producedOn",
  "releasedAt",
  "optionCodes",
  "extColor",
  "intColor",
  "placeKind",
  "placeId",
  "placeName",
  "cityCode",
  "lng",
  "lat",
  "placeAt",
  "expectAt",
  "worstDamage",
]);

/**
 * Leaves only the facts that carriers may see. The first line of a log otherwise holds everything that was known about
 * the car.
 */
export const narrowFacts = <V>(facts: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(Object.entries(facts).filter(([fact]) => shownFacts.has(fact)));

/** The events that carriers may see: those about the car itself and its places. */
export const NARROWED_EVENTS = [
  "registered",
  "produced",
  "released",
  "placed",
  "etaChanged",
  "conditionNoted",
  "conditionClosed",
] as const;
