import { type BatchKind, type BatchPlan, listBatchRows } from "@ops/platform/contract";
import type { z } from "zod";
import type { TestClient } from "./testing.ts";
import { finished } from "./testing-export.ts";

type Asked<K extends BatchKind> = z.input<K["preview"]["body"]>;
type AnyKind = Pick<BatchKind, "preview" | "run" | "values">;

/** What the preview of a batch tells of each record: its name and why it would be refused, null where it would be done. */
export const verdictsOf = ({ rows }: BatchPlan): Record<string, string | null> =>
  Object.fromEntries(rows.map(({ recordId, label, reason }) => [recordId ?? label, reason]));

/** Previews a batch and begins it with the plan that was shown. */
export async function beginBatch<K extends BatchKind>(client: TestClient, kind: K, asked: Asked<K>, reason = "盘点") {
  const { preview, run }: AnyKind = kind;
  const { data: plan } = await client.call(preview, { body: asked });
  const begun = await client.call(run, { body: { ...asked, reason, planHash: plan.planHash } });
  return { plan, begun };
}

/** The same, until it is over: the task and what became of each record. */
export async function doBatch<K extends BatchKind>(client: TestClient, kind: K, asked: Asked<K>, reason?: string) {
  const { begun } = await beginBatch(client, kind, asked, reason);
  if (!begun.success) throw new Error(begun.msg);
  const task = await finished(client, begun.data.id);
  const { data } = await client.call(listBatchRows, { params: { id: task.id }, query: { pageSize: 100 } });
  return { task, rows: data.list };
}
