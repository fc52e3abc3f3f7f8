import { instantOf, type Sheet, type SheetColumn, startOfDay, type Words } from "@ops/platform/contract";
import type { Actor } from "../actor.ts";
import type { Tx } from "../db/tx.ts";
import type { WholeList } from "../db/whole-list.ts";
import { entriesByCodes } from "../dict/service.ts";
import { fieldRightsOf } from "../http/field-rights.ts";
import type { PlainFields } from "../unmask/plain.ts";
import type { Cell, WorkSheetColumn } from "./sheet-xml.ts";

const FORMATS: Partial<Record<SheetColumn["kind"], string>> = {
  day: "yyyy-mm-dd",
  moment: "yyyy-mm-dd hh:mm:ss",
  fen: "#,##0.00",
};

export function workSheetColumn({ title, width, kind }: SheetColumn): WorkSheetColumn {
  return { title, width, format: FORMATS[kind] };
}

/** The chosen columns in their order; what the sheet does not have is left out, and nothing chosen means all. */
export function chosenColumns(sheet: Sheet, keys: readonly string[]): readonly SheetColumn[] {
  const chosen = [...new Set(keys)].flatMap((key) => sheet.columns.find((column) => column.key === key) ?? []);
  return chosen.length > 0 ? chosen : sheet.columns;
}

/** Columns that only the data knows, in place of the one that stands for them. */
export function spreadColumns(columns: readonly SheetColumn[], spread: WholeList["spread"]): readonly SheetColumn[] {
  if (!spread) return columns;
  const { key, titles } = spread;
  const at = (n: number) => (row: object) => Reflect.get(Object(Reflect.get(row, key)), n);
  return columns.flatMap((column) => {
    if (column.key !== key) return [column];
    return titles.map((title, n) => ({ ...column, title: harmless(title), kind: "text" as const, show: at(n) }));
  });
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
    const words = wordOf(column.words ?? dicts.get(column.dict ?? "") ?? {});
    const { key, show } = column;
    return (row: object) => cellOf(column, words, show ? show(row) : Reflect.get(row, key));
  });
  const shown = (actor: Actor, list: readonly object[]) => {
    const page = { list, total: 0, totalKind: "exact", pageNo: 1, pageSize: 1 };
    return rights.shown(actor, sheet.list.answer.parse(page)).list;
  };
  return function* (actor: Actor, rows: readonly object[], plain?: PlainFields): Generator<Cell[]> {
    for (const [n, row] of shown(actor, rows).entries()) {
      const clear = plain?.get(Reflect.get(rows[n] ?? {}, "id"));
      yield makers.map((make) => make(clear ? { ...row, ...clear } : row));
    }
  };
}

/** A map, because whatever text an object is asked for stays in memory as a name. */
function wordOf(words: Words): (value: string | number | boolean) => string | undefined {
  const known = new Map(Object.entries(words));
  return known.size === 0 ? () => undefined : (value) => known.get(String(value));
}

function cellOf({ kind }: SheetColumn, word: ReturnType<typeof wordOf>, value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return textCell(value.map((one) => word(one) ?? String(one)).join("、"));
  if (typeof value === "boolean") return word(value) ?? (value ? "是" : "否");
  if (typeof value === "number") return word(value) ?? (kind === "fen" ? value / 100 : value);
  const text = String(value);
  if (kind === "moment" && /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return instantOf(text);
  if (kind === "day" && /^\d{4}-\d{2}-\d{2}$/.test(text)) return startOfDay(text);
  return textCell(word(text) ?? text);
}

/** The most that a cell of Excel may hold. */
const MOST_CHARACTERS = 32_767;

function textCell(text: string): string {
  const shown = harmless(text);
  if (shown.length <= MOST_CHARACTERS) return shown;
  return `${shown.slice(0, MOST_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

const FORMULA = /^[=+\-@\t\r]/;

/** Text that a spreadsheet would take for a formula, saved as CSV one day, is told to be text. */
export function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
