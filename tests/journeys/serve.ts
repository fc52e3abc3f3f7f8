// A server under test. Every run has a new database with demo data, and uses the files that were built before.
import { rmSync } from "node:fs";
import { startProduct } from "../../scripts/start.ts";

rmSync(process.env["DATA_DIR"] ?? "", { recursive: true, force: true });
process.argv.push("--no-build");
await startProduct();
