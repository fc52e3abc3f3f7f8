import { crc32, createInflateRaw } from "node:zlib";
import { importErrors } from "@ops/platform/contract";

const MOST_BYTES = 200 * 1_048_576;
const MOST_ENTRIES = 1_000;
const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** Refuses a zip that is damaged, or grows beyond measure when it is unpacked, before anybody reads it. */
export async function requireSoundZip(file: Buffer): Promise<void> {
  try {
    await unpackAll(file);
  } catch {
    throw importErrors.unreadable();
  }
}

async function unpackAll(file: Buffer): Promise<void> {
  let end = file.length - 22;
  while (end >= 0 && file.readUInt32LE(end) !== END) end--;
  const count = file.readUInt16LE(end + 10);
  if (count > MOST_ENTRIES) throw new Error("too many entries");
  let [at, left] = [file.readUInt32LE(end + 16), MOST_BYTES];
  for (let n = 0; n < count; n++) {
    if (file.readUInt32LE(at) !== ENTRY) throw new Error("a bad directory");
    const name = file.toString("utf8", at + 46, at + 46 + file.readUInt16LE(at + 28));
    if (/vbaProject|\.\.\//.test(name)) throw new Error("macros or paths");
    left -= await unpacked(file, at, left);
    at += 46 + file.readUInt16LE(at + 28) + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
}

/** How large an entry is, once its checksum has held. */
async function unpacked(file: Buffer, at: number, most: number): Promise<number> {
  const method = file.readUInt16LE(at + 10);
  const local = file.readUInt32LE(at + 42);
  const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const data = file.subarray(start, start + file.readUInt32LE(at + 20));
  let [sum, size] = [0, 0];
  for await (const piece of method === 0 ? [data] : inflated(data)) {
    sum = crc32(piece, sum);
    size += piece.length;
    if (size > most) throw new Error("too large");
  }
  if (sum !== file.readUInt32LE(at + 16)) throw new Error("a checksum does not hold");
  return size;
}

async function* inflated(data: Buffer): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: 1 << 17 });
  inflate.end(data);
  for await (const piece of inflate) yield piece;
}
