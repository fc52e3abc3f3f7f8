import { listPage, type TodoSource, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { changeCarMarketType, inspectCar, listCars } from "../../contract/index.ts";
import { longTransitDays } from "../car-record/params.ts";
import { cars } from "../car-record/tables.ts";
import { isUnbound } from "./unbound.ts";

const CARS = "/RightCenter/CarConfigMaintain?tab=cars";

/** What the register delivers to 我的待办: each car counts as long as it is so, nothing is kept beside it. */
export const carTodos: readonly TodoSource[] = [
  {
    key: "vehicle.inspect",
    title: "退回车辆待复检",
    permission: inspectCar.permission,
    route: CARS,
    preset: () => ({ list: CARS, filters: { whereabouts: "RETURNED" } }),
    tables: [cars.name],
    count: (tx) => countCars(tx, sql<boolean>`car.whereabouts = 'RETURNED'`),
  },
  {
    key: "vehicle.unbound",
    title: "按单生产车辆未配单",
    permission: changeCarMarketType.permission, // whoever sees to how cars are sold (VE-R12)
    route: CARS,
    preset: () => ({ list: CARS, filters: { isUnbound: "true" } }),
    tables: [cars.name],
    count: (tx) => countCars(tx, isUnbound(tx)),
  },
  {
    key: "vehicle.longTransit",
    title: "运输时间过长",
    permission: listCars.permission,
    route: CARS,
    preset: () => ({ list: CARS, filters: { whereabouts: "TRANSIT" } }),
    tables: [cars.name],
    count: (tx) =>
      countCars(
        tx,
        sql<boolean>`(car.place_kind = 'TRANSIT'
          and car.place_at < ${tx.now}::timestamptz - make_interval(days => ${tx.param(longTransitDays)}::int))`,
      ),
  },
];

const first = { pageNo: 1, pageSize: 1 };

async function countCars(tx: Tx, where: RawBuilder<boolean>): Promise<number> {
  return (await listPage(tx, cars, first, { where: [where], orderBy: ["updatedAt", "desc"] })).total;
}
