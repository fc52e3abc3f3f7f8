import { type BodyOf, commonErrors } from "@ops/platform/contract";
import { bindFile, newId, requireRecord, type Tx, usagesOf } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { carErrors, holdStates, offReasons, whereaboutsNames } from "../../contract/index.ts";
import { db } from "../database.ts";
import { placeCar } from "../place/place-car.ts";
import { refuseClosed, requirePlace } from "../place/resolver.ts";
import { blockTold } from "../published/blocks.ts";
import { mileageTold, recordPlate } from "../published/readings.ts";
import { lockForPerson } from "./edit.ts";
import { endHold, returned } from "./holds.ts";
import { isMarketTypeOpen } from "./market-type.ts";
import { type PresentedDetail, presentCar } from "./present.ts";
import { type CarRow, cars } from "./tables.ts";
import { tellCar } from "./tell-car.ts";

const byPerson = { source: "CONSOLE" } as const;

/** 3.3: a car on the road is moved by logistics alone. */
export async function moveCar(tx: Tx, id: string, body: BodyOf<typeof contract.moveCar>): Promise<PresentedDetail> {
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
}

export async function recordCarMileage(
  tx: Tx,
  id: string,
  { mileageKm, at, version }: BodyOf<typeof contract.recordCarMileage>,
): Promise<PresentedDetail> {
  const car = await lockForPerson(tx, id, version);
  return presentCar(tx, (await mileageTold(tx, car, { ...byPerson, mileageKm, at: at ?? tx.now })).car);
}

export async function fixCarMileage(
  tx: Tx,
  id: string,
  { mileageKm, reason, version }: BodyOf<typeof contract.fixCarMileage>,
): Promise<PresentedDetail> {
  const car = await lockForPerson(tx, id, version);
  tx.trail.reason = reason;
  return presentCar(tx, (await mileageTold(tx, car, { ...byPerson, mileageKm, at: tx.now, fixReason: reason })).car);
}

export async function recordCarPlate(
  tx: Tx,
  id: string,
  { plateNo, version }: BodyOf<typeof contract.recordCarPlate>,
): Promise<PresentedDetail> {
  await lockForPerson(tx, id, version);
  await recordPlate(tx, { ...byPerson, carId: id, plateNo, at: tx.now });
  return presentCar(tx, await lockForPerson(tx, id, null));
}

export async function changeCarMarketType(
  tx: Tx,
  id: string,
  { marketTypeId, reason, version }: BodyOf<typeof contract.changeCarMarketType>,
): Promise<PresentedDetail> {
  const car = await lockForPerson(tx, id, version);
  if (!(await isMarketTypeOpen(tx, marketTypeId))) throw commonErrors.notFound();
  tx.trail.reason = reason;
  const fact = { type: "marketTypeChanged", ...byPerson, note: reason } as const;
  return presentCar(tx, (await tellCar(tx, car, fact, () => ({ marketTypeId }))).car);
}

/** 复检: a returned car is free again, or stays and is stopped for its quality. */
export async function inspectCar(
  tx: Tx,
  id: string,
  body: BodyOf<typeof contract.inspectCar>,
): Promise<PresentedDetail> {
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
}

/** The kind of those usages of a car that a buy-back waits for; the module that keeps rights declares it (VE-R16). */
export const RIGHTS_ACCOUNT = "rightsAccount";

/** 退车回购: not while rights are still open on the car. */
export async function takeBackCar(
  tx: Tx,
  id: string,
  { reason, fileIds, version }: BodyOf<typeof contract.takeBackCar>,
): Promise<PresentedDetail> {
  await requireRecord(tx, cars, id); // as above: others are asked by those who may see the car
  const open = (await usagesOf(tx, cars.name, id)).find(({ kind }) => kind === RIGHTS_ACCOUNT);
  const car = await lockForPerson(tx, id, version);
  const holdState = holdStates.next(car.holdState, "takeBack");
  if (open) throw carErrors.rightsOpen({ count: open.count, what: open.label });
  await bindFiles(tx, id, fileIds);
  tx.trail.reason = reason;
  const told = await tellCar(tx, car, { type: "takenBack", ...byPerson, note: reason }, async (_car, fact) => ({
    ...(await endHold(tx, car, "退车回购")),
    ...returned(car, fact),
    holdState,
    stockKind: "BUYBACK" as const,
    ownerId: null,
    plateNo: null,
    placeKind: "UNKNOWN" as const,
    placeId: null,
    placeName: null,
  }));
  return presentCar(tx, told.car);
}

/** 注销: numbers of its parts are free again. A car on a truck can only be lost. */
export async function takeCarOff(
  tx: Tx,
  id: string,
  { kind, reason, version }: BodyOf<typeof contract.takeCarOff>,
): Promise<PresentedDetail> {
  const car = await lockForPerson(tx, id, version);
  const holdState = holdStates.next(car.holdState, "off");
  if (car.placeKind === "TRANSIT" && kind !== "LOST") {
    throw carErrors.stateIllegal({ state: whereaboutsNames.TRANSIT, action: holdStates.moves.off.label });
  }
  tx.trail.reason = reason;
  const note = `${offReasons[kind]}：${reason}`;
  return presentCar(tx, (await tellCar(tx, car, { type: "off", ...byPerson, note }, () => ({ holdState }))).car);
}

export async function restoreCar(
  tx: Tx,
  id: string,
  { reason, version }: BodyOf<typeof contract.restoreCar>,
): Promise<PresentedDetail> {
  const car = await lockForPerson(tx, id, version);
  const holdState = holdStates.next(car.holdState, "restore");
  tx.trail.reason = reason;
  const told = await tellCar(tx, car, { type: "restored", ...byPerson, note: reason }, (_car, fact) => ({
    ...returned(car, fact),
    holdState,
  }));
  return presentCar(tx, told.car);
}

async function bindFiles(tx: Tx, bizId: CarRow["id"], fileIds: readonly string[]): Promise<void> {
  for (const fileId of fileIds) await bindFile(tx, fileId, { bizType: cars.name, bizId });
}
