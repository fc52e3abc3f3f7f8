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
import { findRows } from "../database.ts";
import { findPlaceRefusal, placeCar } from "../place/place-car.ts";
import { requirePlace } from "../place/resolver.ts";

export interface Moved {
  readonly carIds: readonly string[];
  readonly kind: PlaceKind;
  /** Id or code of the store or site, or the transport group on the truck. */
  readonly placeId: string | null;
  readonly fromPlaceId?: string | null;
  readonly toPlaceId?: string | null;
  readonly expectAt?: Date | null;
  readonly at: Date;
  readonly source: CarSource;
  readonly eventId?: string;
}

/** Whether the report is valid now, per car. */
export type Applied = ReadonlyMap<string, boolean>;

/** The result of the report for one car. */
export interface Placed {
  /**
   * Whether the car stands there now. Otherwise `reason` tells why not: the report was outdated, repeated or refused.
   */
  readonly applied: boolean;
  readonly reason: string | null;
  /**
   * Whether the car must not depart. Then nothing of the report is stored, so it can be sent again under the same
   * number.
   */
  readonly isRefused: boolean;
}

/**
 * Reports where cars are since a time. Outdated reports are only logged. A departure is refused for each car whose 发运
 * is blocked; the other cars leave, and the caller decides whether the truck leaves without the blocked ones.
 */
export async function reportPlace(tx: Tx, { carIds, placeId, ...told }: Moved): Promise<ReadonlyMap<string, Placed>> {
  const report = { ...told, place: await requirePlace(tx, told.kind, placeId) };
  const outcomes = new Map<string, Placed>();
  for (const car of await lockCars(tx, carIds)) {
    const refusal = await findPlaceRefusal(tx, car, report);
    const { applied, reason } = refusal ? { applied: false, reason: refusal } : await placeCar(tx, car, report);
    outcomes.set(car.id, { applied, reason, isRefused: refusal !== null });
  }
  return outcomes;
}

export interface Eta {
  readonly carIds: readonly string[];
  readonly expectAt: Date;
  readonly at: Date;
  readonly eventId?: string;
}

/** Reports when cars on the road arrive. Changes of less than half an hour are not stored. */
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

/** Tells why each car cannot be shipped now, or null (VE-R11). It locks nothing, so `reportPlace` checks again. */
export async function assertShippable(tx: Tx, carIds: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const reasons = new Map<string, string | null>(carIds.map((id) => [id, carErrors.unregistered().message]));
  for (const car of await findRows(tx, "car", { id: carIds })) reasons.set(car.id, await explainNotShippable(tx, car));
  return reasons;
}

async function explainNotShippable(tx: Tx, car: CarRow): Promise<string | null> {
  const illegal = (state: string) => carErrors.stateIllegal({ state, action: "发运" }).message;
  if (car.buildState !== "RELEASED") return illegal(buildStates[car.buildState]);
  if (car.placeKind === "TRANSIT" || car.placeKind === "OWNER") return illegal(placeKinds[car.placeKind]);
  const found = await findBlock(tx, car, { stops: "发运" });
  return found && carErrors.blocked({ kind: blockKinds[found.kind], reason: found.reason, action: "发运" }).message;
}
