import { inSteps } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { previewBatch, runBatch } from "./batch.ts";
import { disableOne, enableOne, grantOne, moveOne, revokeOne } from "./batch-actions.ts";

export const previewDisable = inSteps(contract.batchDisable.preview, (steps, { body }) =>
  previewBatch(steps, body.ids, disableOne({})),
);
export const runDisable = inSteps(contract.batchDisable.run, (steps, { body }) =>
  runBatch(steps, body, disableOne(body)),
);
export const previewEnable = inSteps(contract.batchEnable.preview, (steps, { body }) =>
  previewBatch(steps, body.ids, enableOne({})),
);
export const runEnable = inSteps(contract.batchEnable.run, (steps, { body }) => runBatch(steps, body, enableOne(body)));
export const previewGrant = inSteps(contract.batchGrant.preview, (steps, { body }) =>
  previewBatch(steps, body.ids, grantOne(body)),
);
export const runGrant = inSteps(contract.batchGrant.run, (steps, { body }) => runBatch(steps, body, grantOne(body)));
export const previewRevoke = inSteps(contract.batchRevoke.preview, (steps, { body }) =>
  previewBatch(steps, body.ids, revokeOne(body)),
);
export const runRevoke = inSteps(contract.batchRevoke.run, (steps, { body }) => runBatch(steps, body, revokeOne(body)));
export const previewMove = inSteps(contract.batchMove.preview, (steps, { body }) =>
  previewBatch(steps, body.ids, moveOne(body)),
);
export const runMove = inSteps(contract.batchMove.run, (steps, { body }) => runBatch(steps, body, moveOne(body)));
