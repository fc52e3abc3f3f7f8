import { type Route, reads } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { partnerStats } from "./service.ts";

export const statsRoutes: Route[] = [reads(contract.getPartnerStats, (tx, { query }) => partnerStats(tx, query))];
