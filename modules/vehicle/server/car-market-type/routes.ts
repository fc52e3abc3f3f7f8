import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import {
  createCarMarketType,
  editCarMarketType,
  getCarMarketType,
  listCarMarketTypes,
  sortCarMarketTypes,
} from "./service.ts";

export const carMarketTypeRoutes: Route[] = [
  reads(contract.listCarMarketTypes, (tx) => listCarMarketTypes(tx)),
  reads(contract.getCarMarketType, (tx, { params }) => getCarMarketType(tx, params.id)),
  writes(contract.createCarMarketType, (tx, { body }) => createCarMarketType(tx, body)),
  writes(contract.editCarMarketType, (tx, { params, body }) => editCarMarketType(tx, params.id, body)),
  writes(contract.sortCarMarketTypes, (tx, { body }) => sortCarMarketTypes(tx, body)),
];
