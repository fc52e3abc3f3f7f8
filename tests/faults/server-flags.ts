import { readFileSync } from "node:fs";
import { join } from "node:path";

const file = join(import.meta.dirname, "../../scripts/server-flags");

/** The flags that `npm start` passes to Node. */
export const serverFlags = readFileSync(file, "utf8").trim().split(" ");

/**
 * The environment that `npm start` sets: the folder of the compiled server, and the number of memory arenas for
 * threads.
 */
export const serverEnvironment = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, "../../.cache/compile"),
  MALLOC_ARENA_MAX: "2",
};
