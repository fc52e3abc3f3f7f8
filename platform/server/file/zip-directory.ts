import type { Peekable } from "./spool.ts";

export interface ZipEntry {
  readonly name: string;
  /** As the directory tells; it may lie. */
  readonly unpackedSize: number;
  readonly isEncrypted: boolean;
  /** Whether the true sizes may come after the content instead of in the directory. */
  readonly sizesFollow: boolean;
  readonly method: number;
  readonly crc: number;
  readonly packedSize: number;
  /** Where its local header begins. */
  readonly headerAt: number;
}

const END_MARK = Buffer.from("PK\x05\x06", "latin1");
const ENTRY_SIGNATURE = 0x02014b50;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
/** In a field of 32 bits this means that the true value is in a record of ZIP64. */
const ELSEWHERE = 0xffffffff;
const LOCATOR_BYTES = 20;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LONGEST_COMMENT = 65_535;
const MOST_ENTRIES = 10_000;
const MOST_DIRECTORY_BYTES = 4_000_000;

/**
 * Reads the directory at the end of a zip file; null if it is not acceptable. Nothing is unpacked, so a zip bomb does
 * no harm. There must be only one way to read the file, because other readers may use another end record or follow
 * ZIP64, and would unpack unchecked content. So the directory ends where the only end record begins, and nothing refers
 * elsewhere (PF-R95).
 */
export async function readZipDirectory(file: Peekable): Promise<ZipEntry[] | null> {
  const tailAt = Math.max(0, file.size - LOCATOR_BYTES - END_BYTES - LONGEST_COMMENT);
  const tail = await file.peek(tailAt, LOCATOR_BYTES + END_BYTES + LONGEST_COMMENT);
  const endAt = endRecordIn(tail);
  if (endAt === null) return null;
  const entries = tail.readUInt16LE(endAt + 10);
  const size = tail.readUInt32LE(endAt + 12);
  const start = tail.readUInt32LE(endAt + 16);
  if (entries === 0 || entries > MOST_ENTRIES || size > MOST_DIRECTORY_BYTES) return null;
  if (start + size !== tailAt + endAt) return null;
  return entriesOf(await file.peek(start, size), entries);
}

/**
 * Finds the last end record, if its comment reaches exactly to the end of the file and no record of ZIP64 precedes it.
 */
function endRecordIn(tail: Buffer): number | null {
  const at = tail.lastIndexOf(END_MARK);
  if (at < 0 || at + END_BYTES > tail.length) return null;
  if (at + END_BYTES + tail.readUInt16LE(at + 20) !== tail.length) return null;
  const hasLocator = at >= LOCATOR_BYTES && tail.readUInt32LE(at - LOCATOR_BYTES) === ZIP64_LOCATOR_SIGNATURE;
  return hasLocator ? null : at;
}

function entriesOf(directory: Buffer, count: number): ZipEntry[] | null {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let n = 0; n < count; n++) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== ENTRY_SIGNATURE) return null;
    const nameLength = directory.readUInt16LE(at + 28);
    const restLength = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    const entry = entryAt(directory, at, nameLength);
    if ([entry.packedSize, entry.unpackedSize, entry.headerAt].includes(ELSEWHERE)) return null;
    entries.push(entry);
    at += ENTRY_BYTES + nameLength + restLength;
  }
  return at === directory.length ? entries : null;
}

function entryAt(directory: Buffer, at: number, nameLength: number): ZipEntry {
  const flags = directory.readUInt16LE(at + 8);
  return {
    name: directory.toString("utf8", at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength),
    isEncrypted: (flags & 1) === 1,
    sizesFollow: (flags & 8) === 8,
    method: directory.readUInt16LE(at + 10),
    crc: directory.readUInt32LE(at + 16),
    packedSize: directory.readUInt32LE(at + 20),
    unpackedSize: directory.readUInt32LE(at + 24),
    headerAt: directory.readUInt32LE(at + 42),
  };
}
