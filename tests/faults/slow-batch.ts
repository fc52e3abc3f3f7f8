import { batchCalls } from "@ops/platform/contract";
import { batchOf, databaseOf, everything, newId, systemActor, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type { PlannedRow } from "../../platform/server/batch/plan.ts";
import { submitBatch } from "../../platform/server/batch/submit.ts";
import type { RecordRow } from "../../platform/server/db/record/table.ts";
import { stickIfAsked } from "./slow-work.ts";

/** The batch has three chunks and gets stuck in the middle of the second. */
export const BATCH_ROWS = 250;
const STICKS_AT = 150;

const { table } = databaseOf<{ slowRecord: RecordRow & { n: number; times: number } }>();
const records = table("slowRecord", { entity: "慢记录", scope: { unscoped: "a test" }, labels: {} });

const counting = batchCalls({
  key: "slow.count",
  name: "批量计数",
  path: "/slow/v1/records/batch/count",
  permission: "slow:record:count",
  page: "/Slow",
  unit: "条",
  mostRows: BATCH_ROWS,
  values: {},
});

/** Counts how often the batch has handled each record. */
export const slowBatch = batchOf(counting, records, {
  see: async (tx, ids) => {
    const { rows } = await sql<{ id: string; times: number }>`
      select id, times from slow_record where id = any(${[...ids]}::uuid[])`.execute(tx.kysely);
    return new Map(rows.map(({ id, times }) => [id, { label: id, facts: { 次数: String(times) } }]));
  },
  act: async (tx, id) => {
    const { rows } = await sql<{ n: number }>`
      update slow_record set times = times + 1 where id = ${id} returning n`.execute(tx.kysely);
    await sql`insert into slow_run (schedule, pid) values ('slow.batch', ${process.pid})`.execute(tx.kysely);
    if (rows[0]?.n === STICKS_AT) await stickIfAsked("batch");
  },
});

export async function submitSlowBatch(tx: Tx): Promise<void> {
  const rows: PlannedRow[] = [];
  for (let n = 1; n <= BATCH_ROWS; n++) {
    const id = newId();
    await sql`insert into slow_record (id, version, created_at, created_by, updated_at, updated_by, n)
      values (${id}, 1, now(), ${id}, now(), ${id}, ${n})`.execute(tx.kysely);
    rows.push({ id, label: id, before: { 次数: "0" }, after: { 次数: "1" }, refusal: null });
  }
  await submitBatch(tx, slowBatch, { rows, values: { reason: "测试" }, planHash: "x" });
}

/** A person who may do everything. */
export const counter = {
  ...systemActor,
  userId: "019a0000-0000-7000-8000-000000000001",
  name: "张三",
  mayCall: () => true,
  scopeOf: () => everything,
};
