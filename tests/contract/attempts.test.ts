import assert from "node:assert/strict";
import { test } from "node:test";
import type { Endpoint } from "@ops/platform/contract";
import { ask, inputAbout, NOT_FOUND } from "./matrix-calls.ts";
import { factOf, kinds } from "./matrix-kinds.ts";
import { sees } from "./matrix-model.ts";
import { type Caller, type Ground, givenCaller, givenGround, treeOf } from "./matrix-places.ts";
import { type Asked, askedBy, keyOf, refusedAs } from "./matrix-table.ts";
import { world } from "./world.ts";

const app = world();

interface Attempt {
  readonly endpoint: Endpoint;
  readonly asked: Asked;
}

/** Every write on one record that can lie out of somebody's scope; acts on many answer for each (user/batch.test.ts). */
function attempts(): Attempt[] {
  const writes = app.offers().filter(({ host, endpoint }) => host === "console" && endpoint.audit !== undefined);
  return writes.flatMap(({ endpoint }) =>
    askedBy(endpoint)
      .filter(({ pointer }) => pointer.many === undefined && kinds[pointer.kind].places.includes("foreign"))
      .map((asked) => ({ endpoint, asked })),
  );
}

/** What is wrong with the answer to somebody who reaches for a hidden record, and with what the log tells of it. */
async function faultsOf(ground: Ground, who: Caller, { endpoint, asked }: Attempt): Promise<string[]> {
  const kind = kinds[asked.pointer.kind];
  const record = await kind.make(ground, "foreign", who);
  const fact = await factOf(ground, kind, record);
  assert.ok(fact?.exists && !sees(who, fact, await treeOf(ground)), `${keyOf(endpoint)}: the record is not hidden`);
  const answer = await ask(ground, endpoint, inputAbout(ground, endpoint, asked, record), who);
  const logged = await app.rows<{ result: string; summary: string | null }>(
    "select result, summary from audit_log where trace_id = $1",
    [answer.requestId],
  );
  const rows = logged.map(({ result, summary }) => `${result} ${summary}`);
  const name = `${keyOf(endpoint)} (${asked.pointer.name})`;
  const isHidden = [NOT_FOUND, ...(refusedAs[keyOf(endpoint)] ?? [])].includes(answer.msgCode);
  return [
    ...(isHidden ? [] : [`${name}: answered ${answer.msgCode} ${answer.msg}`]),
    ...(rows.join() === "REFUSED 越权尝试" ? [] : [`${name}: logged [${rows}]`]),
  ];
}

test("PF-R106 every write on a record out of scope is told as absent and leaves one row 越权尝试", async (context) => {
  const ground = await givenGround(app);
  const callers = new Map<string, Caller>();
  const faults: string[] = [];
  const all = attempts();
  for (const attempt of all) {
    const { code } = attempt.asked;
    const who = callers.get(code) ?? (await givenCaller(ground, [{ codes: [code], scope: "ORG" }]));
    callers.set(code, who);
    faults.push(...(await faultsOf(ground, who, attempt)));
  }
  context.diagnostic(`${all.length} attempts with ${callers.size} codes`);
  assert.deepEqual(faults.toSorted(), []);
  assert.ok(all.length > 50, `${all.length} writes name a record`);
});
