import type { Kysely } from "kysely";
import { sendWithNext } from "../db/connection/prepared-client.ts";
import { runText } from "../db/connection/statement.ts";
import { newId } from "../secret/crypto.ts";
import type { Vault } from "../secret/vault.ts";
import type { OutwardPort } from "./port.ts";

export const OUTSIDE_CHANNEL = "outside";
const HOUR_MS = 3_600_000;

/**
 * Makes one call per key. A running or finished call stays as it is. A call that failed starts again, because its
 * module asks for it again; if its outcome is unknown, the other side is queried first.
 */
const ASK = sendWithNext(`
  insert into outside_call as c (id, created_at, created_by, updated_at, updated_by, port, key, state, request_sealed, due_at, ends_at)
  values ($1, $2, $3, $2, $3, $4, $5, 'WAITING', $6, $2, $7)
  on conflict (port, key) do update set
    state = case c.failure when 'UNSURE' then 'ASKING' else 'WAITING' end,
    request_sealed = excluded.request_sealed, outcome_sealed = null, tries = 0, failure = null, last_error = null, progress = null,
    due_at = excluded.due_at, ends_at = excluded.ends_at, version = c.version + 1,
    updated_at = excluded.updated_at, updated_by = excluded.updated_by
  where c.state in ('FAILED', 'HANDLED')`);
const WAKE = sendWithNext("select pg_notify($1, '')");

interface Asking {
  readonly key: string;
  readonly request: unknown;
  readonly now: Date;
  readonly userId: string;
  readonly vault: Vault;
}

/** Writes the call with the transaction; some node makes it after the commit. */
export async function askOutside(database: Kysely<unknown>, asked: OutwardPort, call: Asking): Promise<void> {
  const { port, mostHours } = asked;
  const { key, now, userId, vault } = call;
  const sealed = sealFor(vault, { port, key }, asked.request.parse(call.request));
  const endsAt = mostHours === undefined ? null : new Date(now.getTime() + mostHours * HOUR_MS);
  await runText(database, ASK, [newId(), now, userId, port, key, sealed, endsAt]);
  await runText(database, WAKE, [OUTSIDE_CHANNEL]);
}

interface Place {
  readonly port: string;
  readonly key: string;
}

/** Seals data for one call, so that it cannot be opened as data of another one. */
export function sealFor(vault: Vault, place: Place, value: unknown): Buffer {
  return vault.sealText(JSON.stringify(value), placeText(place));
}

export function openFor(vault: Vault, place: Place, sealed: Buffer): unknown {
  return JSON.parse(vault.open(sealed, placeText(place)));
}

const placeText = ({ port, key }: Place) => `outside:${port}:${key}`;
