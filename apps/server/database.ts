import { join } from "node:path";
import type { Config, DatabaseAddress, Logger } from "@ops/platform/server";
import { startEmbeddedPostgres } from "@ops/platform/server";

export interface RunningDatabase {
  readonly address: DatabaseAddress;
  /** The location of the data, for the operator. */
  readonly place: string;
  stop(): Promise<void>;
}

/** Opens the operator's PostgreSQL, or an embedded one in the data folder. */
export async function openDatabaseServer(config: Config, log: Logger): Promise<RunningDatabase> {
  if (config.databaseUrl) {
    const { databaseUrl: url, databaseOwnerUrl: ownerUrl } = config;
    if (ownerUrl === null) log.warn("the audit log belongs to the role that serves calls: set DATABASE_OWNER_URL");
    const address = ownerUrl === null ? { url } : { url, ownerUrl };
    return { address, place: "DATABASE_URL", stop: async () => undefined };
  }
  const postgres = await startEmbeddedPostgres({
    dataDir: join(config.dataDir, "postgres"),
    log: (line) => {
      if (/\b(WARNING|ERROR|FATAL|PANIC):/.test(line)) log.warn({ line: line.slice(0, 500) }, "postgres");
    },
  });
  const { host, port, user, owner, database, dataPath } = postgres;
  return { address: { host, port, user, owner, database }, place: dataPath, stop: () => postgres.stop() };
}
