// Runs on the thread that parses a workbook: it imports nothing that takes its time to load.
import { MOST_CELL } from "../workbook/cell-text.ts";
import { Refused } from "../workbook/refusal.ts";
import type { CellValue, SheetRow } from "../workbook/sheet-cells.ts";

/** A row as typed: texts by column key, and the line. */
export interface TypedRow {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** The requirements for a filled-in template. */
export interface Wanted {
  readonly key: string;
  readonly version: number;
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  readonly mostRows: number;
}

export const VERSION_SHEET = "模板信息";
/**
 * The largest number of characters in all rows together, of two bytes each. Many cells may refer to one text, which is
 * passed with each of them.
 */
const MOST_TEXT = 16 * 1_048_576;

/** A template has one sheet to fill in and one that tells its version; more are not even parsed. */
export function requireSheetsOfTemplate(names: readonly string[]): void {
  if (!names.includes(VERSION_SHEET)) throw new Refused({ why: "templateVersion" });
  if (names.length > 2) throw new Refused({ why: "severalSheets" });
}

interface Place {
  readonly key: string;
  readonly title: string;
  /** Its column, counted from 0. */
  readonly at: number;
}

/** Takes the rows of the data sheet, with only the columns of the template. It refuses as early as possible. */
export class TypedRows {
  readonly #wanted: Wanted;
  /** Rows that were not fetched yet. */
  #rows: TypedRow[] = [];
  #places: readonly Place[] | undefined;
  #columns = new Set<number>();
  #count = 0;
  #left = MOST_TEXT;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  /** Tells whether a cell is needed: all titles, and below them the columns of the template. */
  wants(line: number, column: number): boolean {
    return line === 1 || this.#columns.has(column);
  }

  add(row: SheetRow): void {
    if (row.line === 1) this.#addTitles(row.cells);
    else this.#addRow(row);
  }

  #addRow({ line, cells }: SheetRow): void {
    const places = this.#requirePlaces();
    const texts: Record<string, string> = {};
    let length = 0;
    for (const { key, title, at } of places) {
      const text = textOf(cells.get(at) ?? null);
      if (text.length > MOST_CELL) throw new Refused({ why: "cellTooLong", line, column: title });
      texts[key] = text;
      length += text.length;
    }
    if (length === 0) return;
    this.#left -= length;
    if (this.#left < 0) throw new Refused({ why: "tooMuchText" });
    if (++this.#count > this.#wanted.mostRows) throw new Refused({ why: "tooManyRows", n: this.#wanted.mostRows });
    this.#rows.push({ line, cells: texts });
  }

  get waiting(): number {
    return this.#rows.length;
  }

  fetch(): TypedRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  end(): void {
    this.#requirePlaces();
    if (this.#count === 0) throw new Refused({ why: "fileEmpty" });
  }

  #addTitles(cells: SheetRow["cells"]): void {
    const titles = new Map<string, number>();
    for (const [at, cell] of cells) {
      const title = textOf(cell).replace(/\*$/, "");
      if (!titles.has(title)) titles.set(title, at);
    }
    this.#places = this.#wanted.columns.map(({ key, title }) => {
      const at = titles.get(title);
      if (at === undefined) throw new Refused({ why: "templateVersion" });
      return { key, title, at };
    });
    this.#columns = new Set(this.#places.map(({ at }) => at));
  }

  /** Finds the positions of the columns. A sheet without its first line is no template. */
  #requirePlaces(): readonly Place[] {
    if (!this.#places) throw new Refused({ why: "templateVersion" });
    return this.#places;
  }
}

/** A cell as text: half-width digits and letters, no blanks around, dates as days, and no guard of an export. */
export function textOf(cell: CellValue): string {
  if (cell === null) return "";
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? "Invalid Date" : cell.toISOString().slice(0, 10);
  if (typeof cell === "boolean") return cell ? "是" : "否";
  const text = String(cell);
  if (text.length > MOST_CELL) return text; // refused anyway
  return text
    .replace(/[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .trim()
    .replace(/^'(?=[=+\-@])/, "");
}
