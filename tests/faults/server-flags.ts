import { readFileSync } from "node:fs";
import { join } from "node:path";

const file = join(import.meta.dirname, "../../scripts/server-flags");

/** What `npm start` gives to Node. */
export const serverFlags = readFileSync(file, "utf8").trim().split(" ");

/** Where `npm start` keeps the compiled server. */
export const compileCache = join(import.meta.dirname, "../../.cache/compile");
