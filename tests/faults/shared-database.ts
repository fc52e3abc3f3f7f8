import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@ops/platform/server";

/**
 * A PostgreSQL server as operators run it, for products that get its address by DATABASE_URL. This process supervises
 * it.
 */
export interface SharedDatabase {
  readonly cluster: string;
  /** The settings of a product on this database. */
  readonly settings: { readonly DATABASE_URL: string; readonly DATABASE_OWNER_URL: string };
  stop(): Promise<void>;
}

export async function startSharedDatabase(): Promise<SharedDatabase> {
  const folder = temporaryFolder();
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  const { host, user, owner, database, dataPath } = postgres;
  const addressAs = (role: string) => `postgresql://${role}@localhost/${database}?host=${encodeURIComponent(host)}`;
  return {
    cluster: dataPath,
    settings: { DATABASE_URL: addressAs(user), DATABASE_OWNER_URL: addressAs(owner) },
    stop: async () => {
      await postgres.stop();
      removeFolders(folder, host);
    },
  };
}

/** Makes a folder that everybody may open, because under root the database runs as another user. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ops-faults-"));
  chmodSync(folder, 0o755);
  return folder;
}

export function removeFolders(...folders: string[]): void {
  for (const folder of folders) if (folder !== "") rmSync(folder, { recursive: true, force: true });
}
