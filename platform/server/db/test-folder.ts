import { createHash } from "node:crypto";
import { existsSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const cache = join(import.meta.dirname, "../../../.cache");
const MEMORY = "/dev/shm";
const ROOM_BYTES = 3 * 2 ** 30;
/** Apart from those of other clones. */
const inMemory = join(MEMORY, `ops-test-${createHash("sha256").update(cache).digest("hex").slice(0, 12)}`);

/**
 * Where a database for tests lies: in memory where there is room. To make a database is to copy a thousand files, which on a
 * disk takes ten times as long.
 */
export function testFolder(name: string): string {
  return join(hasRoom() ? inMemory : cache, name);
}

/** What lies in memory goes after a run, unless somebody still uses it: there is better use for memory. */
export function forgetTestFolders(): void {
  if (!existsSync(inMemory)) return;
  const isUsed = readdirSync(inMemory, { recursive: true }).some((path) => String(path).endsWith("postmaster.pid"));
  if (!isUsed) rmSync(inMemory, { recursive: true, force: true });
}

function hasRoom(): boolean {
  if (existsSync(inMemory)) return true;
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES;
}
