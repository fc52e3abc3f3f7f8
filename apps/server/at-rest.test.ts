import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

const LOOK = `
  const { createRequire } = await import("node:module");
  const { startServer } = await import("./apps/server/main.ts");
  const { createHttpServer } = await import("@ops/platform/server");
  const node = { modules: [], log: { child: () => ({}) } };
  await createHttpServer({ node, routes: [], callsPerSecond: 1, connectTo: [] });
  const files = Object.keys(createRequire(import.meta.url).cache);
  console.log(JSON.stringify({ files, builtin: process.moduleLoadList, isThere: typeof startServer === "function" }));
`;

/** Packages that a server does not need before the first call, each between 1 and 10 MB. */
const later = [
  /undici/, // this implements fetch
  /node_modules\/ajv\//,
  /node_modules\/fast-json-stringify\/index\.js/,
  /node_modules\/svg-captcha\//,
  /node_modules\/opentype\.js\//,
  /node_modules\/@resvg\//,
  /node_modules\/vite\//,
];

test("a server that nobody has called yet has not loaded what single calls need", () => {
  const root = join(import.meta.dirname, "../..");
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
  const args = ["--input-type=module", "--eval", LOOK];
  const told = JSON.parse(execFileSync(process.execPath, args, { cwd: root, env, encoding: "utf8" }));
  assert.ok(told.isThere && told.files.some((file: string) => file.includes("/fastify/")));
  const loaded = [...told.files, ...told.builtin].filter((name: string) => later.some((one) => one.test(name)));
  assert.deepEqual(loaded, []);
});
