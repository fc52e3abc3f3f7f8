import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { listGrantableRoles } from "./grantable.ts";
import { checkGrants, giveGrants, revokeGrant } from "./service.ts";

export const grantRoutes: Route[] = [
  reads(contract.listGrantableRoles, (tx, { query }) => listGrantableRoles(tx, query.organizationId)),
  writes(contract.checkGrants, (tx, { params, body }) => checkGrants(tx, params.id, body)),
  writes(contract.giveGrants, (tx, { params, body }) => giveGrants(tx, params.id, body)),
  writes(contract.revokeGrant, (tx, { params, body }) => revokeGrant(tx, params.id, body)),
];
