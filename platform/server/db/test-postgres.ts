import { createHash } from "node:crypto";
import { existsSync, rmSync, statfsSync } from "node:fs";
import { dirname, join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded.ts";

const cache = join(import.meta.dirname, "../../../.cache");
const MEMORY = "/dev/shm";
const ROOM_BYTES = 3 * 2 ** 30;

/**
 * The PostgreSQL that all test files share. Nothing in it has to survive a crash, so durability is off, and it lies in memory
 * where there is room: to make a database is to copy a thousand files, which on a disk takes ten times as long.
 */
export function startTestPostgres(): Promise<EmbeddedPostgres> {
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };
  return startEmbeddedPostgres({ dataDir: dataFolder(), settings: { ...settings, max_wal_size: "256MB" } });
}

/** After the whole suite, unless somebody else still uses it: memory is worth more than the templates. */
export function forgetTestPostgres({ dataPath }: EmbeddedPostgres): void {
  const folder = dirname(dataPath);
  if (folder.startsWith(MEMORY) && !existsSync(join(dataPath, "postmaster.pid"))) {
    rmSync(folder, { recursive: true, force: true });
  }
}

function dataFolder(): string {
  const clone = createHash("sha256").update(cache).digest("hex").slice(0, 12);
  return hasRoom() ? join(MEMORY, `ops-test-${clone}`) : join(cache, "test-postgres");
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES;
}
