import { createHash } from "node:crypto";

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

const digest = (...parts: readonly (Buffer | string)[]) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The root over these hashes in their order; a leaf can never pass for a node. */
export function merkleRoot(hashes: readonly Buffer[]): Buffer {
  let level: Buffer[] = hashes.map((hash) => digest(LEAF, hash));
  if (level.length === 0) return digest(LEAF);
  while (level.length > 1) level = pairs(level);
  return level[0] ?? digest(LEAF);
}

function pairs(level: readonly Buffer[]): Buffer[] {
  const above: Buffer[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left, right] = [level[at], level[at + 1]];
    if (left) above.push(right ? digest(NODE, left, right) : left);
  }
  return above;
}

export interface Seal {
  readonly no: number;
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly rowCount: number;
  readonly absent: readonly number[];
  readonly late: readonly number[];
  /** The seals that have lost rows with a month that was dropped right after this one: `{[1,5),[7,8)}`. */
  readonly dropped: string;
  readonly merkleRoot: Buffer;
  readonly prevSealHash: Buffer;
  readonly sealedAt: Date;
}

/** No seals. */
export const NONE = "{}";

/** The hash before the first seal. */
export const ORIGIN: Buffer = Buffer.alloc(32);

/** Hashes everything in a seal, and so all seals before it. */
export function sealHash({ merkleRoot: root, prevSealHash, sealedAt, ...said }: Seal): Buffer {
  const { no, fromSeq, toSeq, rowCount, absent, late, dropped } = said;
  const words = [no, fromSeq, toSeq, rowCount, absent.join(), late.join(), sealedAt.getTime()];
  // seals without dropped ones keep the form that they had before this field existed
  if (dropped !== NONE) words.push(dropped);
  return digest(prevSealHash, root, words.join("|"));
}
