import { type ImportColumn, type ImportKind, type ImportProblem, isDay, textWidth } from "@ops/platform/contract";
import type { ImportSource } from "./import-source.ts";
import type { TypedRow } from "./read-sheet.ts";

/** A row whose cells are what they should be; empty ones are null. */
export interface ImportRow {
  readonly line: number;
  readonly values: Readonly<Record<string, string | null>>;
}

export interface CheckedRows {
  readonly rows: readonly ImportRow[];
  readonly problems: readonly ImportProblem[];
}

/** All that can be said about a file without the database; the good rows in the order in which they are written. */
export function checkFile(
  kind: ImportKind,
  typed: readonly TypedRow[],
  { keyOf, arrange }: Pick<ImportSource, "keyOf" | "arrange">,
): CheckedRows {
  const checked = checkRows(kind, typed, keyOf);
  if (!arrange) return checked;
  const { rows, problems } = arrange(checked.rows);
  const found = [...problems].map(([line, problem]) => ({ line, column: "", value: "", problem }));
  return { rows: rows.filter(({ line }) => !problems.has(line)), problems: [...checked.problems, ...found] };
}

/** Checks every cell by itself, and that no key stands twice. */
export function checkRows(
  kind: ImportKind,
  typed: readonly TypedRow[],
  keyOf: (row: ImportRow) => string,
): CheckedRows {
  const rows: ImportRow[] = [];
  const problems: ImportProblem[] = [];
  const lines = new Map<string, number>();
  for (const { line, cells } of typed) {
    const values: Record<string, string | null> = {};
    const found = kind.columns.flatMap((column): ImportProblem[] => {
      const text = cells[column.key] ?? "";
      const { value, problem } = checkCell(column, text);
      values[column.key] = value;
      return problem ? [{ line, column: column.title, value: text, problem: `${column.title}${problem}` }] : [];
    });
    const row = { line, values };
    const first = lines.get(keyOf(row));
    if (found.length === 0 && first !== undefined) {
      found.push({ line, column: "", value: "", problem: `与第${first}行重复` });
    }
    if (found.length > 0) problems.push(...found);
    else {
      rows.push(row);
      lines.set(keyOf(row), line);
    }
  }
  return { rows, problems };
}

function checkCell(column: ImportColumn, text: string): { value: string | null; problem?: string } {
  const { required = false, max = 200, kind = "text", pattern, words } = column;
  if (text === "") return required ? { value: null, problem: "不能为空" } : { value: null };
  if (words) {
    const [value] = Object.entries(words).find(([key, word]) => word === text || key === text) ?? [];
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
