import { setImmediate } from "node:timers/promises";
import { type ImportColumn, type ImportKind, type ImportProblem, isDay, textWidth } from "@ops/platform/contract";
import { isStorableText } from "../../db/connection/storable-text.ts";
import type { ImportSource } from "./import-source.ts";
import type { TypedRow } from "./typed-rows.ts";

/** How many rows are checked before other work gets a turn. */
export const SLICE = 250;

/** A row with valid cells; empty ones are null. */
export interface ImportRow {
  readonly line: number;
  readonly values: Readonly<Record<string, string | null>>;
}

export interface CheckedRows {
  readonly rows: readonly ImportRow[];
  readonly problems: readonly ImportProblem[];
}

/** Checks a file without the database, and answers the good rows in the order in which they are written. */
export async function checkFile(
  kind: ImportKind,
  typed: readonly TypedRow[],
  { keyOf, arrange }: Pick<ImportSource, "keyOf" | "arrange">,
): Promise<CheckedRows> {
  const checked = await checkRows(kind, typed, keyOf);
  if (!arrange) return checked;
  await setImmediate();
  const { rows, problems } = arrange(checked.rows);
  const found = [...problems].map(([line, problem]) => ({ line, column: "", value: "", problem }));
  return { rows: rows.filter(({ line }) => !problems.has(line)), problems: [...checked.problems, ...found] };
}

/** Checks every cell by itself, and that no key occurs twice. */
export async function checkRows(
  kind: ImportKind,
  typed: readonly TypedRow[],
  keyOf: (row: ImportRow) => string,
): Promise<CheckedRows> {
  const rows: ImportRow[] = [];
  const problems: ImportProblem[] = [];
  const lines = new Map<string, number>();
  const columns = kind.columns.map((column) => ({ ...column, choices: column.words && choicesOf(column.words) }));
  for (const [n, one] of typed.entries()) {
    if (n % SLICE === SLICE - 1) await setImmediate();
    const { row, found } = checkRow(columns, one);
    const key = keyOf(row);
    const first = lines.get(key);
    if (found.length > 0) problems.push(...found);
    else if (first !== undefined) {
      problems.push({ line: row.line, column: "", value: "", problem: `与第${first}行重复` });
    } else {
      rows.push(row);
      lines.set(key, row.line);
    }
  }
  return { rows, problems };
}

interface CheckedColumn extends ImportColumn {
  readonly choices: ReadonlyMap<string, string> | undefined;
}

/** Maps each word to its value. The value itself may be typed too. */
function choicesOf(words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const entries = Object.entries(words).toReversed(); // if two words are the same, the first one counts
  return new Map(entries.flatMap(([value, word]) => [[value, value] as const, [word, value] as const]));
}

function checkRow(columns: readonly CheckedColumn[], { line, cells }: TypedRow) {
  const values: Record<string, string | null> = {};
  const found = columns.flatMap((column): ImportProblem[] => {
    const text = cells[column.key] ?? "";
    const { value, problem } = checkCell(column, text);
    values[column.key] = value;
    return problem ? [{ line, column: column.title, value: text, problem: `${column.title}${problem}` }] : [];
  });
  return { row: { line, values }, found };
}

/** The text of a formula that could not be calculated. */
const FORMULA_ERROR = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|GETTING_DATA)$/;

function checkCell(column: CheckedColumn, text: string): { value: string | null; problem?: string } {
  if (FORMULA_ERROR.test(text) || !isStorableText(text)) return { value: null, problem: "格式不正确" };
  const { required = false, max = 200, kind = "text", pattern, choices } = column;
  if (text === "") return required ? { value: null, problem: "不能为空" } : { value: null };
  if (choices) {
    const value = choices.get(text);
    return value === undefined ? { value: null, problem: "不在字典中" } : { value };
  }
  if (textWidth(text) > max) return { value: null, problem: "长度超限" };
  if (kind === "day") {
    const day = dayFrom(text);
    return day === null ? { value: null, problem: "格式不正确" } : { value: day };
  }
  if (kind === "int" && !/^-?\d{1,9}$/.test(text)) return { value: null, problem: "格式不正确" };
  return pattern && !pattern.test(text) ? { value: null, problem: "格式不正确" } : { value: text };
}

/** `2026-1-5`, `2026/01/05`, `2026.1.5`, `2026年1月5日`. */
function dayFrom(text: string): string | null {
  const [, year = "", month = "", day = ""] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?$/.exec(text) ?? [];
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  return isDay(written) ? written : null;
}
