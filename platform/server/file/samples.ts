// Contents for the tests of files: just enough of each type, and the tricks.
import { crc32 } from "node:zlib";

const toBytes = (text: string) => Buffer.from(text, "latin1");
const padContent = (head: Buffer, length = 200) =>
  Buffer.concat([head, Buffer.alloc(Math.max(0, length - head.length), 0x20)]);

export interface ZipPart {
  readonly name: string;
  readonly content?: string;
  /** The size in the directory, if it is not the true one. */
  readonly claimedSize?: number;
  readonly flags?: number;
  /** 8 where the content is packed; its checksum is then given. */
  readonly method?: number;
  readonly crc?: number;
  /** Additional bytes after the name, in both headers. */
  readonly extra?: { readonly local: string; readonly entry: string; readonly comment: string };
}

const NO_EXTRA = { local: "", entry: "", comment: "" };

/** A zip of parts that are stored, or packed already. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, content = "", claimedSize = content.length, flags = 0, method = 0, ...rest } of parts) {
    const { crc = crc32(toBytes(content)), extra = NO_EXTRA } = rest;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(flags, 6);
    local.writeUInt32LE(content.length, 18);
    local.writeUInt32LE(claimedSize, 22);
    local.writeUInt16LE(name.length, 26);
    local.writeUInt16LE(extra.local.length, 28);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(flags, 8);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc, 16);
    entry.writeUInt32LE(content.length, 20);
    entry.writeUInt32LE(claimedSize, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt16LE(extra.entry.length, 30);
    entry.writeUInt16LE(extra.comment.length, 32);
    entry.writeUInt32LE(offset, 42);
    const whole = Buffer.concat([local, toBytes(name + extra.local), toBytes(content)]);
    locals.push(whole);
    entries.push(Buffer.concat([entry, toBytes(name + extra.entry + extra.comment)]));
    offset += whole.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** Office 2007 and later, with this folder and perhaps more. */
export function officeOf(folder: string, more: readonly ZipPart[] = []): Buffer {
  return zipOf([
    { name: "[Content_Types].xml", content: "<Types/>" },
    { name: `${folder}/document.xml`, content: "<x/>" },
    ...more,
  ]);
}

/** Office 97 to 2003: header, one allocation table, one sector of directory with these names. */
export function compoundOf(...names: string[]): Buffer {
  const header = Buffer.alloc(512, 0xff);
  toBytes("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1").copy(header);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 48); // the directory is sector 1
  header.writeUInt32LE(0, 76); // the table is sector 0
  const table = Buffer.alloc(512, 0xff);
  table.writeUInt32LE(0xfffffffe, 4); // the directory ends with its first sector
  const directory = Buffer.alloc(512);
  for (const [index, name] of ["Root Entry", ...names].entries()) {
    directory.write(name, index * 128, "utf16le");
    directory.writeUInt16LE(name.length * 2 + 2, index * 128 + 64);
  }
  return Buffer.concat([header, table, directory]);
}

const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), toBytes("ftypisom\0\0\0\0isommp42")]);

/** One small file of every type that is taken. */
export const samples = {
  jpg: padContent(toBytes("\xff\xd8\xff\xe0\0\x10JFIF\0")),
  jpeg: padContent(toBytes("\xff\xd8\xff\xdb")),
  png: padContent(Buffer.concat([padContent(toBytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), 33), toBytes("\0\0\0\x9bIDAT")])),
  webp: padContent(toBytes("RIFF\0\0\0\0WEBPVP8 ")),
  pdf: padContent(toBytes("%PDF-1.7\n")),
  doc: compoundOf("WordDocument"),
  docx: officeOf("word"),
  xls: compoundOf("Workbook"),
  xlsx: officeOf("xl"),
  ppt: compoundOf("PowerPoint Document"),
  pptx: officeOf("ppt"),
  zip: zipOf([{ name: "notes.txt", content: "a" }]),
  mp3: padContent(toBytes("ID3\x04")),
  amr: padContent(toBytes("#!AMR\n")),
  wav: padContent(toBytes("RIFF\0\0\0\0WAVEfmt ")),
  mp4: padContent(mp4),
} as const;

/** Larger than allowed, and right in every other way. */
export const sized = (head: Buffer, megabytes: number) => padContent(head, megabytes * 1_048_576 + 1);
