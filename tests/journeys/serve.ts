// A server under test: a new database with demo data at every run, on the files that were built before.
import { rmSync } from "node:fs";

rmSync(process.env["DATA_DIR"] ?? "", { recursive: true, force: true });
process.argv.push("--no-build");
await import("../../scripts/start.ts");
