import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { root } from "../check.ts";

export const Range = z.object({ startOffset: z.int(), endOffset: z.int(), count: z.int() });
export type Range = z.output<typeof Range>;

/** How long a test file takes, and for each process how often every part of every loaded file ran. */
const Measured = z.object({ ms: z.number(), ranges: z.record(z.string(), z.array(z.array(Range))) });
export type Measured = z.output<typeof Measured>;

/** A measurement with the hashes of all loaded files. It is valid as long as none of them changes. */
const Remembered = Measured.extend({ hashes: z.record(z.string(), z.string()) });

const folder = join(root, ".cache/mutants/reach");

export function rememberReach(test: string, measured: Measured): Measured {
  const files = new Set([test, ...Object.keys(measured.ranges)]);
  const hashes = Object.fromEntries([...files].map((file) => [file, hashOfFile(file)]));
  mkdirSync(folder, { recursive: true });
  writeFileSync(pathOf(test), JSON.stringify({ ...measured, hashes }));
  return measured;
}

/** Finds a former measurement, if every file that the test loaded is unchanged. */
export function recallReach(test: string): Measured | null {
  if (!existsSync(pathOf(test))) return null;
  const { hashes, ...measured } = Remembered.parse(JSON.parse(readFileSync(pathOf(test), "utf8")));
  return Object.entries(hashes).every(([file, hash]) => hashOfFile(file) === hash) ? measured : null;
}

const pathOf = (test: string) => join(folder, `${hashOf(test)}.json`);
const hashOf = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
const hashOfFile = (file: string) => (existsSync(join(root, file)) ? hashOf(readFileSync(join(root, file))) : "absent");
