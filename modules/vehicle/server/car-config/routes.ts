import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import {
  copyCarConfig,
  createCarConfig,
  disableCarConfig,
  editCarConfig,
  enableCarConfig,
  getCarConfig,
  listCarConfigs,
} from "./service.ts";

export const carConfigRoutes: Route[] = [
  reads(contract.listCarConfigs, (tx, { query }) => listCarConfigs(tx, query)),
  reads(contract.getCarConfig, (tx, { params }) => getCarConfig(tx, params.id)),
  writes(contract.createCarConfig, (tx, { body }) => createCarConfig(tx, body)),
  writes(contract.editCarConfig, (tx, { params, body }) => editCarConfig(tx, params.id, body)),
  writes(contract.copyCarConfig, (tx, { params, body }) => copyCarConfig(tx, params.id, body)),
  writes(contract.enableCarConfig, (tx, { params, body }) => enableCarConfig(tx, params.id, body)),
  writes(contract.disableCarConfig, (tx, { params, body }) => disableCarConfig(tx, params.id, body)),
];
