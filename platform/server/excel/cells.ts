import { instantOf, type Sheet, type SheetColumn, startOfDay, type Words } from "@ops/platform/contract";
import type { Actor } from "../actor.ts";
import type { Tx } from "../db/tx.ts";
import { entriesByCodes } from "../dict/service.ts";
import { fieldRightsOf } from "../http/field-rights.ts";
import type { Cell, WorkSheetColumn } from "./sheet-xml.ts";

const FORMATS: Partial<Record<SheetColumn["kind"], string>> = {
  day: "yyyy-mm-dd",
  moment: "yyyy-mm-dd hh:mm:ss",
  fen: "#,##0.00",
};

/** Rows made at a time: what lives only for a moment costs no memory. */
const SLICE = 50;

export function workSheetColumn({ title, width, kind }: SheetColumn): WorkSheetColumn {
  return { title, width, format: FORMATS[kind] };
}

/** The chosen columns in their order; what the sheet does not have is left out, and nothing chosen means all. */
export function chosenColumns(sheet: Sheet, keys: readonly string[]): readonly SheetColumn[] {
  const chosen = [...new Set(keys)].flatMap((key) => sheet.columns.find((column) => column.key === key) ?? []);
  return chosen.length > 0 ? chosen : sheet.columns;
}

/** The words of the dictionaries that these columns or filters speak of, disabled ones too. */
export async function dictWords(
  tx: Tx,
  speaking: readonly { readonly dict: string | null }[],
): Promise<ReadonlyMap<string, Words>> {
  const codes = [...new Set(speaking.flatMap(({ dict }) => dict ?? []))];
  const entries = await entriesByCodes(tx, { codes, includeDisabled: true });
  const words = Object.entries(entries).map(([code, list]): [string, Words] => [
    code,
    Object.fromEntries(list.map(({ entryValue, entryMeaning }) => [entryValue, entryMeaning])),
  ]);
  return new Map(words);
}

/** Makes rows of cells: through the answer schema and the actor's field rights of the list, so as the screen shows them. */
export function cellsOf(sheet: Sheet, columns: readonly SheetColumn[], dicts: ReadonlyMap<string, Words>) {
  const rights = fieldRightsOf(sheet.list);
  const makers = columns.map((column) => {
    const words = column.words ?? (column.dict === null ? undefined : dicts.get(column.dict)) ?? {};
    return (row: object) => cellOf(column, words, Reflect.get(row, column.key));
  });
  const shown = (actor: Actor, list: readonly object[]) => {
    const page = { list, total: 0, totalKind: "exact", pageNo: 1, pageSize: 1 };
    return rights.shown(actor, sheet.list.answer.parse(page)).list;
  };
  return function* (actor: Actor, rows: readonly object[]): Generator<Cell[]> {
    for (let at = 0; at < rows.length; at += SLICE) {
      for (const row of shown(actor, rows.slice(at, at + SLICE))) yield makers.map((make) => make(row));
    }
  };
}

function cellOf({ kind }: SheetColumn, words: Words, value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return harmless(value.map((one) => words[String(one)] ?? String(one)).join("、"));
  if (typeof value === "boolean") return words[String(value)] ?? (value ? "是" : "否");
  if (typeof value === "number") return words[String(value)] ?? (kind === "fen" ? value / 100 : value);
  const text = String(value);
  if (kind === "moment" && /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return instantOf(text);
  if (kind === "day" && /^\d{4}-\d{2}-\d{2}$/.test(text)) return startOfDay(text);
  return harmless(words[text] ?? text);
}

const FORMULA = /^[=+\-@\t\r]/;

/** Text that a spreadsheet would take for a formula, saved as CSV one day, is told to be text. */
export function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
