import { commonErrors } from "@ops/platform/contract";
import { newId, requireRecord, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { carErrors, holdStates, offReasons, whereaboutsNames } from "../../contract/index.ts";
import { returned } from "../car-record/holds.ts";
import { isMarketTypeOpen } from "../car-record/market-type.ts";
import { cars } from "../car-record/tables.ts";
import { tellCar } from "../car-record/tell-car.ts";
import { db } from "../database.ts";
import { placeCar } from "../place/place-car.ts";
import { refuseClosed, requirePlace } from "../place/resolver.ts";
import { blockTold } from "../published/blocks.ts";
import { mileageTold, recordPlate } from "../published/readings.ts";
import { byPerson, lockForPerson } from "./lock-for-person.ts";
import { presentCar } from "./present.ts";
import { bindFiles, takeBack } from "./take-back.ts";

/** 3.3: a car on the road is moved by logistics alone. */
export const moveCar = writes(contract.moveCar, async (tx, { params: { id }, body }) => {
  const { placeKind: kind, placeCode, reason, version } = body;
  await requireRecord(tx, cars, id); // ports are asked before the car is locked (VE-R9), and by those who may see it
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
    return presentCar(tx, (await mileageTold(tx, car, { ...byPerson, mileageKm, at: at ?? tx.now })).car);
  },
);

export const fixCarMileage = writes(
  contract.fixCarMileage,
  async (tx, { params: { id }, body: { mileageKm, reason, version } }) => {
    const car = await lockForPerson(tx, id, version);
    tx.trail.reason = reason;
    return presentCar(tx, (await mileageTold(tx, car, { ...byPerson, mileageKm, at: tx.now, fixReason: reason })).car);
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

/** 复检: a returned car is free again, or stays and is stopped for its quality. */
export const inspectCar = writes(contract.inspectCar, async (tx, { params: { id }, body }) => {
  const { result, stockKind, text, fileIds, version } = body;
  const car = await lockForPerson(tx, id, version);
  const holdState = holdStates.next(car.holdState, result === "PASS" ? "inspectPass" : "inspectFail");
  await bindFiles(tx, id, fileIds);
  await db(tx)
    .insertInto("carInspection")
    .values({ id: newId(), carId: id, result, stockKind, text, fileIds, by: tx.actor.userId, at: tx.now })
    .execute();
  const told = await tellCar(tx, car, { type: "inspected", ...byPerson, note: text }, () => ({ holdState, stockKind }));
  if (result === "PASS") return presentCar(tx, told.car);
  const blocked = await blockTold(tx, told.car, { ...byPerson, kind: "QUALITY", reason: `复检不合格：${text}` });
  return presentCar(tx, blocked.car);
});

export const takeBackCar = writes(contract.takeBackCar, (tx, { params, body }) => takeBack(tx, params.id, body));

/** 注销: numbers of its parts are free again. A car on a truck can only be lost. */
export const takeCarOff = writes(
  contract.takeCarOff,
  async (tx, { params: { id }, body: { kind, reason, version } }) => {
    const car = await lockForPerson(tx, id, version);
    const holdState = holdStates.next(car.holdState, "off");
    if (car.placeKind === "TRANSIT" && kind !== "LOST") {
      throw carErrors.stateIllegal({ state: whereaboutsNames.TRANSIT, action: holdStates.moves.off.label });
    }
    tx.trail.reason = reason;
    const note = `${offReasons[kind]}：${reason}`;
    return presentCar(tx, (await tellCar(tx, car, { type: "off", ...byPerson, note }, () => ({ holdState }))).car);
  },
);

export const restoreCar = writes(contract.restoreCar, async (tx, { params: { id }, body: { reason, version } }) => {
  const car = await lockForPerson(tx, id, version);
  const holdState = holdStates.next(car.holdState, "restore");
  tx.trail.reason = reason;
  const told = await tellCar(tx, car, { type: "restored", ...byPerson, note: reason }, (_car, fact) => ({
    ...returned(car, fact),
    holdState,
  }));
  return presentCar(tx, told.car);
});
