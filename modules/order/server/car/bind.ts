import { BusinessError } from "@ops/platform/contract";
import { changeRecord, type Tx } from "@ops/platform/server";
import { allocate, marketTypeCoded, reallocate, type Taken } from "@ops/vehicle/server";
import { orderCarErrors, orderStates, vinBound, vinChanged } from "../../contract/index.ts";
import { undoCheck } from "../check/do-check.ts";
import { carIssues, clearIssue, raiseIssue, STOP_BUILD } from "../order/issue.ts";
import { refuseOpenConfig } from "../order/open-change.ts";
import { usualMarketType } from "../order/params.ts";
import { enterStage, publishStage } from "../order/stage.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { refuseInvoiced } from "../paper/issued.ts";
import { type StageOfPlace, stateByPlace } from "./choose-state.ts";
import { requireFitting } from "./fit.ts";

interface Bound {
  readonly carId: string;
  readonly path: OrderRow["path"];
  /** The lock from which the order takes the car. */
  readonly fromLock?: { readonly lockId: string; readonly token: number } | undefined;
}

/** Gives a locked order a car from stock. The order is locked before the car (OR-R22), and a car is in one order's hands. */
export async function bindCar(tx: Tx, order: OrderRow, bound: Bound): Promise<OrderRow> {
  refuseBound(order);
  orderStates.next(order.state, "bindCar");
  await refuseOpenConfig(tx, order);
  const taken = await takeCar(tx, order, bound);
  if (order.state === "SCHEDULED") {
    await raiseIssue(tx, { orderId: order.id, code: STOP_BUILD, text: "已配现车，请通知工厂取消排产" });
  }
  return save(tx, order, { ...bound, taken });
}

interface Built {
  readonly order: OrderRow;
  /** Where the car is by now, and since when. */
  readonly stage: StageOfPlace;
  readonly since: Date | null;
}

/** Gives an order the car that was built for it. The caller moves the order on, because news may come late (OR-R14). */
export async function bindBuilt(tx: Tx, order: OrderRow, carId: string): Promise<Built> {
  refuseBound(order);
  const taken = await takeCar(tx, order, { carId, path: "BUILD" });
  const { vin, marketTypeId } = taken;
  const bound = await changeRecord(tx, orders, order, { carId, vin, path: "BUILD", marketTypeId });
  return { order: bound, stage: stateByPlace(order, taken), since: taken.placeAt };
}

function refuseBound({ vin }: OrderRow): void {
  if (vin !== null) throw orderCarErrors.carBound({ vin });
}

async function takeCar(tx: Tx, order: OrderRow, { carId, path, fromLock }: Bound) {
  const { placeAt } = await requireFitting(tx, order, carId);
  const holder = await holderOf(tx, order);
  const taken = await sayHolder(() => allocate(tx, { carId, ...holder, ...(fromLock ? { fromLock } : {}) }));
  await tx.publish(vinBound, { orderId: order.id, at: tx.now.toISOString(), carId, path });
  return { ...taken, placeAt };
}

/** Gives an order another car, or changes nothing. */
export async function swapCar(tx: Tx, order: OrderRow, carId: string): Promise<OrderRow> {
  orderStates.next(order.state, "swapCar");
  const oldCarId = order.carId;
  if (oldCarId === null) throw orderCarErrors.carNone();
  if (oldCarId === carId) throw orderCarErrors.carSame();
  await refuseInvoiced(tx, order);
  await requireFitting(tx, order, carId);
  const taken = await sayHolder(async () =>
    reallocate(tx, { oldCarId, newCarId: carId, ...(await holderOf(tx, order)) }),
  );
  await undoCheck(tx, order.id, "PDI"); // the other car was not inspected
  for (const code of carIssues) await clearIssue(tx, { orderId: order.id, code });
  const swapped = await save(tx, order, { carId, path: order.path, taken });
  await tx.publish(vinChanged, { orderId: order.id, at: tx.now.toISOString(), fromCarId: oldCarId, carId });
  return swapped;
}

/** The stores whose people see the car of an order. */
export const sellingAndDelivering = ({ storeId, deliveryStoreId }: OrderRow) => [
  ...new Set([storeId, deliveryStoreId ?? storeId]),
];

/**
 * A market type that somebody has chosen holds; the usual one, also where none is named, gives way to what the car
 * proposes by its stock kind.
 */
export async function holderOf(tx: Tx, order: OrderRow) {
  const { id: orderId, orderNo, marketTypeId } = order;
  const usual = await marketTypeCoded(tx, tx.param(usualMarketType));
  const sold = marketTypeId === null || marketTypeId === usual ? { usualMarketTypeId: usual } : { marketTypeId };
  return { orderId, orderNo, orgIds: sellingAndDelivering(order), ...sold };
}

async function save(tx: Tx, order: OrderRow, { carId, path, taken }: Bound & { readonly taken: Taken }) {
  const state = stateByPlace(order, taken);
  const isOther = state !== order.state;
  const entered = isOther ? await enterStage(tx, order, state) : {};
  const had = { carId, vin: taken.vin, path, marketTypeId: taken.marketTypeId };
  const saved = await changeRecord(tx, orders, order, { ...entered, ...had });
  if (isOther) await publishStage(tx, saved, state);
  return saved;
}

/** Whoever has the car is told in the words of orders. */
async function sayHolder(take: () => Promise<Taken>): Promise<Taken> {
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof BusinessError) || error.msgCode !== "VEHICLE_HELD") throw error;
    throw orderCarErrors.vinUsed({ holder: /已被(.+)占用/.exec(error.message)?.[1] ?? "其他业务" });
  }
}
