import { crc32, createDeflateRaw, type DeflateRaw } from "node:zlib";

/** A file inside a zip; its content is made while it is written. */
export interface ZipEntry {
  readonly name: string;
  readonly content: Iterable<string | Buffer> | AsyncIterable<string | Buffer>;
}

type Sizes = { crc: number; packed: number; plain: number };

const UTF8_AND_SIZES_FOLLOW = 0x0808;
const DEFLATE = 8;
const SCRATCH_BYTES = 131_072;
const FIRST_DAY = 0x00210000; // 1980-01-01: the same content gives the same file

/** A zip, entry after entry at constant memory. */
export async function* zipStream(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
  level = 3,
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let [offset, count] = [0, 0];
  for await (const { name, content } of entries) {
    const bytes = Buffer.from(name);
    const head = Buffer.concat([localHeader(bytes), bytes]);
    yield head;
    const sizes: Sizes = { crc: 0, packed: 0, plain: 0 };
    yield* packed(content, level, sizes);
    const tail = dataDescriptor(sizes);
    yield tail;
    directory.push(directoryHeader(bytes, offset, sizes), bytes);
    offset += head.length + sizes.packed + tail.length;
    count++;
  }
  const listing = Buffer.concat(directory);
  yield Buffer.concat([listing, endOfDirectory(count, listing.length, offset)]);
}

async function* packed(content: ZipEntry["content"], level: number, sizes: Sizes): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level, chunkSize: 1 << 17, memLevel: 9 });
  const feeding = feed(content, deflate, sizes);
  feeding.catch((error: Error) => deflate.destroy(error));
  for await (const piece of deflate) {
    sizes.packed += piece.length;
    yield piece;
  }
  await feeding;
}

async function feed(content: ZipEntry["content"], deflate: DeflateRaw, sizes: Sizes): Promise<void> {
  const scratch = Buffer.allocUnsafe(SCRATCH_BYTES);
  for await (const piece of content) {
    const bytes = typeof piece === "string" ? encoded(piece, scratch) : piece;
    sizes.crc = crc32(bytes, sizes.crc);
    sizes.plain += bytes.length;
    await written(deflate, bytes);
  }
  deflate.end();
}

/** In the one buffer that all pieces share, if it fits: thousands of large ones would stay behind as holes in memory. */
function encoded(text: string, scratch: Buffer): Buffer {
  if (text.length * 3 > scratch.length) return Buffer.from(text);
  return scratch.subarray(0, scratch.write(text));
}

/** When the piece is used up, and its buffer free again. */
function written(deflate: DeflateRaw, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    deflate.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(UTF8_AND_SIZES_FOLLOW, 6);
  header.writeUInt16LE(DEFLATE, 8);
  header.writeUInt32LE(FIRST_DAY, 10);
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

function directoryHeader(name: Buffer, offset: number, { crc, packed, plain }: Sizes): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(UTF8_AND_SIZES_FOLLOW, 8);
  header.writeUInt16LE(DEFLATE, 10);
  header.writeUInt32LE(FIRST_DAY, 12);
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
