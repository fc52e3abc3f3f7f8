import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import * as acts from "./acts.ts";
import { blockCars, setCarsStockKind, unblockCars } from "./batch.ts";
import { getCar, listCarEvents, listCarHolds, listCarStays, lookUpCar } from "./detail.ts";
import { correctCarSpec, createCar, editCar } from "./edit.ts";
import { countCars, listCars } from "./list.ts";
import { checkCars } from "./verify.ts";

export const carRoutes: Route[] = [
  reads(contract.listCars, (tx, { query }) => listCars(tx, query)),
  reads(contract.countCars, (tx, { query }) => countCars(tx, query)),
  reads(contract.getCar, (tx, { params }) => getCar(tx, params.vin)),
  reads(contract.listCarEvents, (tx, { params, query }) => listCarEvents(tx, params.vin, query)),
  reads(contract.listCarHolds, (tx, { params }) => listCarHolds(tx, params.vin)),
  reads(contract.listCarStays, (tx, { params }) => listCarStays(tx, params.vin)),
  writes(contract.lookUpCar, (tx, { body }) => lookUpCar(tx, body)),
  writes(contract.createCar, (tx, { body }) => createCar(tx, body)),
  writes(contract.editCar, (tx, { params, body }) => editCar(tx, params.id, body)),
  writes(contract.correctCarSpec, (tx, { params, body }) => correctCarSpec(tx, params.id, body)),
  writes(contract.moveCar, (tx, { params, body }) => acts.moveCar(tx, params.id, body)),
  writes(contract.recordCarMileage, (tx, { params, body }) => acts.recordCarMileage(tx, params.id, body)),
  writes(contract.fixCarMileage, (tx, { params, body }) => acts.fixCarMileage(tx, params.id, body)),
  writes(contract.recordCarPlate, (tx, { params, body }) => acts.recordCarPlate(tx, params.id, body)),
  writes(contract.changeCarMarketType, (tx, { params, body }) => acts.changeCarMarketType(tx, params.id, body)),
  writes(contract.inspectCar, (tx, { params, body }) => acts.inspectCar(tx, params.id, body)),
  writes(contract.takeBackCar, (tx, { params, body }) => acts.takeBackCar(tx, params.id, body)),
  writes(contract.takeCarOff, (tx, { params, body }) => acts.takeCarOff(tx, params.id, body)),
  writes(contract.restoreCar, (tx, { params, body }) => acts.restoreCar(tx, params.id, body)),
  writes(contract.blockCars, (tx, { body }) => blockCars(tx, body)),
  writes(contract.unblockCars, (tx, { body }) => unblockCars(tx, body)),
  writes(contract.setCarsStockKind, (tx, { body }) => setCarsStockKind(tx, body)),
  reads(contract.checkCars, (tx) => checkCars(tx)),
];
