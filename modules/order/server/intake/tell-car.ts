import { addDays, dayOf } from "@ops/platform/contract";
import { changeRecord, type Tx } from "@ops/platform/server";
import { lookupStores } from "@ops/store/server";
import {
  carArrivedAtStore,
  carDamaged,
  carDeparted,
  carEtaChanged,
  carProduced,
  carReturned,
  carSpecCorrected,
  damageLevels,
} from "@ops/vehicle/contract";
import { clearBuildOrder } from "@ops/vehicle/server";
import { z } from "zod";
import { type CarNewsType, orderStates } from "../../contract/index.ts";
import { bindBuilt } from "../car/bind.ts";
import { undoCheck } from "../check/do-check.ts";
import { findRows } from "../database.ts";
import { clearIssue, raiseIssue, STOP_BUILD } from "../order/issue.ts";
import { isBefore, type Stage, stageOf } from "../order/stage.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { ruleOf } from "../series-rule/rule-of.ts";
import { expectDelivery } from "./eta.ts";
import { APPLIED, ignore, type Message, type Outcome, PASSED, readPayload, type Tell } from "./message.ts";
import { endOf, tellStage } from "./stage.ts";

/** What vehicle and logistics tell about the car of an order, or about one that was built for it (OR-R13, OR-R14). */
export const carTells: Readonly<Record<CarNewsType, Tell>> = {
  "car.produced": ofItsCar(async (tx, order, message) => {
    const { carId } = readPayload(carProduced.payload, message);
    return tellCarStage(tx, order, { carId, to: "PRODUCED", at: message.at });
  }),
  "car.departed": ofItsCar(async (tx, order, message) => {
    const { carId } = readPayload(carDeparted.payload, message);
    const outcome = await tellCarStage(tx, order, { carId, to: "IN_TRANSIT", at: message.at });
    return (await goesOn(tx, order, message)) ? APPLIED : outcome;
  }),
  "car.etaChanged": ofItsCar(async (tx, order, message) => {
    const { expectAt } = readPayload(carEtaChanged.payload, message);
    if (expectAt === null) return ignore("没有预计到达时间");
    const { offsets } = await ruleOf(tx, order);
    const eta = addDays(dayOf(new Date(expectAt)), offsets.delivered - offsets.arrived);
    return expectDelivery(tx, order, { eta, at: message.at });
  }),
  "car.arrivedAtStore": ofItsCar(async (tx, order, message) => {
    const { carId, storeId } = readPayload(carArrivedAtStore.payload, message);
    if (storeId !== order.deliveryStoreId) return arriveElsewhere(tx, order, storeId);
    const outcome = await tellCarStage(tx, order, { carId, to: "ARRIVED", at: message.at });
    await clearIssue(tx, { orderId: order.id, code: "CAR_ELSEWHERE" });
    return (await goesOn(tx, order, message)) ? APPLIED : outcome;
  }),
  "car.damaged": ofItsCar(async (tx, order, message) => {
    const { damageNo, level } = readPayload(carDamaged.payload, message);
    const text = `车辆受损：${damageLevels[level]}，单号${damageNo}`;
    await raiseIssue(tx, { orderId: order.id, code: "CAR_DAMAGED", text });
    await undoCheck(tx, order.id, "PDI");
    return APPLIED;
  }),
  "car.returned": ofItsCar(async (tx, order, message) => {
    readPayload(carReturned.payload, message);
    if (await hasGoneOn(tx, order, message)) return PASSED;
    await raiseIssue(tx, { orderId: order.id, code: "CAR_RETURNED", text: "车辆已退回站点，待重新发运" });
    return APPLIED;
  }),
  // what blocks a car changes nothing in its order; it is only kept with it
  "car.blocked": ofItsCar(async () => APPLIED),
  "car.unblocked": ofItsCar(async () => APPLIED),
  "car.specCorrected": ofItsCar(async (tx, order, message) => {
    const { carId, configKey } = readPayload(carSpecCorrected.payload, message);
    if (order.carId !== carId || configKey === order.configKey) return ignore("与订单配置一致");
    if (order.heldReason === null)
      await changeRecord(tx, orders, order, { heldReason: "车辆规格更正后与订单配置不一致" });
    return APPLIED;
  }),
};

/** What all news of cars name. */
const Named = z.object({ carId: z.string() });

/** Lets news change an order by the car that it has or waits for. A car that it does not want is free for others (OR-R13). */
function ofItsCar(tell: Tell): Tell {
  return async (tx, order, message) => {
    const spare = spareWhy(order, readPayload(Named, message).carId);
    if (spare === null) return tell(tx, order, message);
    await clearBuildOrder(tx, { orderNo: order.orderNo, reason: spare });
    await clearIssue(tx, { orderId: order.id, code: STOP_BUILD }); // it is built, and nothing is left to be stopped
    return ignore(spare);
  };
}

/** Why an order does not want the car that was built for it. */
function spareWhy({ state, carId: own }: OrderRow, carId: string): string | null {
  if (state === "CANCELLED" || state === "CLOSED") return `订单${orderStates.label(state)}`;
  return own !== null && own !== carId ? "订单已有车辆" : null;
}

interface ToldCar {
  readonly carId: string;
  readonly to: Stage;
  readonly at: Date;
}

/**
 * Moves an order on by what its car did. One without a car takes the one that was built for it first, and is then where
 * that car is by now (OR-R13).
 */
async function tellCarStage(tx: Tx, order: OrderRow, { carId, to, at }: ToldCar): Promise<Outcome> {
  const end = endOf(order);
  if (end) return end;
  if (order.carId !== null) return (await tellStage(tx, order, to, at)).outcome;
  const built = await bindBuilt(tx, order, carId);
  const isFurther = isBefore(to, built.stage);
  const { outcome } = await tellStage(tx, built.order, isFurther ? built.stage : to, (isFurther && built.since) || at);
  return outcome;
}

/** A car that arrived in another store: the order stays where it is, and somebody has to look at it (section 3). */
async function arriveElsewhere(tx: Tx, order: OrderRow, storeId: string): Promise<Outcome> {
  const stage = stageOf(order);
  if (stage === null || !isBefore(stage, "ARRIVED")) return PASSED;
  const name = (await lookupStores(tx, [storeId])).get(storeId)?.name ?? "其他门店";
  const text = `车辆到达${name}，与交付门店不一致`;
  await raiseIssue(tx, { orderId: order.id, code: "CAR_ELSEWHERE", text });
  return ignore(text);
}

/** A car that departs or arrives is no longer back at a site. Answers whether it was there. */
async function goesOn(tx: Tx, { id: orderId }: OrderRow, { at }: Message): Promise<boolean> {
  const [open] = await findRows(tx, "orderIssue", { orderId, code: "CAR_RETURNED", clearedAt: null });
  const returned = await findRows(tx, "orderEventIn", { orderId, type: "car.returned", state: "APPLIED" });
  if (!open || returned.some(({ occurredAt }) => occurredAt > at)) return false;
  await clearIssue(tx, { orderId, code: "CAR_RETURNED" });
  return true;
}

/** Whether the car has departed or arrived since, as was heard before. */
async function hasGoneOn(tx: Tx, { id: orderId }: OrderRow, { at }: Message): Promise<boolean> {
  const moved = await findRows(tx, "orderEventIn", { orderId, type: ["car.departed", "car.arrivedAtStore"] });
  return moved.some(({ occurredAt, state }) => state !== "FAILED" && occurredAt > at);
}
