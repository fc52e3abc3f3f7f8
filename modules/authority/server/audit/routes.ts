import { listRecordLogs as recordLogs } from "@ops/platform/contract";
import { type Route, reads } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { listAuditLogs, listRecordLogs } from "./service.ts";

export const auditRoutes: Route[] = [
  reads(contract.listAuditLogs, (tx, { query }) => listAuditLogs(tx, query)),
  reads(recordLogs, (tx, { params, query }) => listRecordLogs(tx, params, query)),
];
