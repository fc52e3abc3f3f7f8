import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { createColor, createOption, editColor, editOption, listColors, listOptions } from "./service.ts";

export const carItemRoutes: Route[] = [
  reads(contract.listOptions, (tx) => listOptions(tx)),
  writes(contract.createOption, (tx, { body }) => createOption(tx, body)),
  writes(contract.editOption, (tx, { params, body }) => editOption(tx, params.id, body)),
  reads(contract.listColors, (tx) => listColors(tx)),
  writes(contract.createColor, (tx, { body }) => createColor(tx, body)),
  writes(contract.editColor, (tx, { params, body }) => editColor(tx, params.id, body)),
];
