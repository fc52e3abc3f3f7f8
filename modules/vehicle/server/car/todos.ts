import { countRecords, type TodoSource } from "@ops/platform/server";
import { sql } from "kysely";
import { changeCarMarketType, inspectCar, listCars } from "../../contract/index.ts";
import { longTransitDays } from "../car-record/params.ts";
import { cars } from "../car-record/tables.ts";
import { isUnbound } from "./unbound.ts";

const CARS = "/RightCenter/CarConfigMaintain?tab=cars";

/**
 * The todos that the register adds to 我的待办. They are counted from the cars themselves, so nothing is stored for them.
 */
export const carTodos: readonly TodoSource[] = [
  {
    key: "vehicle.inspect",
    title: "退回车辆待复检",
    permission: inspectCar.permission,
    route: CARS,
    preset: () => ({ list: CARS, filters: { whereabouts: "RETURNED" } }),
    tables: [cars.name],
    count: (tx) => countRecords(tx, cars, sql<boolean>`car.whereabouts = 'RETURNED'`),
  },
  {
    key: "vehicle.unbound",
    title: "按单生产车辆未配单",
    permission: changeCarMarketType.permission, // this is for people who decide how cars are sold (VE-R12)
    route: CARS,
    preset: () => ({ list: CARS, filters: { isUnbound: "1" } }),
    tables: [cars.name],
    count: (tx) => countRecords(tx, cars, isUnbound(tx)),
  },
  {
    key: "vehicle.longTransit",
    title: "运输时间过长",
    permission: listCars.permission,
    route: CARS,
    preset: () => ({ list: CARS, filters: { whereabouts: "TRANSIT" } }),
    tables: [cars.name],
    count: (tx) =>
      countRecords(
        tx,
        cars,
        sql<boolean>`(car.place_kind = 'TRANSIT'
          and car.place_at < ${tx.now}::timestamptz - make_interval(days => ${tx.param(longTransitDays)}::int))`,
      ),
  },
];
