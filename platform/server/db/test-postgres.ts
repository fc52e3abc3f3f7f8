import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded.ts";

/** The PostgreSQL that all test files share. Nothing in it has to survive a crash, so durability is off. */
export function startTestPostgres(): Promise<EmbeddedPostgres> {
  const dataDir = join(import.meta.dirname, "../../../.cache/test-postgres");
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };
  return startEmbeddedPostgres({ dataDir, settings });
}
