import type { ImportColumn, ImportKind } from "@ops/platform/contract";
import { type TypedRow, VERSION_SHEET } from "./import/typed-rows.ts";
import { escapeFormula } from "./workbook/cells.ts";
import { type Cell, columnName, type WorkSheet, type WorkSheetColumn } from "./workbook/sheet-xml.ts";
import { writeWorkbook } from "./workbook/workbook.ts";

/** An empty sheet to fill in: drop-downs where there is a choice, and a hidden sheet that tells kind and version. */
export function writeTemplate(kind: ImportKind): AsyncGenerator<Buffer> {
  return writeWorkbook([{ name: kind.name, columns: columnsOf(kind), rows: [] }, hiddenSheet(kind)]);
}

/** The rows that did not get in, with line and reason: corrected, it is uploaded again as it is (PF-R96). */
export function writeFailures(
  kind: ImportKind,
  failed: readonly { readonly row: TypedRow; readonly reason: string }[],
): AsyncGenerator<Buffer> {
  const columns = [...columnsOf(kind), { title: "行号", width: 8 }, { title: "失败原因", width: 40, required: true }];
  const rows = failed.map(({ row: { line, cells }, reason }) => [
    ...kind.columns.map(({ key }) => escapeFormula(cells[key] ?? "")),
    line,
    reason,
  ]);
  return writeWorkbook([{ name: kind.name, columns, rows }, hiddenSheet(kind)]);
}

function columnsOf(kind: ImportKind): WorkSheetColumn[] {
  const lists = listsOf(kind);
  return kind.columns.map((column) => {
    const { title, required = false, max = 20 } = column;
    const choices = lists.find((list) => list.column === column)?.range;
    return { title: required ? `${title}*` : title, width: Math.min(40, Math.max(12, max)), required, choices };
  });
}

const STAMP = [
  { title: "类型", width: 20 },
  { title: "版本", width: 10 },
];

interface List {
  readonly column: ImportColumn;
  readonly words: readonly string[];
  /** The cells of the list. */
  readonly range: string;
}

/**
 * Makes the lists of choices for the hidden sheet. A list inside of a rule could have only 255 characters and no
 * commas.
 */
function listsOf({ columns }: ImportKind): List[] {
  const chosen = columns.filter(({ words }) => words && Object.keys(words).length > 0);
  return chosen.map((column, n) => {
    const words = Object.values(column.words ?? {});
    const name = columnName(STAMP.length + n);
    return { column, words, range: `'${VERSION_SHEET}'!$${name}$2:$${name}$${words.length + 1}` };
  });
}

/** Kind and version in its first row, and a list in each further column. */
function hiddenSheet(kind: ImportKind): WorkSheet {
  const lists = listsOf(kind);
  const length = Math.max(1, ...lists.map(({ words }) => words.length));
  const rows = Array.from({ length }, (_, n): Cell[] => [
    ...(n === 0 ? [kind.key, kind.version] : [null, null]),
    ...lists.map(({ words }) => words[n] ?? null),
  ]);
  const columns = [...STAMP, ...lists.map(({ column: { title } }) => ({ title, width: 20 }))];
  return { name: VERSION_SHEET, columns, rows, hidden: true };
}
