import { type Route, reads } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { getCarStatistics } from "./service.ts";

export const statisticsRoutes: Route[] = [reads(contract.getCarStatistics, (tx) => getCarStatistics(tx))];
