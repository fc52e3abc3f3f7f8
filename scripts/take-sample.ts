import { createHash } from "node:crypto";

/**
 * Takes the first `count` elements of a shuffled list. The same seed gives the same elements while the list is the
 * same.
 */
export function takeSample<T>(all: readonly T[], count: number, seed: number): T[] {
  const order = all.map((one, index) => ({ one, key: hashOf(`${seed} ${index}`) }));
  return order
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, count)
    .map(({ one }) => one);
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
