import { crc32, createDeflateRaw, type DeflateRaw } from "node:zlib";
import { wireTime } from "@ops/platform/contract";

/** A file inside a zip; its content is made while it is written. */
export interface ZipEntry {
  readonly name: string;
  /** The default is the first possible day, so that the same content makes the same file. */
  readonly madeAt?: Date;
  readonly content: Iterable<string | Buffer> | AsyncIterable<string | Buffer>;
}

type Sizes = { crc: number; packed: number; plain: number };

const UTF8_AND_SIZES_FOLLOW = 0x0808;
const DEFLATE = 8;
const SCRATCH_BYTES = 131_072;
const FIRST_DAY = 0x00210000; // 1980-01-01

/** A zip, entry after entry at constant memory. */
export async function* zipStream(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  level = 3,
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let [offset, count] = [0, 0];
  for await (const { name, content, madeAt } of entries) {
    const bytes = Buffer.from(name);
    const time = madeAt ? zipTime(madeAt) : FIRST_DAY;
    const head = Buffer.concat([localHeader(bytes, time), bytes]);
    yield head;
    const sizes: Sizes = { crc: 0, packed: 0, plain: 0 };
    yield* packed(content, level, sizes);
    const tail = dataDescriptor(sizes);
    yield tail;
    directory.push(directoryHeader(bytes, { time, offset, sizes }), bytes);
    offset += head.length + sizes.packed + tail.length;
    count++;
  }
  const listing = Buffer.concat(directory);
  yield Buffer.concat([listing, endOfDirectory(count, listing.length, offset)]);
}

async function* packed(content: ZipEntry["content"], level: number, sizes: Sizes): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level, chunkSize: 1 << 17, memLevel: 9 });
  feed(content, deflate, sizes).catch((error: Error) => deflate.destroy(error));
  for await (const piece of deflate) {
    sizes.packed += piece.length;
    yield piece;
  }
}

async function feed(content: ZipEntry["content"], deflate: DeflateRaw, sizes: Sizes): Promise<void> {
  const packer = new Packer(deflate, sizes);
  for await (const piece of content) {
    if (!packer.takes(piece)) await packer.flush(piece);
  }
  await packer.end();
}

/**
 * Collects small pieces into large ones, with two buffers in turn: one is filled while the other is compressed on
 * another thread. New buffers each time would fragment the memory.
 */
class Packer {
  readonly #deflate: DeflateRaw;
  readonly #sizes: Sizes;
  #filling = Buffer.allocUnsafe(SCRATCH_BYTES);
  #spare = Buffer.allocUnsafe(SCRATCH_BYTES);
  #used = 0;
  #packing: Promise<void> = Promise.resolve();

  constructor(deflate: DeflateRaw, sizes: Sizes) {
    this.#deflate = deflate;
    this.#sizes = sizes;
  }

  /** False when there is no room for it. */
  takes(piece: string | Buffer): boolean {
    const most = typeof piece === "string" ? piece.length * 3 : piece.length;
    if (this.#used + most > this.#filling.length) return false;
    this.#used +=
      typeof piece === "string" ? this.#filling.write(piece, this.#used) : piece.copy(this.#filling, this.#used);
    return true;
  }

  /** Passes on what was collected, and begins again with this piece. */
  async flush(piece: string | Buffer): Promise<void> {
    await this.#packing;
    this.#packing = this.#pack(this.#filling.subarray(0, this.#used));
    [this.#filling, this.#spare, this.#used] = [this.#spare, this.#filling, 0];
    if (!this.takes(piece)) this.#packing = this.#pack(Buffer.from(piece));
  }

  async end(): Promise<void> {
    await this.flush("");
    this.#deflate.end();
  }

  #pack(bytes: Buffer): Promise<void> {
    this.#sizes.crc = crc32(bytes, this.#sizes.crc);
    this.#sizes.plain += bytes.length;
    const packed = new Promise<void>((resolve, reject) => {
      this.#deflate.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    packed.catch(() => undefined); // an error is reported when it is awaited
    return packed;
  }
}

/** Day and time of Shanghai, to two seconds. */
function zipTime(moment: Date): number {
  const local = new Date(`${wireTime(moment).replace(" ", "T")}Z`);
  const day = ((local.getUTCFullYear() - 1980) << 25) | ((local.getUTCMonth() + 1) << 21) | (local.getUTCDate() << 16);
  return (day | (local.getUTCHours() << 11) | (local.getUTCMinutes() << 5) | (local.getUTCSeconds() >> 1)) >>> 0;
}

function localHeader(name: Buffer, time: number): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(UTF8_AND_SIZES_FOLLOW, 6);
  header.writeUInt16LE(DEFLATE, 8);
  header.writeUInt32LE(time, 10);
  header.writeUInt16LE(name.length, 26);
  return header;
}

function dataDescriptor({ crc, packed, plain }: Sizes): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(packed, 8);
  descriptor.writeUInt32LE(plain, 12);
  return descriptor;
}

interface Listed {
  readonly time: number;
  readonly offset: number;
  readonly sizes: Sizes;
}

function directoryHeader(name: Buffer, { time, offset, sizes: { crc, packed, plain } }: Listed): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(UTF8_AND_SIZES_FOLLOW, 8);
  header.writeUInt16LE(DEFLATE, 10);
  header.writeUInt32LE(time, 12);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(plain, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(offset, 42);
  return header;
}

function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
