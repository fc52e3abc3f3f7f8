import { writeFileSync } from "node:fs";

/**
 * Writes a file that runs several test files in one process, because loading the product takes longer than most files
 * take to run. Each file is a suite of its own, and its app runs only during its tests.
 */
export function writeBundle(path: string, files: readonly string[]): void {
  writeFileSync(
    path,
    `import { createRequire } from "node:module";
import { describe } from "node:test";

const load = createRequire(import.meta.url); // unlike import, done when the suite knows all of its tests
for (const file of ${JSON.stringify(files)}) describe(file, () => void load(file));
`,
  );
}
