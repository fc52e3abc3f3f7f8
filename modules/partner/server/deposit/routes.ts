import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { addDeposit, getDeposit } from "./service.ts";

export const depositRoutes: Route[] = [
  reads(contract.getDeposit, (tx, { params }) => getDeposit(tx, params.id)),
  writes(contract.addDeposit, (tx, { params, body }) => addDeposit(tx, params.id, body)),
];
