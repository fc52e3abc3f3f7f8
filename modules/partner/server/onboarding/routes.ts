import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { finishOnboardTask, listOnboardTasks, rejectOnboardTask, startOnboardTask } from "./service.ts";

export const onboardRoutes: Route[] = [
  reads(contract.listOnboardTasks, (tx, { params }) => listOnboardTasks(tx, params.id)),
  writes(contract.startOnboardTask, (tx, { params, body }) => startOnboardTask(tx, params.id, body.version)),
  writes(contract.finishOnboardTask, (tx, { params, body }) => finishOnboardTask(tx, params.id, body)),
  writes(contract.rejectOnboardTask, (tx, { params, body }) => rejectOnboardTask(tx, params.id, body)),
];
