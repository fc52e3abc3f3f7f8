import type { PresentedCar, PresentedDetail } from "./present.ts";

const hidden = { holder: null, plateNo: null, mileageKm: null, marketTypeName: null, stockDays: null } as const;

export const narrowedCar = <C extends PresentedCar>(car: C): C => ({ ...car, ...hidden });

export const narrowedDetail = (car: PresentedDetail): PresentedDetail => ({
  ...narrowedCar(car),
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

/** The first line of a log tells everything that was known of the car. */
export const narrowedFacts = <V>(facts: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(Object.entries(facts).filter(([fact]) => shownFacts.has(fact)));

/** Of a log only what tells of the car itself and where it was. */
export const NARROWED_EVENTS = [
  "registered",
  "produced",
  "released",
  "placed",
  "etaChanged",
  "conditionNoted",
  "conditionClosed",
] as const;
