// Loads the demo data once for all servers under test, which begin with a copy of them.
import { rmSync } from "node:fs";
import { startProduct } from "../../scripts/start.ts";

rmSync(process.env["DATA_DIR"] ?? "", { recursive: true, force: true });
process.argv.push("--no-build");
await startProduct();
process.kill(process.pid, "SIGTERM"); // stops in order, as an operator would
