import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { addToBlacklist, listBlacklist, removeFromBlacklist } from "./service.ts";

export const blacklistRoutes: Route[] = [
  reads(contract.listBlacklist, (tx, { query }) => listBlacklist(tx, query)),
  writes(contract.addToBlacklist, (tx, { body }) => addToBlacklist(tx, body)),
  writes(contract.removeFromBlacklist, (tx, { params, query }) => removeFromBlacklist(tx, params.id, query)),
];
