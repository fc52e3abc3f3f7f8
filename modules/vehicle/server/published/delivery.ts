import { followMerges } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";
import { z } from "zod";
import { buildStates, carErrors, holdStates, placeKind } from "../../contract/index.ts";
import { refuseBlocked } from "../car-record/blocks.ts";
import { advanceClocks } from "../car-record/clock.ts";
import { findLiveHold, refusalOfOther, startHold } from "../car-record/holds.ts";
import { lockCar } from "../car-record/lock-car.ts";
import { newCarKm } from "../car-record/params.ts";
import type { CarRow } from "../car-record/tables.ts";
import { tellCar } from "../car-record/tell-car.ts";
import { db, findRow } from "../database.ts";
import { renewPlace } from "../place/resolver.ts";
import { type PublishedCar, publishCar } from "./read.ts";
import { requireFreePlate, tellMileage } from "./readings.ts";

export interface Delivery {
  readonly carId: string;
  readonly orderId: string;
  readonly ownerId: string;
  readonly at: Date;
  readonly mileageKm: number;
}

export interface Delivered {
  readonly car: PublishedCar;
  /** What the person who hands the car over should check. Warnings stop nothing. */
  readonly warnings: readonly string[];
}

/** Hands the car over from the order to its owner, at a time when the order had it. */
export async function deliver(tx: Tx, { carId, orderId, ownerId, at, mileageKm }: Delivery): Promise<Delivered> {
  const car = await lockCar(tx, carId);
  const live = await findLiveHold(tx, car);
  const holdState = holdStates.next(car.holdState, "deliver");
  if (live?.refId !== orderId) throw refusalOfOther(live);
  if (at < live.startedAt) throw carErrors.heldThen();
  await requireDeliverable(tx, car, at);
  if (car.plateNo) await requireFreePlate(tx, car, car.plateNo);
  const owner = { kind: "OWNER", refId: ownerId, refNo: live.refNo, orgIds: live.orgIds } as const;
  const read = await tellMileage(tx, car, { mileageKm, at, source: "ORDER" });
  const told = await tellCar(
    tx,
    read.car,
    { type: "delivered", source: "ORDER", at, note: live.refNo },
    async (now, fact) => ({
      ...(await startHold(tx, now, owner, { endReason: "交付", at })),
      holdState,
      ownerId,
      ownerSeq: now.ownerSeq + 1,
      deliveredAt: at,
      placeKind: "OWNER" as const,
      placeId: null,
      placeName: null,
      placeOrgId: null,
      expectAt: null,
      fromPlaceId: now.placeId,
      toPlaceId: null,
      placeAt: at,
      clocks: advanceClocks(now.clocks, fact, "place"),
    }),
  );
  return { car: await publishCar(tx, told.car), warnings: warningsOf(tx, car, mileageKm) };
}

/** Requires a car that may leave the factory and that no block stops at that time. */
export async function requireDeliverable(tx: Tx, car: CarRow, at: Date): Promise<void> {
  if (car.buildState !== "RELEASED") {
    throw carErrors.stateIllegal({ state: buildStates[car.buildState], action: "交付" });
  }
  await refuseBlocked(tx, car, { stops: "交付", at });
}

/** Warns of a new car with a high mileage (VE-R13). Test drive cars are excluded, because their mileage is expected. */
function warningsOf(tx: Tx, { ownerSeq, stockKind }: CarRow, mileageKm: number): string[] {
  const most = tx.param(newCarKm);
  const isNew = ownerSeq === 0 && stockKind !== "TEST_DRIVE";
  return isNew && mileageKm > most ? [`新车里程${mileageKm}公里，超过${most}公里`] : [];
}

const placeBefore = z.object({
  placeKind,
  placeId: z.string().nullish(),
  placeName: z.string().nullish(),
  placeOrgId: z.string().nullish(),
});

/** Reverts the delivery, as long as it is the last event of the hold. */
export async function revertDeliver(
  tx: Tx,
  { carId, orderId, reason }: { readonly carId: string; readonly orderId: string; readonly reason: string },
): Promise<PublishedCar> {
  const car = await lockCar(tx, carId);
  const holdState = holdStates.next(car.holdState, "revertDeliver");
  const order = await findRow(tx, "carHold", { carId, kind: "ORDER", refId: orderId, seq: car.holdSeq - 1 });
  if (!order) throw refusalOfOther(await findLiveHold(tx, car));
  const place = await renewPlace(tx, await lastPlace(tx, carId));
  const held = { kind: "ORDER", refId: orderId, refNo: order.refNo } as const;
  const orgIds = await renewOrganizations(tx, order.orgIds);
  const told = await tellCar(
    tx,
    car,
    { type: "deliveryReverted", source: "ORDER", note: reason },
    async (_car, fact) => ({
      ...(await startHold(tx, car, { ...held, orgIds }, { endReason: "撤销交付", at: fact.at })),
      holdState,
      ownerId: null,
      ownerSeq: car.ownerSeq - 1,
      deliveredAt: null,
      plateNo: null,
      plateAt: null,
      ...place,
      placeAt: fact.at,
      fromPlaceId: null,
      clocks: advanceClocks(car.clocks, fact, "place"),
    }),
  );
  return publishCar(tx, told.car);
}

/** Replaces each organisation by its successor after merges since the hold ended (AU-R42), without duplicates. */
async function renewOrganizations(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const became = await followMerges(tx, ids);
  return [...new Set(ids.map((id) => became.get(id)?.id ?? id))];
}

/** Finds the place before the delivery, from the log. */
async function lastPlace(tx: Tx, carId: string) {
  const delivered = await db(tx)
    .selectFrom("carEvent")
    .select("before")
    .where("carId", "=", carId)
    .where("type", "=", "delivered")
    .orderBy("no", "desc")
    .executeTakeFirst();
  const {
    placeKind = "UNKNOWN",
    placeId = null,
    placeName = null,
    placeOrgId = null,
  } = placeBefore.safeParse(delivered?.before).data ?? {};
  return { placeKind, placeId, placeName, placeOrgId };
}

export interface OwnerChange {
  readonly carId: string;
  readonly oldOwnerId: string;
  readonly newOwnerId: string;
  readonly at: Date;
}

/**
 * 过户: gives the car to another owner, without a plate until one is reported. Answers the number of the owner, counted
 * from the first.
 */
export async function changeOwner(tx: Tx, { carId, oldOwnerId, newOwnerId, at }: OwnerChange): Promise<number> {
  const car = await lockCar(tx, carId);
  const holdState = holdStates.next(car.holdState, "changeOwner");
  if (car.ownerId === newOwnerId) throw carErrors.sameOwner();
  if (car.ownerId !== oldOwnerId) throw refusalOfOther(await findLiveHold(tx, car));
  const owner = { kind: "OWNER", refId: newOwnerId, refNo: "过户", orgIds: car.holdOrgIds } as const;
  const told = await tellCar(tx, car, { type: "ownerChanged", source: "RIGHTS", at }, async (_car, fact) => ({
    ...(await startHold(tx, car, owner, { endReason: "过户", at: fact.at })),
    holdState,
    ownerId: newOwnerId,
    ownerSeq: car.ownerSeq + 1,
    plateNo: null,
    plateAt: at,
    clocks: advanceClocks(car.clocks, fact, "plate"),
  }));
  return told.car.ownerSeq;
}
