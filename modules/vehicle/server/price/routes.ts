import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { priceGrid } from "./grid.ts";
import { publishPrices, withdrawPrice } from "./publish.ts";
import { endPrice, listPrices, preparePrices, removePrice } from "./service.ts";

export const priceRoutes: Route[] = [
  reads(contract.listPrices, (tx, { query }) => listPrices(tx, query)),
  reads(contract.priceGrid, (tx, { query }) => priceGrid(tx, query)),
  writes(contract.preparePrices, (tx, { body }) => preparePrices(tx, body)),
  writes(contract.publishPrices, (tx, { body }) => publishPrices(tx, body)),
  writes(contract.endPrice, (tx, { params, body }) => endPrice(tx, params.id, body)),
  writes(contract.withdrawPrice, (tx, { params, body }) => withdrawPrice(tx, params.id, body)),
  writes(contract.removePrice, (tx, { params, query }) => removePrice(tx, params.id, query.version)),
];
