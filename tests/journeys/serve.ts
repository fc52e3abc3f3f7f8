// A server under test: a new database with demo data at every run, on the files that were built before.
import { rmSync } from "node:fs";
import { startProduct } from "../../scripts/start.ts";

rmSync(process.env["DATA_DIR"] ?? "", { recursive: true, force: true });
process.argv.push("--no-build");
await startProduct();
