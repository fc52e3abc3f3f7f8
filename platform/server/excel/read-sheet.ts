import { dayOf, IMPORT_MOST_ROWS, type ImportKind, importErrors } from "@ops/platform/contract";
import { inTurn } from "./in-turn.ts";
import { type Merge, type ParsedSheet, parseSheets } from "./parse-sheets.ts";
import { requireSoundZip } from "./zip-guard.ts";

/** A row as it was typed: texts by column key, and the line it stands in. */
export interface TypedRow {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}

export const VERSION_SHEET = "模板信息";

export const mostRowsOf = ({ mostRows = IMPORT_MOST_ROWS }: ImportKind): number => mostRows;

/** The rows of a filled-in template of this kind (PF-R95); whatever is wrong with the file as a whole is refused. */
export function readTemplate(kind: ImportKind, open: () => Promise<Buffer>): Promise<TypedRow[]> {
  return inTurn(async () => {
    const file = await open();
    await requireSoundZip(file);
    return rowsOf(kind, await parsed(file));
  });
}

function rowsOf(kind: ImportKind, sheets: readonly ParsedSheet[]): TypedRow[] {
  const stamp = sheets.find(({ name }) => name === VERSION_SHEET)?.rows[1] ?? [];
  if (stamp[0] !== kind.key || String(stamp[1]) !== String(kind.version)) throw importErrors.templateVersion();
  const [sheet, more] = sheets.filter(({ name }) => name !== VERSION_SHEET);
  if (more) throw importErrors.severalSheets();
  const [merged] = sheet?.merges ?? [];
  if (merged) throw importErrors.merged({ range: rangeOf(merged) });
  const [head = [], ...lines] = sheet?.rows ?? [];
  const titles = head.map((cell) => textOf(cell).replace(/\*$/, ""));
  const places = kind.columns.map(({ key, title }) => [key, titles.indexOf(title)] as const);
  if (places.some(([, place]) => place < 0)) throw importErrors.templateVersion();
  const rows = lines
    .map((cells, n) => ({
      line: n + 2,
      cells: Object.fromEntries(places.map(([key, place]) => [key, textOf(cells[place])])),
    }))
    .filter(({ cells }) => Object.values(cells).some((text) => text !== ""));
  if (rows.length === 0) throw importErrors.fileEmpty();
  const most = mostRowsOf(kind);
  if (rows.length > most) throw importErrors.tooManyRows({ n: most });
  return rows;
}

async function parsed(file: Buffer): Promise<ParsedSheet[]> {
  try {
    return await parseSheets(file, IMPORT_MOST_ROWS + 1_000);
  } catch {
    throw importErrors.unreadable();
  }
}

const rangeOf = ({ startRow, startCol, endRow, endCol }: Merge) =>
  `${String.fromCharCode(65 + startCol)}${startRow + 1}:${String.fromCharCode(65 + endCol)}${endRow + 1}`;

/** A cell as text: half-width digits and letters, no blanks around, dates as days, and no guard of an export. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return dayOf(new Date(cell.getTime() - 8 * 3_600_000));
  if (typeof cell === "boolean") return cell ? "是" : "否";
  return String(cell)
    .replace(/[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .trim()
    .replace(/^'(?=[=+\-@])/, "");
}
