import type { Kysely } from "kysely";
import { sendWithNext } from "../db/connection/prepared-client.ts";
import { runText } from "../db/connection/statement.ts";
import type { TimerType } from "./timer.ts";

export const TIMER_CHANNEL = "timer";

const SET = sendWithNext(`
  insert into timer (kind, key, due_at, payload, next_try_at) values ($1, $2, $3, $4, $3)
  on conflict (kind, key) do update
  set due_at = excluded.due_at, payload = excluded.payload, next_try_at = excluded.due_at, attempts = 0, last_error = null`);
const CLEAR = sendWithNext("delete from timer where kind = $1 and key = $2");
const WAKE = sendWithNext("select pg_notify($1, '')");

/** When a timer fires, under which key, and with what. */
export interface SetTimer {
  readonly key: string;
  readonly at: Date;
  readonly payload: Record<string, unknown>;
  readonly now: Date;
}

/** Sets or moves the timer of the key. One that is due already fires without waiting for the next search. */
export async function setTimer(database: Kysely<unknown>, timer: TimerType, set: SetTimer): Promise<void> {
  const { key, at, payload, now } = set;
  await runText(database, SET, [timer.kind, key, at, JSON.stringify(timer.payload.parse(payload))]);
  if (at <= now) await runText(database, WAKE, [TIMER_CHANNEL]);
}

/** Deletes the timer of the key, if there is one. */
export async function clearTimer(
  database: Kysely<unknown>,
  { kind }: { readonly kind: string },
  key: string,
): Promise<void> {
  await runText(database, CLEAR, [kind, key]);
}
