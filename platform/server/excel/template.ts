import type { ImportColumn, ImportKind } from "@ops/platform/contract";
import { harmless } from "./cells.ts";
import { type TypedRow, VERSION_SHEET } from "./read-sheet.ts";
import type { WorkSheet, WorkSheetColumn } from "./sheet-xml.ts";
import { writeWorkbook } from "./workbook.ts";

/** An empty sheet to fill in: drop-downs where there is a choice, and a hidden sheet that tells kind and version. */
export function writeTemplate(kind: ImportKind): AsyncGenerator<Buffer> {
  return writeWorkbook([{ name: kind.name, columns: kind.columns.map(columnOf), rows: [] }, versionSheet(kind)]);
}

/** The rows that did not get in, with line and reason: corrected, it is uploaded again as it is (PF-R96). */
export function writeFailures(
  kind: ImportKind,
  failed: readonly { readonly row: TypedRow; readonly reason: string }[],
): AsyncGenerator<Buffer> {
  const columns = [
    ...kind.columns.map(columnOf),
    { title: "行号", width: 8 },
    { title: "失败原因", width: 40, required: true },
  ];
  const rows = failed.map(({ row: { line, cells }, reason }) => [
    ...kind.columns.map(({ key }) => harmless(cells[key] ?? "")),
    line,
    reason,
  ]);
  return writeWorkbook([{ name: kind.name, columns, rows }, versionSheet(kind)]);
}

function columnOf({ title, required = false, words, max = 20 }: ImportColumn): WorkSheetColumn {
  const width = Math.min(40, Math.max(12, max));
  const options = words ? Object.values(words) : undefined;
  return { title: required ? `${title}*` : title, width, required, options };
}

function versionSheet({ key, version }: ImportKind): WorkSheet {
  const columns = [
    { title: "类型", width: 20 },
    { title: "版本", width: 10 },
  ];
  return { name: VERSION_SHEET, columns, rows: [[key, version]], hidden: true };
}
