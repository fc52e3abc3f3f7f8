import { createHash } from "node:crypto";
import { taskErrors } from "@ops/platform/contract";
import { sql } from "kysely";
import { insertRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import type { Conditions } from "../excel/conditions.ts";
import { db, type TaskRow, tasks } from "../tables.ts";
import { taskDue } from "./due.ts";

export interface NewTask {
  readonly kind: "EXPORT" | "IMPORT" | "BATCH";
  readonly bizType: string;
  readonly bizName: string;
  readonly fileName: string;
  readonly params: object;
  readonly conditions: Conditions;
  readonly permissionCode: string;
  readonly sourceFileId?: string;
  /** Where the rows have been counted before. */
  readonly total?: number;
  readonly undoable?: boolean;
  /** Whether it starts only after an approval. */
  readonly needsApproval?: boolean;
}

const numberKinds = { EXPORT: "export", IMPORT: "import", BATCH: "batch" } as const;

const SAME_WITHIN_MS = 60_000;

/** Queues work of an owner. If the same work still runs, that task is answered instead (PF-R93). */
export async function submitTask(tx: Tx, { needsApproval = false, ...task }: NewTask): Promise<TaskRow> {
  const { actor } = tx;
  const paramsHash = createHash("sha256").update(canonicalText(task.params)).digest("base64url");
  await lockOwner(tx, actor.userId);
  const same = await findSame(tx, task.bizType, paramsHash);
  if (same) throw taskErrors.sameRunning(undefined, same);
  const inserted = await insertRecord(tx, tasks, {
    ...nothingDone,
    ...task,
    paramsHash,
    taskNo: await tx.nextNumber(numberKinds[task.kind]),
    status: needsApproval ? "WAITING" : "QUEUED",
    ownerId: actor.userId,
    ownerName: actor.name,
    orgId: actor.organizationIds[0] ?? null,
    organizationIds: [...actor.organizationIds],
  });
  if (!needsApproval) await tx.enqueue(taskDue, { taskId: inserted.id }, { key: inserted.id });
  return inserted;
}

/** Lets counts and submissions of one person's tasks run one after the other. */
export async function lockOwner(tx: Tx, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`task ${ownerId}`}, 0))`.execute(tx.kysely);
}

function findSame(tx: Tx, bizType: string, paramsHash: string) {
  return db(tx)
    .selectFrom("task")
    .select(["id", "taskNo", "status"])
    .where("ownerId", "=", tx.actor.userId)
    .where("status", "in", ["QUEUED", "RUNNING", "PAUSED", "WAITING"])
    .where("bizType", "=", bizType)
    .where("paramsHash", "=", paramsHash)
    .where("createdAt", ">", new Date(tx.now.getTime() - SAME_WITHIN_MS))
    .executeTakeFirst();
}

/** Makes the same text for the same content, whatever its order is. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalText(inner)}`).join(",")}}`;
}

const nothingDone = {
  total: null,
  done: 0,
  successCount: 0,
  failCount: 0,
  skipCount: 0,
  errorMsg: null,
  fileSize: null,
  sourceFileId: null,
  resultFileId: null,
  failFileId: null,
  cursorAt: 0,
  attempts: 0,
  leaseToken: null,
  leaseUntil: null,
  startedAt: null,
  finishedAt: null,
  expiresAt: null,
  readAt: null,
  downloadedAt: null,
};
