import type { BodyOf } from "@ops/platform/contract";
import { bindFile, requireRecord, type Tx, usagesOf } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { carErrors, holdStates } from "../../contract/index.ts";
import { endHold, returned } from "../car-record/holds.ts";
import { type CarRow, cars } from "../car-record/tables.ts";
import { tellCar } from "../car-record/tell-car.ts";
import { byPerson, lockForPerson } from "./lock-for-person.ts";
import { type PresentedDetail, presentCar } from "./present.ts";

/** The kind of those usages of a car that a buy-back waits for; the module that keeps rights declares it (VE-R16). */
export const RIGHTS_ACCOUNT = "rightsAccount";

/** 退车回购: not while rights are still open on the car. */
export async function takeBack(
  tx: Tx,
  id: string,
  { reason, fileIds, version }: BodyOf<typeof contract.takeBackCar>,
): Promise<PresentedDetail> {
  await requireRecord(tx, cars, id); // others are asked before the car is locked (VE-R9), and by those who may see the car
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

export async function bindFiles(tx: Tx, bizId: CarRow["id"], fileIds: readonly string[]): Promise<void> {
  for (const fileId of fileIds) await bindFile(tx, fileId, { bizType: cars.name, bizId });
}
