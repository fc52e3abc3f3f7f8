import { escapeXml, type Styles, sheetXml, type WorkSheet, XML_HEAD } from "./sheet-xml.ts";
import { type ZipEntry, zipStream } from "./zip-stream.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const FIRST_FORMAT = 164; // numbers below belong to Excel
const PLAIN_STYLES = 3;

/** An .xlsx file, written as its rows come: constant memory whatever their number. */
export function writeWorkbook(sheets: readonly WorkSheet[]): AsyncGenerator<Buffer> {
  const formats = [...new Set(sheets.flatMap(({ columns }) => columns.flatMap(({ format }) => format ?? [])))];
  const styles: Styles = {
    head: 1,
    requiredHead: 2,
    formats: new Map(formats.map((format, n) => [format, PLAIN_STYLES + n])),
  };
  const entries: ZipEntry[] = [
    { name: "[Content_Types].xml", content: [contentTypes(sheets.length)] },
    { name: "_rels/.rels", content: [relations([["officeDocument", "xl/workbook.xml"]])] },
    { name: "xl/workbook.xml", content: [workbook(sheets)] },
    { name: "xl/_rels/workbook.xml.rels", content: [relations(partsOf(sheets.length))] },
    { name: "xl/styles.xml", content: [stylesXml(formats)] },
    ...sheets.map((sheet, n) => ({ name: `xl/worksheets/sheet${n + 1}.xml`, content: sheetXml(sheet, styles) })),
  ];
  return zipStream(entries);
}

function contentTypes(count: number): string {
  const part = (name: string, type: string) => `<Override PartName="/xl/${name}" ContentType="${TYPE}.${type}+xml"/>`;
  const sheets = Array.from({ length: count }, (_, n) => part(`worksheets/sheet${n + 1}.xml`, "worksheet"));
  return `${XML_HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part("workbook.xml", "sheet.main")}${part("styles.xml", "styles")}${sheets.join("")}</Types>`;
}

function partsOf(count: number): [string, string][] {
  const sheets = Array.from({ length: count }, (_, n): [string, string] => [
    "worksheet",
    `worksheets/sheet${n + 1}.xml`,
  ]);
  return [...sheets, ["styles", "styles.xml"]];
}

function relations(parts: readonly (readonly [kind: string, target: string])[]): string {
  const lines = parts.map(
    ([kind, target], n) => `<Relationship Id="rId${n + 1}" Type="${RELATIONS}/${kind}" Target="${target}"/>`,
  );
  return `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">${lines.join("")}</Relationships>`;
}

function workbook(sheets: readonly WorkSheet[]): string {
  const lines = sheets.map(({ name, hidden }, n) => {
    const state = hidden ? ' state="hidden"' : "";
    return `<sheet name="${escapeXml(sheetName(name))}" sheetId="${n + 1}"${state} r:id="rId${n + 1}"/>`;
  });
  return `${XML_HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${lines.join("")}</sheets></workbook>`;
}

/** Excel refuses some characters and more than 31 of the others. */
function sheetName(name: string): string {
  return name.replace(/[\\/?*[\]:]/g, " ").slice(0, 31);
}

function stylesXml(formats: readonly string[]): string {
  const named = formats.map(
    (format, n) => `<numFmt numFmtId="${FIRST_FORMAT + n}" formatCode="${escapeXml(format)}"/>`,
  );
  const style = (format: number, font: 0 | 1 | 2) =>
    `<xf numFmtId="${format}" fontId="${font}" fillId="${font === 0 ? 0 : 2}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`;
  const cells = [style(0, 0), style(0, 1), style(0, 2), ...formats.map((_, n) => style(FIRST_FORMAT + n, 0))];
  const font = (look: string) => `<font>${look}<sz val="11"/><name val="等线"/></font>`;
  const fill = (look: string) => `<fill><patternFill ${look}</fill>`;
  const fonts = [font(""), font("<b/>"), `<font><b/><sz val="11"/><color rgb="FFC00000"/><name val="等线"/></font>`];
  const fills = [
    fill('patternType="none"/>'),
    fill('patternType="gray125"/>'),
    fill('patternType="solid"><fgColor rgb="FFF2F3F5"/></patternFill>'),
  ];
  const numbers = named.length > 0 ? `<numFmts count="${named.length}">${named.join("")}</numFmts>` : "";
  return `${XML_HEAD}<styleSheet xmlns="${MAIN}">${numbers}<fonts count="3">${fonts.join("")}</fonts><fills count="3">${fills.join("")}</fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join("")}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}
