import { maskPersonalData } from "@ops/platform/contract";
import { z } from "zod";
import type { Tx } from "../db/tx.ts";
import { sourceOf } from "../refs/source.ts";
import type { SheetSource } from "./source.ts";
import { dictWords } from "./workbook/cells.ts";

export const ExportParams = z.object({
  query: z.record(z.string(), z.string()),
  columns: z.array(z.string()),
  plain: z.boolean().default(false),
  reason: z.string().optional(),
});
export type ExportParams = z.output<typeof ExportParams>;

export const Conditions = z.array(z.object({ label: z.string(), value: z.string() }));
export type Conditions = z.output<typeof Conditions>;

const ORDERS: Readonly<Record<string, string>> = { asc: "升序", desc: "降序" };
const FLAGS: Readonly<Record<string, string>> = { true: "是", "1": "是", false: "否", "0": "否" };

/**
 * Describes a filter in words, for the task and the sheet 导出说明. Searched numbers of people are masked, because
 * operators see tasks and files are passed on.
 */
export async function conditionsOf(
  tx: Tx,
  { sheet, nameOf }: SheetSource,
  query: Readonly<Record<string, string>>,
): Promise<Conditions> {
  const dicts = await dictWords(tx, sheet.filters);
  const conditions: Conditions = [];
  for (const [name, value] of Object.entries(query)) {
    if (value === "" || name === "sortBy" || name === "sortOrder") continue;
    const filter = sheet.filters.find((one) => one.name === name);
    const words = filter?.words ?? dicts.get(filter?.dict ?? "") ?? FLAGS;
    const named = filter?.ref ? await seenName(tx, filter.ref, value) : await nameOf(tx, name, value);
    const word = Object.hasOwn(words, value) ? words[value] : named;
    const text = word ?? value.replace(/^(\S{10}),(\S{10})$/, "$1 至 $2");
    conditions.push({ label: filter?.title ?? name, value: maskPersonalData(text) });
  }
  const sorted = sheet.columns.find(({ key }) => key === query["sortBy"]);
  if (sorted) conditions.push({ label: "排序", value: `${sorted.title} ${ORDERS[query["sortOrder"] ?? "asc"] ?? ""}` });
  return conditions;
}

/** Finds the name for an id, but only for records that the reader may see. */
async function seenName(tx: Tx, kind: string, id: string): Promise<string | null> {
  const [choice] = await sourceOf(tx, kind).seen(tx, [id]);
  return choice?.name ?? null;
}
