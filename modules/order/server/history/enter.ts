import { addDays, dayOf } from "@ops/platform/contract";
import { insertMany, insertRecord, newId, type Tx } from "@ops/platform/server";
import { allocate, configKeyOf, deliver, findByVin, lookupConfigs, type PublishedCar } from "@ops/vehicle/server";
import { endedStatuses, historyErrors, type OrderStatus, orderErrors, orderLocked } from "../../contract/index.ts";
import { holderOf } from "../car/bind.ts";
import { findOrCreateCustomer } from "../customer/find-or-create.ts";
import { db, findRow } from "../database.ts";
import type { Snapshot } from "../lock/snapshot.ts";
import { type OrderRow, orderMoney, orders } from "../order/tables.ts";
import { draftContract } from "../paper/contract.ts";
import { payments } from "../payment/tables.ts";
import { setPromiseTimers } from "../promise/timers.ts";
import { requireRule } from "../series-rule/rule-of.ts";
import type { SeriesRuleRow } from "../series-rule/tables.ts";
import { heldFrom, requireFreeThen } from "./held-from.ts";
import { isLiveLocked, isLockedState, isWithCar, type ToldOrder } from "./told.ts";

/**
 * Finds the car that a row names, which must be registered, of the configuration, and in nobody else's hands now or then.
 * `known` is the order that is there already: a car that is held for its number is held under its id, too.
 */
export async function carOf(tx: Tx, told: ToldOrder, known: OrderRow | null): Promise<PublishedCar | null> {
  const { vin, carConfigId, orderNo, state } = told;
  if (vin === null) return null;
  const car = await findByVin(tx, vin);
  if (!car) throw historyErrors.historyCar();
  if (car.carConfigId !== carConfigId) throw historyErrors.historyCarDiff();
  const isNeeded = isWithCar(state) || state === "DELIVERED";
  if (isNeeded && car.holder && car.holder.refNo !== orderNo) throw historyErrors.historyVin();
  const heldFor = isNeeded ? heldId(car) : null;
  if (heldFor !== null && (known ? heldFor !== known.id : await findRow(tx, "salesOrder", { id: heldFor }))) {
    throw historyErrors.historyVin();
  }
  const other = await db(tx)
    .selectFrom("salesOrder")
    .select("id")
    .where("vin", "=", vin)
    .where("orderNo", "<>", orderNo)
    .where((eb) => eb.or([eb("state", "not in", endedStatuses), eb("state", "=", "DELIVERED")]))
    .executeTakeFirst();
  if (isNeeded && other) throw historyErrors.historyVin();
  if (isNeeded && car.holder === null) await requireFreeThen(tx, car, { told, known });
  return car;
}

/** The id under which the register holds a car for an order, null if it does not. */
const heldId = ({ holder }: PublishedCar) => (holder?.kind === "ORDER" ? holder.refId : null);

/** Requires a configuration of the series. */
export async function requireConfig(tx: Tx, { carConfigId, seriesId }: ToldOrder): Promise<void> {
  const config = (await lookupConfigs(tx, [carConfigId])).get(carConfigId);
  if (config?.seriesId !== seriesId) throw orderErrors.seriesConfig();
}

/** Enters an order as it was elsewhere, with what follows from it: money, stages, promise and the hold of its car. */
export async function enterOrder(tx: Tx, told: ToldOrder): Promise<OrderRow> {
  await requireConfig(tx, told);
  const rule = await requireRule(tx, told.seriesId);
  const car = await carOf(tx, told, null);
  const { customerId } = await findOrCreateCustomer(tx, { type: "PERSON", name: told.name, phone: told.phone });
  const { carConfigId, seriesId, storeId, state, lockedAt } = told;
  const { optionCodes, extColor, intColor } = car ?? { optionCodes: [], extColor: null, intColor: null };
  const promise = promiseOf(told, rule.cycleMaxDays);
  const stages = stagesOf(told);
  const heldFor = car && isWithCar(state) ? heldId(car) : null;
  const order = await insertRecord(tx, orders, {
    // the register names this id whenever it tells of the car, and asks for it
    ...(heldFor ? { id: heldFor } : {}),
    orderNo: told.orderNo,
    source: told.source,
    state,
    customerId,
    ownerId: customerId,
    storeId,
    deliveryStoreId: isLockedState(state) ? storeId : null,
    seriesId,
    carConfigId,
    optionCodes,
    extColor,
    intColor,
    configKey: car?.configKey ?? (await configKeyOf(tx, { carConfigId, optionCodes, extColor, intColor })),
    ruleId: rule.id,
    lockedAt,
    promiseOriginal: promise,
    promiseEffective: promise,
    eta: promise,
    carId: car?.id ?? null,
    vin: car?.vin ?? null,
    stageAt: stages.at(-1)?.at ?? told.createdAt,
    stageNo: stages.length,
    deliveredAt: told.deliveredAt,
    snapshot: lockedAt && snapshotOf(told, rule),
  });
  await db(tx).updateTable("salesOrder").set({ createdAt: told.createdAt }).where("id", "=", order.id).execute();
  await insertMany(
    tx,
    "orderStage",
    stages.map((stage, at) => ({ ...stage, orderId: order.id, no: at + 1, by: tx.actor.userId, via: "DIRECT" })),
  );
  await insertRecord(tx, orderMoney, { id: order.id, storeId, dueFen: 0 });
  await enterMoney(tx, order, told);
  if (promise) await enterPromise(tx, order, { promise, at: lockedAt ?? told.createdAt });
  if (car) await takeCar(tx, order, { told, car });
  if (isLiveLocked(state)) await tellLocked(tx, order);
  return order;
}

function snapshotOf(told: ToldOrder, { id: ruleId, cycleMinDays, cycleMaxDays }: SeriesRuleRow): Snapshot {
  return { lines: linesOf(told), totalFen: told.dueFen, cycleMinDays, cycleMaxDays, ruleId };
}

/** What was promised, if the order is locked at all. */
export function promiseOf({ state, promise, lockedAt }: ToldOrder, cycleMaxDays: number): string | null {
  if (!isLockedState(state)) return null;
  return promise ?? (lockedAt ? addDays(dayOf(lockedAt), cycleMaxDays) : null);
}

/** An order that waits for its car is told like any other that was locked, and has a contract to be signed. */
async function tellLocked(tx: Tx, order: OrderRow): Promise<void> {
  if (order.lockedAt !== null) await draftContract(tx, order);
  await tx.publish(orderLocked, { orderId: order.id, at: tx.now.toISOString() });
}

interface Stage {
  readonly fromState: OrderStatus | null;
  readonly toState: OrderStatus;
  readonly at: Date;
}

/** The stages of which a row tells the time. */
function stagesOf({ state, createdAt, lockedAt, deliveredAt }: ToldOrder): Stage[] {
  const reached: [OrderStatus, Date][] = [["UNPAID", createdAt]];
  if (lockedAt && isLockedState(state)) reached.push(["LOCKED", lockedAt]);
  if (reached.at(-1)?.[0] !== state) reached.push([state, deliveredAt ?? lockedAt ?? createdAt]);
  return reached.map(([toState, at], n) => ({ fromState: reached[n - 1]?.[0] ?? null, toState, at }));
}

const linesOf = ({ dueFen }: ToldOrder) =>
  dueFen === 0 ? [] : [{ kind: "BASE" as const, name: "历史订单车价", amountFen: dueFen, policyId: null }];

/** What is due is one line, and what was paid is one payment. */
export async function enterMoney(tx: Tx, { id: orderId }: OrderRow, told: ToldOrder): Promise<void> {
  const { orderNo, state, dueFen, paidFen, lockedAt, deliveredAt, createdAt } = told;
  await insertMany(
    tx,
    "orderPriceLine",
    linesOf(told).map((line, at) => ({ id: newId(), orderId, no: at + 1, ...line })),
  );
  await db(tx)
    .updateTable("orderMoney")
    .set({ dueFen, paidFen, lockTotalFen: lockedAt && isLockedState(state) ? dueFen : null })
    .where("id", "=", orderId)
    .execute();
  if (paidFen === 0) return;
  const kind = state === "SMALL" || state === "BIG" ? state : paidFen === dueFen ? "BALANCE" : "DOWN";
  await insertRecord(tx, payments, {
    orderId,
    payNo: await tx.nextNumber("orderPayment"),
    kind,
    channel: "BANK",
    amountFen: paidFen,
    state: "SUCCESS",
    txnNo: `IMPORT-${orderNo}`,
    paidAt: deliveredAt ?? lockedAt ?? createdAt,
    remark: "历史订单导入",
  });
}

interface Promised {
  readonly promise: string;
  readonly at: Date;
}

/** Enters what was promised. Where the customer still waits, it is told in time (OR-R21). */
export async function enterPromise(tx: Tx, order: OrderRow, { promise, at }: Promised): Promise<void> {
  const { id: orderId, state } = order;
  const word = { kind: "LOCK", promisedOn: promise, eta: promise, party: "BRAND" } as const;
  await db(tx)
    .insertInto("orderPromise")
    .values({ id: newId(), orderId, no: 1, ...word, fileIds: [], at, by: tx.actor.userId })
    .execute();
  if (isLiveLocked(state)) await setPromiseTimers(tx, orderId, promise);
}

interface Driven {
  readonly told: ToldOrder;
  readonly car: PublishedCar;
}

/** The register learns whose car it is: one in hand is held for the order, one handed over is its owner's. */
export async function takeCar(tx: Tx, order: OrderRow, { told, car }: Driven): Promise<void> {
  const { id: orderId, ownerId } = order;
  if (car.holder !== null || !(isWithCar(told.state) || told.state === "DELIVERED")) return;
  const at = heldFrom(order, told);
  const { marketTypeId } = await allocate(tx, { carId: car.id, ...(await holderOf(tx, order)), at });
  await db(tx).updateTable("salesOrder").set({ marketTypeId }).where("id", "=", orderId).execute();
  if (told.deliveredAt === null) return;
  await deliver(tx, { carId: car.id, orderId, ownerId, at: told.deliveredAt, mileageKm: car.mileageKm ?? 0 });
}
