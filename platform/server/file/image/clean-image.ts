import type { FileExtension } from "@ops/platform/contract";
import { Spool } from "../spool.ts";
import { type ImageFacts, noFacts, orientationBlock, readExif } from "./exif.ts";
import { type ImagePart, partsOfImage } from "./image-parts.ts";

const MOST_EXIF_BYTES = 65_536;
const PIECE_BYTES = 1_048_576;

interface Cleaned {
  readonly facts: ImageFacts;
  /** The content without the data of the camera; null if nothing had to be removed. The caller disposes of it. */
  readonly content: Spool | null;
}

/**
 * Reads when and where a picture was taken, and removes these data, because people who see a picture must not learn
 * where somebody lives (PF-R130).
 */
export async function cleanImage(ext: FileExtension, sent: Spool): Promise<Cleaned> {
  const parts = await partsOfImage(ext, sent);
  if (!parts) return { facts: noFacts, content: null };
  const { takenAt, place, orientation } = await readFacts(sent, parts);
  const kept = parts.filter(({ tells }) => tells === "picture");
  const isClean = kept.length === parts.length && (parts.at(-1)?.to ?? 0) === sent.size;
  const turns = (ext === "jpg" || ext === "jpeg") && orientation !== 1 ? jpegExif(orientation) : null;
  return { facts: { takenAt, place }, content: isClean ? null : await copyParts(ext, sent, kept, turns) };
}

async function readFacts(sent: Spool, parts: readonly ImagePart[]) {
  const exif = parts.find(({ tells }) => tells === "exif");
  if (!exif) return { ...noFacts, orientation: 1 };
  const from = exif.from + (exif.lead ?? 0);
  return readExif(await sent.peek(from, Math.min(exif.to - from, MOST_EXIF_BYTES)));
}

/** Without it the picture of a phone that was held upright would lie on its side. */
function jpegExif(orientation: number): Buffer {
  const block = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), orientationBlock(orientation)]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(block.length + 2, 2);
  return Buffer.concat([head, block]);
}

async function copyParts(ext: FileExtension, sent: Spool, kept: readonly ImagePart[], turns: Buffer | null) {
  const size = kept.reduce((sum, { from, to }) => sum + to - from, 0);
  async function* pieces(): AsyncGenerator<Buffer> {
    for (const [at, { from, to }] of kept.entries()) {
      for (let position = from; position < to; position += PIECE_BYTES) {
        const piece = await sent.peek(position, Math.min(PIECE_BYTES, to - position));
        yield ext === "webp" && position === from ? mendWebp(piece, at, size) : piece;
      }
      if (at === 0 && turns) yield turns;
    }
  }
  return Spool.of(pieces());
}

const EXIF_AND_XMP = 0x0c;

/** The head tells the length of the whole, and the first part of an extended file whether it has Exif and XMP. */
function mendWebp(piece: Buffer, at: number, size: number): Buffer {
  if (at === 0) piece.writeUInt32LE(size - 8, 4);
  // a file may be cut before the flags, and then there is nothing to mend
  const hasFlags = piece.toString("latin1", 0, 4) === "VP8X" && piece.length > 8;
  if (hasFlags) piece.writeUInt8(piece.readUInt8(8) & ~EXIF_AND_XMP, 8);
  return piece;
}
