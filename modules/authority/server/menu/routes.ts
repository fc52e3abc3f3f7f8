import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { createMenu, editMenu, removeMenu, resetMenu } from "./edit.ts";
import { previewMenus } from "./preview.ts";
import { getMenu, getMenuHealth, getMenuTree } from "./service.ts";
import { sortMenus } from "./sort.ts";

export const menuRoutes: Route[] = [
  reads(contract.getMenuTree, (tx) => getMenuTree(tx)),
  reads(contract.getMenuHealth, (tx) => getMenuHealth(tx)),
  reads(contract.previewMenus, (tx, { query }) => previewMenus(tx, query)),
  reads(contract.getMenu, (tx, { params }) => getMenu(tx, params.key)),
  writes(contract.createMenu, (tx, { body }) => createMenu(tx, body)),
  writes(contract.editMenu, (tx, { params, body }) => editMenu(tx, params.key, body)),
  writes(contract.resetMenu, (tx, { params, body }) => resetMenu(tx, params.key, body)),
  writes(contract.removeMenu, (tx, { params, query }) => removeMenu(tx, params.key, query.version)),
  writes(contract.sortMenus, (tx, { body }) => sortMenus(tx, body)),
];
