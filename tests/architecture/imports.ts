import { posix } from "node:path";
import { isForTests, packages, rootManifest, sources, textOf } from "./repository.ts";

export interface Import {
  /** The file that imports. */
  readonly from: string;
  /** The specifier as it is written in the source. */
  readonly spec: string;
  /** What the specifier means: a file of the repository, `npm:name`, `node:name`, `computed:spec`, or `nowhere:spec`. */
  readonly to: string;
  /** Whether it is `import("…")`, which is loaded when it is needed. */
  readonly isDynamic?: boolean;
}

const staticImport = /^(?:import|export)\b(?:[^"'`;]*?\bfrom)?\s*["']([^"']+)["']/gm;
const dynamicImport = /\bimport\(\s*["'`]([^"'`]+)["'`]\s*\)/g;

/** Reads the imports of a source as they are written there. The formatter guarantees that statements begin a line. */
export function importsIn(text: string): { spec: string; isDynamic: boolean }[] {
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, "");
  return [staticImport, dynamicImport].flatMap((form) =>
    [...code.matchAll(form)].map((match) => ({ spec: match[1] ?? "", isDynamic: form === dynamicImport })),
  );
}

export function allImports(): Import[] {
  return sources.flatMap((from) =>
    importsIn(textOf(from)).map(({ spec, isDynamic }) => ({ from, spec, isDynamic, to: targetOf(from, spec) })),
  );
}

function targetOf(from: string, spec: string): string {
  if (spec.startsWith("node:")) return spec;
  if (spec.startsWith("virtual:")) return spec; // a plugin of the build makes this module
  if (spec.includes("${")) return `computed:${spec}`;
  if (spec.startsWith(".")) return posix.join(posix.dirname(from), spec);
  if (!spec.startsWith("@ops/")) return `npm:${packageName(spec)}`;
  for (const [folder, { name, exports }] of packages) {
    const door = exports[spec.replace(name, ".")];
    if (packageName(spec) === name && door) return posix.join(folder, door);
  }
  return `nowhere:${spec}`;
}

function packageName(spec: string): string {
  return spec
    .split("/")
    .slice(0, spec.startsWith("@") ? 2 : 1)
    .join("/");
}

/** The workspace a file belongs to; scripts, tests and files at the root belong to none. */
export function packageOf(path: string): string | null {
  const folder = path.startsWith("platform/") ? "platform" : path.split("/").slice(0, 2).join("/");
  return packages.has(folder) ? folder : null;
}

type Side = "contract" | "server" | "web" | null;

function sideOf(path: string): Side {
  if (path.startsWith("apps/console/")) return "web";
  if (path.startsWith("apps/") && !path.includes("/web/")) return packageOf(path) ? "server" : null;
  const side = /^(?:platform|modules\/[^/]+|apps\/[^/]+)\/(contract|server|web)\//.exec(path)?.[1];
  return side === "contract" || side === "server" || side === "web" ? side : null;
}

const isInside = (to: string) => /^(platform|modules|apps)\//.test(to);
const crosses = ({ from, to }: Import) => packageOf(from) !== null && isInside(to) && packageOf(from) !== packageOf(to);
const isTool = (path: string) => /\.config\.ts$|^apps\/console\/(antd-css|file-map|module-doors)\.ts$/.test(path);

/** The rules. Each one tells whether an import breaks it. */
export const rules: Record<string, (one: Import) => boolean> = {
  "every import leads somewhere": ({ to }) => to.startsWith("nowhere:"),
  "platform knows no module": ({ from, to }) => from.startsWith("platform/") && /^(modules|apps)\//.test(to),
  "a contract imports only contracts": ({ from, to }) =>
    sideOf(from) === "contract" && isInside(to) && sideOf(to) !== "contract",
  "a contract stands on zod alone": ({ from, to }) =>
    sideOf(from) === "contract" && !isForTests(from) && !isInside(to) && to !== "npm:zod",
  "web never imports server": ({ from, to }) => sideOf(from) === "web" && sideOf(to) === "server",
  "server never imports web": ({ from, to }) => sideOf(from) === "server" && sideOf(to) === "web",
  "what runs in a browser never asks for node": ({ from, to }) =>
    sideOf(from) === "web" && !isForTests(from) && !isTool(from) && to.startsWith("node:"),
  "a module declares whom it uses": (one) =>
    crosses(one) && !(nameOf(packageOf(one.to)) in (packages.get(packageOf(one.from) ?? "")?.dependencies ?? {})),
  "nobody leaves a package by a relative path": (one) => crosses(one) && one.spec.startsWith("."),
  "nobody enters deeper than a door": ({ from, spec, to }) =>
    packageOf(from) !== null && spec.startsWith("@ops/") && !to.startsWith("computed:") && !isDoor(to),
  "only the composition of the server finds modules by name": ({ from, to }) =>
    to.startsWith("computed:") && packageOf(from) !== null && from !== "apps/server/modules.ts",
  "apps are imported by scripts and tests alone": (one) => crosses(one) && one.to.startsWith("apps/"),
  "nothing that ships imports what only tests need": ({ from, to }) =>
    packageOf(from) !== null && !isForTests(from) && isInside(to) && isForTests(to),
  "packages used in code stand in package.json": ({ to }) => to.startsWith("npm:") && !isListed(to.slice(4), true),
  "the server runs on production dependencies alone": ({ from, to }) =>
    sideOf(from) === "server" && !isForTests(from) && to.startsWith("npm:") && !isListed(to.slice(4), false),
};

function nameOf(folder: string | null): string {
  return packages.get(folder ?? "")?.name ?? "";
}

function isDoor(to: string): boolean {
  const folder = packageOf(to);
  const doors = Object.values(packages.get(folder ?? "")?.exports ?? {});
  return folder !== null && doors.some((door) => posix.join(folder, door) === to);
}

function isListed(name: string, withDevelopment: boolean): boolean {
  const { dependencies, optionalDependencies, devDependencies } = rootManifest;
  return name in dependencies || name in optionalDependencies || (withDevelopment && name in devDependencies);
}

/** Finds a cycle of dependencies between modules, such as `["clue", "order", "clue"]`, or null. */
export function circleIn(uses: ReadonlyMap<string, readonly string[]>): string[] | null {
  const walk = (at: string, way: readonly string[]): string[] | null => {
    if (way.includes(at)) return [...way.slice(way.indexOf(at)), at];
    for (const next of uses.get(at) ?? []) {
      const circle = walk(next, [...way, at]);
      if (circle) return circle;
    }
    return null;
  };
  for (const start of uses.keys()) {
    const circle = walk(start, []);
    if (circle) return circle;
  }
  return null;
}
