import type { Tx } from "@ops/platform/server";
import {
  blockKinds,
  buildStates,
  type CarSource,
  carErrors,
  type PlaceKind,
  placeKinds,
} from "../../contract/index.ts";
import { findBlock } from "../car-record/blocks.ts";
import { lockCars } from "../car-record/lock-car.ts";
import { etaMovedMinutes } from "../car-record/params.ts";
import type { CarRow } from "../car-record/tables.ts";
import { Ignored, tellCar } from "../car-record/tell-car.ts";
import { db } from "../database.ts";
import { placeCar } from "../place/place-car.ts";
import { requirePlace } from "../place/resolver.ts";

export interface Moved {
  readonly carIds: readonly string[];
  readonly kind: PlaceKind;
  /** Id or code of the store or site, or the group that is on the truck. */
  readonly placeId: string | null;
  readonly fromPlaceId?: string | null;
  readonly toPlaceId?: string | null;
  readonly expectAt?: Date | null;
  readonly at: Date;
  readonly source: CarSource;
  readonly eventId?: string;
}

/** Whether what was told holds now, per car. */
export type Applied = ReadonlyMap<string, boolean>;

/** Where cars are since an instant; older reports are history. A departure is refused while something stops 发运. */
export async function reportPlace(tx: Tx, { carIds, placeId, ...report }: Moved): Promise<Applied> {
  const place = await requirePlace(tx, report.kind, placeId);
  const applied = new Map<string, boolean>();
  for (const car of await lockCars(tx, carIds)) {
    applied.set(car.id, (await placeCar(tx, car, { ...report, place })).applied);
  }
  return applied;
}

export interface Eta {
  readonly carIds: readonly string[];
  readonly expectAt: Date;
  readonly at: Date;
  readonly eventId?: string;
}

/** When cars on the road arrive; kept when it moved by half an hour. */
export async function reportEta(tx: Tx, { carIds, expectAt, at, eventId }: Eta): Promise<Applied> {
  const applied = new Map<string, boolean>();
  const least = tx.param(etaMovedMinutes) * 60_000;
  for (const car of await lockCars(tx, carIds)) {
    const fact = { type: "etaChanged", source: "LOGISTICS", eventId, at, clock: "eta", says: { expectAt } } as const;
    const told = await tellCar(tx, car, fact, () => {
      if (car.placeKind !== "TRANSIT") return new Ignored("车辆不在运输中");
      const moved = Math.abs(expectAt.getTime() - (car.expectAt?.getTime() ?? 0));
      return moved < least ? new Ignored("变化不大") : { expectAt };
    });
    applied.set(car.id, told.applied);
  }
  return applied;
}

/** Why each car cannot be shipped now; null for those that can (VE-R11). Locks nothing: reportPlace looks again. */
export async function assertShippable(tx: Tx, carIds: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  if (carIds.length === 0) return new Map();
  const rows = await db(tx).selectFrom("car").selectAll().where("id", "in", carIds).execute();
  const reasons = new Map<string, string | null>(carIds.map((id) => [id, carErrors.unregistered().message]));
  for (const car of rows) reasons.set(car.id, await whyNotShippable(tx, car));
  return reasons;
}

async function whyNotShippable(tx: Tx, car: CarRow): Promise<string | null> {
  const illegal = (state: string) => carErrors.stateIllegal({ state, action: "发运" }).message;
  if (car.buildState !== "RELEASED") return illegal(buildStates[car.buildState]);
  if (car.placeKind === "TRANSIT" || car.placeKind === "OWNER") return illegal(placeKinds[car.placeKind]);
  const found = await findBlock(tx, car, { stops: "发运" });
  return found && carErrors.blocked({ kind: blockKinds[found.kind], reason: found.reason, action: "发运" }).message;
}
