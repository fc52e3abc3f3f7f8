import { listRegions, regionTree } from "@ops/platform/contract";
import { reads } from "../http/route.ts";
import { regionsBelow, treeOfRegions } from "./service.ts";

export const regionRoutes = [
  reads(listRegions, (tx, { query }) => regionsBelow(tx, query)),
  reads(regionTree, (tx, { query }) => treeOfRegions(tx, query)),
];
