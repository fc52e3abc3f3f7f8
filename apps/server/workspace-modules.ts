import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const folder = fileURLToPath(new URL("../../modules", import.meta.url));

const Manifest = z.object({
  /** The place of the module in lists of all modules, such as 我的待办. Those without one follow by name. */
  order: z.number().default(Number.POSITIVE_INFINITY),
  dependencies: z.record(z.string(), z.string()).default({}),
});
type Manifest = z.output<typeof Manifest>;

/** The modules of the workspace in their order, but each after those on which it depends. */
export const workspaceModules: readonly string[] = sortModules(new Map(readdirSync(folder).map(withManifest)));

function withManifest(module: string): [string, Manifest] {
  return [module, Manifest.parse(JSON.parse(readFileSync(join(folder, module, "package.json"), "utf8")))];
}

/** Sorts modules. Their dependencies never form a cycle, which a test of the architecture proves. */
export function sortModules(manifests: ReadonlyMap<string, Manifest>): string[] {
  const sorted = new Set<string>();
  const add = (module: string) => {
    const visas = Object.keys(manifests.get(module)?.dependencies ?? {}).map((name) => name.replace("@ops/", ""));
    for (const visa of visas.filter((name) => manifests.has(name))) add(visa);
    sorted.add(module);
  };
  const inLine = [...manifests].sort(([a, one], [b, other]) =>
    one.order === other.order ? a.localeCompare(b) : one.order - other.order,
  );
  for (const [module] of inLine) add(module);
  return [...sorted];
}
