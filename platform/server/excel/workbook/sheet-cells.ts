// Runs on the thread that parses a workbook: it imports nothing that takes its time to load.
import { CellText } from "./cell-text.ts";
import { Refused } from "./refusal.ts";
import { attributeOf, attributesOf, type XmlHandler } from "./xml-scanner.ts";

export type CellValue = string | number | boolean | Date | null;

/** A row of a sheet with its needed columns, counted from 0. */
export interface SheetRow {
  /** As Excel shows it, from 1. */
  readonly line: number;
  readonly cells: ReadonlyMap<number, CellValue>;
}

/** What cells refer to, and which of them are needed. */
export interface SheetContext {
  readonly sharedStrings: readonly string[];
  readonly dateStyles: readonly boolean[];
  readonly from1904: boolean;
  readonly mostCells: number;
  /** Tells whether a cell is needed. Other cells cost nothing but reading them. */
  wants(line: number, column: number): boolean;
  row(row: SheetRow): void;
}

const LAST_LINE = 1_048_576;
const LAST_COLUMN = 16_383;

/** Reads the rows of a sheet, each as soon as it is whole; keeps one row and the first merge. */
export class SheetCells implements XmlHandler {
  /** The first cells that are merged: `A2:A3`. */
  merged: string | undefined;
  readonly #context: SheetContext;
  readonly #text = new CellText();
  #left: number;
  #row = newRow(0);
  #isWanted = false;
  #isText = false;
  /** Whether this is a phonetic guide, which is not part of the text. */
  #isReading = false;
  /** Of the cell that is open. */
  #attributes = "";

  constructor(context: SheetContext) {
    this.#context = context;
    this.#left = context.mostCells;
  }

  open(name: string, raw: string): void {
    this.#isText = false;
    if (name === "c") this.#openCell(raw);
    else if (name === "v" || name === "t") this.#isText = this.#isWanted && !this.#isReading;
    else if (name === "row") this.#openRow(raw);
    else if (name === "rPh") this.#isReading = true;
    else if (name === "mergeCell") this.merged ??= attributesOf(raw).get("ref") ?? "";
  }

  text(raw: string): void {
    if (this.#isText) this.#text.add(raw);
  }

  close(name: string): void {
    this.#isText = false;
    if (name === "c") this.#closeCell();
    else if (name === "rPh") this.#isReading = false;
    else if (name === "row") this.#context.row({ line: this.#row.line, cells: this.#row.cells });
  }

  #openRow(raw: string): void {
    const before = this.#row.line;
    const line = Number(attributeOf(raw, "r") ?? before + 1);
    if (!Number.isInteger(line) || line <= before || line > LAST_LINE) throw new Error("rows out of their order");
    this.#row = newRow(line);
  }

  #openCell(raw: string): void {
    if (this.#left-- === 0) throw new Refused({ why: "tooMuchText" });
    const place = attributeOf(raw, "r");
    const row = this.#row;
    row.column = place === undefined ? row.column + 1 : columnIndex(place);
    if (row.column > LAST_COLUMN) throw new Error("a column that no sheet has");
    this.#isWanted = this.#context.wants(row.line, row.column);
    this.#attributes = raw;
  }

  #closeCell(): void {
    if (!this.#isWanted) return;
    this.#isWanted = false;
    this.#row.cells.set(this.#row.column, this.#valueOf(this.#text.take()));
  }

  #valueOf(text: string): CellValue {
    const type = attributeOf(this.#attributes, "t") ?? "n";
    if (type === "s") return this.#context.sharedStrings[Number(text)] ?? null;
    if (type === "b") return text === "1" || text.toLowerCase() === "true";
    if (type !== "n" || text === "") return text === "" ? null : text;
    const number = Number(text);
    if (Number.isNaN(number)) return text;
    const isDate = this.#context.dateStyles[Number(attributeOf(this.#attributes, "s"))];
    return isDate ? dateOf(number, this.#context.from1904) : number;
  }
}

/** A row before its first cell. */
const newRow = (line: number) => ({ line, cells: new Map<number, CellValue>(), column: -1 });

/** 27 of `AB12`. */
function columnIndex(place: string): number {
  let index = 0;
  for (let at = 0; at < place.length; at++) {
    const letter = place.charCodeAt(at);
    if (letter < 65 || letter > 90) break;
    index = index * 26 + letter - 64;
  }
  if (index === 0) throw new Error("a cell without a column");
  return index - 1;
}

const DAY_MS = 86_400_000;
/** Excel counts a 29 February 1900 that never was. */
const LEAP_DAY = 60;

/** Finds the day and time that a number means, as if it were in UTC. */
function dateOf(serial: number, from1904: boolean): Date {
  if (from1904) return new Date(Date.UTC(1904, 0, 1) + Math.round(serial * DAY_MS));
  const days = serial >= LEAP_DAY ? serial - 1 : serial;
  return new Date(Date.UTC(1899, 11, 31) + Math.round(days * DAY_MS));
}
