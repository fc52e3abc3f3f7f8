/** The content of a cell. A date is a time, shown in the zone of Shanghai. */
export type Cell = string | number | boolean | Date | null;

export interface WorkSheetColumn {
  readonly title: string;
  /** In characters. */
  readonly width: number;
  /** A number format such as `yyyy-mm-dd`; none for text and plain numbers. */
  readonly format?: string | undefined;
  /** Whether the title is red. */
  readonly required?: boolean;
  /** The cells with the possible choices: `'词表'!$A$2:$A$9`. */
  readonly choices?: string | undefined;
}

export interface WorkSheet {
  readonly name: string;
  readonly columns: readonly WorkSheetColumn[];
  readonly rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;
  readonly hidden?: boolean;
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const SHANGHAI_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;
const EPOCH_SERIAL = 25_569;

/** Style of a cell by its place in `styles.xml`. */
export interface Styles {
  readonly head: number;
  readonly requiredHead: number;
  /** Of each number format. */
  readonly formats: ReadonlyMap<string, number>;
}

/** Makes a sheet as XML row by row, because large strings have memory pages of their own, which pile up. */
export async function* sheetXml({ columns, rows }: WorkSheet, styles: Styles): AsyncGenerator<string> {
  const names = columns.map((_, n) => columnName(n));
  const formats = columns.map(({ format }) => (format ? styles.formats.get(format) : undefined));
  yield headXml(columns, names, styles);
  let line = 1;
  for await (const row of rows) {
    line++;
    let text = `<row r="${line}">`;
    for (let n = 0; n < row.length; n++) text += cellXml(`${names[n]}${line}`, row[n] ?? null, formats[n]);
    yield `${text}</row>`;
  }
  const filter = line > 1 ? `<autoFilter ref="A1:${names.at(-1)}${line}"/>` : "";
  yield `</sheetData>${filter}${validationXml(columns, names)}</worksheet>`;
}

function headXml(columns: readonly WorkSheetColumn[], names: readonly string[], styles: Styles): string {
  const widths = columns.map(({ width }, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`);
  const titles = columns.map(({ title, required }, n) => {
    const style = required ? styles.requiredHead : styles.head;
    return `<c r="${names[n]}1" s="${style}" t="inlineStr"><is><t>${escapeXml(title)}</t></is></c>`;
  });
  return `${XML_HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData><row r="1">${titles.join("")}</row>`;
}

function cellXml(place: string, value: Cell, style: number | undefined): string {
  if (value === null || value === "") return "";
  const styled = style === undefined ? "" : ` s="${style}"`;
  if (typeof value === "string") {
    return `<c r="${place}"${styled} t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`;
  }
  if (typeof value === "boolean") return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`;
  const number = value instanceof Date ? (value.getTime() + SHANGHAI_MS) / DAY_MS + EPOCH_SERIAL : value;
  return Number.isFinite(number) ? `<c r="${place}"${styled}><v>${number}</v></c>` : "";
}

function validationXml(columns: readonly WorkSheetColumn[], names: readonly string[]): string {
  const rules = columns.flatMap(({ choices }, n) => {
    if (!choices) return [];
    return `<dataValidation type="list" allowBlank="1" showErrorMessage="1" errorTitle="输入错误" error="请从下拉列表中选择" sqref="${names[n]}2:${names[n]}1048576"><formula1>${escapeXml(choices)}</formula1></dataValidation>`;
  });
  return rules.length > 0 ? `<dataValidations count="${rules.length}">${rules.join("")}</dataValidations>` : "";
}

/** `A`, `B`, … `Z`, `AA`. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML cannot hold
const UNSAFE = /[&<>"\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for XML and drops characters that XML cannot contain. */
export function escapeXml(text: string): string {
  return text.replace(UNSAFE, (mark) => ENTITIES[mark] ?? "");
}
