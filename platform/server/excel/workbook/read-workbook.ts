// Runs on the thread that parses a workbook: it imports nothing that takes its time to load.

import {
  requireSheetsOfTemplate,
  type TypedRow,
  TypedRows,
  textOf,
  VERSION_SHEET,
  type Wanted,
} from "../import/typed-rows.ts";
import { Refused } from "./refusal.ts";
import { readDateStyles, readSharedStrings } from "./shared-parts.ts";
import { SheetCells, type SheetContext, type SheetRow } from "./sheet-cells.ts";
import { readWorkbookParts, type WorkbookParts } from "./workbook-parts.ts";
import { XmlScanner } from "./xml-scanner.ts";
import { ZipParts } from "./zip-parts.ts";

const SLICE = 500;
/** Allowed beyond the template, because people leave formats in empty rows and columns. */
const SPARE_ROWS = 1_000;
const SPARE_COLUMNS = 32;

/**
 * Reads the rows of a filled-in template, some at a time. Names, shared texts and the mark of the template are read
 * first, so that another file costs little (PF-R95).
 */
export async function* readWorkbook(file: Buffer, wanted: Wanted): AsyncGenerator<TypedRow[]> {
  const parts = await ZipParts.open(file);
  const workbook = await readWorkbookParts(parts);
  requireSheetsOfTemplate(workbook.sheets.map(({ name }) => name));
  const known = await knownOf(parts, workbook, wanted);
  await requireStamp(parts, workbook, { wanted, known });
  const sheet = workbook.sheets.find(({ name }) => name !== VERSION_SHEET);
  const rows = new TypedRows(wanted);
  const wants = (line: number, column: number) => rows.wants(line, column);
  const cells = new SheetCells({ ...known, wants, row: (row) => rows.add(row) });
  const scanner = new XmlScanner(cells);
  for await (const piece of sheet ? parts.unpack(sheet.path) : []) {
    scanner.write(piece.toString("latin1"));
    if (rows.waiting >= SLICE) yield rows.fetch();
  }
  scanner.end();
  if (cells.merged !== undefined) throw new Refused({ why: "merged", range: cells.merged });
  rows.end();
  yield rows.fetch();
}

type Known = Omit<SheetContext, "wants" | "row">;

/** Reads what the cells of any sheet refer to. */
async function knownOf(parts: ZipParts, workbook: WorkbookParts, { mostRows, columns }: Wanted): Promise<Known> {
  const { sharedStrings, styles, from1904 } = workbook;
  const mostCells = (mostRows + SPARE_ROWS) * (columns.length + SPARE_COLUMNS);
  const hasStrings = sharedStrings !== undefined && parts.has(sharedStrings);
  return {
    sharedStrings: hasStrings ? await readSharedStrings(parts, sharedStrings, mostCells) : [],
    dateStyles: styles !== undefined && parts.has(styles) ? await readDateStyles(parts, styles) : [],
    from1904,
    mostCells,
  };
}

interface Stamp {
  readonly wanted: Wanted;
  readonly known: Known;
}

/** The hidden sheet tells in its second line which template this is, and which version of it. */
async function requireStamp(parts: ZipParts, { sheets }: WorkbookParts, { wanted, known }: Stamp): Promise<void> {
  const sheet = sheets.find(({ name }) => name === VERSION_SHEET);
  const lines: SheetRow[] = [];
  const row = (one: SheetRow) => void lines.push(one);
  const wants = (line: number, column: number) => line === 2 && column < 2;
  const scanner = new XmlScanner(new SheetCells({ ...known, wants, row }));
  for await (const piece of sheet ? parts.unpack(sheet.path) : []) {
    scanner.write(piece.toString("latin1"));
    if (lines.some(({ line }) => line >= 2)) break; // the words of its lists are not read
  }
  const cells = lines.find(({ line }) => line === 2)?.cells;
  const [key, version] = [0, 1].map((column) => textOf(cells?.get(column) ?? null));
  if (key !== wanted.key || version !== String(wanted.version)) throw new Refused({ why: "templateVersion" });
}
