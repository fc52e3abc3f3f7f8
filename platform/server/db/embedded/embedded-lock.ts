import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Runs `work` while no other process does so with the same file. SQLite is used only for its file lock, which the
 * kernel releases when its holder dies, so there are no stale locks.
 */
export async function runExclusively<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    while (!tryLock(lock)) await sleep(25);
    return await work();
  } finally {
    lock.close();
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    const busy = error instanceof Error && /database is locked/.test(error.message);
    if (!busy) throw error;
    return false;
  }
}
