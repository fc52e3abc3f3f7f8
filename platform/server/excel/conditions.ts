import { maskPersonalData } from "@ops/platform/contract";
import { z } from "zod";
import type { Tx } from "../db/tx.ts";
import { dictWords } from "./cells.ts";
import type { SheetSource } from "./source.ts";

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
 * A filter in words, as it is kept with the task and told in the sheet 导出说明. Numbers of people that were searched for
 * are masked, since tasks are shown to operators and files are passed on.
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
    const word = Object.hasOwn(words, value) ? words[value] : await nameOf(tx, name, value);
    const text = word ?? value.replace(/^(\S{10}),(\S{10})$/, "$1 至 $2");
    conditions.push({ label: filter?.title ?? name, value: maskPersonalData(text) });
  }
  const sorted = sheet.columns.find(({ key }) => key === query["sortBy"]);
  if (sorted) conditions.push({ label: "排序", value: `${sorted.title} ${ORDERS[query["sortOrder"] ?? "asc"] ?? ""}` });
  return conditions;
}
