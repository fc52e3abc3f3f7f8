import type { RecordRow } from "@ops/platform/server";
import type { CarRow } from "./tables.ts";

/** The columns that a new car must be given, and those that the register maintains itself. */
type Named =
  | keyof RecordRow
  | "vin"
  | "carConfigId"
  | "optionCodes"
  | "extColor"
  | "intColor"
  | "configKey"
  | "flags"
  | "whereabouts"
  | "eventNo"
  | "clocks";

/**
 * The columns of a new car before anything is known about it: planned, free and at no place. Callers override what they
 * know.
 */
export function blankCar(): Omit<CarRow, Named> {
  return {
    buildState: "PLANNED",
    plantCode: null,
    producedOn: null,
    releasedAt: null,
    motorNos: [],
    engineNo: null,
    batteryNo: null,
    buildOrderNo: null,
    stockKind: "NORMAL",
    marketTypeId: null,
    holdState: "FREE",
    holdId: null,
    holdSeq: 0,
    holdOrgIds: [],
    placeKind: "UNKNOWN",
    placeId: null,
    placeName: null,
    placeOrgId: null,
    fromPlaceId: null,
    toPlaceId: null,
    cityCode: null,
    lng: null,
    lat: null,
    placeAt: null,
    inStockAt: null,
    atStoreAt: null,
    expectAt: null,
    mileageKm: null,
    mileageAt: null,
    plateNo: null,
    plateAt: null,
    ownerId: null,
    ownerSeq: 0,
    deliveredAt: null,
    activatedAt: null,
    openBlocks: 0,
    worstDamage: null,
    linkedCarId: null,
  };
}
