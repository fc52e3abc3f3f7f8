import { type BodyOf, commonErrors, type unmask, unmaskBy, unmaskErrors } from "@ops/platform/contract";
import { requireReadable } from "../audit/readable.ts";
import { requireRecord } from "../db/record/record.ts";
import { declaredTables, type RecordRow, type Table } from "../db/record/table.ts";
import type { Tx } from "../db/tx.ts";
import { countToday } from "../limits.ts";
import { numberParam } from "../params/declare.ts";
import { revealField } from "./in-clear.ts";

export const maskDailyLimit = numberParam("mask.dailyLimit", 200, {
  group: "数据安全",
  description: "每人每天可查看明文的次数",
  min: 1,
  max: 10_000,
});

/** Shows one masked field in clear text, for a record in the scope of the code. It is logged and counted (PF-R104). */
export async function showPlain(tx: Tx, { bizType, bizId, field, reason }: BodyOf<typeof unmask>) {
  const table = declaredTables.get(bizType) as Table<RecordRow & Record<string, unknown>> | undefined;
  const label = table?.unmask?.fields[field];
  if (!table?.unmask || label === undefined || !Object.hasOwn(table.unmask.fields, field))
    throw commonErrors.forbidden();
  const call = unmaskBy(table.unmask.code);
  if (!tx.actor.mayCall(call)) throw commonErrors.forbidden();
  if (table.read) await requireReadable(tx, bizType, bizId);
  const record = await requireRecord({ ...tx, permission: call.permission }, table, bizId);
  if (isHidden(tx, table, field) || (await table.mayUnmask?.(tx))?.(record) === false) throw commonErrors.forbidden();

  await countOne(tx);
  const number = table.number === undefined ? null : record[table.number];
  tx.trail.about(bizType, bizId, number == null ? null : String(number));
  tx.trail.summary = `查看${label}明文`;
  if (reason) tx.trail.reason = reason;
  return { value: revealField(tx, record, field) ?? "" };
}

/** Tells whether a role hides the field. A hidden field is never shown, whatever other codes allow (AU-R20). */
function isHidden({ actor }: Tx, table: Table<RecordRow & Record<string, unknown>>, field: string): boolean {
  const ruled = table.ruled?.[field];
  return ruled !== undefined && actor.fieldMode?.(ruled, table.read ?? "") === "HIDE";
}

/** The day of a person over all nodes. */
async function countOne(tx: Tx): Promise<void> {
  if ((await countToday(tx, `unmask:${tx.actor.userId}`)) > tx.param(maskDailyLimit)) throw unmaskErrors.limit();
}
