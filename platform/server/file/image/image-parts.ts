import type { FileExtension } from "@ops/platform/contract";
import type { Peekable } from "../spool.ts";
import { nextMark } from "./next-mark.ts";

/** A stretch of a picture, and whether it is drawn or only tells about the picture. */
export interface ImagePart {
  readonly from: number;
  readonly to: number;
  readonly tells: "picture" | "exif" | "more";
  /** Bytes before the TIFF block of an `exif` part. */
  readonly lead?: number;
}

type Told = Pick<ImagePart, "tells" | "lead">;

/** Whatever is cut or damaged: a walk ends where the file ends, and what it found on its way is taken out (PF-R130). */
type Walk = (file: Peekable) => Promise<ImagePart[]>;

const textAt = async (file: Peekable, at: number, length: number) => (await file.peek(at, length)).toString("latin1");

const SCAN = 0xda;
const END = 0xd9;
/** What programs write that is needed to draw: density, colour profile and colour space. */
const drawnSegments: Readonly<Record<number, string>> = { 224: "JFIF\0", 226: "ICC_PROFILE\0", 238: "Adobe" };

function toldBySegment(marker: number, name: string): Told {
  if (marker === 0xe1 && name.startsWith("Exif\0\0")) return { tells: "exif", lead: 10 };
  const isTable = marker >= 0xc0 && marker <= 0xdf;
  const drawn = drawnSegments[marker];
  return { tells: isTable || (drawn !== undefined && name.startsWith(drawn)) ? "picture" : "more" };
}

const jpeg: Walk = async (file) => {
  const parts: ImagePart[] = [{ from: 0, to: 2, tells: "picture" }];
  let isDrawing = false;
  for (let from = 2; from < file.size; ) {
    const mark = await nextMark(file, from);
    const isLast = mark === file.size;
    // between two segments programs pass over whatever stands there, and find the data of the camera behind it
    if (mark > from) parts.push({ from, to: mark, tells: isDrawing || isLast ? "picture" : "more" });
    if (isLast) break;
    const head = await file.peek(mark, 16);
    const marker = head.readUInt8(1);
    if (marker === END) return [...parts, { from: mark, to: mark + 2, tells: "picture" }];
    const to = head.length < 4 ? file.size : Math.min(file.size, mark + 2 + head.readUInt16BE(2));
    parts.push({ from: mark, to, ...toldBySegment(marker, head.toString("latin1", 4)) });
    isDrawing ||= marker === SCAN;
    from = to;
  }
  return parts;
};

const drawnChunks = {
  png: "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT".split(" "),
  webp: ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"],
};

const png: Walk = async (file) => {
  const parts: ImagePart[] = [{ from: 0, to: 8, tells: "picture" }];
  for (let from = 8; from < file.size; ) {
    const head = await file.peek(from, 8);
    const to = head.length < 8 ? file.size : Math.min(file.size, from + 12 + head.readUInt32BE(0));
    const name = head.toString("latin1", 4);
    if (name === "eXIf") parts.push({ from, to, tells: "exif", lead: 8 });
    else parts.push({ from, to, tells: drawnChunks.png.includes(name) ? "picture" : "more" });
    if (name === "IEND") break;
    from = to;
  }
  return parts;
};

const webp: Walk = async (file) => {
  const parts: ImagePart[] = [{ from: 0, to: 12, tells: "picture" }];
  const end = 8 + ((await file.peek(4, 4)).readUInt32LE(0) || file.size);
  for (let from = 12; from < Math.min(end, file.size); ) {
    const head = await file.peek(from, 8);
    const size = head.length < 8 ? file.size : head.readUInt32LE(4);
    const to = Math.min(file.size, from + 8 + size + (size % 2));
    const name = head.toString("latin1", 0, 4);
    if (name === "EXIF") parts.push({ from, to, tells: "exif", lead: await exifLead(file, from) });
    else parts.push({ from, to, tells: drawnChunks.webp.includes(name) ? "picture" : "more" });
    from = to;
  }
  return parts;
};

/** Some programs repeat the word of JPEG files before the block. */
const exifLead = async (file: Peekable, from: number) => ((await textAt(file, from + 8, 6)) === "Exif\0\0" ? 14 : 8);

const walks: Partial<Record<FileExtension, Walk>> = { jpg: jpeg, jpeg, png, webp };

/** Finds the parts of a picture in their order; null for other kinds of files. Nothing after its end belongs to it. */
export async function partsOfImage(ext: FileExtension, file: Peekable): Promise<ImagePart[] | null> {
  return (await walks[ext]?.(file)) ?? null;
}
