import assert from "node:assert/strict";
import { posix } from "node:path";
import { test } from "node:test";
import { isForTests, sources } from "./repository.ts";

/** More files in one folder cannot be seen at a glance. Files that belong together then get a folder with a name. */
const MOST_FILES = 20;

function findFullFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > MOST_FILES).map(([folder, count]) => `${folder}: ${count} files`);
}

test("no folder of the product has more than 20 files, tests aside", () => {
  const product = sources.filter((path) => /^(platform|modules|apps)\//.test(path) && !isForTests(path));
  assert.ok(product.length > 500);
  assert.deepEqual(findFullFolders(product), []);
  const planted = Array.from({ length: 21 }, (_, n) => `platform/odd/file-${n}.ts`);
  assert.deepEqual(findFullFolders(planted), ["platform/odd: 21 files"]);
  assert.deepEqual(findFullFolders(planted.slice(1)), []);
});
