import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";

interface Secret {
  readonly value: Buffer;
  /** The value before the last change; still accepted. */
  readonly previous: Buffer | null;
}

/** A secret that all nodes share: made at the first start, kept in the database, never in a file. */
export async function sharedSecret(database: Kysely<unknown>, name: string, bytes: number): Promise<Secret> {
  await sql`insert into server_secret (name, value, created_at) values (${name}, ${randomBytes(bytes)}, now())
    on conflict do nothing`.execute(database);
  return readSecret(database, name);
}

/** A secret set by the operator; when it changes, the one before stays acceptable. */
export async function givenSecret(database: Kysely<unknown>, name: string, value: Buffer): Promise<Secret> {
  await sql`insert into server_secret as s (name, value, created_at) values (${name}, ${value}, now())
    on conflict (name) do update set previous = s.value, value = excluded.value where s.value <> excluded.value`.execute(
    database,
  );
  return readSecret(database, name);
}

async function readSecret(database: Kysely<unknown>, name: string): Promise<Secret> {
  const { rows } = await sql<Secret>`select value, previous from server_secret where name = ${name}`.execute(database);
  const secret = rows[0];
  if (!secret) throw new Error(`the secret ${name} is missing`);
  return secret;
}
