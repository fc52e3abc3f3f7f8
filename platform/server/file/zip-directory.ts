import type { Peekable } from "./spool.ts";

export interface ZipEntry {
  readonly name: string;
  /** As the directory tells; it may lie. */
  readonly unpackedSize: number;
  readonly isEncrypted: boolean;
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LONGEST_COMMENT = 65_535;
const MOST_ENTRIES = 10_000;
const MOST_DIRECTORY_BYTES = 4_000_000;

/**
 * The directory at the end of a zip file; null when it is none that we take. Nothing is unpacked, so a bomb cannot go off.
 * The directory must end where its end record begins: something glued before or between does not pass.
 */
export async function readZipDirectory(file: Peekable): Promise<ZipEntry[] | null> {
  const tailAt = Math.max(0, file.size - END_BYTES - LONGEST_COMMENT);
  const tail = await file.peek(tailAt, END_BYTES + LONGEST_COMMENT);
  const endAt = endRecordIn(tail);
  if (endAt === null) return null;
  const entries = tail.readUInt16LE(endAt + 10);
  const size = tail.readUInt32LE(endAt + 12);
  const start = tail.readUInt32LE(endAt + 16);
  if (entries > MOST_ENTRIES || size > MOST_DIRECTORY_BYTES || start + size !== tailAt + endAt) return null;
  return entriesOf(await file.peek(start, size), entries);
}

/** The last end record whose comment reaches exactly to the end of the file. */
function endRecordIn(tail: Buffer): number | null {
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    const isEnd = tail.readUInt32LE(at) === END_SIGNATURE;
    if (isEnd && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  return null;
}

function entriesOf(directory: Buffer, count: number): ZipEntry[] | null {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let n = 0; n < count; n++) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY_SIGNATURE) return null;
    const nameLength = directory.readUInt16LE(at + 28);
    const restLength = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    const end = at + ENTRY_BYTES + nameLength + restLength;
    if (end > directory.length) return null;
    entries.push({
      name: directory.toString("utf8", at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength),
      unpackedSize: directory.readUInt32LE(at + 24),
      isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
    });
    at = end;
  }
  return at === directory.length ? entries : null;
}
