import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { divideTables, refuseStandIns } from "./audit-owner.ts";
import { connectionOptions, type DatabaseAddress, ownerAddress } from "./database.ts";

export interface MigrationFolder {
  readonly module: string;
  readonly folder: string;
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

const MIGRATION_LOCK = 7_316_001;

/**
 * Migrates the database: runs the SQL files of each module in order, each in its own transaction. Nodes that start
 * together wait for one of them. It runs as the owner of the database, if there is such a role. A database that is
 * newer than this program, or a changed file, stops the start.
 */
export async function migrate(address: DatabaseAddress, folders: readonly MigrationFolder[]): Promise<string[]> {
  const owner = ownerAddress(address);
  const client = new pg.Client(connectionOptions(owner ?? address));
  await client.connect();
  try {
    await client.query("set search_path = pg_catalog");
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query(
      "create table if not exists public.schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
    );
    const missing = await findMissing(client, folders.flatMap(migrationsIn));
    const app = owner && (await roleAt(address));
    if (app && missing.length > 0) await refuseStandIns(client, app);
    for (const migration of missing) await apply(client, migration);
    if (app) await divideTables(client, app);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** An address need not name its role. */
async function roleAt(address: DatabaseAddress): Promise<string> {
  const client = new pg.Client(connectionOptions(address));
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string }>("select current_user as role");
    return rows[0]?.role ?? "";
  } finally {
    await client.end();
  }
}

async function findMissing(client: pg.Client, known: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from public.schema_migration",
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const unknown = [...applied.keys()].find((name) => !known.some((migration) => migration.name === name));
  if (unknown) throw new Error(`the database is newer than this program: it has the migration ${unknown}`);
  const changed = known.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (changed) throw new Error(`the migration ${changed.name} was changed after it had run`);
  return known.filter(({ name }) => !applied.has(name));
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query("set local search_path = public");
    await client.query(sql);
    await client.query("insert into public.schema_migration (name, checksum) values ($1, $2)", [name, checksum]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new Error(`the migration ${name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

function migrationsIn({ module, folder }: MigrationFolder): Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  return files.sort().map((file) => {
    const sql = readFileSync(join(folder, file), "utf8");
    return { name: `${module}/${file}`, sql, checksum: createHash("sha256").update(sql).digest("hex") };
  });
}
