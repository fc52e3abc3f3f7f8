// Pictures for the tests: the least of each format, with data of a camera.
import { crc32 } from "node:zlib";

const toBytes = (text: string) => Buffer.from(text, "latin1");

export interface Written {
  readonly orientation?: number;
  readonly takenAt?: string;
  readonly zone?: string;
  /** Degrees, minutes and seconds times 100, with the side of the earth. */
  readonly lat?: readonly [number, number, number, "N" | "S"];
  readonly lng?: readonly [number, number, number, "E" | "W"];
}

interface Field {
  readonly tag: number;
  readonly type: 2 | 3 | 4 | 5;
  readonly count: number;
  readonly value: Buffer;
}

/** The TIFF block of an Exif part, in either byte order. */
export function exifOf(written: Written, isLittle = false): Buffer {
  const word = (value: number) => number(2, value);
  const long = (value: number) => number(4, value);
  function number(size: 2 | 4, value: number): Buffer {
    const bytes = Buffer.alloc(size);
    if (isLittle) bytes.writeUIntLE(value, 0, size);
    else bytes.writeUIntBE(value, 0, size);
    return bytes;
  }
  const text = (tag: number, value: string): Field => {
    const bytes = toBytes(`${value}\0`);
    return { tag, type: 2, count: bytes.length, value: bytes };
  };
  const degrees = (tag: number, [deg, min, sec]: readonly [number, number, number, string]): Field => {
    const value = Buffer.concat([deg, 1, min, 1, sec, 100].map(long));
    return { tag, type: 5, count: 3, value };
  };
  /** A directory that begins at `start`, with what does not fit into its entries behind it. */
  function directory(start: number, fields: readonly Field[]): Buffer {
    let free = start + 2 + fields.length * 12 + 4;
    const behind: Buffer[] = [];
    const entries = fields.map(({ tag, type, count, value }) => {
      const head = Buffer.concat([word(tag), word(type), long(count)]);
      if (value.length <= 4) return Buffer.concat([head, value, Buffer.alloc(4 - value.length)]);
      behind.push(value);
      free += value.length;
      return Buffer.concat([head, long(free - value.length)]);
    });
    return Buffer.concat([word(fields.length), ...entries, long(0), ...behind]);
  }
  const { orientation, takenAt, zone, lat, lng } = written;
  const time = [...(takenAt ? [text(0x9003, takenAt)] : []), ...(zone ? [text(0x9011, zone)] : [])];
  const place = [
    ...(lat ? [text(1, lat[3]), degrees(2, lat)] : []),
    ...(lng ? [text(3, lng[3]), degrees(4, lng)] : []),
  ];
  const own = orientation ? [{ tag: 0x0112, type: 3, count: 1, value: word(orientation) } as const] : [];
  const mainSize = 2 + (own.length + 2) * 12 + 4;
  const timeBlock = directory(8 + mainSize, time);
  const pointer = (tag: number, at: number): Field => ({ tag, type: 4, count: 1, value: long(at) });
  const main = directory(8, [...own, pointer(0x8769, 8 + mainSize), pointer(0x8825, 8 + mainSize + timeBlock.length)]);
  const placeBlock = directory(8 + mainSize + timeBlock.length, place);
  return Buffer.concat([toBytes(isLittle ? "II" : "MM"), word(42), long(8), main, timeBlock, placeBlock]);
}

export function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

const start = Buffer.from([0xff, 0xd8]);
/** Two scans with a table between them, bytes that look like marks, and an end. */
const drawing = Buffer.concat([
  segment(0xda, toBytes("scan")),
  Buffer.from([1, 0xff, 0, 2, 0xff, 0xd3, 3]),
  segment(0xc4, Buffer.from([0xff, 0xd9, 7])),
  segment(0xda, toBytes("more")),
  Buffer.from([4, 0xff, 0xd9]),
]);
export const jfif = segment(0xe0, toBytes("JFIF\0\x01\x02"));
export const profile = segment(0xe2, toBytes("ICC_PROFILE\0"));

/** A JPEG of these segments. */
export const jpegOf = (...segments: readonly Buffer[]) => Buffer.concat([start, ...segments, drawing]);
export const jpegExif = (exif: Buffer) => segment(0xe1, Buffer.concat([toBytes("Exif\0\0"), exif]));

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length);
  head.write(name, 4, "latin1");
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(Buffer.concat([toBytes(name), content])));
  return Buffer.concat([head, content, sum]);
}

export const pngOf = (parts: Readonly<Record<string, Buffer>>) =>
  Buffer.concat([
    toBytes("\x89PNG\r\n\x1a\n"),
    chunk("IHDR", Buffer.alloc(13)),
    ...Object.entries(parts).map(([name, content]) => chunk(name, content)),
    chunk("IEND", Buffer.alloc(0)),
  ]);

export function webpOf(parts: Readonly<Record<string, Buffer>>): Buffer {
  const chunks = Object.entries(parts).map(([name, content]) => {
    const head = Buffer.alloc(8);
    head.write(name, "latin1");
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  });
  const body = Buffer.concat([toBytes("WEBP"), ...chunks]);
  const head = toBytes("RIFF\0\0\0\0");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}
