import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import Fastify from "fastify";
import { serveFiles } from "./files.ts";

test("section 13: built pages are asked for each time, files with a hash in their name are kept for ever, packed ones preferred", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pages-"));
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "index.html"), "<p>page</p>");
  writeFileSync(join(folder, "assets/a-1.js"), "plain");
  writeFileSync(join(folder, "assets/a-1.js.gz"), "packed");
  const app = Fastify();
  await serveFiles(app, folder);
  const get = async (url: string, accepted = "identity") => {
    const { statusCode, headers, body } = await app.inject({ url, headers: { "accept-encoding": accepted } });
    return [statusCode, headers["cache-control"], body];
  };
  assert.deepEqual(await get("/"), [200, "no-cache", "<p>page</p>"]);
  const forEver = "public, max-age=31536000, immutable";
  assert.deepEqual(await get("/assets/a-1.js"), [200, forEver, "plain"]);
  assert.deepEqual(await get("/assets/a-1.js", "gzip"), [200, forEver, "packed"]);
  await app.close();
  rmSync(folder, { recursive: true });
});

test("section 13: where nothing was built, nothing is served and the server starts", async () => {
  const app = Fastify();
  await serveFiles(app, join(tmpdir(), "nowhere-at-all"));
  assert.equal((await app.inject({ url: "/" })).statusCode, 404);
  await app.close();
});
