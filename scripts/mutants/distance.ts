import { basename, dirname } from "node:path";

/**
 * Measures the distance of a test file from a file of the product: 0 for its own test, then by the folders between
 * both.
 */
export function distanceOf(file: string, test: string): number {
  if (dirname(file) === dirname(test) && basename(test, ".test.ts") === basename(file, ".ts")) return 0;
  const [ours, theirs] = [dirname(file).split("/"), dirname(test).split("/")];
  const shared = ours.findIndex((folder, at) => folder !== theirs[at]);
  const common = shared < 0 ? ours.length : shared;
  return 1 + (ours.length - common) + (theirs.length - common);
}
