import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { getStaffWork, handOverStaff, leaveStaff } from "./service.ts";

export const staffHandoverRoutes: Route[] = [
  reads(contract.getStaffWork, (tx, { params }) => getStaffWork(tx, params.id)),
  writes(contract.handOverStaff, (tx, { params, body }) => handOverStaff(tx, params.id, body)),
  writes(contract.leaveStaff, (tx, { params, body }) => leaveStaff(tx, params.id, body)),
];
