import type { Tx } from "@ops/platform/server";
import { buildRank, type CarSource, carErrors } from "../../contract/index.ts";
import { type ClockName, isNewer, wound } from "../car-record/clock.ts";
import type { CarRow } from "../car-record/tables.ts";
import { type CarChanges, type CarFact, Ignored, type Told, tellCar } from "../car-record/tell-car.ts";
import { db } from "../database.ts";

export interface BuildStep {
  readonly source: CarSource;
  readonly eventId?: string | undefined;
  readonly at: Date;
}

export interface Parts {
  readonly motorNos?: readonly string[] | undefined;
  readonly engineNo?: string | null | undefined;
  readonly batteryNo?: string | null | undefined;
}

export interface Produced extends BuildStep, Parts {
  readonly plantCode?: string | undefined;
  readonly producedOn: string;
  readonly buildOrderNo?: string | undefined;
}

const OLDER = "已有更新的信息";

/** The car has left the line. Known already, it still brings what nobody else tells: day, plant, numbers, order. */
export function producedTold(tx: Tx, car: CarRow, step: Produced): Promise<Told> {
  const { source, eventId, at, producedOn } = step;
  const fact = { type: "produced", source, eventId, at, says: { producedOn } } as const;
  return tellCar(tx, car, fact, (now, told) => {
    const brought = {
      ...(now.producedOn === null ? { producedOn } : {}),
      ...(now.plantCode === null && step.plantCode ? { plantCode: step.plantCode } : {}),
      ...buildOrder(now, step.buildOrderNo),
      ...partChanges(now, step, told),
    };
    const isStep = buildRank[now.buildState] < buildRank.BUILT;
    if (!isStep && Object.keys(brought).length === 0) return new Ignored(OLDER);
    const names: ClockName[] = brought.buildOrderNo ? ["buildOrder"] : [];
    const clocks = wound(brought.clocks ?? now.clocks, told, ...names);
    return { ...brought, ...(isStep ? { buildState: "BUILT" as const } : {}), clocks };
  });
}

/** Taken over once; what order has cleared does not come back with a late message. */
function buildOrder(car: CarRow, buildOrderNo: string | undefined): Pick<CarChanges, "buildOrderNo" | "stockKind"> {
  return buildOrderNo && !car.clocks.buildOrder ? { buildOrderNo, stockKind: "ORDER" } : {};
}

/** The VIN was given to a car that is known already. */
export function assignedTold(tx: Tx, car: CarRow, step: BuildStep & Pick<Produced, "buildOrderNo">): Promise<Told> {
  const { source, eventId, at, buildOrderNo } = step;
  return tellCar(tx, car, { type: "registered", source, eventId, at }, (now, told) => {
    const brought = buildOrder(now, buildOrderNo);
    if (!brought.buildOrderNo) return new Ignored("车辆已建档");
    return { ...brought, clocks: wound(now.clocks, told, "buildOrder") };
  });
}

/** The factory lets the car go; that it was built before is inferred where nobody has said so (3.2). */
export async function releasedTold(tx: Tx, car: CarRow, step: BuildStep & Parts): Promise<Told> {
  const { source, eventId, at } = step;
  const isBuilt = buildRank[car.buildState] >= buildRank.BUILT;
  const inferred: CarFact = { type: "produced", source, at, via: "INFERRED" };
  const built = isBuilt ? car : (await tellCar(tx, car, inferred, () => ({ buildState: "BUILT" }))).car;
  const fact = { type: "released", source, eventId, at, says: { releasedAt: at } } as const;
  return tellCar(tx, built, fact, async (now, told) => {
    if (now.buildState === "RELEASED") return new Ignored(OLDER);
    const parts = partChanges(now, step, told);
    await requireEngine(tx, { ...now, ...parts });
    return { ...parts, buildState: "RELEASED", releasedAt: at };
  });
}

async function requireEngine(tx: Tx, { carConfigId, engineNo }: CarRow): Promise<void> {
  if (engineNo) return;
  const config = await db(tx)
    .selectFrom("carConfig")
    .select("energyType")
    .where("id", "=", carConfigId)
    .executeTakeFirstOrThrow();
  if (config.energyType !== "BEV") throw carErrors.engineMissing();
}

/** A motor, engine or battery was changed. */
export function partsTold(tx: Tx, car: CarRow, step: BuildStep & Parts): Promise<Told> {
  const { source, eventId, at, motorNos, engineNo, batteryNo } = step;
  const fact = { type: "partsChanged", source, eventId, at, says: { motorNos, engineNo, batteryNo } } as const;
  return tellCar(tx, car, fact, (now, told) => {
    const changes = partChanges(now, step, told);
    return Object.keys(changes).length === 0 ? new Ignored(OLDER) : changes;
  });
}

/** Those numbers of which nothing newer is known; each has a clock of its own. */
function partChanges(car: CarRow, parts: Parts, told: Parameters<typeof isNewer>[0]): CarChanges {
  const named: [ClockName, CarChanges | null][] = [
    ["MOTOR", parts.motorNos?.length ? { motorNos: [...parts.motorNos] } : null],
    ["ENGINE", parts.engineNo ? { engineNo: parts.engineNo } : null],
    ["BATTERY", parts.batteryNo ? { batteryNo: parts.batteryNo } : null],
  ];
  const newer = named.filter(([name, change]) => change !== null && isNewer(told, car.clocks[name]));
  if (newer.length === 0) return {};
  const names = newer.map(([name]) => name);
  return Object.assign({ clocks: wound(car.clocks, told, ...names) }, ...newer.map(([, change]) => change));
}
