import { join } from "node:path";
import { defineModule, handlersOf, makeMonths, recordFiles } from "@ops/platform/server";
import { editSeries, inspectCar } from "../contract/index.ts";
import * as carActing from "./car/acting.ts";
import * as carActs from "./car/acts.ts";
import * as carBatch from "./car/batch.ts";
import * as carDetail from "./car/detail.ts";
import * as carEdit from "./car/edit.ts";
import { carEventExport } from "./car/event-export.ts";
import { carBlockImportSource, carImportSource } from "./car/import.ts";
import * as carList from "./car/list.ts";
import { carTodos } from "./car/todos.ts";
import * as carVerify from "./car/verify.ts";
import { verifySchedule } from "./car/verify.ts";
import { carsInHand } from "./car/work.ts";
import { carConfigImportSource } from "./car-config/import.ts";
import { carConfigRefs } from "./car-config/refs.ts";
import * as carConfigService from "./car-config/service.ts";
import { carItemImportSource } from "./car-item/import.ts";
import * as carItemService from "./car-item/service.ts";
import { marketTypeRefs } from "./car-market-type/refs.ts";
import * as carMarketTypeService from "./car-market-type/service.ts";
import { carParams } from "./car-record/params.ts";
import { carRefs } from "./car-record/refs.ts";
import { cars } from "./car-record/tables.ts";
import { loadVehicleDemo } from "./demo/load.ts";
import { vehicleDictionaries } from "./dictionaries.ts";
import * as intakeBind from "./intake/bind.ts";
import { replayJob } from "./intake/bind.ts";
import { intakeSchedules, waitingJob, waitingListener } from "./intake/jobs.ts";
import * as intakePush from "./intake/push.ts";
import * as intakeService from "./intake/service.ts";
import { intakeTodo } from "./intake/todos.ts";
import { vehicleParams } from "./params.ts";
import { firstResolvers, placePort } from "./place/resolver.ts";
import * as priceGrid from "./price/grid.ts";
import { priceImportSource } from "./price/import.ts";
import * as pricePublish from "./price/publish.ts";
import * as priceService from "./price/service.ts";
import * as quoteCatalogue from "./quote/catalogue.ts";
import * as quoteService from "./quote/service.ts";
import { seriesRefs } from "./series/refs.ts";
import * as seriesService from "./series/service.ts";
import { series } from "./series/tables.ts";
import { statisticsSchedule } from "./statistics/kept.ts";
import * as statisticsService from "./statistics/service.ts";

/** The kind of usages of a car that stop its buy-back (VE-R16). */
export { RIGHTS_ACCOUNT } from "./car/rights-account.ts";
/** A module with rights that end at a mileage gets every reading once the limit is near (section 13). */
export { type MileageWatch, registerMileageWatch } from "./car-record/mileage-watch.ts";
/** A shelf shows cars to the people of organisations in addition to their own cars (section 7). */
export { type CarShelf, registerCarShelf } from "./car-record/shelf.ts";
/** Millions of cars, for benchmarks. */
export { type LargeCars, loadLargeCars } from "./demo/large.ts";
/** A module that keeps stores or sites resolves them as places of cars (VE-R16). */
export { type KnownPlace, type PlaceResolver, placePort } from "./place/resolver.ts";
/** 管控 stops locking, shipping or handing over a car. It never takes the car from its holder (VE-R11). */
export { type Blocking, block, lookupBlocks, type PerCar, unblock } from "./published/blocks.ts";
/** The catalogue: series, configurations and market types, many at once by id, and a series by its common names. */
export {
  type ConfigSize,
  configSize,
  findConfig,
  lookupConfigs,
  lookupItems,
  lookupMarketTypes,
  lookupSeries,
  marketTypeCoded,
  type PublishedConfig,
  type PublishedItem,
  type PublishedMarketType,
  type PublishedSeries,
  seriesByAlias,
} from "./published/catalogue.ts";
/** Damages of a car, by the number of their case. */
export { type Condition, closeCondition, noteCondition } from "./published/conditions.ts";
/** Hand-over to the owner, its reversal, and 过户. */
export {
  changeOwner,
  type Delivered,
  type Delivery,
  deliver,
  type OwnerChange,
  revertDeliver,
} from "./published/delivery.ts";
/**
 * Holds of cars with their fencing number (VE-R8). Callers lock their own record first, then cars in ascending order of
 * ids (VE-R9).
 */
export {
  type Allocation,
  allocate,
  clearBuildOrder,
  type HoldOrganizations,
  type LockRelease,
  type LockTake,
  type Reallocation,
  reallocate,
  releaseLock,
  setHoldOrgs,
  type Taken,
  takeForLock,
  type Unallocation,
  unallocate,
  unallocateOrder,
} from "./published/holds.ts";
/** How a car is sold, which its order decides until 开票 (VE-R15). */
export { type MarketTypeChange, setMarketType } from "./published/market-type.ts";
/** Checks whether an order of the past can be told, without telling it. */
export { type PastOrder, requireTakeable } from "./published/past-order.ts";
/** Places and expected arrivals of cars. Outdated reports are only logged (VE-R10). */
export {
  type Applied,
  assertShippable,
  type Eta,
  type Moved,
  type Placed,
  reportEta,
  reportPlace,
} from "./published/places.ts";
/** Reads cars without locking them. */
export {
  findByVin,
  getCar,
  getCars,
  holdsOf,
  listAnyCars,
  listByPlace,
  listFreeCars,
  listOrderHolds,
  listTestDriveCars,
  type OrderHold,
  ownerCars,
  type PublishedCar,
  type PublishedHold,
  type WantedCar,
} from "./published/read.ts";
/** Mileage, plate, activation and stock kind. */
export { type Mileage, recordActivated, recordMileage, recordPlate, setStockKind } from "./published/readings.ts";
/**
 * The price of a choice, whether it may be sold, and the key of equal cars (VE-R4 to R6). All of them run in the
 * caller's transaction.
 */
export { type AskedQuote, assertSellable, configKeyOf, type Quote, quote, quoterOf } from "./quote/quote.ts";
/** Registers cars by their VIN (VE-R1 to R3). */
export type { NewCar, Registered } from "./register/register-car.ts";
export { registerCar, registerCars } from "./register/register-cars.ts";

/** 车型与车辆: catalogue, price book, market types, and the register of cars. */
export const vehicleModule = defineModule({
  name: "vehicle",
  migrations: join(import.meta.dirname, "migrations"),
  routes: handlersOf(
    seriesService,
    carItemService,
    carConfigService,
    priceService,
    priceGrid,
    pricePublish,
    quoteService,
    quoteCatalogue,
    carMarketTypeService,
    carList,
    carDetail,
    carEdit,
    carActs,
    carActing,
    carBatch,
    carVerify,
    intakePush,
    intakeBind,
    intakeService,
    statisticsService,
  ),
  exports: [carEventExport],
  imports: [priceImportSource, carImportSource, carBlockImportSource, carConfigImportSource, carItemImportSource],
  workInHand: [carsInHand],
  gives: firstResolvers.map(placePort.of),
  refs: [seriesRefs, carConfigRefs, carRefs, marketTypeRefs],
  todos: [...carTodos, intakeTodo],
  jobs: [waitingJob, replayJob],
  listeners: [waitingListener],
  schedules: [...intakeSchedules, verifySchedule, statisticsSchedule],
  files: [
    recordFiles(cars, { write: inspectCar.permission, extensions: ["jpg", "png", "pdf"] }),
    recordFiles(series, { write: editSeries.permission, extensions: ["jpg", "png", "webp"] }),
  ],
  params: [...vehicleParams, ...carParams],
  dictionaries: vehicleDictionaries,
  demo: { load: loadVehicleDemo },
  onStart: (tx) => makeMonths(tx, "carEvent"),
});
