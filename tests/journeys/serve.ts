// A server under test. Every run has a new database with demo data, and uses the files that were built before.
import { execFileSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startProduct } from "../../scripts/start.ts";
import { LOADED_DEMO } from "./addresses.ts";

const folder = process.env["DATA_DIR"] ?? "";
rmSync(folder, { recursive: true, force: true });
// without it, such as when the database lies elsewhere, this server loads the demo by itself
if (existsSync(join(LOADED_DEMO, "postgres/cluster"))) execFileSync("cp", ["-a", LOADED_DEMO, folder]);
process.argv.push("--no-build");
await startProduct();
