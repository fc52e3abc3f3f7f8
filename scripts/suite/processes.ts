import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes the programs of several processes that together run these test files. Each process loads the product once,
 * which takes longer than most files, and takes the next file whenever it has finished one, so that all of them end at
 * about the same time. Each file is a suite of its own, and its app runs only during its tests.
 */
export function writeTestProcesses(folder: string, files: readonly string[], count: number): string[] {
  rmSync(folder, { recursive: true, force: true });
  const taken = join(folder, "taken");
  mkdirSync(taken, { recursive: true });
  return Array.from({ length: Math.min(count, files.length) }, (_, at) => {
    const path = join(folder, `process-${at + 1}.test.mjs`);
    writeFileSync(path, programOf(files, taken));
    return path;
  });
}

function programOf(files: readonly string[], taken: string): string {
  return `import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { describe } from "node:test";

const load = createRequire(import.meta.url); // unlike import, done when the suite knows all of its tests

/** Makes a folder for a file, which only one process can do. */
function takeFile(at) {
  try {
    mkdirSync(${JSON.stringify(`${taken}/`)} + at);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

for (const [at, file] of ${JSON.stringify(files)}.entries()) {
  if (takeFile(at)) await describe(file, () => void load(file));
}
`;
}
