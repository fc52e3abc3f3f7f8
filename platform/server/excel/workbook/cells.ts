import { instantOf, type Sheet, type SheetColumn, startOfDay, type Words } from "@ops/platform/contract";
import type { Actor } from "../../actor.ts";
import type { WholeList } from "../../db/list/whole-list.ts";
import type { Tx } from "../../db/tx.ts";
import { entriesByCodes } from "../../dict/service.ts";
import { fieldRightsOf } from "../../http/check/field-rights.ts";
import { sourceOf } from "../../refs/source.ts";
import type { PlainFields } from "../../unmask/plain.ts";
import type { Cell, WorkSheetColumn } from "./sheet-xml.ts";

const FORMATS: Partial<Record<SheetColumn["kind"], string>> = {
  day: "yyyy-mm-dd",
  moment: "yyyy-mm-dd hh:mm:ss",
  fen: "#,##0.00",
};

export function workSheetColumn({ title, width, kind }: SheetColumn): WorkSheetColumn {
  return { title, width, format: FORMATS[kind] };
}

/** Finds the chosen columns in their order. Unknown ones are left out, and no choice means all. */
export function chosenColumns(sheet: Sheet, keys: readonly string[]): readonly SheetColumn[] {
  const chosen = [...new Set(keys)].flatMap((key) => sheet.columns.find((column) => column.key === key) ?? []);
  return chosen.length > 0 ? chosen : sheet.columns;
}

/** Replaces a column by several that only the data knows. */
export function spreadColumns(columns: readonly SheetColumn[], spread: WholeList["spread"]): readonly SheetColumn[] {
  if (!spread) return columns;
  const { key, titles } = spread;
  const at = (n: number) => (row: object) => Reflect.get(Object(Reflect.get(row, key)), n);
  return columns.flatMap((column) => {
    if (column.key !== key) return [column];
    return titles.map((title, n) => ({ ...column, title: escapeFormula(title), kind: "text" as const, show: at(n) }));
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

/** The names of the records that rows point at, by kind and id. */
type RefNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

export async function refNamesIn(tx: Tx, columns: readonly SheetColumn[], rows: readonly object[]): Promise<RefNames> {
  const names = new Map<string, ReadonlyMap<string, string>>();
  const pointing = columns.flatMap(({ key, ref }) => (ref ? [{ key, kind: ref }] : []));
  for (const [kind, some] of Map.groupBy(pointing, (one) => one.kind)) {
    const ids = rows.flatMap((row) => some.flatMap(({ key }) => [Reflect.get(row, key)].flat()));
    const known = [...new Set(ids.filter((id) => typeof id === "string"))];
    names.set(kind, known.length === 0 ? new Map() : await sourceOf(tx, kind).namesOf(tx, known));
  }
  return names;
}

/** Makes rows of cells: through the answer schema and the actor's field rights of the list, so as the screen shows them. */
export function cellsOf(sheet: Sheet, columns: readonly SheetColumn[], dicts: ReadonlyMap<string, Words>) {
  const rights = fieldRightsOf(sheet.list);
  const makers = columns.map((column) => {
    const words = wordOf(column.words ?? dicts.get(column.dict ?? "") ?? {});
    const { key, show, ref } = column;
    return (row: object, names: RefNames) => {
      const called = !ref ? words : (id: string | number | boolean) => names.get(ref)?.get(String(id));
      return cellOf(column, called, show ? show(row) : Reflect.get(row, key));
    };
  });
  const shown = (actor: Actor, list: readonly object[]) => {
    const page = { list, total: 0, totalKind: "exact", pageNo: 1, pageSize: 1 };
    return rights.shown(actor, sheet.list.answer.parse(page)).list;
  };
  return function* (
    actor: Actor,
    rows: readonly object[],
    plain?: PlainFields,
    names: RefNames = new Map(),
  ): Generator<Cell[]> {
    for (const [n, row] of shown(actor, rows).entries()) {
      const clear = plain?.get(Reflect.get(rows[n] ?? {}, "id"));
      yield makers.map((make) => make(clear ? { ...row, ...clear } : row, names));
    }
  };
}

/** Uses a map, because a name that is looked up on an object stays in memory. */
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

/** The largest number of characters in a cell of Excel. */
const MOST_CHARACTERS = 32_767;

function textCell(text: string): string {
  const shown = escapeFormula(text);
  if (shown.length <= MOST_CHARACTERS) return shown;
  return `${shown.slice(0, MOST_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

const FORMULA = /^[=+\-@\t\r]/;

/** Marks a text that a spreadsheet would read as a formula as text, also for a later save as CSV. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}
