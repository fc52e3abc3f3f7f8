import { crc32, createInflateRaw } from "node:zlib";
import { readZipDirectory, type ZipEntry } from "../../file/zip-directory.ts";
import { Refused } from "./refusal.ts";

/** All parts that are read of one workbook: a template with all its rows and long texts in them needs less. */
const MOST_BYTES = 30 * 1_048_576;
/** A higher ratio cannot be text that people have typed. It is allowed up to a harmless size. */
const MOST_RATIO = 100;
const FREE_BYTES = 1_048_576;
const MOST_ENTRIES = 1_000;
const PIECE_BYTES = 65_536;

/**
 * The parts of a workbook. Each one is unpacked while it is read, and never beyond what a template can contain
 * (PF-R95).
 */
export class ZipParts {
  readonly #file: Buffer;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  #left = MOST_BYTES;

  private constructor(file: Buffer, entries: ReadonlyMap<string, ZipEntry>) {
    this.#file = file;
    this.#entries = entries;
  }

  /** Throws if the archive can be read in more than one way, or contains something that no template has. */
  static async open(file: Buffer): Promise<ZipParts> {
    const peek = async (at: number, length: number) => file.subarray(at, at + length);
    const entries = await readZipDirectory({ size: file.length, peek });
    if (!entries || entries.length > MOST_ENTRIES) throw new Error("a bad directory, or too many entries");
    for (const { name, sizesFollow, packedSize, isEncrypted } of entries) {
      if (/vbaProject|\.\.\//i.test(name)) throw new Error("macros or paths");
      if (isEncrypted || (sizesFollow && packedSize === 0)) throw new Error("no content, or none that can be read");
    }
    const byName = new Map(entries.map((entry) => [entry.name, entry]));
    if (byName.size < entries.length) throw new Error("two parts of one name");
    return new ZipParts(file, byName);
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** A part in pieces; its checksum is compared at its end. */
  async *unpack(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) throw new Error(`no part ${name}`);
    const data = this.#packed(entry);
    const most = Math.max(FREE_BYTES, data.length * MOST_RATIO);
    let [sum, size] = [0, 0];
    for await (const piece of entry.method === 0 ? slicesOf(data) : inflatePart(data)) {
      size += piece.length;
      this.#left -= piece.length;
      if (size > most || this.#left < 0) throw new Refused({ why: "tooMuchText" });
      sum = crc32(piece, sum);
      yield piece;
    }
    if (sum !== entry.crc) throw new Error("a checksum does not hold");
  }

  #packed({ headerAt, packedSize, method }: ZipEntry): Buffer {
    if (method !== 0 && method !== 8) throw new Error("packed in an unknown way");
    const start = headerAt + 30 + this.#file.readUInt16LE(headerAt + 26) + this.#file.readUInt16LE(headerAt + 28);
    return this.#file.subarray(start, start + packedSize);
  }
}

function* slicesOf(data: Buffer): Generator<Buffer> {
  for (let at = 0; at < data.length; at += PIECE_BYTES) yield data.subarray(at, at + PIECE_BYTES);
}

async function* inflatePart(data: Buffer): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw({ chunkSize: PIECE_BYTES });
  inflate.end(data);
  for await (const piece of inflate) yield piece;
}
