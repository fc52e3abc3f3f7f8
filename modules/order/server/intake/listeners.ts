import type { EventType } from "@ops/platform/contract";
import { type Listener, on, type Tx } from "@ops/platform/server";
import {
  carArrivedAtStore,
  carBlocked,
  carDamaged,
  carDeparted,
  carEtaChanged,
  carProduced,
  carReturned,
  carSpecCorrected,
  carUnblocked,
} from "@ops/vehicle/contract";
import { getCar } from "@ops/vehicle/server";
import { z } from "zod";
import { type CarNewsType, carNewsTypes, endedStatuses } from "../../contract/index.ts";
import { db, findRow } from "../database.ts";
import { VEHICLE } from "./apply.ts";
import { receiveEvent } from "./receive.ts";

/** What all news of cars have in common. */
const CarNews = z.looseObject({
  carId: z.string(),
  at: z.string(),
  /** The number in the log of the car; news of logistics have none. */
  no: z.int().optional(),
});

/** Keeps and applies what is told about a car, where an order holds it or it was built for one; else nothing is done. */
export async function hearCar(tx: Tx, type: CarNewsType, told: object): Promise<void> {
  const news = CarNews.parse(told);
  const order = (await findHolding(tx, news.carId)) ?? (await findBuilding(tx, news.carId));
  if (!order) return;
  await receiveEvent(tx, {
    source: VEHICLE,
    sourceName: "车辆",
    eventId: news.no === undefined ? `${type}:${news.carId}:${news.at}` : `${news.carId}:${news.no}`,
    type,
    orderNo: order.orderNo,
    orderId: order.id,
    occurredAt: new Date(news.at),
    payload: news,
  });
}

async function findHolding(tx: Tx, carId: string) {
  return db(tx)
    .selectFrom("salesOrder")
    .select(["id", "orderNo"])
    .where("carId", "=", carId)
    .where("state", "not in", endedStatuses)
    .executeTakeFirst();
}

/** What happens to a car after its hand-over is no longer the order's. */
async function findBuilding(tx: Tx, carId: string) {
  const orderNo = (await getCar(tx, carId))?.buildOrderNo;
  const order = orderNo ? await findRow(tx, "salesOrder", { orderNo }) : undefined;
  return order?.state === "DELIVERED" && order.carId === carId ? undefined : order;
}

const hears = <P extends z.ZodObject>(type: CarNewsType, event: EventType<P>): Listener =>
  on(event, { name: `order.${type}`, title: `订单跟随${carNewsTypes[type]}` }, (tx, news) => hearCar(tx, type, news));

export const carListeners: readonly Listener[] = [
  hears("car.produced", carProduced),
  hears("car.departed", carDeparted),
  hears("car.etaChanged", carEtaChanged),
  hears("car.arrivedAtStore", carArrivedAtStore),
  hears("car.damaged", carDamaged),
  hears("car.returned", carReturned),
  hears("car.blocked", carBlocked),
  hears("car.unblocked", carUnblocked),
  hears("car.specCorrected", carSpecCorrected),
];
