// Compares what a browser fetches for each page of the console with its budget. Builds first if needed.
import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BuiltFile } from "../apps/console/file-map.ts";
import { buildWeb } from "./build.ts";

/** The budgets in KB of gzipped scripts and styles (benchmarks/report.md has the same figures from a browser). */
export const budgets = {
  login: 260,
  /** The first load of a page in the menu, with the workspace. Pages of single records are reached from those. */
  page: 520,
  /** What a route loads itself, and each file that it shares with others. */
  route: 40,
  shared: 40,
};

/** The page tables of platform and modules: the file of a page by its route. */
export type PageFiles = Readonly<Record<string, string>>;

export interface Built {
  readonly files: readonly BuiltFile[];
  readonly pages: PageFiles;
  /** The modules that the pages of a module may load besides their own. */
  readonly visas: Readonly<Record<string, readonly string[]>>;
  readonly bytesOf: (file: string) => number;
}

export interface Weighed {
  readonly name: string;
  readonly kb: number;
  readonly most: number;
}

/**
 * The workspace around every page. It may contain only this code of modules: sign-in, page tables, slots with
 * what fills them (PF-R129), and references to records.
 */
const WORKSPACE = "apps/console/workspace.tsx";
const aroundPages =
  /^modules\/([^/]+\/(web\/(index|pages|public-pages|slots|fillings)|contract\/(refs|pages))\.ts|authority\/web\/account\/.*)$/;
/** A library of its own draws charts. It is loaded where a chart is shown. */
const CHARTS = { file: /(^|\/)(EChart|charts)-[\w-]+\.js$/, most: 200 };

export function weigh(built: Built): { weights: Weighed[]; faults: string[] } {
  const login = filesLoadedWith(built, (file) => file.isEntry);
  const workspace = filesLoadedWith(built, ({ isEntry, sources }) => isEntry || sources.includes(WORKSPACE));
  const weights: Weighed[] = [{ name: "login", kb: kb(built, login), most: budgets.login }];
  const faults = strangersIn(built, workspace, "the workspace", () => false);
  for (const [route, page] of Object.entries(built.pages)) {
    const loaded = filesLoadedWith(built, ({ sources }) => sources.includes(page));
    const ours = [...loaded].filter(
      (file) => !workspace.has(file) && hasSource(built, file, (one) => moduleOf(one) !== ""),
    );
    const own = [...loaded].filter((file) => !workspace.has(file) && !isShared(built, file));
    if (!route.includes("{data}")) {
      const whole = new Set([...workspace, ...loaded]);
      weights.push({ name: `${route}, first load`, kb: kb(built, whole), most: budgets.page });
    }
    weights.push({ name: `${route}, its own`, kb: kb(built, own), most: budgets.route });
    const isAllowed = (module: string) =>
      module === moduleOf(page) || (built.visas[moduleOf(page)] ?? []).includes(module);
    faults.push(...strangersIn(built, new Set(ours), route, isAllowed));
  }
  weights.push(...sharedFiles(built, workspace));
  const heavy = weights.filter((one) => one.kb > one.most).map((one) => `${one.name}: ${describeWeight(one)}`);
  return { weights, faults: [...heavy, ...faults] };
}

/** Lists files that many pages share: contracts of modules, and parts of the kit that only some pages need. */
function sharedFiles(built: Built, workspace: ReadonlySet<string>): Weighed[] {
  return built.files
    .filter(({ file }) => !workspace.has(file) && isShared(built, file))
    .map(({ file, styles }) => {
      const most = CHARTS.file.test(file) ? CHARTS.most : budgets.shared;
      return { name: file, kb: kb(built, [file, ...styles]), most };
    });
}

const isShared = (built: Built, file: string) =>
  hasSource(built, file, (source) => /^modules\/[^/]+\/contract\//.test(source)) ||
  !hasSource(built, file, (source) => moduleOf(source) !== "" || Object.values(built.pages).includes(source));

/** Finds a script with everything that it imports, and the styles. */
function filesLoadedWith({ files }: Built, isFirst: (file: BuiltFile) => boolean): Set<string> {
  const byName = new Map(files.map((one) => [one.file, one]));
  const loaded = new Set<string>();
  const load = (one: BuiltFile | undefined) => {
    if (!one || loaded.has(one.file)) return;
    for (const name of [one.file, ...one.styles]) loaded.add(name);
    for (const name of one.imports) load(byName.get(name));
  };
  files.filter(isFirst).forEach(load);
  if (loaded.size === 0) throw new Error("the build has no such file: its map and the page tables do not fit");
  return loaded;
}

/** Finds code of modules where it does not belong, because it would enlarge the page with each module. */
function strangersIn(
  { files }: Built,
  loaded: ReadonlySet<string>,
  where: string,
  isAllowed: (module: string) => boolean,
): string[] {
  const sources = files.filter(({ file }) => loaded.has(file)).flatMap((one) => one.sources);
  return sources
    .filter((source) => moduleOf(source) !== "" && !aroundPages.test(source) && !isAllowed(moduleOf(source)))
    .map((source) => `${where} loads ${source}`);
}

const moduleOf = (source: string) => /^modules\/([^/]+)\//.exec(source)?.[1] ?? "";
const hasSource = ({ files }: Built, file: string, isIt: (source: string) => boolean) =>
  files.some((one) => (one.file === file || one.styles.includes(file)) && one.sources.some(isIt));
const kb = ({ bytesOf }: Built, files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + bytesOf(file), 0) / 1024;
const describeWeight = ({ kb: measured, most }: Weighed) => `${measured.toFixed(1)} KB of ${most} KB`;

const root = fileURLToPath(new URL("..", import.meta.url));
const textOf = (path: string) => readFileSync(join(root, path), "utf8");

function pageFiles(): PageFiles {
  const entries = globSync("{platform,modules/*}/web/pages.ts", { cwd: root }).flatMap((table) =>
    [...textOf(table).matchAll(/^\s*"(\/[^"]*)": \(\) => import\("\.\/([^"]+)"\)/gm)].map(
      ([, route = "", file = ""]) => {
        return [route, table.replace("pages.ts", file)] as const;
      },
    ),
  );
  return Object.fromEntries(entries);
}

function readVisas(): Built["visas"] {
  const entries = globSync("modules/*/package.json", { cwd: root }).map((path) => {
    const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(textOf(path));
    const named = Object.keys(dependencies).filter((name) => name.startsWith("@ops/"));
    return [moduleOf(path), named.map((name) => name.slice("@ops/".length))] as const;
  });
  return Object.fromEntries(entries);
}

function readBuild(): Built {
  const files: BuiltFile[] = JSON.parse(textOf("dist/console.files.json"));
  const bytesOf = (file: string) => statSync(join(root, "dist/console", `${file}.gz`)).size;
  return { files, pages: pageFiles(), visas: readVisas(), bytesOf };
}

if (import.meta.main) {
  await buildWeb();
  const { weights, faults } = weigh(readBuild());
  const [login, ...others] = weights;
  const heaviest = (part: string) =>
    others.filter(({ name }) => name.endsWith(part)).toSorted((a, b) => b.kb - a.kb)[0];
  for (const one of [login, heaviest(", first load"), heaviest(", its own"), heaviest(".js")]) {
    if (one) console.log(`${one.name}: ${describeWeight(one)}`);
  }
  for (const fault of faults) console.log(`✖ ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
