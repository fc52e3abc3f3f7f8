import { loadLargeSet } from "@ops/authority/server";
import { type LargeCars, loadLargeCars, vehicleModule } from "@ops/vehicle/server";
import type { LargeKind } from "../kind.ts";
import { carDeeds } from "./deeds.ts";
import { type KnownCars, knownCars } from "./known.ts";
import { carLists } from "./lists.ts";

const EVENTS_PER_CAR = 30;

/** A thousandth of the cars, a hundredth of the catalogue; stores and people are as many. */
function sizesFor(events: number, isSmall: boolean): { small: LargeCars; large: LargeCars } {
  const cars = events / EVENTS_PER_CAR;
  const configs = isSmall ? 200 : 5_000;
  const eventsPerCar = EVENTS_PER_CAR;
  const few = Math.max(500, cars / 1_000);
  return {
    small: { cars: few, configs: Math.max(50, configs / 100), eventsPerCar, intakes: few },
    large: { cars, configs, eventsPerCar, intakes: cars },
  };
}

const n = (count: number) => count.toLocaleString("en");

/** The register of cars with all that was told of them. */
export const cars: LargeKind<LargeCars, KnownCars> = {
  title: "Cars",
  name: "cars",
  rows: 60_000_000,
  sizes: sizesFor,
  shown: ({ cars, configs, eventsPerCar, intakes }) =>
    `${n(cars)} cars, ${n(cars * eventsPerCar)} events, ${n(cars * 2)} holds, ${n(configs)} configurations, ${n(intakes)} messages`,
  fill: async (node, size) => {
    await loadLargeSet(node, { users: 1_200, organizations: 1_200, auditRows: 2_000, loginRows: 500 });
    await node.access.commit((tx) => vehicleModule.demo.load(tx));
    await loadLargeCars(node, size);
  },
  managerCodes: ["vehicle:car:list", "vehicle:car:view"],
  know: knownCars,
  lists: carLists,
  deeds: carDeeds,
};
