import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const cache = join(import.meta.dirname, "../../../.cache");
/** A suite inside of a test of the suite has a place of its own. */
const MEMORY = process.env["TEST_MEMORY"] ?? "/dev/shm";
const ROOM_BYTES = 3 * 2 ** 30;
/** Apart from those of other clones. */
const inMemory = join(MEMORY, `ops-test-${createHash("sha256").update(cache).digest("hex").slice(0, 12)}`);

/**
 * Finds the folder of a test database: in memory if there is room. A new database is a copy of a thousand files, which
 * takes ten times as long on a disk.
 */
export function testFolder(name: string): string {
  return join(hasRoom() ? inMemory : cache, name);
}

/** Deletes databases in memory after a run, unless somebody still uses them, to free the memory. */
export function forgetTestFolders(): void {
  if (!existsSync(inMemory)) return;
  const files = globSync("**/postmaster.pid", { cwd: inMemory });
  if (!files.some((file) => isRunning(join(inMemory, file)))) rmSync(inMemory, { recursive: true, force: true });
}

function hasRoom(): boolean {
  if (existsSync(inMemory)) return true;
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES;
}

/**
 * Tells whether the process that wrote its number to this file still runs. A killed one leaves the file behind; one that
 * ends meanwhile takes it away.
 */
export function isRunning(file: string): boolean {
  try {
    const [pid] = readFileSync(file, "utf8").split("\n");
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    return code === "EPERM" || code === "EACCES"; // it runs as another user
  }
}
