import { inSteps, type Route } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { previewBatch, runBatch } from "./batch.ts";
import { disableOne, enableOne, grantOne, moveOne, revokeOne } from "./batch-actions.ts";

export const userBatchRoutes: Route[] = [
  inSteps(contract.batchDisable.preview, (steps, { body }) => previewBatch(steps, body.ids, disableOne({}))),
  inSteps(contract.batchDisable.run, (steps, { body }) => runBatch(steps, body, disableOne(body))),
  inSteps(contract.batchEnable.preview, (steps, { body }) => previewBatch(steps, body.ids, enableOne({}))),
  inSteps(contract.batchEnable.run, (steps, { body }) => runBatch(steps, body, enableOne(body))),
  inSteps(contract.batchGrant.preview, (steps, { body }) => previewBatch(steps, body.ids, grantOne(body))),
  inSteps(contract.batchGrant.run, (steps, { body }) => runBatch(steps, body, grantOne(body))),
  inSteps(contract.batchRevoke.preview, (steps, { body }) => previewBatch(steps, body.ids, revokeOne(body))),
  inSteps(contract.batchRevoke.run, (steps, { body }) => runBatch(steps, body, revokeOne(body))),
  inSteps(contract.batchMove.preview, (steps, { body }) => previewBatch(steps, body.ids, moveOne(body))),
  inSteps(contract.batchMove.run, (steps, { body }) => runBatch(steps, body, moveOne(body))),
];
