import { onlyOf, type Tx } from "@ops/platform/server";
import { carErrors, type HoldState, holdStates, whereaboutsNames } from "../../contract/index.ts";
import { refuseBlocked } from "../car-record/blocks.ts";
import {
  clearTimeInStock,
  endHold,
  findLiveHold,
  type HoldRow,
  nameHolder,
  refusalOfOther,
  refusalOfToken,
  requireEndedBy,
  startHold,
} from "../car-record/holds.ts";
import { lockCar, lockCars } from "../car-record/lock-car.ts";
import { proposeMarketType } from "../car-record/market-type.ts";
import type { CarRow } from "../car-record/tables.ts";
import { tellCar } from "../car-record/tell-car.ts";
import { db, findRow, findRows } from "../database.ts";

export interface Taken {
  /** The fencing number, which the holder must name in later calls. */
  readonly token: number;
  readonly vin: string;
  readonly placeKind: CarRow["placeKind"];
  readonly placeId: string | null;
  /** How the car is sold from now on. */
  readonly marketTypeId: string | null;
}

const answerTaken = (car: CarRow): Taken => ({
  token: car.holdSeq,
  vin: car.vin,
  placeKind: car.placeKind,
  placeId: car.placeId,
  marketTypeId: car.marketTypeId,
});

export interface LockTake {
  readonly carId: string;
  readonly lockId: string;
  readonly lockNo: string;
  /** The organisations that see the car because of the lock. */
  readonly orgIds: readonly string[];
}

/** Takes a free car for a lock. The same lock gets the same answer again. */
export async function takeForLock(tx: Tx, { carId, lockId, lockNo, orgIds }: LockTake): Promise<Taken> {
  const car = await lockCar(tx, carId);
  const live = await findLiveHold(tx, car);
  if (live?.kind === "LOCK" && live.refId === lockId) return answerTaken(car);
  if (live) throw carErrors.held({ holder: nameHolder(live) });
  const holdState = holdStates.next(car.holdState, "takeForLock");
  if (car.buildOrderNo) throw carErrors.buildOrder({ orderNo: car.buildOrderNo });
  if (car.buildState === "PLANNED") throw refusalOfState("PLANNED", "锁定");
  await refuseBlocked(tx, car, { stops: "锁定" });
  const told = await tellCar(tx, car, { type: "locked", source: "LIGHTNING", note: lockNo }, async () => ({
    ...(await startHold(
      tx,
      car,
      { kind: "LOCK", refId: lockId, refNo: lockNo, orgIds },
      { endReason: "", at: tx.now },
    )),
    holdState,
  }));
  return answerTaken(told.car);
}

export interface LockRelease {
  readonly carId: string;
  readonly lockId: string;
  readonly token: number;
  readonly reason: string;
}

/** Releases the lock. If it has ended already, nothing changes; an outdated token is refused with VEHICLE_FENCED. */
export async function releaseLock(tx: Tx, { carId, lockId, token, reason }: LockRelease): Promise<void> {
  const car = await lockCar(tx, carId);
  const live = await findLiveHold(tx, car);
  if (live?.kind !== "LOCK" || live.refId !== lockId) {
    if (await hasEnded(tx, { carId, lockId, token })) return;
    throw refusalOfToken(token, car.holdSeq);
  }
  requireToken(live, token);
  const holdState = holdStates.next(car.holdState, "releaseLock");
  await tellCar(tx, car, { type: "unlocked", source: "LIGHTNING", note: reason }, async () => ({
    ...(await endHold(tx, car, { endReason: reason, at: tx.now })),
    holdState,
  }));
}

async function hasEnded(tx: Tx, { carId, lockId, token }: Omit<LockRelease, "reason">): Promise<boolean> {
  const hold = await findRow(tx, "carHold", { carId, seq: token, refId: lockId });
  return hold !== undefined && hold.endedAt !== null;
}

export interface Allocation {
  readonly carId: string;
  readonly orderId: string;
  readonly orderNo: string;
  /** The selling and the delivering store. */
  readonly orgIds: readonly string[];
  /** How the car is sold. If empty, it is proposed by the stock kind (VE-R15). */
  readonly marketTypeId?: string | null;
  /** How cars are sold whose stock kind proposes nothing. */
  readonly usualMarketTypeId?: string | null;
  /** The lock from which the order takes the car. */
  readonly fromLock?: { readonly lockId: string; readonly token: number };
  /**
   * When the order took the car, for orders of the past. It must not be before the end of the former hold. The default
   * is now.
   */
  readonly at?: Date | undefined;
}

/** Takes a free car for an order, or the car of the order's own lock. The same order gets the same answer again. */
export async function allocate(tx: Tx, allocation: Allocation): Promise<Taken> {
  return allocateLocked(tx, await lockCar(tx, allocation.carId), allocation);
}

async function allocateLocked(tx: Tx, car: CarRow, allocation: Allocation): Promise<Taken> {
  const { orderId, orderNo, orgIds, at } = allocation;
  const live = await findLiveHold(tx, car);
  if (live?.kind === "ORDER" && live.refId === orderId) return answerTaken(car);
  requireFreeFor(car, live, allocation.fromLock);
  const holdState = await requireAllocatable(tx, car, allocation);
  const proposed = allocation.marketTypeId ?? (await proposeMarketType(tx, car));
  const marketTypeId = proposed ?? allocation.usualMarketTypeId ?? car.marketTypeId;
  const hold = { kind: "ORDER", refId: orderId, refNo: orderNo, orgIds } as const;
  const told = await tellCar(
    tx,
    car,
    { type: "allocated", source: "ORDER", note: orderNo, at },
    async (_car, fact) => ({
      ...(await startHold(tx, car, hold, { endReason: "转订单", at: fact.at })),
      holdState,
      marketTypeId,
    }),
  );
  return answerTaken(told.car);
}

/** Requires a car that this order can take at that time, whoever holds it. Answers the state that it gets. */
export async function requireAllocatable(
  tx: Tx,
  car: CarRow,
  { orderNo, at }: Pick<Allocation, "orderNo" | "at">,
): Promise<HoldState> {
  const holdState = holdStates.next(car.holdState, "allocate");
  if (car.buildOrderNo && car.buildOrderNo !== orderNo) throw carErrors.buildOrder({ orderNo: car.buildOrderNo });
  await refuseBlocked(tx, car, { stops: "锁定", action: "配单", at });
  if (at) await requireEndedBy(tx, car, at);
  return holdState;
}

/** Requires that nobody holds the car, or only the lock of this order, with its present token. */
function requireFreeFor(car: CarRow, live: HoldRow | null, fromLock: Allocation["fromLock"]): void {
  const isOwnLock = live?.kind === "LOCK" && live.refId === fromLock?.lockId;
  if (live && !isOwnLock) throw carErrors.held({ holder: nameHolder(live) });
  if (!fromLock) return;
  if (!live) throw refusalOfToken(fromLock.token, car.holdSeq);
  requireToken(live, fromLock.token);
}

export interface HoldOrganizations {
  readonly carId: string;
  readonly orderId: string;
  /** The selling and the delivering store from now on. */
  readonly orgIds: readonly string[];
}

/**
 * Changes the stores of an order. The people of the new stores see the car from now on, those of the former stores do
 * not. Holder and fencing number stay. Idempotent.
 */
export async function setHoldOrgs(tx: Tx, { carId, orderId, orgIds }: HoldOrganizations): Promise<void> {
  const car = await lockCar(tx, carId);
  const live = await findLiveHold(tx, car);
  if (live?.kind !== "ORDER" || live.refId !== orderId) throw refusalOfOther(live);
  const holdOrgIds = [...new Set(orgIds)];
  if (holdOrgIds.toSorted().join() === car.holdOrgIds.toSorted().join()) return;
  await db(tx).updateTable("carHold").set({ orgIds: holdOrgIds }).where("id", "=", live.id).execute();
  await tellCar(tx, car, { type: "holdOrgsSet", source: "ORDER", note: live.refNo }, () => ({ holdOrgIds }));
}

export const unallocateReasons = { CANCELLED: "退订", SWAPPED: "换车", MISTAKEN: "错配" } as const;

export interface Unallocation {
  readonly carId: string;
  readonly orderId: string;
  readonly reason: keyof typeof unallocateReasons;
  /** When the order gave the car back, for orders of the past. The default is now. */
  readonly at?: Date | undefined;
}

/**
 * Gives the car back from its order. It must be inspected, unless nobody can have touched it. Answers the new state.
 */
export async function unallocate(tx: Tx, unallocation: Unallocation): Promise<HoldState> {
  return unallocateLocked(tx, await lockCar(tx, unallocation.carId), unallocation);
}

/** Gives back whichever car the order holds. Answers that car, or null if the order holds none. */
export async function unallocateOrder(
  tx: Tx,
  unallocation: Omit<Unallocation, "carId">,
): Promise<{ readonly carId: string; readonly holdState: HoldState } | null> {
  const held = await findRow(tx, "carHold", { kind: "ORDER", refId: unallocation.orderId, endedAt: null });
  if (!held) return null;
  const { carId } = held;
  return { carId, holdState: await unallocate(tx, { ...unallocation, carId }) };
}

async function unallocateLocked(tx: Tx, car: CarRow, { orderId, reason, at }: Unallocation): Promise<HoldState> {
  const live = await findLiveHold(tx, car);
  if (live?.kind === "ORDER" && live.refId !== orderId) throw refusalOfOther(live);
  const isAtFactory = car.placeKind === "PLANT" || car.placeKind === "WAREHOUSE";
  const isUnseen = car.buildState === "PLANNED" || (reason === "SWAPPED" && isAtFactory);
  const holdState = holdStates.next(car.holdState, isUnseen ? "unallocateUnseen" : "unallocate");
  const note = unallocateReasons[reason];
  await tellCar(tx, car, { type: "unallocated", source: "ORDER", note, at }, async (_car, told) => ({
    ...(await endHold(tx, car, { endReason: note, at: told.at })),
    ...(reason === "CANCELLED" ? { stockKind: "CANCELLED" as const } : {}),
    ...(holdState === "RETURNED" ? clearTimeInStock(car, told) : {}),
    holdState,
    buildOrderNo: null,
  }));
  return holdState;
}

/**
 * Frees the cars that the factory built for an order which no longer wants them (VE-R12). Answers how many there were.
 */
export async function clearBuildOrder(
  tx: Tx,
  { orderNo, reason }: { readonly orderNo: string; readonly reason: string },
): Promise<number> {
  const built = await findRows(tx, "car", { buildOrderNo: orderNo });
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

/** 换车: the order gives one car back and takes another one, or neither happens. */
export async function reallocate(tx: Tx, { oldCarId, newCarId, ...allocation }: Reallocation): Promise<Taken> {
  if (oldCarId === newCarId) throw carErrors.stateIllegal({ state: "已配单", action: "换车" });
  const locked = await lockCars(tx, [oldCarId, newCarId]);
  const carOf = (carId: string) => onlyOf(locked.filter(({ id }) => id === carId));
  const { orderId, at } = allocation;
  await unallocateLocked(tx, carOf(oldCarId), { carId: oldCarId, orderId, reason: "SWAPPED", at });
  return allocateLocked(tx, carOf(newCarId), { ...allocation, carId: newCarId });
}

function requireToken({ seq }: HoldRow, token: number): void {
  if (seq !== token) throw refusalOfToken(token, seq);
}

const refusalOfState = (state: keyof typeof whereaboutsNames, action: string) =>
  carErrors.stateIllegal({ state: whereaboutsNames[state], action });
