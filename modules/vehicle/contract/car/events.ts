import { event } from "@ops/platform/contract";
import { z } from "zod";
import { holdStates, placeKind } from "./states.ts";

/** News of one car arrives in order per car. `no` is its number in the log of the car, `at` when it happened. */
const told = { carId: z.string(), vin: z.string(), no: z.int(), at: z.iso.datetime() };
const ofCar = ({ carId }: { carId: string }) => carId;

export const carRegistered = event("car.registered", z.object(told), ofCar);
/** `buildOrderNo`: the order for which it was built; order allocates it then (VE-R12). */
export const carProduced = event("car.produced", z.object({ ...told, buildOrderNo: z.string().nullable() }), ofCar);
export const carReleased = event("car.released", z.object(told), ofCar);
export const carHolderChanged = event(
  "car.holderChanged",
  z.object({ ...told, from: holdStates.schema, to: holdStates.schema, seq: z.int() }),
  ofCar,
);
export const carPlaceChanged = event(
  "car.placeChanged",
  z.object({ ...told, placeKind, placeId: z.string().nullable() }),
  ofCar,
);
export const carBlocked = event("car.blocked", z.object(told), ofCar);
export const carUnblocked = event("car.unblocked", z.object(told), ofCar);
export const carSpecCorrected = event("car.specCorrected", z.object({ ...told, configKey: z.string() }), ofCar);
export const carMarketTypeChanged = event(
  "car.marketTypeChanged",
  z.object({ ...told, marketTypeId: z.string().nullable() }),
  ofCar,
);
export const carInspected = event("car.inspected", z.object(told), ofCar);
export const carOff = event("car.off", z.object(told), ofCar);
export const carActivated = event("car.activated", z.object(told), ofCar);
export const carMileage = event("car.mileage", z.object({ ...told, mileageKm: z.int().nullable() }), ofCar);
