import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { disableUser, editUser, enableUser, getUser, listUsers } from "./service.ts";

export const userRoutes: Route[] = [
  reads(contract.listUsers, (tx, { query }) => listUsers(tx, query)),
  reads(contract.getUser, (tx, { params }) => getUser(tx, params.id)),
  writes(contract.editUser, (tx, { params, body }) => editUser(tx, params.id, body)),
  writes(contract.disableUser, (tx, { params, body }) => disableUser(tx, params.id, body)),
  writes(contract.enableUser, (tx, { params, body }) => enableUser(tx, params.id, body)),
];
