import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Lists files of the repository as paths from its root, without installed and built files. */
export function filesOf(...patterns: string[]): string[] {
  const ignored = /(^|\/)(node_modules|dist|data|\.cache|test-results)(\/|$)/;
  const found = globSync(patterns, { cwd: root, exclude: (path) => ignored.test(path) });
  return found.map((path) => path.split("\\").join("/")).sort();
}

export function textOf(path: string): string {
  return readFileSync(root + path, "utf8");
}

export const sources = filesOf("{platform,modules,apps,tests,scripts,benchmarks}/**/*.{ts,tsx}", "*.ts");

const Manifest = z.object({
  name: z.string(),
  exports: z.record(z.string(), z.string()).default({}),
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});
export type Manifest = z.output<typeof Manifest>;

export const rootManifest: Manifest = Manifest.parse(JSON.parse(textOf("package.json")));

/** The workspaces by folder: `platform`, `modules/authority`, `apps/server` … */
export const packages: ReadonlyMap<string, Manifest> = new Map(
  filesOf("{platform,modules/*,apps/*}/package.json").map((path) => [
    posix.dirname(path),
    Manifest.parse(JSON.parse(textOf(path))),
  ]),
);

export function isForTests(path: string): boolean {
  return /\.(test|spec)\.tsx?$|(^|\/)(testing|testing-[\w-]+|promises|probe|test-[\w-]+)\.tsx?$|\/server\/promises\/|^tests\//.test(
    path,
  );
}
