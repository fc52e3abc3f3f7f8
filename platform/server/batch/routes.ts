import { Readable } from "node:stream";
import * as contract from "@ops/platform/contract";
import { type BatchRows, batchNumbers, commonErrors, fileTypes } from "@ops/platform/contract";
import { requireSeen } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { writeTemplate } from "../excel/template.ts";
import { downloads, inSteps, type Route, reads, type Steps } from "../http/route.ts";
import { presentTask } from "../task/present.ts";
import { listRows } from "./list-rows.ts";
import { hashOf, planRows, presentPlan } from "./plan.ts";
import { findRows } from "./rows-of.ts";
import type { BatchSource } from "./source.ts";
import { submitBatch } from "./submit.ts";
import { previewUndo, runUndo } from "./undo.ts";

/** The reason that a preview uses, because none was typed yet. */
const TRIED = "预览";

type Body = BatchRows & { readonly reason?: string; readonly planHash?: string };

/** The preview and the call that begins it, for a batch that a module declares. */
export function batchRoutes(source: BatchSource): Route[] {
  const { preview, run } = source.kind;
  return [
    inSteps(preview, async (steps, { body }) => {
      const { rows, planHash } = await makePlan(steps, source, body);
      const plan = presentPlan(planHash, rows);
      return steps.finish(async (tx) => {
        tx.trail.summary = `${plan.ready}${source.kind.unit}可执行，${plan.refused}${source.kind.unit}不可执行`;
        return plan;
      });
    }),
    inSteps(run, async (steps, { body }) => {
      // the page offers only visible records, so another id was not chosen there
      if (body.ids) await steps.commit((tx) => requireSeen(tx, source.table, body.ids ?? []));
      const { rows, values, planHash } = await makePlan(steps, source, body);
      for (const { refusal } of rows) if (refusal instanceof contract.BusinessError) steps.noteRefusal(refusal);
      if (planHash !== body.planHash) throw commonErrors.planChanged();
      return steps.finish(async (tx) => presentTask(await submitBatch(tx, source, { rows, values, planHash })));
    }),
  ];
}

async function makePlan(steps: Steps, source: BatchSource, body: Body) {
  const { ids, filter, numbers, fileId } = body;
  const values = { ...source.kind.values.parse(body), reason: body.reason ?? TRIED };
  const chosen = await findRows(steps, source, { ids, filter, numbers, fileId });
  const deed = { act: (tx: Tx, id: string) => source.act(tx, id, values) };
  const rows = await planRows(steps, source, chosen, async () => deed);
  return { rows, values, planHash: hashOf(source, values, rows) };
}

/** The calls with which people control their own batches. */
export function ownBatchRoutes(sources: ReadonlyMap<string, BatchSource>): Route[] {
  return [
    reads(contract.listBatchRows, (tx, { params, query }) => listRows(tx, sources, params.id, query)),
    inSteps(contract.previewUndo, (steps, { params }) => previewUndo(steps, sources, params.id)),
    inSteps(contract.runUndo, (steps, { params, body }) => runUndo(steps, sources, params.id, body)),
    downloads(contract.getBatchTemplate, async () => ({
      fileName: `${batchNumbers.name}模板.xlsx`,
      contentType: fileTypes.xlsx.mime,
      body: Readable.from(writeTemplate(batchNumbers)),
    })),
  ];
}
