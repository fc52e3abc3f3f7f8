import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { explain, listExplainTargets } from "./service.ts";

export const explainRoutes: Route[] = [
  reads(contract.listExplainTargets, (tx) => listExplainTargets(tx)),
  writes(contract.explain, (tx, { body }) => explain(tx, body)),
];
