// The server under test: a new database with demo data at every run, on the files that were built before.
import { rmSync } from "node:fs";
import { join } from "node:path";

const data = join(import.meta.dirname, "../../.cache/journeys");
rmSync(data, { recursive: true, force: true });
process.argv.push("--no-build");
await import("../../scripts/start.ts");
