import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { countKickByOrg, kickByOrg, kickSession, kickUser } from "./kick.ts";
import { getLoginFailures } from "./login-failures.ts";
import { listLoginLogs } from "./login-logs.ts";
import { listSessions } from "./online.ts";

export const sessionRoutes: Route[] = [
  reads(contract.listSessions, (tx, { query }) => listSessions(tx, query)),
  writes(contract.kickSession, (tx, { params }) => kickSession(tx, params.id)),
  writes(contract.kickUser, (tx, { params, body }) => kickUser(tx, params.id, body)),
  writes(contract.kickByOrg, (tx, { body }) => kickByOrg(tx, body)),
  reads(contract.countKickByOrg, (tx, { query }) => countKickByOrg(tx, query)),
  reads(contract.listLoginLogs, (tx, { query }) => listLoginLogs(tx, query)),
  reads(contract.getLoginFailures, (tx, { query }) => getLoginFailures(tx, query)),
];
