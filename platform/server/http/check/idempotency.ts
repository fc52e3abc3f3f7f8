import { commonErrors } from "@ops/platform/contract";
import { sql } from "kysely";
import { sendWithNext } from "../../db/connection/prepared-client.ts";
import { runText } from "../../db/connection/statement.ts";
import type { Tx } from "../../db/tx.ts";
import { sha256 } from "../../secret/crypto.ts";

export interface KeyedCall {
  readonly key: string;
  readonly endpoint: string;
  readonly input: unknown;
}

const KEEP_ANSWER = sendWithNext("update idempotency_key set answer = $1 where actor_id = $2 and key = $3");

/**
 * Runs a call with a key once. A repetition within 24 h gets the first answer (PF-R83). The key is stored with the
 * change, so a call whose answer was lost is either done and answered again, or not done at all. A repetition during
 * the first call waits for it at the unique key.
 */
export async function runOnce(tx: Tx, call: KeyedCall, act: () => Promise<unknown>): Promise<unknown> {
  const requestHash = sha256(JSON.stringify(call.input));
  const { rows: taken } = await sql`
    insert into idempotency_key (actor_id, key, endpoint, request_hash, created_at)
    values (${tx.actor.userId}, ${call.key}, ${call.endpoint}, ${requestHash}, ${tx.now})
    on conflict do nothing returning 1`.execute(tx.kysely);
  if (taken.length === 0) throw new Repeated(await firstAnswer(tx, call, requestHash));
  const answer = await act();
  await runText(tx.kysely, KEEP_ANSWER, [JSON.stringify(answer ?? null), tx.actor.userId, call.key]);
  return answer;
}

/** Leaves the transaction without a change and without a second audit row, carrying the first answer. */
export class Repeated extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super("a repeated call");
    this.answer = answer;
  }
}

async function firstAnswer(tx: Tx, call: KeyedCall, requestHash: Buffer): Promise<unknown> {
  const { rows } = await sql<{ endpoint: string; requestHash: Buffer; answer: unknown }>`
    select endpoint, request_hash as "requestHash", answer from idempotency_key
    where actor_id = ${tx.actor.userId} and key = ${call.key}`.execute(tx.kysely);
  const first = rows[0];
  if (!first) throw commonErrors.repeating();
  if (first.endpoint !== call.endpoint || !first.requestHash.equals(requestHash)) {
    throw commonErrors.param({ field: "请求标识" });
  }
  return first.answer;
}
