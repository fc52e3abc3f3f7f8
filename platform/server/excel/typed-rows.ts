// Runs on the thread that parses a workbook: it imports nothing that takes its time to load.
import type { readXlsx } from "hucre";

/** A row as it was typed: texts by column key, and the line it stands in. */
export interface TypedRow {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** What a filled-in template has to be. */
export interface Wanted {
  readonly key: string;
  readonly version: number;
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly mostRows: number;
}

/** Why a file as a whole does not get in. */
export type Refusal =
  | { readonly why: "templateVersion" | "severalSheets" | "fileEmpty" | "tooMuchText" }
  | { readonly why: "tooManyRows"; readonly n: number }
  | { readonly why: "merged"; readonly range: string }
  | { readonly why: "cellTooLong"; readonly line: number; readonly column: string };

export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.why);
    this.refusal = refusal;
  }
}

type Sheet = Awaited<ReturnType<typeof readXlsx>>["sheets"][number];

export const VERSION_SHEET = "模板信息";
/** Excel lets nobody type more into a cell. */
const MOST_CELL = 32_767;
/** Characters of all rows together, of two bytes each: many cells may name one text, which is handed over with each of them. */
const MOST_TEXT = 16 * 1_048_576;

/** A template has one sheet to fill in and one that tells its version; more are not even parsed. */
export function requireSheetsOfTemplate(names: readonly string[]): void {
  if (!names.includes(VERSION_SHEET)) throw new Refused({ why: "templateVersion" });
  if (names.length > 2) throw new Refused({ why: "severalSheets" });
}

/** The rows of a filled-in template, of which only its own columns are taken; refused as soon as there is a reason. */
export function* typedRows(sheets: readonly Sheet[], wanted: Wanted): Generator<TypedRow> {
  const sheet = sheets.find(({ name }) => name !== VERSION_SHEET);
  const columns = placesOf(sheets, sheet, wanted);
  let [count, left] = [0, MOST_TEXT];
  for (const [at, row] of (sheet?.rows ?? []).entries()) {
    if (at === 0) continue; // the titles
    const cells: Record<string, string> = {};
    let length = 0;
    for (const { key, title, place } of columns) {
      const text = textOf(row[place]);
      if (text.length > MOST_CELL) throw new Refused({ why: "cellTooLong", line: at + 1, column: title });
      cells[key] = text;
      length += text.length;
    }
    if (length === 0) continue;
    left -= length;
    if (left < 0) throw new Refused({ why: "tooMuchText" });
    if (++count > wanted.mostRows) throw new Refused({ why: "tooManyRows", n: wanted.mostRows });
    yield { line: at + 1, cells };
  }
  if (count === 0) throw new Refused({ why: "fileEmpty" });
}

/** Where the columns stand, once version, merges and titles are what they should be. */
function placesOf(sheets: readonly Sheet[], sheet: Sheet | undefined, { key, version, columns }: Wanted) {
  const stamp = sheets.find(({ name }) => name === VERSION_SHEET)?.rows[1] ?? [];
  if (stamp[0] !== key || String(stamp[1]) !== String(version)) throw new Refused({ why: "templateVersion" });
  const [merged] = sheet?.merges ?? [];
  if (merged) throw new Refused({ why: "merged", range: rangeOf(merged) });
  const titles = (sheet?.rows[0] ?? []).map((cell) => textOf(cell).replace(/\*$/, ""));
  const places = columns.map((column) => ({ ...column, place: titles.indexOf(column.title) }));
  if (places.some(({ place }) => place < 0)) throw new Refused({ why: "templateVersion" });
  return places;
}

type Merge = NonNullable<Sheet["merges"]>[number];

const rangeOf = ({ startRow, startCol, endRow, endCol }: Merge) =>
  `${String.fromCharCode(65 + startCol)}${startRow + 1}:${String.fromCharCode(65 + endCol)}${endRow + 1}`;

/** A cell as text: half-width digits and letters, no blanks around, dates as days, and no guard of an export. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? "Invalid Date" : cell.toISOString().slice(0, 10);
  if (typeof cell === "boolean") return cell ? "是" : "否";
  const text = String(cell);
  if (text.length > MOST_CELL) return text; // refused anyway
  return text
    .replace(/[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .trim()
    .replace(/^'(?=[=+\-@])/, "");
}
