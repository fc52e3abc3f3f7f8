import { sql } from "kysely";
import { errorCode } from "../db/database.ts";
import type { Tx } from "../db/tx.ts";
import { outsideCalls } from "../tables.ts";
import { openFor, sealFor } from "./ask.ts";
import type { FailedCall, OutwardPort } from "./port.ts";

/** A node keeps a call so much longer than one try takes, because it must note the outcome. */
const SPARE_SECONDS = 5;
const SECONDS = 30;

export const secondsOf = ({ seconds = SECONDS }: OutwardPort): number => seconds;

/** A call that this node looks after until its lease ends. */
export interface TakenCall {
  readonly id: string;
  readonly key: string;
  /** The next step: send the call, query it, or settle a known outcome. */
  readonly task: "SEND" | "QUERY" | "SETTLE";
  readonly request: unknown;
  readonly tries: number;
  /** Grows whenever the tries begin again, so that both together name this one try. */
  readonly version: number;
  readonly sentAt: Date;
  readonly endsAt: Date | null;
}

/** The final outcome of a call. It is stored with the call until the module has got it. */
export type Known = { readonly is: "DONE"; readonly answer: unknown } | ({ readonly is: "FAILED" } & FailedCall);

/** Thrown for a due call that this node could not take: its transaction is rolled back, so it is still due. */
export class UntakenCall extends Error {
  readonly call: Pick<TakenCall, "id" | "key">;
  /** That of the cause, because a transaction that lost against another one is repeated at once. */
  readonly code: string;

  constructor({ id, key }: Pick<TakenCall, "id" | "key">, cause: unknown) {
    super("untaken call", { cause });
    this.call = { id, key };
    this.code = errorCode(cause);
  }
}

interface TakenRow extends Omit<TakenCall, "task" | "request" | "sentAt"> {
  readonly was: "WAITING" | "CALLING" | "ASKING" | "ANSWERED";
  readonly requestSealed: Buffer;
  readonly sentAt: Date | null;
}

/**
 * Takes the next due call of the port, or null. The state CALLING is committed before the call is sent: a node that
 * finds it after the end of the lease knows that the call may have arrived, and queries it. A call that is no longer
 * wanted is not sent.
 */
export async function takeNextCall(tx: Tx, port: OutwardPort): Promise<TakenCall | null> {
  // the other side could not know the call yet if it were queried earlier
  const lease = Math.max(secondsOf(port) + SPARE_SECONDS, port.again[0]);
  // the row is looked for once: as a subquery it may be looked for again for each row of the table, and take them all
  const { rows } = await sql<TakenRow>`
    with t as materialized (select id, state as was from outside_call where port = ${port.port} and due_at <= ${tx.now}
      order by due_at limit 1 for update skip locked)
    update outside_call c set updated_at = ${tx.now}, due_at = ${tx.now}::timestamptz + make_interval(secs => ${lease}),
      tries = c.tries + case c.state when 'ANSWERED' then 0 else 1 end,
      sent_at = case c.state when 'WAITING' then ${tx.now} else c.sent_at end,
      state = case c.state when 'WAITING' then 'CALLING' when 'CALLING' then 'ASKING' else c.state end
    from t where c.id = t.id
    returning c.id, c.key, c.request_sealed as "requestSealed", c.tries, c.version, c.sent_at as "sentAt", c.ends_at as "endsAt", t.was`.execute(
    tx.kysely,
  );
  const [row] = rows;
  if (!row) return null;
  try {
    return await openTaken(tx, port, row);
  } catch (error) {
    throw new UntakenCall(row, error);
  }
}

async function openTaken(tx: Tx, port: OutwardPort, row: TakenRow): Promise<TakenCall> {
  const { requestSealed, was, ...call } = row;
  const request = openFor(tx.vault, { port: port.port, key: row.key }, requestSealed);
  const taken = { ...call, request, sentAt: row.sentAt ?? tx.now };
  const shows = was === "WAITING" || (was !== "ANSWERED" && port.queryShowsRequest === true);
  if (shows && (await port.sending?.(tx, taken)) === false) {
    await noteKnown(tx, port, taken, { is: "FAILED", kind: "WITHDRAWN", reason: "不再需要" });
    return { ...taken, task: "SETTLE" };
  }
  return { ...taken, task: was === "WAITING" ? "SEND" : was === "ANSWERED" ? "SETTLE" : "QUERY" };
}

type Noted = Pick<TakenCall, "id" | "key" | "tries" | "version">;

/**
 * Tells whether the call still belongs to this node. Otherwise another node has taken it over, and its result counts.
 */
const isOurs = ({ id, tries, version }: Noted) =>
  sql`id = ${id} and tries = ${tries} and version = ${version} and state in ('CALLING', 'ASKING')`;

/** Stores the final outcome; `settle` follows. Answers whether this node still had the call. */
export async function noteKnown(tx: Tx, { port }: OutwardPort, call: Noted, known: Known): Promise<boolean> {
  const sealed = sealFor(tx.vault, { port, key: call.key }, known);
  const failed = known.is === "FAILED" ? known : null;
  // a call that is no longer wanted is not a problem
  const error = failed?.kind === "WITHDRAWN" ? null : failed?.reason;
  const { numAffectedRows } = await sql`
    update outside_call set state = 'ANSWERED', outcome_sealed = ${sealed}, due_at = ${tx.now}, updated_at = ${tx.now},
      progress = null,
      failure = ${failed?.kind ?? null}, last_error = ${error ?? null}
    where ${isOurs(call)}`.execute(tx.kysely);
  return numAffectedRows === 1n;
}

interface Undecided {
  readonly state: "WAITING" | "ASKING";
  readonly reason: string;
  /** The other side works on it otherwise, which troubles nobody. */
  readonly isError: boolean;
  readonly at: Date;
}

/** Notes a try that decided nothing. */
export async function noteTry(tx: Tx, port: OutwardPort, call: Noted, undecided: Undecided): Promise<void> {
  const { state, reason, isError, at } = undecided;
  const [error, progress] = isError ? [reason, null] : [null, reason];
  const { numAffectedRows } = await sql`
    update outside_call set state = ${state}, due_at = ${at}, last_error = ${error}, progress = ${progress},
      updated_at = ${tx.now}
    where ${isOurs(call)}`.execute(tx.kysely);
  if (numAffectedRows !== 1n) return;
  tx.trail.tables.add(outsideCalls.name);
  await port.tried?.(tx, { key: call.key, tries: call.tries, error: reason });
}

interface SettledRow {
  readonly outcomeSealed: Buffer;
  readonly requestSealed: Buffer;
}

/**
 * Gives the module the outcome and ends the call, in one transaction. The module gets it once, or again if it threw.
 * The request is deleted then, unless the other side must be queried again.
 */
export async function settleCall(tx: Tx, port: OutwardPort, { id, key, tries }: Noted): Promise<void> {
  const { rows } = await sql<SettledRow>`
    select outcome_sealed as "outcomeSealed", request_sealed as "requestSealed" from outside_call
    where id = ${id} and state = 'ANSWERED' for update skip locked`.execute(tx.kysely);
  const [row] = rows;
  if (!row) return;
  const place = { port: port.port, key };
  const known = openFor(tx.vault, place, row.outcomeSealed) as Known;
  const request = port.request.parse(openFor(tx.vault, place, row.requestSealed));
  await sql`update outside_call set state = ${known.is}, due_at = null, outcome_sealed = null, version = version + 1,
      updated_at = ${tx.now}, last_error = case when ${known.is} = 'DONE' then null else last_error end,
      request_sealed = case when failure = 'UNSURE' then request_sealed end
    where id = ${id}`.execute(tx.kysely);
  tx.trail.tables.add(outsideCalls.name);
  const ended = { key, request, tries };
  if (known.is === "DONE") await port.done(tx, { ...ended, answer: port.answer.parse(known.answer) });
  else await port.failed(tx, { ...ended, failure: { kind: known.kind, reason: known.reason } });
}

/** Why something on our own side has to wait, and until when. */
export interface PutOff {
  readonly error: string;
  readonly at: Date;
}

/** Stores that a due call could not be taken, unless somebody has taken it since. */
export async function putOffTaking(tx: Tx, { id }: Pick<Noted, "id">, { error, at }: PutOff): Promise<void> {
  await sql`update outside_call set due_at = ${at}, last_error = ${error}, updated_at = ${tx.now}
    where id = ${id} and due_at <= ${tx.now}`.execute(tx.kysely);
  tx.trail.tables.add(outsideCalls.name);
}

/** Stores that the module could not process the outcome. It gets it again later. */
export async function putOffSettling(tx: Tx, { id }: Noted, { error, at }: PutOff): Promise<void> {
  await sql`update outside_call set due_at = ${at}, last_error = ${error}, updated_at = ${tx.now}
    where id = ${id} and state = 'ANSWERED'`.execute(tx.kysely);
  tx.trail.tables.add(outsideCalls.name);
}
