import { type Route, reads } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { compareUsers } from "./compare.ts";
import { getEffectiveRights } from "./service.ts";

export const effectiveRoutes: Route[] = [
  reads(contract.getEffectiveRights, (tx, { params, query }) => getEffectiveRights(tx, params.id, query.membershipId)),
  reads(contract.compareUsers, (tx, { query }) => compareUsers(tx, query)),
];
