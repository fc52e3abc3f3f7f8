import { crc32, createInflateRaw } from "node:zlib";
import { importErrors } from "@ops/platform/contract";
import { readZipDirectory, type ZipEntry } from "../file/zip-directory.ts";

const MOST_BYTES = 200 * 1_048_576;
const MOST_ENTRIES = 1_000;

/** Refuses a zip that is damaged, or grows beyond measure when it is unpacked, before anybody reads it. */
export async function requireSoundZip(file: Buffer): Promise<void> {
  try {
    await unpackAll(file);
  } catch {
    throw importErrors.unreadable();
  }
}

async function unpackAll(file: Buffer): Promise<void> {
  const peek = async (at: number, length: number) => file.subarray(at, at + length);
  const entries = await readZipDirectory({ size: file.length, peek });
  if (!entries || entries.length > MOST_ENTRIES) throw new Error("a bad directory, or too many entries");
  let left = MOST_BYTES;
  for (const entry of entries) {
    if (/vbaProject|\.\.\//.test(entry.name)) throw new Error("macros or paths");
    // the reader of sheets would take the size from elsewhere
    if (entry.sizesFollow && entry.packedSize === 0) throw new Error("no size in the directory");
    left -= await unpacked(file, entry, left);
  }
}

/** How large an entry is, once its checksum has held. */
async function unpacked(file: Buffer, { method, headerAt, packedSize, crc }: ZipEntry, most: number): Promise<number> {
  const start = headerAt + 30 + file.readUInt16LE(headerAt + 26) + file.readUInt16LE(headerAt + 28);
  const data = file.subarray(start, start + packedSize);
  let [sum, size] = [0, 0];
  for await (const piece of method === 0 ? [data] : inflated(data)) {
    sum = crc32(piece, sum);
    size += piece.length;
    if (size > most) throw new Error("too large");
  }
  if (sum !== crc) throw new Error("a checksum does not hold");
  return size;
}

async function* inflated(data: Buffer): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: 1 << 17 });
  inflate.end(data);
  for await (const piece of inflate) yield piece;
}
