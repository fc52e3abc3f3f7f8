// Writes everything that is derived and checked in: row types, docs/schema.sql, docs/openapi.json.
import { spawnSync } from "node:child_process";
import { join } from "node:path";

for (const name of ["tables.ts", "schema.ts", "openapi.ts"]) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, name)], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
