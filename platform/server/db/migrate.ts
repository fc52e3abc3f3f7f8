import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { divideTables } from "./audit-owner.ts";
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
 * Brings the database forward: the SQL files of each module in order, each in a transaction of its own. Nodes that start
 * together wait for one. Runs as the role that owns the database, where there is one beside that of the calls. A database that is newer than this program, or a file changed afterwards, stops the start.
 */
export async function migrate(address: DatabaseAddress, folders: readonly MigrationFolder[]): Promise<string[]> {
  const owner = ownerAddress(address);
  const client = new pg.Client(connectionOptions(owner ?? address));
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query(
      "create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())",
    );
    const ran = await applyMissing(client, folders.flatMap(migrationsIn));
    if (owner) await divideTables(client, await roleAt(address));
    return ran;
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

async function applyMissing(client: pg.Client, known: readonly Migration[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select name, checksum from schema_migration",
  );
  const applied = new Map(rows.map((row) => [row.name, row.checksum]));
  const unknown = [...applied.keys()].find((name) => !known.some((migration) => migration.name === name));
  if (unknown) throw new Error(`the database is newer than this program: it has the migration ${unknown}`);
  const ran: string[] = [];
  for (const migration of known) {
    const checksum = applied.get(migration.name);
    if (checksum === migration.checksum) continue;
    if (checksum !== undefined) throw new Error(`the migration ${migration.name} was changed after it had run`);
    await apply(client, migration);
    ran.push(migration.name);
  }
  return ran;
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(sql);
    await client.query("insert into schema_migration (name, checksum) values ($1, $2)", [name, checksum]);
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
