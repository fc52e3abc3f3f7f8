// Builds the web applications and compiles the server, each only when something that goes into it has changed:
// build.ts [pages|server]
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { enableCompileCache, flushCompileCache } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

interface WebApp {
  name: string;
  configFile: string;
  sources: string[];
}

const root = fileURLToPath(new URL("..", import.meta.url));
const sharedSources = [
  "package-lock.json",
  "scripts/build.ts",
  "platform/{contract,web}/**/*",
  "modules/*/{contract,web}/**/*",
];
const apps: WebApp[] = [
  { name: "console", configFile: "apps/console/vite.config.ts", sources: ["apps/console/**/*"] },
  { name: "sso-portal", configFile: "apps/sso-portal/web/vite.config.ts", sources: ["apps/sso-portal/web/**/*"] },
];

export async function buildWeb(): Promise<void> {
  for (const app of apps) {
    if (existsSync(join(root, app.configFile))) await buildApp(app);
  }
}

async function buildApp({ name, configFile, sources }: WebApp): Promise<void> {
  const output = join(root, "dist", name);
  const stampFile = join(root, "dist", `${name}.stamp`);
  const stamp = hashSources([...sharedSources, ...sources]);
  if (existsSync(join(output, "index.html")) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp)
    return;
  console.log(`Building ${name}…`);
  const began = performance.now();
  // an interrupted build must not count as a finished one
  rmSync(stampFile, { force: true });
  // loaded only when needed, because this takes half a second
  const { build } = await import("vite");
  await build({ configFile: join(root, configFile), logLevel: "warn" });
  const files = await compressAssets(output);
  mkdirSync(join(root, "dist"), { recursive: true });
  writeFileSync(stampFile, stamp);
  console.log(`Built ${name} in ${((performance.now() - began) / 1000).toFixed(1)} s (${files} files compressed)`);
}

const serverSources = [
  "package-lock.json",
  "platform/{contract,server}/**/*.ts",
  "modules/*/{contract,server}/**/*.ts",
  "apps/{outside,server,sso-portal}/**/*.ts",
  "scripts/{start,build}.ts",
];

/**
 * Loads the server once, so that Node caches the compiled code. A start without that cache loads the compiler of
 * TypeScript, which takes half a second and 15 MB for as long as the server runs.
 */
async function compileServer(): Promise<void> {
  const { directory } = enableCompileCache(join(root, ".cache/compile"));
  if (directory === undefined) return; // nothing can be written here, so the server compiles at each start
  const stampFile = join(directory, "server.stamp");
  const stamp = hashSources(serverSources);
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
  console.log("Compiling the server…");
  await import("./start.ts");
  await import("../apps/server/main.ts");
  await import("../apps/sso-portal/server.ts");
  await import("../apps/outside/start.ts");
  await import("../apps/outside/server.ts");
  flushCompileCache();
  writeFileSync(stampFile, stamp);
}

function hashSources(patterns: string[]): string {
  const hash = createHash("sha256");
  const exclude = (path: string) => /(^|\/)node_modules(\/|$)|\.(test|spec)\.tsx?$/.test(path);
  for (const file of globSync(patterns, { cwd: root, exclude }).sort()) {
    if (!statSync(join(root, file)).isFile()) continue;
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/** Writes compressed copies beside the files. The server sends these instead of compressing each answer. */
async function compressAssets(folder: string): Promise<number> {
  const files = globSync("**/*.{js,css,html,svg,json}", { cwd: folder });
  const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file);
      const content = await readFile(path);
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content, brotliQuality));
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
  return files.length;
}

if (import.meta.main) {
  const [, , part] = process.argv;
  if (part !== "server") await buildWeb();
  if (part !== "pages") await compileServer();
}
