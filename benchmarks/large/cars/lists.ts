import { type AskedList, inTurn, scenariosOf } from "../asked-lists.ts";
import { DEEP, lastMonth, pageOf } from "../kind.ts";
import type { KnownCars } from "./known.ts";

const cars = "/vehicle/v1/cars";
const intakes = "/vehicle/v1/intakes";

const vinOf = ({ vins }: KnownCars, round: number): string => inTurn(vins, round);

/** The budget of one car in vehicle.md section 13. */
const CAR_MS = 20;

const asAdministrator: readonly AskedList<KnownCars>[] = [
  { name: "cars, unfiltered", path: () => pageOf(cars) },
  { name: "cars, page 10", path: () => pageOf(cars, { pageNo: DEEP }) },
  { name: "cars by VIN", path: (known, round) => pageOf(cars, { vins: vinOf(known, round) }) },
  { name: "cars by the end of a VIN", path: (known, round) => pageOf(cars, { vins: vinOf(known, round).slice(-8) }) },
  { name: "cars by 200 pasted VINs", path: ({ vins }) => pageOf(cars, { vins: vins.slice(0, 200).join(" ") }) },
  { name: "cars by plate", path: ({ plateNo }) => pageOf(cars, { plateNo }) },
  { name: "cars of a series", path: ({ seriesId }) => pageOf(cars, { seriesId }) },
  { name: "cars of a series, free", path: ({ seriesId }) => pageOf(cars, { seriesId, whereabouts: "FREE" }) },
  { name: "cars of a configuration", path: ({ carConfigId }) => pageOf(cars, { carConfigId }) },
  { name: "cars of a 物料号", path: ({ saleCode }) => pageOf(cars, { saleCode }) },
  { name: "cars by colour", path: ({ extColor }) => pageOf(cars, { extColor }) },
  { name: "cars in transit", path: () => pageOf(cars, { whereabouts: "TRANSIT" }) },
  { name: "cars taken off", path: () => pageOf(cars, { whereabouts: "OFF" }) },
  { name: "cars held by nobody", path: () => pageOf(cars, { holdState: "FREE" }) },
  { name: "cars at stores", path: () => pageOf(cars, { placeKind: "STORE" }) },
  { name: "cars for test drives", path: () => pageOf(cars, { stockKind: "TEST_DRIVE" }) },
  { name: "cars not yet built", path: () => pageOf(cars, { buildState: "PLANNED" }) },
  { name: "cars of a city, free", path: () => pageOf(cars, { cityCode: "310007", holdState: "FREE" }) },
  { name: "cars of a plant", path: () => pageOf(cars, { plantCode: "PLANT-HF" }) },
  { name: "cars of a market type", path: ({ marketTypeId }) => pageOf(cars, { marketTypeId }) },
  { name: "cars blocked", path: () => pageOf(cars, { isBlocked: "true" }) },
  { name: "cars damaged", path: () => pageOf(cars, { isDamaged: "true" }) },
  { name: "cars in stock for more than 90 days", path: () => pageOf(cars, { stockAge: "91-" }) },
  { name: "cars built in a month", path: () => pageOf(cars, { producedOn: lastMonth() }) },
  { name: "cars by mileage", path: () => pageOf(cars, { sortBy: "mileageKm", sortOrder: "desc" }) },
  { name: "cars by VIN, in order", path: () => pageOf(cars, { sortBy: "vin", sortOrder: "asc" }) },
  { name: "cars counted by 去向", path: () => `${cars}/counts` },
  { name: "cars of a series counted by 去向", path: ({ seriesId }) => `${cars}/counts?seriesId=${seriesId}` },
  { name: "car by VIN", mostMs: CAR_MS, path: (known, round) => `${cars}/${vinOf(known, round)}` },
  { name: "events of a car", path: (known, round) => pageOf(`${cars}/${vinOf(known, round)}/events`) },
  { name: "holds of a car", path: (known, round) => `${cars}/${vinOf(known, round)}/holds` },
  { name: "stays of a car", path: (known, round) => `${cars}/${vinOf(known, round)}/stays` },
  { name: "intake, unfiltered", path: () => pageOf(intakes) },
  { name: "intake, failed", path: () => pageOf(intakes, { state: "FAILED" }) },
  { name: "intake of a car", path: (known, round) => pageOf(intakes, { vin: vinOf(known, round) }) },
  { name: "intake of a type", path: () => pageOf(intakes, { type: "mileage" }) },
  { name: "configurations, unfiltered", path: () => pageOf("/vehicle/v1/car-configs") },
  { name: "configurations of a series", path: ({ seriesId }) => pageOf("/vehicle/v1/car-configs", { seriesId }) },
  { name: "prices, unfiltered", path: () => pageOf("/vehicle/v1/prices") },
];

const asManager: readonly AskedList<KnownCars>[] = [
  { name: "region manager: cars, unfiltered", path: () => pageOf(cars) },
  { name: "region manager: cars of a series", path: ({ seriesId }) => pageOf(cars, { seriesId }) },
  { name: "region manager: cars in transit", path: () => pageOf(cars, { whereabouts: "TRANSIT" }) },
  { name: "region manager: cars for test drives", path: () => pageOf(cars, { stockKind: "TEST_DRIVE" }) },
  { name: "region manager: cars counted by 去向", path: () => `${cars}/counts` },
];

export const carLists = scenariosOf({ asAdministrator, asManager });
