// The stand-in as a program of its own. It ends with the process that started it, and never runs in production.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createStandIn } from "./server.ts";

if (process.env["APP_ENV"] === "production") {
  console.error("the stand-in for programs of others does not run in production");
  process.exit(1);
}
const folder = process.env["DATA_DIR"] ?? "./data";
mkdirSync(folder, { recursive: true });
const server = createStandIn({ secret: process.env["OUTSIDE_SECRET"] ?? "", file: join(folder, "outside.jsonl") });

/** Listens only on this machine; if the port is taken, on any other one. */
function listen(port: number): void {
  server.once("error", (error) => {
    if (port === 0) throw error;
    listen(0);
  });
  server.listen(port, "127.0.0.1", () => {
    const bound = server.address();
    if (bound && typeof bound === "object") process.send?.({ port: bound.port });
  });
}

listen(Number(process.env["OUTSIDE_PORT"] || 0));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));
process.once("disconnect", () => process.exit(0));
