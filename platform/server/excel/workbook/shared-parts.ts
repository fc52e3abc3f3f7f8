// Runs on the thread that parses a workbook: it imports nothing that takes its time to load.
import { CellText } from "./cell-text.ts";
import { Refused } from "./refusal.ts";
import { readPart } from "./workbook-parts.ts";
import { attributesOf } from "./xml-scanner.ts";
import type { ZipParts } from "./zip-parts.ts";

/** The texts that cells name by their number. */
export async function readSharedStrings(parts: ZipParts, path: string, most: number): Promise<string[]> {
  const strings: string[] = [];
  const text = new CellText();
  let [isText, isReading] = [false, false]; // how a text is read aloud (rPh) is not part of it
  await readPart(parts, path, {
    open: (name) => {
      if (name === "rPh") isReading = true;
      isText = name === "t" && !isReading;
    },
    text: (raw) => {
      if (isText) text.add(raw);
    },
    close: (name) => {
      isText = false;
      if (name === "rPh") isReading = false;
      if (name === "si" && strings.push(text.take()) > most) throw new Refused({ why: "tooMuchText" });
    },
  });
  return strings;
}

/** The limit of Excel itself. */
const MOST_STYLES = 65_536;
const LONGEST_FORMAT = 255;

/** Which styles of cells show a number as a day or a time. */
export async function readDateStyles(parts: ZipParts, path: string): Promise<boolean[]> {
  const formats = new Map<string, boolean>();
  const styles: boolean[] = [];
  let isInCells = false;
  await readPart(parts, path, {
    open: (name, raw) => {
      if (name === "cellXfs") isInCells = true;
      if (name !== "numFmt" && !(name === "xf" && isInCells)) return;
      const attributes = attributesOf(raw);
      const id = attributes.get("numFmtId") ?? "0";
      if (name === "numFmt") formats.set(id, isDateFormat(attributes.get("formatCode") ?? ""));
      else styles.push(formats.get(id) ?? BUILT_IN_DATES.has(Number(id)));
      if (styles.length + formats.size > MOST_STYLES) throw new Refused({ why: "tooMuchText" });
    },
    close: (name) => {
      if (name === "cellXfs") isInCells = false;
    },
  });
  return styles;
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
/** Formats that every spreadsheet knows by number, those of Chinese and Japanese days among them. */
const BUILT_IN_DATES = new Set([range(14, 22), range(27, 36), range(45, 47), range(50, 58)].flat());

/** `yyyy-mm-dd`, `h:mm`, `[h]:mm`; not `0.00" 元"` and not `[Red]0`. */
function isDateFormat(code: string): boolean {
  if (code.length > LONGEST_FORMAT) return false;
  if (/\[(h+|m+|s+)\]/i.test(code)) return true;
  const bare = code.replace(/\[[^\]]*\]|\\.|"[^"]*"|[*_]./g, "").split(";")[0] ?? "";
  return /[ymdhs]/i.test(bare);
}
