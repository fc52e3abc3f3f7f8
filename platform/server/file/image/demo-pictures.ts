import { hash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { insertMany } from "../../db/record/insert-many.ts";
import type { Tx } from "../../db/tx.ts";
import { seeded } from "../../start/seeded.ts";

/** A picture that belongs to a record of the demo. */
export interface DemoPicture {
  readonly id: string;
  readonly fileName: string;
  readonly bizType: string;
  readonly bizId: string;
  readonly uploaderId: string;
  readonly uploadedAt: Date;
  readonly takenAt?: Date | null;
  /** Pictures with the same motif have the same content. */
  readonly motif: string;
}

/** Stores pictures of the demo with their content, in the database wherever new files go. Answers their hashes by id. */
export async function loadDemoPictures(tx: Tx, pictures: readonly DemoPicture[]): Promise<ReadonlyMap<string, Buffer>> {
  const contents = new Map(pictures.map(({ motif }) => [motif, drawRoom(motif)]));
  const drawn = pictures.map((picture) => {
    const bytes = contents.get(picture.motif) ?? Buffer.alloc(0);
    return { ...picture, bytes, sha256: hash("sha256", bytes, "buffer") };
  });
  const rows = drawn.map(({ id, fileName, bizType, bizId, uploaderId, uploadedAt, takenAt = null, bytes, sha256 }) => ({
    id,
    version: 1,
    createdAt: uploadedAt,
    createdBy: uploaderId,
    updatedAt: uploadedAt,
    updatedBy: uploaderId,
    fileName,
    ext: "png",
    mime: "image/png",
    size: bytes.length,
    sha256,
    category: "IMAGE",
    bizType,
    bizId,
    uploaderId,
    store: "pg",
    status: "BOUND",
    storedAt: uploadedAt,
    takenAt,
  }));
  await insertMany(tx, "file", rows);
  await insertMany(
    tx,
    "fileChunk",
    drawn.map(({ id, bytes }) => ({ fileId: id, no: 0, bytes })),
  );
  return new Map(drawn.map(({ id, sha256 }) => [id, sha256]));
}

const [WIDTH, HEIGHT] = [320, 240];
const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** Draws a plain room with a window and a pillar, whose colours and places depend on the motif. */
function drawRoom(motif: string): Buffer {
  const draw = seeded(`picture:${motif}`);
  const [horizon, left, pillar] = [draw.integer(140, 190), draw.integer(20, 90), draw.integer(200, 290)];
  const colourAt = (x: number, y: number): number => {
    if (x >= pillar && x < pillar + 18) return 3;
    if (y > horizon) return (x + y) % 40 < 2 ? 3 : 1;
    return x > left && x < left + 90 && y > 50 && y < 120 ? 2 : 0;
  };
  const pixels = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) pixels[y * (WIDTH + 1) + x + 1] = colourAt(x, y);
  }
  const palette = Array.from({ length: 12 }, (_, at) => draw.integer(60 + 40 * Math.floor(at / 3), 200));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 3], 8);
  return Buffer.concat([
    SIGNATURE,
    chunkOf("IHDR", header),
    chunkOf("PLTE", Buffer.from(palette)),
    chunkOf("IDAT", deflateSync(pixels)),
    chunkOf("IEND", Buffer.alloc(0)),
  ]);
}

function chunkOf(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
