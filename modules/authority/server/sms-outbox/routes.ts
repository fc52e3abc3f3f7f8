import { type Route, reads } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { AuthorityContext } from "../settings.ts";
import { listSmsMessages } from "./service.ts";

export const smsOutboxRoutes = ({ settings }: AuthorityContext): Route[] => [
  reads(contract.listSmsMessages, (tx, { query }) => listSmsMessages(tx, query, settings)),
];
