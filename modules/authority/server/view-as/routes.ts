import { type Route, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { endViewAs, startViewAs } from "./service.ts";

export const viewAsRoutes: Route[] = [
  writes(contract.startViewAs, (tx, { body }) => startViewAs(tx, body)),
  writes(contract.endViewAs, (tx) => endViewAs(tx)),
];
