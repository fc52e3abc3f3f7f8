import type { FileExtension } from "@ops/platform/contract";
import type { Peekable } from "../spool.ts";
import { jpegEnd } from "./jpeg-end.ts";

/** A stretch of a picture, and whether it is drawn or only tells about the picture. */
export interface ImagePart {
  readonly from: number;
  readonly to: number;
  readonly tells: "picture" | "exif" | "more";
  /** Bytes before the TIFF block of an `exif` part. */
  readonly lead?: number;
}

type Walk = (file: Peekable) => Promise<ImagePart[] | null>;

const textAt = async (file: Peekable, at: number, length: number) => (await file.peek(at, length)).toString("latin1");

/** Comments, XMP, IPTC and further pictures behind the first (MPF) beside Exif; colour profiles are needed to draw. */
const jpeg: Walk = async (file) => {
  const parts: ImagePart[] = [{ from: 0, to: 2, tells: "picture" }];
  for (let from = 2; ; ) {
    const head = await file.peek(from, 4);
    if (head.length < 4 || head.readUInt8(0) !== 0xff) return null;
    const marker = head.readUInt8(1);
    if (marker === 0xff) {
      from += 1; // bytes that fill a gap
      continue;
    }
    const to = from + 2 + head.readUInt16BE(2);
    if (to > file.size) return null;
    if (marker === 0xda) return [...parts, { from, to: await jpegEnd(file, to), tells: "picture" }];
    const name = await textAt(file, from + 4, 6);
    if (marker === 0xe1 && name === "Exif\0\0") parts.push({ from, to, tells: "exif", lead: 10 });
    else if ([0xe1, 0xed, 0xfe].includes(marker) || name.startsWith("MPF\0")) parts.push({ from, to, tells: "more" });
    else parts.push({ from, to, tells: "picture" });
    from = to;
  }
};

const png: Walk = async (file) => {
  const parts: ImagePart[] = [{ from: 0, to: 8, tells: "picture" }];
  for (let from = 8; ; ) {
    const head = await file.peek(from, 8);
    if (head.length < 8) return null;
    const to = from + 12 + head.readUInt32BE(0);
    if (to > file.size) return null;
    const name = head.toString("latin1", 4);
    if (name === "eXIf") parts.push({ from, to, tells: "exif", lead: 8 });
    else parts.push({ from, to, tells: ["tEXt", "zTXt", "iTXt", "tIME"].includes(name) ? "more" : "picture" });
    if (name === "IEND") return parts;
    from = to;
  }
};

const webp: Walk = async (file) => {
  const parts: ImagePart[] = [{ from: 0, to: 12, tells: "picture" }];
  const end = 8 + ((await file.peek(4, 4)).readUInt32LE(0) || file.size);
  for (let from = 12; from < Math.min(end, file.size); ) {
    const head = await file.peek(from, 8);
    if (head.length < 8) return null;
    const size = head.readUInt32LE(4);
    const to = from + 8 + size + (size % 2);
    if (to > file.size) return null;
    const name = head.toString("latin1", 0, 4);
    if (name === "EXIF") parts.push({ from, to, tells: "exif", lead: await exifLead(file, from) });
    else parts.push({ from, to, tells: name === "XMP " ? "more" : "picture" });
    from = to;
  }
  return parts;
};

/** Some programs repeat the word of JPEG files before the block. */
const exifLead = async (file: Peekable, from: number) => ((await textAt(file, from + 8, 6)) === "Exif\0\0" ? 14 : 8);

const walks: Partial<Record<FileExtension, Walk>> = { jpg: jpeg, jpeg, png, webp };

/** Finds the parts of a picture in their order; null if it is no valid picture. Nothing after its end belongs to it. */
export async function partsOfImage(ext: FileExtension, file: Peekable): Promise<ImagePart[] | null> {
  return (await walks[ext]?.(file)) ?? null;
}
