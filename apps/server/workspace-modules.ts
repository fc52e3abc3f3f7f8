import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

const folder = fileURLToPath(new URL("../../modules", import.meta.url));

const Manifest = z.object({
  /** Where the module stands in lists that show all modules, such as 我的待办; those without one follow by name. */
  order: z.number().default(Number.POSITIVE_INFINITY),
  dependencies: z.record(z.string(), z.string()).default({}),
});
type Manifest = z.output<typeof Manifest>;

/** The modules of the workspace in their order, but each after those that it has a visa for. */
export const workspaceModules: readonly string[] = sortModules(new Map(readdirSync(folder).map(withManifest)));

function withManifest(module: string): [string, Manifest] {
  return [module, Manifest.parse(JSON.parse(readFileSync(join(folder, module, "package.json"), "utf8")))];
}

/** Visas never form a circle, which a test of the architecture holds. */
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
