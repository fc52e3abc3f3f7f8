import type { FileExtension } from "@ops/platform/contract";
import { readCompoundNames } from "./compound-directory.ts";
import type { Peekable } from "./spool.ts";
import { readZipDirectory } from "./zip-directory.ts";

type Check = (file: Peekable, head: Buffer) => boolean | Promise<boolean>;

const HEAD_BYTES = 64;
/** What an office file may unpack to, as its directory tells. */
const MOST_UNPACKED_BYTES = 200 * 1_048_576;

const startsWith = (head: Buffer, text: string, at = 0) =>
  head.subarray(at, at + text.length).equals(Buffer.from(text, "latin1"));

const jpeg: Check = (_file, head) => startsWith(head, "\xff\xd8\xff");
const riff =
  (form: string): Check =>
  (_file, head) =>
    startsWith(head, "RIFF") && startsWith(head, form, 8);

/** Office 2007 and later: a zip with the parts of its kind, without macros, encryption or a bomb's promises. */
const openXml =
  (folder: string): Check =>
  async (file, head) => {
    const entries = startsWith(head, "PK\x03\x04") ? await readZipDirectory(file) : null;
    if (!entries?.some(({ name }) => name === "[Content_Types].xml")) return false;
    if (!entries.some(({ name }) => name.startsWith(`${folder}/`))) return false;
    const unpacked = entries.reduce((sum, { unpackedSize }) => sum + unpackedSize, 0);
    const isRisky = entries.some(({ name, isEncrypted }) => isEncrypted || /vbaProject/i.test(name));
    return !isRisky && unpacked <= MOST_UNPACKED_BYTES;
  };

/** Office 97 to 2003, without macros. */
const compound =
  (...streams: string[]): Check =>
  async (file, head) => {
    if (!startsWith(head, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) return false;
    const names = await readCompoundNames(file);
    if (!names?.some((name) => streams.includes(name))) return false;
    return !names.some((name) => /^(_VBA_PROJECT|_VBA_PROJECT_CUR|Macros|VBA)$/.test(name));
  };

/** A tag, or the first frame of layer III with a bit rate and a sampling rate that exist. */
const mp3: Check = (_file, head) => {
  if (startsWith(head, "ID3")) return true;
  if (head.length < 3) return false;
  const isLayer3 = head.readUInt8(0) === 0xff && (head.readUInt8(1) & 0xe6) === 0xe2;
  const rates = head.readUInt8(2);
  return isLayer3 && rates >> 4 !== 0 && rates >> 4 !== 15 && (rates & 0x0c) !== 0x0c;
};

const mp4: Check = ({ size }, head) => {
  const brand = head.toString("latin1", 8, 12);
  const box = head.length < 16 ? 0 : head.readUInt32BE(0);
  return (
    startsWith(head, "ftyp", 4) &&
    box >= 16 &&
    box <= size &&
    /^(iso\w|mp4\d|avc1|M4[AV] |MSNV|dash|3g\w\w)$/.test(brand)
  );
};

const checks: Readonly<Record<FileExtension, Check>> = {
  jpg: jpeg,
  jpeg,
  png: (_file, head) => startsWith(head, "\x89PNG\r\n\x1a\n") && startsWith(head, "IHDR", 12),
  webp: riff("WEBP"),
  pdf: (_file, head) => startsWith(head, "%PDF-"),
  doc: compound("WordDocument"),
  docx: openXml("word"),
  xls: compound("Workbook", "Book"),
  xlsx: openXml("xl"),
  ppt: compound("PowerPoint Document"),
  pptx: openXml("ppt"),
  zip: async (file, head) => startsWith(head, "PK\x03\x04") && (await readZipDirectory(file)) !== null,
  mp3,
  amr: (_file, head) => startsWith(head, "#!AMR\n") || startsWith(head, "#!AMR-WB\n"),
  wav: riff("WAVE"),
  mp4,
};

/** Tells whether it is a picture in the format of a phone, whatever its name is. */
export async function isHeicContent(file: Peekable): Promise<boolean> {
  return /^ftyp(hei[cxms]|hev[cx]|mif1|msf1)$/.test((await file.peek(4, 8)).toString("latin1"));
}

/**
 * Tells whether the content fits the extension, by its first bytes and, if several kinds share those, by its directory.
 */
export async function isContentOf(ext: FileExtension, file: Peekable): Promise<boolean> {
  return checks[ext](file, await file.peek(0, HEAD_BYTES));
}
