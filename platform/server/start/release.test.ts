import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { probeApp } from "./probe.ts";
import { announceRelease, releaseIn } from "./release.ts";

const built = (build: string, minute: number) => ({ build, builtAt: new Date(Date.UTC(2026, 0, 1, 9, minute)) });
const app = probeApp();
const announce = (build: string, minute: number) => app.arrange((tx) => announceRelease(tx, built(build, minute)));

const told = async () =>
  (
    await app.rows<{ version: string }>(
      "select payload ->> 'version' as version from live_event where payload ->> 'type' = 'app.updated' order by id",
    )
  ).map(({ version }) => version);

test("PF-R101 a node with a newer build tells open pages once; the first one, a sister and an older one tell nobody", async () => {
  await announce("one", 0);
  assert.deepEqual(await told(), [], "the first node");
  for (const [build, minute] of [
    ["two", 5],
    ["two", 7],
    ["one", 0],
    ["three", 9],
  ] as const) {
    await announce(build, minute);
  }
  assert.deepEqual(await told(), ["two", "three"]);
});

test("PF-R101 two nodes of a newer build that start at once tell it once", async () => {
  await Promise.all([1, 2, 3].map(() => announce("four", 20)));
  assert.deepEqual((await told()).slice(2), ["four"]);
});

test("the build is read from its stamp; without one there is none", () => {
  const folder = mkdtempSync(join(tmpdir(), "release-"));
  const stamp = join(folder, "console.stamp");
  assert.equal(releaseIn(stamp), null);
  writeFileSync(stamp, "abc\n");
  assert.equal(releaseIn(stamp)?.build, "abc");
  rmSync(folder, { recursive: true });
});
