import { sql } from "kysely";
import { insertMany } from "../db/record/insert-many.ts";
import { declaredTables } from "../db/record/table.ts";
import type { Tx } from "../db/tx.ts";
import { newId } from "../secret/crypto.ts";
import type { FieldDiff, Subject } from "./trail.ts";
import type { AuditRow } from "./write.ts";

interface ChangedRecord {
  readonly subject: Subject;
  readonly summary: string;
  readonly diffs: FieldDiff[];
}

/**
 * Writes a row for each changed record with one statement. Each is like the row of the whole work, except for its
 * subject.
 */
export async function tellRecords(tx: Tx, row: AuditRow, diffs: readonly FieldDiff[]): Promise<void> {
  const records = await collectChanges(tx, diffs);
  await insertMany(
    tx,
    "auditLog",
    records.map(({ subject, summary, diffs }) => ({ ...row, id: newId(), ...subject, summary, diffs })),
  );
}

/** Collects the changed records, each with the changes of it and of its parts. */
async function collectChanges(tx: Tx, diffs: readonly FieldDiff[]): Promise<ChangedRecord[]> {
  const { trail } = tx;
  const found = new Map<string, ChangedRecord>();
  for (const diff of diffs) {
    const subject = trail.whose(diff);
    const key = `${subject.bizType} ${subject.bizId}`;
    const known = found.get(key);
    if (known) known.diffs.push(diff);
    else found.set(key, { subject, summary: summaryOf(tx, subject), diffs: [diff] });
  }
  return addNumbers(tx, [...found.values()]);
}

function summaryOf({ trail }: Tx, { bizId }: Subject): string {
  const lines = trail.linesOf(bizId);
  return lines.length > 0 ? `${trail.each} 第 ${lines.join("、")} 行` : `${trail.each}`;
}

/** Adds missing numbers, because the trail does not know the numbers of records of which only parts changed. */
async function addNumbers(tx: Tx, records: readonly ChangedRecord[]): Promise<ChangedRecord[]> {
  const nameless = records.filter(({ subject }) => subject.bizNo === null);
  const numbers = new Map<string, string | null>();
  for (const [bizType, some] of Map.groupBy(nameless, ({ subject }) => subject.bizType)) {
    const number = declaredTables.get(bizType)?.number;
    if (number === undefined) continue;
    const ids = some.map(({ subject }) => subject.bizId);
    const { rows } = await sql<{ id: string; no: string | null }>`
      select id, ${sql.ref(number)}::text as no from ${sql.table(bizType)}
      where id = any(${ids}::uuid[])`.execute(tx.kysely);
    for (const { id, no } of rows) numbers.set(`${bizType} ${id}`, no);
  }
  return records.map((record) => {
    const { bizType, bizId, bizNo } = record.subject;
    return { ...record, subject: { bizType, bizId, bizNo: bizNo ?? numbers.get(`${bizType} ${bizId}`) ?? null } };
  });
}
