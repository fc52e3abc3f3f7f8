import { readFileSync } from "node:fs";
import { join } from "node:path";

const file = join(import.meta.dirname, "../../scripts/server-flags");

/** What `npm start` gives to Node. */
export const serverFlags = readFileSync(file, "utf8").trim().split(" ");

/** What `npm start` gives by environment: where the compiled server lies, and how many pools of memory threads have. */
export const serverEnvironment = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, "../../.cache/compile"),
  MALLOC_ARENA_MAX: "2",
};
