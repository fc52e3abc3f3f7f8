import { onlyOf, type Tx } from "@ops/platform/server";
import { carErrors, type HoldState, holdStates, whereaboutsNames } from "../../contract/index.ts";
import { refuseBlocked } from "../car-record/blocks.ts";
import { endHold, type HoldRow, holderName, liveHold, returned, startHold } from "../car-record/holds.ts";
import { lockCar, lockCars } from "../car-record/lock-car.ts";
import { proposedMarketType } from "../car-record/market-type.ts";
import type { CarRow } from "../car-record/tables.ts";
import { tellCar } from "../car-record/tell-car.ts";
import { db } from "../database.ts";

export interface Taken {
  /** The fencing number; whoever holds the car shows it again. */
  readonly token: number;
  readonly vin: string;
  readonly placeKind: CarRow["placeKind"];
  readonly placeId: string | null;
}

const taken = (car: CarRow): Taken => ({
  token: car.holdSeq,
  vin: car.vin,
  placeKind: car.placeKind,
  placeId: car.placeId,
});

export interface LockTake {
  readonly carId: string;
  readonly lockId: string;
  readonly lockNo: string;
  /** The organisations to whom the lock shows the car. */
  readonly orgIds: readonly string[];
}

/** A lock of lightning takes a free car. The same lock again gets the same answer. */
export async function takeForLock(tx: Tx, { carId, lockId, lockNo, orgIds }: LockTake): Promise<Taken> {
  const car = await lockCar(tx, carId);
  const live = await liveHold(tx, car);
  if (live?.kind === "LOCK" && live.refId === lockId) return taken(car);
  if (live) throw carErrors.held({ holder: holderName(live) });
  const holdState = holdStates.next(car.holdState, "takeForLock");
  if (car.buildOrderNo) throw carErrors.buildOrder({ orderNo: car.buildOrderNo });
  if (car.buildState === "PLANNED") throw illegal("PLANNED", "锁定");
  await refuseBlocked(tx, car, { stops: "锁定" });
  const told = await tellCar(tx, car, { type: "locked", source: "LIGHTNING", note: lockNo }, async () => ({
    ...(await startHold(tx, car, { kind: "LOCK", refId: lockId, refNo: lockNo, orgIds }, "")),
    holdState,
  }));
  return taken(told.car);
}

export interface LockRelease {
  readonly carId: string;
  readonly lockId: string;
  readonly token: number;
  readonly reason: string;
}

/** The lock lets go. One that has ended already changes nothing; a stale token is VEHICLE_FENCED. */
export async function releaseLock(tx: Tx, { carId, lockId, token, reason }: LockRelease): Promise<void> {
  const car = await lockCar(tx, carId);
  const live = await liveHold(tx, car);
  if (live?.kind !== "LOCK" || live.refId !== lockId) {
    if (await hasEnded(tx, { carId, lockId, token })) return;
    throw carErrors.fenced({ token, current: car.holdSeq });
  }
  requireToken(live, token);
  const holdState = holdStates.next(car.holdState, "releaseLock");
  await tellCar(tx, car, { type: "unlocked", source: "LIGHTNING", note: reason }, async () => ({
    ...(await endHold(tx, car, reason)),
    holdState,
  }));
}

async function hasEnded(tx: Tx, { carId, lockId, token }: Omit<LockRelease, "reason">): Promise<boolean> {
  const ended = await db(tx)
    .selectFrom("carHold")
    .select("id")
    .where("carId", "=", carId)
    .where("seq", "=", token)
    .where("refId", "=", lockId)
    .where("endedAt", "is not", null)
    .executeTakeFirst();
  return ended !== undefined;
}

export interface Allocation {
  readonly carId: string;
  readonly orderId: string;
  readonly orderNo: string;
  /** Selling and delivery store. */
  readonly orgIds: readonly string[];
  /** How it is sold; proposed from the stock kind when empty (VE-R15). */
  readonly marketTypeId?: string | null;
  /** The lock from which the order comes. */
  readonly fromLock?: { readonly lockId: string; readonly token: number };
}

/** An order takes a free car, or the one that its own lock holds. The same order again gets the same answer. */
export async function allocate(tx: Tx, allocation: Allocation): Promise<Taken> {
  return allocateLocked(tx, await lockCar(tx, allocation.carId), allocation);
}

async function allocateLocked(tx: Tx, car: CarRow, allocation: Allocation): Promise<Taken> {
  const { orderId, orderNo, orgIds } = allocation;
  const live = await liveHold(tx, car);
  if (live?.kind === "ORDER" && live.refId === orderId) return taken(car);
  requireFreeFor(car, live, allocation.fromLock);
  const holdState = holdStates.next(car.holdState, "allocate");
  if (car.buildOrderNo && car.buildOrderNo !== orderNo) throw carErrors.buildOrder({ orderNo: car.buildOrderNo });
  await refuseBlocked(tx, car, { stops: "锁定", action: "配单" });
  const marketTypeId = allocation.marketTypeId ?? (await proposedMarketType(tx, car)) ?? car.marketTypeId;
  const told = await tellCar(tx, car, { type: "allocated", source: "ORDER", note: orderNo }, async () => ({
    ...(await startHold(tx, car, { kind: "ORDER", refId: orderId, refNo: orderNo, orgIds }, "转订单")),
    holdState,
    marketTypeId,
  }));
  return taken(told.car);
}

/** Nobody holds it, or the lock that the order comes from, with its present token. */
function requireFreeFor(car: CarRow, live: HoldRow | null, fromLock: Allocation["fromLock"]): void {
  const isOwnLock = live?.kind === "LOCK" && live.refId === fromLock?.lockId;
  if (live && !isOwnLock) throw carErrors.held({ holder: holderName(live) });
  if (!fromLock) return;
  if (!live) throw carErrors.fenced({ token: fromLock.token, current: car.holdSeq });
  requireToken(live, fromLock.token);
}

export const unallocateReasons = { CANCELLED: "退订", SWAPPED: "换车", MISTAKEN: "错配" } as const;

export interface Unallocation {
  readonly carId: string;
  readonly orderId: string;
  readonly reason: keyof typeof unallocateReasons;
}

/** The order gives the car back: to be inspected, unless nobody can have touched it. Answers the new state. */
export async function unallocate(tx: Tx, unallocation: Unallocation): Promise<HoldState> {
  return unallocateLocked(tx, await lockCar(tx, unallocation.carId), unallocation);
}

async function unallocateLocked(tx: Tx, car: CarRow, { orderId, reason }: Unallocation): Promise<HoldState> {
  const live = await liveHold(tx, car);
  if (live?.kind === "ORDER" && live.refId !== orderId) throw carErrors.fenced({ token: "-", current: live.seq });
  const isAtFactory = car.placeKind === "PLANT" || car.placeKind === "WAREHOUSE";
  const isUnseen = car.buildState === "PLANNED" || (reason === "SWAPPED" && isAtFactory);
  const holdState = holdStates.next(car.holdState, isUnseen ? "unallocateUnseen" : "unallocate");
  const note = unallocateReasons[reason];
  await tellCar(tx, car, { type: "unallocated", source: "ORDER", note }, async (_car, told) => ({
    ...(await endHold(tx, car, note)),
    ...(reason === "CANCELLED" ? { stockKind: "CANCELLED" as const } : {}),
    ...(holdState === "RETURNED" ? returned(car, told) : {}),
    holdState,
    buildOrderNo: null,
  }));
  return holdState;
}

/** The order for which the factory built cars does not want them any more (VE-R12). Answers how many there were. */
export async function clearBuildOrder(
  tx: Tx,
  { orderNo, reason }: { readonly orderNo: string; readonly reason: string },
): Promise<number> {
  const built = await db(tx).selectFrom("car").select("id").where("buildOrderNo", "=", orderNo).execute();
  const locked = await lockCars(
    tx,
    built.map(({ id }) => id),
  );
  for (const car of locked.filter(({ buildOrderNo }) => buildOrderNo === orderNo)) {
    await tellCar(tx, car, { type: "buildOrderCleared", source: "ORDER", note: reason }, () => ({
      buildOrderNo: null,
    }));
  }
  return locked.length;
}

export interface Reallocation extends Omit<Allocation, "carId"> {
  readonly oldCarId: string;
  readonly newCarId: string;
}

/** 换车: the order gives one car back and takes another, or neither. */
export async function reallocate(tx: Tx, { oldCarId, newCarId, ...allocation }: Reallocation): Promise<Taken> {
  if (oldCarId === newCarId) throw carErrors.stateIllegal({ state: "已配单", action: "换车" });
  const locked = await lockCars(tx, [oldCarId, newCarId]);
  const carOf = (carId: string) => onlyOf(locked.filter(({ id }) => id === carId));
  await unallocateLocked(tx, carOf(oldCarId), { carId: oldCarId, orderId: allocation.orderId, reason: "SWAPPED" });
  return allocateLocked(tx, carOf(newCarId), { ...allocation, carId: newCarId });
}

function requireToken({ seq }: HoldRow, token: number): void {
  if (seq !== token) throw carErrors.fenced({ token, current: seq });
}

const illegal = (state: keyof typeof whereaboutsNames, action: string) =>
  carErrors.stateIllegal({ state: whereaboutsNames[state], action });
