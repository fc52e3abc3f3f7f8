import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { listMemberships } from "./present.ts";
import { addMembership, editMembership, endMembership } from "./service.ts";

export const membershipRoutes: Route[] = [
  reads(contract.listMemberships, (tx, { params }) => listMemberships(tx, params.id)),
  writes(contract.addMembership, (tx, { params, body }) => addMembership(tx, params.id, body)),
  writes(contract.editMembership, (tx, { params, body }) => editMembership(tx, params.id, body)),
  writes(contract.endMembership, (tx, { params, body }) => endMembership(tx, params.id, body)),
];
