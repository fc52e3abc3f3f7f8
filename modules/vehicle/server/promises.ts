import "./promises/car-examples.ts";
import "./promises/catalogue-examples.ts";
import { promisesOf } from "@ops/authority/server/testing";
import { carKinds } from "./promises/car-kinds.ts";
import { catalogueKinds } from "./promises/catalogue-kinds.ts";

export const promises = promisesOf({
  kinds: { ...catalogueKinds, ...carKinds },
  paths: {
    "/vehicle/v1/brands/{id}": "carBrands",
    "/vehicle/v1/series/{id}": "carSeries",
    "/vehicle/v1/models/{id}": "carModels",
    "/vehicle/v1/options/{id}": "carOptions",
    "/vehicle/v1/colors/{id}": "carColors",
    "/vehicle/v1/car-configs/{id}": "carConfigs",
    "/vehicle/v1/prices/{id}": "carPrices",
    "/vehicle/v1/car-market-types/{id}": "carMarketTypes",
    "/vehicle/v1/cars/{id}": "cars",
    "/vehicle/v1/cars/{vin}": "cars", // this path also takes an id
    "/vehicle/v1/intakes/{id}": "carIntakes",
  },
  namedInside: {
    "POST /vehicle/v1/cars": [{ part: "body", name: "replacesCarId", kind: "cars" }],
  },
  logs: {
    carConfig: ["carConfigs", "vehicle:carConfig:list"],
    carMarketType: ["carMarketTypes", "vehicle:carMarketType:list"],
    car: ["cars", "vehicle:car:view"],
    carSeries: ["carSeries", "vehicle:series:list"],
  },
  listings: {
    "GET /vehicle/v1/brands": { kind: "carBrands" },
    "GET /vehicle/v1/series": { kind: "carSeries" },
    "GET /vehicle/v1/models": { kind: "carModels" },
    "GET /vehicle/v1/options": { kind: "carOptions" },
    "GET /vehicle/v1/colors": { kind: "carColors" },
    "GET /vehicle/v1/car-configs": { kind: "carConfigs" },
    "GET /vehicle/v1/prices": { kind: "carPrices" },
    "GET /vehicle/v1/prices/grid": { kind: "carConfigs" },
    "GET /vehicle/v1/car-market-types": { kind: "carMarketTypes" },
    "GET /vehicle/v1/cars": { kind: "cars" },
    "GET /vehicle/v1/intakes": { kind: "carIntakes" },
  },
  uncompared: {
    "GET /vehicle/v1/cars/{vin}/events": "of one car, which has the dimension of records",
  },
});
