import type { Tx } from "@ops/platform/server";
import { buildRank, type CarSource, carErrors } from "../../contract/index.ts";
import { advanceClocks, type ClockName, isNewer } from "../car-record/clock.ts";
import type { ToldParts } from "../car-record/part-nos.ts";
import type { CarRow } from "../car-record/tables.ts";
import { type CarChanges, type CarFact, Ignored, type Told, tellCar } from "../car-record/tell-car.ts";
import { findRow } from "../database.ts";

export interface BuildStep {
  readonly source: CarSource;
  readonly eventId?: string | undefined;
  readonly at: Date;
}

export type Parts = ToldParts;

export interface Produced extends BuildStep, Parts {
  readonly plantCode?: string | undefined;
  readonly producedOn: string;
  readonly buildOrderNo?: string | undefined;
}

const OLDER = "已有更新的信息";

/**
 * Reports that the car was produced. Even if this is known, the report may bring day, plant, part numbers and order.
 */
export function tellProduced(tx: Tx, car: CarRow, step: Produced): Promise<Told> {
  const { source, eventId, at, producedOn } = step;
  const fact = { type: "produced", source, eventId, at, says: { producedOn } } as const;
  return tellCar(tx, car, fact, (now, told) => {
    const brought = {
      ...(now.producedOn === null ? { producedOn } : {}),
      ...(now.plantCode === null && step.plantCode ? { plantCode: step.plantCode } : {}),
      ...buildOrder(now, step.buildOrderNo),
      ...findPartChanges(now, step, told),
    };
    const isStep = buildRank[now.buildState] < buildRank.BUILT;
    if (!isStep && Object.keys(brought).length === 0) return new Ignored(OLDER);
    const names: ClockName[] = brought.buildOrderNo ? ["buildOrder"] : [];
    const clocks = advanceClocks(brought.clocks ?? now.clocks, told, ...names);
    return { ...brought, ...(isStep ? { buildState: "BUILT" as const } : {}), clocks };
  });
}

/** Takes the build order over once. An order that was cleared does not come back with a late message. */
function buildOrder(car: CarRow, buildOrderNo: string | undefined): Pick<CarChanges, "buildOrderNo" | "stockKind"> {
  return buildOrderNo && !car.clocks.buildOrder ? { buildOrderNo, stockKind: "ORDER" } : {};
}

/** Reports that a VIN was assigned, for a car that is known already. */
export function tellAssigned(tx: Tx, car: CarRow, step: BuildStep & Pick<Produced, "buildOrderNo">): Promise<Told> {
  const { source, eventId, at, buildOrderNo } = step;
  return tellCar(tx, car, { type: "registered", source, eventId, at }, (now, told) => {
    const brought = buildOrder(now, buildOrderNo);
    if (!brought.buildOrderNo) return new Ignored("车辆已建档");
    return { ...brought, clocks: advanceClocks(now.clocks, told, "buildOrder") };
  });
}

/** Reports that the factory released the car. If its production was not reported before, it is inferred (3.2). */
export async function tellReleased(tx: Tx, car: CarRow, step: BuildStep & Parts): Promise<Told> {
  const { source, eventId, at } = step;
  const isBuilt = buildRank[car.buildState] >= buildRank.BUILT;
  const inferred: CarFact = { type: "produced", source, at, via: "INFERRED" };
  const built = isBuilt ? car : (await tellCar(tx, car, inferred, () => ({ buildState: "BUILT" }))).car;
  const fact = { type: "released", source, eventId, at, says: { releasedAt: at } } as const;
  return tellCar(tx, built, fact, async (now, told) => {
    if (now.buildState === "RELEASED") return new Ignored(OLDER);
    const parts = findPartChanges(now, step, told);
    await requireEngine(tx, { ...now, ...parts });
    return { ...parts, buildState: "RELEASED", releasedAt: at };
  });
}

async function requireEngine(tx: Tx, { carConfigId, engineNo }: CarRow): Promise<void> {
  if (engineNo) return;
  const config = await findRow(tx, "carConfig", { id: carConfigId });
  if (config?.energyType !== "BEV") throw carErrors.engineMissing();
}

/** Reports that a motor, engine or battery was changed. */
export function tellParts(tx: Tx, car: CarRow, step: BuildStep & Parts): Promise<Told> {
  const { source, eventId, at, motorNos, engineNo, batteryNo } = step;
  const fact = { type: "partsChanged", source, eventId, at, says: { motorNos, engineNo, batteryNo } } as const;
  return tellCar(tx, car, fact, (now, told) => {
    const changes = findPartChanges(now, step, told);
    return Object.keys(changes).length === 0 ? new Ignored(OLDER) : changes;
  });
}

/** Finds the part numbers in the report that are newer than the known ones. Each kind of part has its own clock. */
function findPartChanges(car: CarRow, parts: Parts, told: Parameters<typeof isNewer>[0]): CarChanges {
  const named: [ClockName, CarChanges | null][] = [
    ["MOTOR", parts.motorNos?.length ? { motorNos: [...parts.motorNos] } : null],
    ["ENGINE", parts.engineNo ? { engineNo: parts.engineNo } : null],
    ["BATTERY", parts.batteryNo ? { batteryNo: parts.batteryNo } : null],
  ];
  const newer = named.filter(([name, change]) => change !== null && isNewer(told, car.clocks[name]));
  if (newer.length === 0) return {};
  const names = newer.map(([name]) => name);
  return Object.assign({ clocks: advanceClocks(car.clocks, told, ...names) }, ...newer.map(([, change]) => change));
}
