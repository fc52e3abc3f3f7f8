import { type BatchRows, batchNumbers, commonErrors, planErrors } from "@ops/platform/contract";
import { requireAskable, ruledFieldOf } from "../db/record/askable.ts";
import { selectSeen } from "../db/record/record.ts";
import type { Table } from "../db/record/table.ts";
import type { Tx } from "../db/tx.ts";
import { findUploaded } from "../excel/import/imports.ts";
import { readTemplate } from "../excel/workbook/read-sheet.ts";
import type { Steps } from "../http/route.ts";
import type { BatchSource } from "./source.ts";

/** The records that a batch is about, lowest id first, so that two batches never wait for each other in a circle. */
export interface ChosenRows {
  readonly ids: readonly string[];
  /** Numbers that name no record which the caller may see. */
  readonly unknown: readonly string[];
}

/**
 * Finds the rows of a batch by the caller's choice: chosen records, a filter, numbers or a sheet of numbers (PF-R119).
 */
export async function findRows(steps: Steps, source: BatchSource, asked: BatchRows): Promise<ChosenRows> {
  const chosen = await lookUp(steps, source, asked);
  const { unit, mostRows } = source.kind;
  const count = chosen.ids.length + chosen.unknown.length;
  if (count > mostRows) throw planErrors.tooMany({ n: mostRows, unit });
  if (count === 0) throw planErrors.noRows();
  return { ...chosen, ids: chosen.ids.toSorted() };
}

async function lookUp(
  steps: Steps,
  source: BatchSource,
  { ids, filter, numbers, fileId }: BatchRows,
): Promise<ChosenRows> {
  if (ids) return { ids, unknown: [] };
  if (filter) return steps.commit((tx) => byFilter(tx, source, filter));
  const typed = numbers ?? (await readNumbers(steps, source, fileId ?? ""));
  return steps.commit((tx) => byNumbers(tx, source.table, [...new Set(typed)]));
}

/** The rows of the list with this filter, as far as the caller's scope of the batch reaches. */
async function byFilter(tx: Tx, source: BatchSource, filter: Record<string, string>): Promise<ChosenRows> {
  const { list, kind } = source;
  if (!list || !tx.actor.mayCall(list.sheet.list)) throw commonErrors.forbidden();
  // an unknown key would drop out, and the batch would take more rows than the filter meant
  const query = list.sheet.list.query.strict().safeParse(filter);
  if (!query.success) throw commonErrors.param({ field: "筛选条件" });
  const rows = await list.rows(tx, query.data as never);
  const { mostRows, unit } = kind;
  if ((await rows.count(mostRows)) > mostRows) throw planErrors.tooMany({ n: mostRows, unit });
  const ids: string[] = [];
  for await (const chunk of rows.chunks()) ids.push(...chunk.map((row) => (row as { id: string }).id));
  return { ids, unknown: [] };
}

async function readNumbers(steps: Steps, { kind }: BatchSource, fileId: string): Promise<string[]> {
  const { content } = await steps.commit((tx) => findUploaded(tx, fileId));
  const sheet = { ...batchNumbers, mostRows: kind.mostRows };
  const rows = await readTemplate(sheet, { ownerId: steps.actor.userId, signal: steps.signal, open: content });
  return rows.map(({ cells }) => (cells["number"] ?? "").trim()).filter((text) => text !== "");
}

async function byNumbers(tx: Tx, table: Table<never>, numbers: readonly string[]): Promise<ChosenRows> {
  const column = table.number;
  if (column === undefined) throw new Error(`${table.name} has no numbers that a batch could name`);
  const rule = ruledFieldOf(table, column);
  if (rule) requireAskable(tx, rule);
  const found = await selectSeen(tx, table)
    .select([`${table.name}.id as id`, `${table.name}.${column} as number`])
    .where(`${table.name}.${column}`, "in", [...numbers])
    .execute();
  const byNumber = new Map(found.map(({ id, number }) => [String(number), String(id)]));
  return { ids: [...new Set(byNumber.values())], unknown: numbers.filter((number) => !byNumber.has(number)) };
}
