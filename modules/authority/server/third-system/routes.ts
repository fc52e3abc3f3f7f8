import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { launchSystem, mySystems, testSystem, verifyTicket } from "./launch.ts";
import { createThirdSystem, editThirdSystem, listThirdSystems, removeThirdSystem } from "./service.ts";

export const thirdSystemRoutes: readonly Route[] = [
  reads(contract.listThirdSystems, (tx, { query }) => listThirdSystems(tx, query)),
  reads(contract.listMyThirdSystems, (tx) => mySystems(tx)),
  writes(contract.createThirdSystem, (tx, { body }) => createThirdSystem(tx, body)),
  writes(contract.editThirdSystem, (tx, { params, body }) => editThirdSystem(tx, params.id, body)),
  writes(contract.removeThirdSystem, (tx, { params, query }) => removeThirdSystem(tx, params.id, query.version)),
  writes(contract.testThirdSystem, (tx, { params }) => testSystem(tx, params.id)),
  writes(contract.launchThirdSystem, (tx, { params }) => launchSystem(tx, params.code)),
  writes(contract.verifyTicket, (tx, { body }) => verifyTicket(tx, body.ticket)),
];
