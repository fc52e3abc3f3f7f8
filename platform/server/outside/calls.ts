import {
  handleOutsideCall,
  listOutsideCalls,
  listOutsidePorts,
  type OutsidePort,
  outsideErrors,
  type QueryOf,
  retryOutsideCall,
} from "@ops/platform/contract";
import { sql } from "kysely";
import { contains, is } from "../db/list/condition.ts";
import { listPage } from "../db/list/list-page.ts";
import { changeRecord, lockRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { type Route, reads, writes } from "../http/route.ts";
import { type OutsideCallRow, outsideCalls } from "../tables.ts";
import type { TodoSource } from "../todo/todo.ts";
import { OUTSIDE_CHANNEL, openFor } from "./ask.ts";
import type { OutwardPort } from "./port.ts";

/** A call that has failed or keeps failing, and that nobody has handled. */
const troubled = sql<boolean>`outside_call.last_error is not null and outside_call.state not in ('DONE', 'HANDLED')`;

export const outsideTodo: TodoSource = {
  key: "platform.outsideCalls",
  title: "失败的外部调用",
  permission: handleOutsideCall.permission,
  route: "/home?settings=outside",
  tables: [outsideCalls.name],
  count: async (tx) => {
    // whoever handles calls but does not list them could not open the page behind the card
    if (!tx.actor.can(listOutsideCalls.permission)) return 0;
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from outside_call where ${troubled}`.execute(
      tx.kysely,
    );
    return rows[0]?.n ?? 0;
  },
};

/** Ended calls without problems are deleted after so many days. Their key can be used again then. */
const KEEP_DAYS = 90;

export async function forgetOldCalls(tx: Tx): Promise<void> {
  const before = new Date(tx.now.getTime() - KEEP_DAYS * 86_400_000);
  await sql`delete from outside_call where created_at < ${before} and updated_at < ${before} and due_at is null
    and not (${troubled})`.execute(tx.kysely);
}

/** `ports` are those of all modules. */
export function outsideRoutes(ports: ReadonlyMap<string, OutwardPort>): Route[] {
  return [
    reads(listOutsideCalls, (tx, { query }) => listCalls(tx, query, ports)),
    reads(listOutsidePorts, (tx) => countPorts(tx, ports)),
    writes(retryOutsideCall, async (tx, { params }) => {
      const row = await lockRecord(tx, outsideCalls, params.id, null);
      if (!mayRetry(row)) throw outsideErrors.notRetryable();
      await tryNow(tx, row, ports.get(row.port));
      return true as const;
    }),
    writes(handleOutsideCall, async (tx, { params, body }) => {
      const row = await lockRecord(tx, outsideCalls, params.id, null);
      if (row.state === "ANSWERED" && !isShut(tx, row)) throw outsideErrors.answered();
      if (!mayHandle(tx, row)) throw outsideErrors.notTroubled();
      tx.trail.reason = body.reason;
      await handleCall(tx, row, body.reason, ports.get(row.port));
      return true as const;
    }),
  ];
}

/**
 * Leaves a call alone. Its module is waiting for a call that has not ended, so it is told that nobody knows what became
 * of it, or that it was never taken; a call that begins anew after that is queried first, or sent.
 */
async function handleCall(tx: Tx, row: OutsideCallRow, reason: string, port: OutwardPort | undefined): Promise<void> {
  const { key, tries, state } = row;
  const kind = state === "WAITING" ? "GIVEN_UP" : state === "FAILED" ? null : "UNSURE";
  const ended = { state: "HANDLED", dueAt: null, requestSealed: null, outcomeSealed: null, progress: null } as const;
  await changeRecord(tx, outsideCalls, row, kind === null ? ended : { ...ended, failure: kind });
  if (kind === null || !port) return;
  const request = readRequest(tx, row, port);
  await port.failed(tx, { key, request, tries, failure: { kind, reason: `人工处理：${reason}` } });
}

/** Reads what was asked; null if its seal does not open any more, or if a former release asked in another form. */
function readRequest(tx: Tx, row: OutsideCallRow, port: OutwardPort): unknown {
  return port.request.safeParse(openRequest(tx, row)).data ?? null;
}

/** Its seal does not open with the secret of this database, so no node can make this call or read its answer. */
const isShut = (tx: Tx, row: OutsideCallRow): boolean => row.requestSealed !== null && openRequest(tx, row) === null;

function openRequest({ vault }: Tx, row: OutsideCallRow): unknown {
  try {
    return row.requestSealed && openFor(vault, row, row.requestSealed);
  } catch {
    return null;
  }
}

async function listCalls(tx: Tx, query: QueryOf<typeof listOutsideCalls>, ports: ReadonlyMap<string, OutwardPort>) {
  const page = await listPage(tx, outsideCalls, query, {
    where: [
      is("port", query.port),
      is("state", query.state),
      contains("key", query.keyword),
      query.troubled === undefined ? null : query.troubled ? troubled : sql<boolean>`not (${troubled})`,
    ],
    orderBy: ["createdAt", "desc"],
  });
  const list = page.list.map((row) => ({
    ...row,
    title: ports.get(row.port)?.title ?? row.port,
    mayRetry: mayRetry(row),
    mayHandle: mayHandle(tx, row),
  }));
  return { ...page, list };
}

async function countPorts(tx: Tx, ports: ReadonlyMap<string, OutwardPort>): Promise<OutsidePort[]> {
  const { rows } = await sql<Omit<OutsidePort, "title">>`
    select port, count(*) filter (where due_at is not null)::int as open, count(*) filter (where ${troubled})::int as troubled
    from outside_call where due_at is not null or ${troubled} group by port`.execute(tx.kysely);
  const counts = new Map(rows.map((row) => [row.port, row]));
  return [...ports.values()].map(({ port, title }) => {
    const { open, troubled: failing } = { open: 0, troubled: 0, ...counts.get(port) };
    return { port, title, open, troubled: failing };
  });
}

/**
 * Tells whether a call can be tried now. If a node works on it, its lease must end first. Only its module can start an
 * ended call again, except for a query, which changes nothing.
 */
function mayRetry({ state, failure, lastError }: OutsideCallRow): boolean {
  const hasFailed = lastError !== null && (state === "WAITING" || state === "ANSWERED");
  return hasFailed || state === "ASKING" || (state === "FAILED" && failure === "UNSURE");
}

/**
 * A call with an answer cannot be left alone, because its module would wait for ever for what is known already, nor one
 * that a node is making; either can if nobody can read it.
 */
function mayHandle(tx: Tx, row: OutsideCallRow): boolean {
  const { state, lastError } = row;
  if (lastError === null || state === "DONE" || state === "HANDLED") return false;
  return (state !== "CALLING" && state !== "ANSWERED") || isShut(tx, row);
}

/** Tries a call now and resets the count of tries, because the operator wants more than one last try. */
async function tryNow(tx: Tx, row: OutsideCallRow, port: OutwardPort | undefined): Promise<void> {
  const hours = port?.mostHours;
  const endsAt = hours === undefined ? row.endsAt : new Date(tx.now.getTime() + hours * 3_600_000);
  const state = row.state === "FAILED" ? "ASKING" : row.state;
  await changeRecord(tx, outsideCalls, row, { state, failure: null, tries: 0, dueAt: tx.now, endsAt });
  await sql`select pg_notify(${OUTSIDE_CHANNEL}, '')`.execute(tx.kysely);
}
