import { followMerges } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";
import { z } from "zod";
import { buildStates, carErrors, holdStates, placeKind } from "../../contract/index.ts";
import { refuseBlocked } from "../car-record/blocks.ts";
import { wound } from "../car-record/clock.ts";
import { liveHold, startHold } from "../car-record/holds.ts";
import { lockCar } from "../car-record/lock-car.ts";
import { newCarKm } from "../car-record/params.ts";
import type { CarRow } from "../car-record/tables.ts";
import { tellCar } from "../car-record/tell-car.ts";
import { db } from "../database.ts";
import { renewPlace } from "../place/resolver.ts";
import { type PublishedCar, publishCar } from "./read.ts";
import { mileageTold, requireFreePlate } from "./readings.ts";

export interface Delivery {
  readonly carId: string;
  readonly orderId: string;
  readonly ownerId: string;
  readonly at: Date;
  readonly mileageKm: number;
}

export interface Delivered {
  readonly car: PublishedCar;
  /** What whoever hands over should look at; stops nothing. */
  readonly warnings: readonly string[];
}

/** The order hands the car over to its owner. */
export async function deliver(tx: Tx, { carId, orderId, ownerId, at, mileageKm }: Delivery): Promise<Delivered> {
  const car = await lockCar(tx, carId);
  const live = await liveHold(tx, car);
  const holdState = holdStates.next(car.holdState, "deliver");
  if (live?.refId !== orderId) throw carErrors.fenced({ token: "-", current: car.holdSeq });
  if (car.buildState !== "RELEASED") {
    throw carErrors.stateIllegal({ state: buildStates[car.buildState], action: "交付" });
  }
  await refuseBlocked(tx, car, { stops: "交付" });
  if (car.plateNo) await requireFreePlate(tx, car, car.plateNo);
  const owner = { kind: "OWNER", refId: ownerId, refNo: live.refNo, orgIds: live.orgIds } as const;
  const read = await mileageTold(tx, car, { mileageKm, at, source: "ORDER" });
  const told = await tellCar(
    tx,
    read.car,
    { type: "delivered", source: "ORDER", at, note: live.refNo },
    async (now, fact) => ({
      ...(await startHold(tx, now, owner, "交付")),
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
      clocks: wound(now.clocks, fact, "place"),
    }),
  );
  return { car: await publishCar(tx, told.car), warnings: warningsOf(tx, car, mileageKm) };
}

/** VE-R13: a new car with many kilometres. One that served test drives has them rightly. */
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

/** Takes the delivery back, as long as it is the last thing that happened to the holder. */
export async function revertDeliver(
  tx: Tx,
  { carId, orderId, reason }: { readonly carId: string; readonly orderId: string; readonly reason: string },
): Promise<CarRow> {
  const car = await lockCar(tx, carId);
  const holdState = holdStates.next(car.holdState, "revertDeliver");
  const order = await db(tx)
    .selectFrom("carHold")
    .select(["refNo", "orgIds"])
    .where("carId", "=", carId)
    .where("kind", "=", "ORDER")
    .where("refId", "=", orderId)
    .where("seq", "=", car.holdSeq - 1)
    .executeTakeFirst();
  if (!order) throw carErrors.fenced({ token: "-", current: car.holdSeq });
  const place = await renewPlace(tx, await lastPlace(tx, carId));
  const orgIds = await renewOrganizations(tx, order.orgIds);
  const told = await tellCar(
    tx,
    car,
    { type: "deliveryReverted", source: "ORDER", note: reason },
    async (_car, fact) => ({
      ...(await startHold(tx, car, { refNo: order.refNo, orgIds, kind: "ORDER", refId: orderId }, "撤销交付")),
      holdState,
      ownerId: null,
      ownerSeq: car.ownerSeq - 1,
      deliveredAt: null,
      plateNo: null,
      plateAt: null,
      ...place,
      placeAt: fact.at,
      fromPlaceId: null,
      clocks: wound(car.clocks, fact, "place"),
    }),
  );
  return told.car;
}

/** Each is what it has become by merges since the hold ended (AU-R42); none stands there twice. */
async function renewOrganizations(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const became = await followMerges(tx, ids);
  return [...new Set(ids.map((id) => became.get(id)?.id ?? id))];
}

/** Where it stood when it was delivered, as the log has it. */
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

/** 过户: the car has another owner, and no plate until one is told. Answers which owner it is. */
export async function changeOwner(tx: Tx, { carId, oldOwnerId, newOwnerId, at }: OwnerChange): Promise<number> {
  const car = await lockCar(tx, carId);
  const holdState = holdStates.next(car.holdState, "changeOwner");
  if (car.ownerId === newOwnerId) throw carErrors.sameOwner();
  if (car.ownerId !== oldOwnerId) throw carErrors.fenced({ token: "-", current: car.holdSeq });
  const owner = { kind: "OWNER", refId: newOwnerId, refNo: "过户", orgIds: car.holdOrgIds } as const;
  const told = await tellCar(tx, car, { type: "ownerChanged", source: "RIGHTS", at }, async (_car, fact) => ({
    ...(await startHold(tx, car, owner, "过户")),
    holdState,
    ownerId: newOwnerId,
    ownerSeq: car.ownerSeq + 1,
    plateNo: null,
    plateAt: at,
    clocks: wound(car.clocks, fact, "plate"),
  }));
  return told.car.ownerSeq;
}
