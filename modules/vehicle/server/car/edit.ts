import type { BodyOf } from "@ops/platform/contract";
import { requireRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { carErrors, holdStates } from "../../contract/index.ts";
import { type CarRow, cars } from "../car-record/tables.ts";
import { tellCar } from "../car-record/tell-car.ts";
import { registerCar } from "../register/register-cars.ts";
import { flagsOf, requireSpec, type Spec } from "../register/spec.ts";
import { byPerson, lockForPerson } from "./lock-for-person.ts";
import { type PresentedDetail, presentCar } from "./present.ts";

export const createCar = writes(contract.createCar, async (tx, { body }) => {
  const { replacesCarId, ...told } = body;
  const wrong = replacesCarId ? { replacesCarId: (await lockForPerson(tx, replacesCarId, null)).id } : {};
  const { carId } = await registerCar(tx, { ...told, ...wrong, ...byPerson, buildState: "BUILT" });
  return presentCar(tx, await requireRecord(tx, cars, carId));
});

/** Changes the specification freely while nobody holds the car (VE-R17). */
export const editCar = writes(contract.editCar, async (tx, { params: { id }, body }) => {
  const car = await lockForPerson(tx, id, body.version);
  if (car.holdState !== "FREE" && car.holdState !== "RETURNED") throw refusalOfCorrection(car);
  return correctSpec(tx, car, body, null);
});

/**
 * Corrects the specification: all of it while an order holds the car, only colours and part numbers once it has an
 * owner. A lock has to be released first (VE-R17).
 */
export const correctCarSpec = writes(contract.correctCarSpec, async (tx, { params: { id }, body }) => {
  const car = await lockForPerson(tx, id, body.version);
  const isSameBuild =
    car.carConfigId === body.carConfigId && joinSorted(car.optionCodes) === joinSorted(body.optionCodes);
  const isRefused =
    car.holdState === "LOCKED" || car.holdState === "OFF" || (car.holdState === "DELIVERED" && !isSameBuild);
  if (isRefused) throw refusalOfCorrection(car);
  tx.trail.reason = body.reason;
  return correctSpec(tx, car, body, body.reason);
});

const joinSorted = (codes: readonly string[]) => codes.toSorted().join();
const refusalOfCorrection = (car: CarRow) =>
  carErrors.stateIllegal({ state: holdStates.label(car.holdState), action: "更正配置" });

async function correctSpec(
  tx: Tx,
  car: CarRow,
  body: BodyOf<typeof contract.editCar>,
  note: string | null,
): Promise<PresentedDetail> {
  const { motorNos, engineNo, batteryNo } = body;
  const spec = await requireSpec(tx, body);
  const flags = await flagsOf(tx, car.vin, spec, car.flags.includes("CHECK_ODD"));
  const fact = { type: "specCorrected", ...byPerson, ...(note ? { note } : {}) } as const;
  const told = await tellCar(tx, car, fact, () => ({ ...columnsOfSpec(spec), flags, motorNos, engineNo, batteryNo }));
  return presentCar(tx, told.car);
}

const columnsOfSpec = ({ carConfigId, optionCodes, extColor, intColor, configKey }: Spec) => ({
  carConfigId,
  optionCodes,
  extColor,
  intColor,
  configKey,
});
