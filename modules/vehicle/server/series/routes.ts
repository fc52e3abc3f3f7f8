import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import {
  createBrand,
  createModel,
  createSeries,
  editBrand,
  editModel,
  editSeries,
  listBrands,
  listModels,
  listSeries,
} from "./service.ts";

export const seriesRoutes: Route[] = [
  reads(contract.listBrands, (tx) => listBrands(tx)),
  writes(contract.createBrand, (tx, { body }) => createBrand(tx, body)),
  writes(contract.editBrand, (tx, { params, body }) => editBrand(tx, params.id, body)),
  reads(contract.listSeries, (tx) => listSeries(tx)),
  writes(contract.createSeries, (tx, { body }) => createSeries(tx, body)),
  writes(contract.editSeries, (tx, { params, body }) => editSeries(tx, params.id, body)),
  reads(contract.listModels, (tx) => listModels(tx)),
  writes(contract.createModel, (tx, { body }) => createModel(tx, body)),
  writes(contract.editModel, (tx, { params, body }) => editModel(tx, params.id, body)),
];
