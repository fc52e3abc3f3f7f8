import { type Route, reads } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { carCatalogue } from "./catalogue.ts";
import { quoteCar } from "./service.ts";

export const quoteRoutes: Route[] = [
  reads(contract.quoteCar, (tx, { query }) => quoteCar(tx, query)),
  reads(contract.carCatalogue, (tx, { query }) => carCatalogue(tx, query)),
];
