import assert from "node:assert/strict";
import { test } from "node:test";
import type { Endpoint } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { parseAnswer } from "./answers.ts";
import { callOf, hostileCalls, seed, validLikeCalls } from "./cases.ts";
import { bookkeeping, type Digest, digestOf } from "./digest.ts";
import { knownIds, tryAll } from "./trying.ts";
import type { Sent } from "./wire.ts";
import { nobody, type Offer, world } from "./world.ts";

const HOSTILE = Math.max(50, Number(process.env["CASES"] ?? 60));
const VALID_LIKE = 20;

const app = world();
const listFaults = (faults: readonly string[]) => `SEED=${seed}\n  ${faults.slice(0, 5).join("\n  ")}`;

test("C1 A4 hostile input: never a 5xx, never the inside in an answer, always the envelope and the schema; a refused call leaves the database identical", async (context) => {
  context.diagnostic(`SEED=${seed} CASES=${HOSTILE}`);
  const known = await knownIds(app);
  const callers = { console: await app.administrator("console"), portal: await app.administrator("portal") };
  let untouched = await digestOf(app);
  assert.ok(untouched.size > 20, `only ${untouched.size} tables are watched`);
  const counts = { endpoints: 0, refused: 0, successes: 0 };
  for (const offer of app.offers()) {
    await context.test(offer.name, async () => {
      const { host, endpoint } = offer;
      if (!(await app.isSignedIn(host, callers[host]))) {
        callers[host] = await app.administrator(host);
        untouched = await digestOf(app);
      }
      const calls = hostileCalls(endpoint, known, HOSTILE);
      const { faults, refused } = await tryAll(app, offer, callers[host], calls);
      assert.equal(faults.length, 0, listFaults(faults));
      const mayChange = refused.length < calls.length && endpoint.audit !== undefined;
      untouched = mayChange ? await refuseAgain(offer, refused) : await unchangedSince(untouched);
      counts.endpoints++;
      counts.refused += refused.length;
      counts.successes += calls.length - refused.length;
    });
  }
  context.diagnostic(
    `${counts.endpoints} endpoints, ${counts.refused} refused calls, ${counts.successes} answered with success; ` +
      `${untouched.size} tables watched`,
  );
});

async function unchangedSince(before: Digest): Promise<Digest> {
  const after = await digestOf(app);
  assert.deepEqual(after.differences(before), [], `refused calls changed the database (SEED=${seed})`);
  return after;
}

/**
 * Repeats the calls that were refused among successful ones, to prove that a refusal alone changes nothing. Calls that
 * succeed now are left out.
 */
async function refuseAgain(offer: Offer, refused: readonly Sent[]): Promise<Digest> {
  const administrator = await app.administrator(offer.host);
  const before = await digestOf(app);
  const again = await tryAll(app, offer, administrator, refused);
  const isStable = again.refused.length === refused.length;
  return isStable ? unchangedSince(before) : refuseAgain(offer, again.refused);
}

/** With more refusals within ten minutes, administrators would be notified of 疑似越权尝试. */
const PER_STRANGER = 20;

test("A4 whoever has no session or not the right changes nothing", async (context) => {
  const closed = app.offers().filter(({ endpoint }) => endpoint.permission !== "public");
  let cases = 0;
  for (let at = 0; at < closed.length; at += PER_STRANGER) {
    const strangers = { console: await app.powerless("console"), portal: await app.powerless("portal") };
    const before = await digestOf(app);
    for (const { host, endpoint, name } of closed.slice(at, at + PER_STRANGER)) {
      for (const credentials of endpoint.permission === "session" ? [nobody] : [nobody, strangers[host]]) {
        const call = plainCall(endpoint);
        const answer = parseAnswer(await app.send(host, { ...call, headers: { ...call.headers, ...credentials } }));
        assert.equal(answer?.success, false, name);
        cases++;
      }
    }
    await unchangedSince(before);
  }
  context.diagnostic(`${closed.length} endpoints, ${cases} cases`);
});

function plainCall(endpoint: Endpoint): Sent {
  const names = Object.keys(endpoint.params?.shape ?? {});
  const params = Object.fromEntries(names.map((one) => [one, newId()]));
  return callOf(endpoint, { params, query: {}, body: endpoint.body && {} });
}

test("C1 odd input that a well-meaning client could send: the same promises", async (context) => {
  let successes = 0;
  for (const offer of app.offers()) {
    await context.test(offer.name, async () => {
      const caller = await app.administrator(offer.host);
      const calls = validLikeCalls(offer.endpoint, await knownIds(app), VALID_LIKE);
      const { faults, refused } = await tryAll(app, offer, caller, calls);
      successes += calls.length - refused.length;
      assert.equal(faults.length, 0, listFaults(faults));
    });
  }
  context.diagnostic(`${app.offers().length * VALID_LIKE} odd calls, ${successes} answered with success`);
});

test("A4 each exemption names a table that exists and its reason", async () => {
  for (const [table, { columns, why }] of Object.entries(bookkeeping)) {
    const [schema, name] = table.split(".");
    const rows = await app.rows<{ name: string }>(
      "select column_name as name from information_schema.columns where table_schema = $1 and table_name = $2",
      [schema, name],
    );
    const known = rows.map((row) => row.name);
    assert.ok(known.length > 0 && why.length > 10, table);
    if (columns !== "all")
      assert.deepEqual(
        columns.filter((column) => !known.includes(column)),
        [],
        table,
      );
  }
});
