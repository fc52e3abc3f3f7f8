import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { listSettableRoles } from "./default-roles.ts";
import { createPosition, editPosition, listPositions, removePosition } from "./service.ts";

export const positionRoutes: Route[] = [
  reads(contract.listPositions, (tx, { query }) => listPositions(tx, query)),
  reads(contract.listPositionRoles, (tx) => listSettableRoles(tx)),
  writes(contract.createPosition, (tx, { body }) => createPosition(tx, body)),
  writes(contract.editPosition, (tx, { params, body }) => editPosition(tx, params.id, body)),
  writes(contract.removePosition, (tx, { params, query }) => removePosition(tx, params.id, query.version)),
];
