import { event } from "@ops/platform/contract";
import { z } from "zod";
import { holdStates, placeKind } from "./states.ts";
import { damageLevel } from "./words.ts";

/**
 * The fields of every event of a car. Events arrive in order per car. `no` is the number in the log of the car, `at`
 * the time of the event.
 */
const told = { carId: z.string(), vin: z.string(), no: z.int(), at: z.iso.datetime() };
const ofCar = ({ carId }: { carId: string }) => carId;

export const carRegistered = event("car.registered", z.object(told), ofCar);
/** `buildOrderNo` is the order for which the car was built. The order module then allocates the car (VE-R12). */
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
/*
 * Events of a car in transport. Logistics publishes them in the transaction of `reportPlace`, `reportEta` or
 * `noteCondition`. They are declared here, because modules beside logistics listen to them.
 */
const onItsWay = { carId: z.string(), vin: z.string(), at: z.iso.datetime() };

export const carDeparted = event(
  "car.departed",
  z.object({
    ...onItsWay,
    groupId: z.string(),
    fromPlaceId: z.string().nullable(),
    toPlaceId: z.string(),
    expectAt: z.iso.datetime().nullable(),
  }),
  ofCar,
);
export const carEtaChanged = event(
  "car.etaChanged",
  z.object({ ...onItsWay, groupId: z.string(), expectAt: z.iso.datetime().nullable() }),
  ofCar,
);
/** `signed` tells whether the store has taken the car over, or the car only stands there. */
export const carArrivedAtStore = event(
  "car.arrivedAtStore",
  z.object({ ...onItsWay, groupId: z.string(), storeId: z.string(), signed: z.boolean() }),
  ofCar,
);
export const carDamaged = event(
  "car.damaged",
  z.object({ ...onItsWay, damageNo: z.string(), level: damageLevel }),
  ofCar,
);
/** The car came back to a site and must be shipped again. */
export const carReturned = event("car.returned", z.object({ ...onItsWay, placeId: z.string() }), ofCar);

export const carMileage = event("car.mileage", z.object({ ...told, mileageKm: z.int().nullable() }), ofCar);
