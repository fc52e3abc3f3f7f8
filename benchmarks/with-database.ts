import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@ops/platform/server";
import type { Address } from "./volumes.ts";
import { withClient } from "./with-client.ts";

/** Measures on an empty database of a PostgreSQL that is made for it and removed afterwards. */
export async function withDatabase<T>(name: string, measure: (address: Address) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), `${name}-`));
  const postgres = await startEmbeddedPostgres({ dataDir });
  const { host, port, owner: user } = postgres;
  const address: Address = { host, port, user, database: name };
  try {
    await withClient({ ...address, database: "postgres" }, (client) => client.query(`create database ${name}`));
    return await measure(address);
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
