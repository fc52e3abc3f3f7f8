import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { root } from "../check.ts";
import type { Mutant } from "./find-mutants.ts";

/** A mutant that no test can notice, because the product behaves the same with it, and the reason. */
const Equivalent = z.strictObject({
  file: z.string(),
  /** The line without its indentation. It is used instead of the line number, which changes often. */
  code: z.string(),
  before: z.string(),
  after: z.string(),
  reason: z.string().min(20),
});

/**
 * Leaves out mutants that are marked as equivalent. A mark without a mutant in these files is an error, because the
 * code has changed.
 */
export function withoutEquivalents(folder: string, mutants: readonly Mutant[], files: readonly string[]): Mutant[] {
  const path = join(root, folder, "equivalent-mutants.json");
  const all = existsSync(path) ? z.array(Equivalent).parse(JSON.parse(readFileSync(path, "utf8"))) : [];
  const marks = all.filter(({ file }) => files.includes(file));
  const keys = new Map(marks.map((mark) => [keyOf(mark), mark]));
  const unused = new Set(keys.keys());
  const left = mutants.filter((mutant) => {
    const key = keyOf({ file: mutant.file, code: lineOf(mutant), before: mutant.before, after: mutant.after });
    unused.delete(key);
    return !keys.has(key);
  });
  const [stale] = unused;
  if (stale) throw new Error(`equivalent-mutants.json of ${folder} marks what is not there: ${stale}`);
  return left;
}

type Mark = Pick<z.output<typeof Equivalent>, "file" | "code" | "before" | "after">;
const keyOf = ({ file, code, before, after }: Mark) => JSON.stringify([file, code, before, after]);

function lineOf({ file, line }: Mutant): string {
  return (readFileSync(join(root, file), "utf8").split("\n")[line - 1] ?? "").trim();
}
