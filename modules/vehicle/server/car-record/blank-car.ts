import type { RecordRow } from "@ops/platform/server";
import type { CarRow } from "./tables.ts";

/** What every car has from the beginning, and what the register itself keeps. */
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

/** What a car begins as: planned, free, and nobody knows where. Whoever enters one names only what is told of it. */
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
