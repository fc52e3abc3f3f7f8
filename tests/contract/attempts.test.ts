import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Endpoint } from "@ops/platform/contract";
import { sql } from "kysely";
import { snakeCase } from "../../platform/server/db/record/insert-many.ts";
import { declaredTables } from "../../platform/server/db/record/table.ts";
import { ask, inputAbout, NOT_FOUND } from "./matrix-calls.ts";
import { factOf, kindOf } from "./matrix-kinds.ts";
import { sees } from "./matrix-model.ts";
import { type Caller, type Ground, givenCaller, givenGround, lineUpFrom } from "./matrix-places.ts";
import { type Asked, askedBy, keyOf, refusedAs } from "./matrix-table.ts";
import { world } from "./world.ts";

const app = world();
/** An attempt that waits for the lock would wait as long as the other transaction lasts. */
const MOST_MS = 4_000;

interface Attempt {
  readonly endpoint: Endpoint;
  readonly asked: Asked;
}

/**
 * Lists every write on one record that can be outside of a scope. Calls on many records are tested elsewhere
 * (user/batch.test.ts).
 */
function attempts(): Attempt[] {
  const writes = app.offers().filter(({ host, endpoint }) => host === "console" && endpoint.audit !== undefined);
  return writes.flatMap(({ endpoint }) =>
    askedBy(endpoint)
      .filter(({ pointer }) => pointer.many === undefined && kindOf(pointer.kind).places.includes("foreign"))
      .map((asked) => ({ endpoint, asked })),
  );
}

/** Makes a hidden record. All of them are made before the first attempt, because their rows are locked afterwards. */
async function givenHidden(ground: Ground, who: Caller, { endpoint, asked }: Attempt): Promise<string> {
  const kind = kindOf(asked.pointer.kind);
  const record = await kind.make(ground, "foreign", who);
  const fact = await factOf(ground, kind, record);
  const tree = await lineUpFrom(ground, fact?.organizationIds ?? []);
  assert.ok(fact?.exists && !sees(who, fact, tree), `${keyOf(endpoint)}: the record is not hidden`);
  return record;
}

/**
 * Finds the tables of the product, without sessions, which each call marks as used. Other tests in this process declare
 * tables of their own, which this database does not have.
 */
async function tablesToHold(): Promise<string[]> {
  const rows = await app.rows<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
  const there = new Set(rows.map(({ name }) => name));
  return [...declaredTables.keys()].filter((name) => name !== "session" && there.has(snakeCase(name)));
}

/** Locks every record of the product while `act` runs. */
async function whileLocked<T>(act: () => Promise<T>): Promise<T> {
  const held = await tablesToHold();
  assert.ok(held.length > 50, `only ${held.length} tables are locked`);
  return app.node.database.writer.transaction().execute(async (other) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(other);
    for (const name of held) await sql`select from ${sql.table(name)} for update`.execute(other);
    return act();
  });
}

/** Finds the faults of the answer to a caller who tries to change a hidden record. */
async function faultsOf(ground: Ground, who: Caller, { endpoint, asked, record }: Attempt & { record: string }) {
  const name = `${keyOf(endpoint)} (${asked.pointer.name})`;
  const answer = await Promise.race([
    ask(ground, endpoint, await inputAbout(ground, endpoint, asked, record, who), who),
    sleep(MOST_MS, null),
  ]);
  if (!answer) return { name, requestId: null, faults: [`${name}: waits for the lock of a record out of scope`] };
  const isHidden = [NOT_FOUND, ...(refusedAs[keyOf(endpoint)] ?? [])].includes(answer.msgCode);
  const faults = isHidden ? [] : [`${name}: answered ${answer.msgCode} ${answer.msg}`];
  return { name, requestId: answer.requestId, faults };
}

async function loggedAs(requestId: string | null): Promise<string> {
  const logged = await app.rows<{ result: string; summary: string | null }>(
    "select result, summary from audit_log where trace_id = $1",
    [requestId],
  );
  return logged.map(({ result, summary }) => `${result} ${summary}`).join();
}

test("PF-R106 every write on a record out of scope is told as absent, waits for nobody who holds it, and leaves one row 越权尝试", async (context) => {
  const ground = await givenGround(app);
  const callers = new Map<string, Caller>();
  const all: (Attempt & { who: Caller; record: string })[] = [];
  for (const attempt of attempts()) {
    const { code } = attempt.asked;
    const who = callers.get(code) ?? (await givenCaller(ground, [{ codes: [code], scope: "ORG" }]));
    callers.set(code, who);
    all.push({ ...attempt, who, record: await givenHidden(ground, who, attempt) });
  }
  const tried = await whileLocked(async () => {
    const tried = [];
    for (const { who, ...attempt } of all) tried.push(await faultsOf(ground, who, attempt));
    return tried;
  });
  const faults = tried.flatMap((one) => one.faults);
  for (const { name, requestId } of tried) {
    const logged = await loggedAs(requestId);
    if (requestId !== null && logged !== "REFUSED 越权尝试") faults.push(`${name}: logged [${logged}]`);
  }
  context.diagnostic(`${all.length} attempts with ${callers.size} codes`);
  assert.deepEqual(faults.toSorted(), []);
  assert.ok(all.length > 50, `${all.length} writes name a record`);
});
