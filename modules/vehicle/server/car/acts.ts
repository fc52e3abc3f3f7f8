import { commonErrors } from "@ops/platform/contract";
import { requireRecord, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { carErrors, whereaboutsNames } from "../../contract/index.ts";
import { isMarketTypeOpen } from "../car-record/market-type.ts";
import { cars } from "../car-record/tables.ts";
import { tellCar } from "../car-record/tell-car.ts";
import { placeCar } from "../place/place-car.ts";
import { refuseClosed, requirePlace } from "../place/resolver.ts";
import { recordPlate, tellMileage } from "../published/readings.ts";
import { byPerson, lockForPerson } from "./lock-for-person.ts";
import { presentCar } from "./present.ts";

/** Moves a car by hand. Only logistics may move a car that is on the road (section 3.3). */
export const moveCar = writes(contract.moveCar, async (tx, { params: { id }, body }) => {
  const { placeKind: kind, placeCode, reason, version } = body;
  await requireRecord(tx, cars, id); // the scope is checked first; places are asked before the car is locked (VE-R9)
  const place = await requirePlace(tx, kind, placeCode);
  refuseClosed(place);
  const car = await lockForPerson(tx, id, version);
  if (car.placeKind === "TRANSIT") throw carErrors.inTransit();
  tx.trail.reason = reason;
  const told = await placeCar(tx, car, { ...byPerson, kind, place, at: tx.now, note: reason });
  if (told.reason) throw carErrors.stateIllegal({ state: whereaboutsNames[car.whereabouts], action: "改位置" });
  return presentCar(tx, told.car);
});

export const recordCarMileage = writes(
  contract.recordCarMileage,
  async (tx, { params: { id }, body: { mileageKm, at, version } }) => {
    const car = await lockForPerson(tx, id, version);
    return presentCar(tx, (await tellMileage(tx, car, { ...byPerson, mileageKm, at: at ?? tx.now })).car);
  },
);

export const fixCarMileage = writes(
  contract.fixCarMileage,
  async (tx, { params: { id }, body: { mileageKm, reason, version } }) => {
    const car = await lockForPerson(tx, id, version);
    tx.trail.reason = reason;
    return presentCar(tx, (await tellMileage(tx, car, { ...byPerson, mileageKm, at: tx.now, fixReason: reason })).car);
  },
);

export const recordCarPlate = writes(
  contract.recordCarPlate,
  async (tx, { params: { id }, body: { plateNo, version } }) => {
    await lockForPerson(tx, id, version);
    await recordPlate(tx, { ...byPerson, carId: id, plateNo, at: tx.now });
    return presentCar(tx, await lockForPerson(tx, id, null));
  },
);

export const changeCarMarketType = writes(
  contract.changeCarMarketType,
  async (tx, { params: { id }, body: { marketTypeId, reason, version } }) => {
    const car = await lockForPerson(tx, id, version);
    if (!(await isMarketTypeOpen(tx, marketTypeId))) throw commonErrors.notFound();
    tx.trail.reason = reason;
    const fact = { type: "marketTypeChanged", ...byPerson, note: reason } as const;
    return presentCar(tx, (await tellCar(tx, car, fact, () => ({ marketTypeId }))).car);
  },
);
