import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded/embedded.ts";
import { testFolder } from "./test-folder.ts";

/**
 * Starts a PostgreSQL and puts its address into the environment, where the test processes started from here find it.
 */
export async function shareTestPostgres(): Promise<EmbeddedPostgres> {
  const postgres = await startTestPostgres();
  const { host, port, user, owner } = postgres;
  process.env["TEST_POSTGRES"] = JSON.stringify({ host, port, user, owner });
  return postgres;
}

/** The PostgreSQL that all test files share. Nothing in it has to survive a crash, so durability is off. */
export function startTestPostgres(): Promise<EmbeddedPostgres> {
  const settings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" };
  return startEmbeddedPostgres({
    dataDir: testFolder("postgres"),
    settings: { ...settings, max_wal_size: "256MB" },
  });
}
