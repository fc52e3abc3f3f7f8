import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "@ops/platform/server";
import { parseAnswer } from "./answers.ts";
import { callOf, hostileCalls, seed, validLikeCalls } from "./cases.ts";
import { bookkeeping, digestOf } from "./digest.ts";
import { exampleOf } from "./examples.ts";
import type { Sent } from "./wire.ts";
import { type Credentials, nobody, type Offer, world } from "./world.ts";

const app = world();
const GUESSES = 30;
const HOSTILE = 12;

interface AuditRow {
  action: string;
  actionName: string;
  result: string;
  traceId: string;
}

const auditRows = () =>
  app.rows<AuditRow>(`select action, action_name as "actionName", result, trace_id as "traceId" from audit_log`);

/** Calls that should succeed: the example, or guesses from the schemas with ids that exist. */
async function* attempts({ host, endpoint }: Offer): AsyncGenerator<{ call: Sent; credentials: Credentials }> {
  const example = await exampleOf(endpoint)?.(app);
  if (example) {
    const input = { params: { ...example.input.params }, query: { ...example.input.query } };
    const body = example.input.body ? { ...example.input.body } : undefined;
    const credentials = example.credentials ?? (await app.administrator(host));
    yield { call: callOf(endpoint, { ...input, body }), credentials };
    return;
  }
  const ids = await app.rows<{ id: string }>("select id from app_user union all select id from organization limit 10");
  const known = ids.map(({ id }) => id);
  for (const call of validLikeCalls(endpoint, known, GUESSES)) {
    yield { call, credentials: await app.administrator(host) };
  }
}

test("K1 every successful write leaves exactly one audit row with who, what and the request's number", async (context) => {
  const writes = app.offers().filter(({ endpoint }) => endpoint.audit);
  const unproven: string[] = [];
  for (const offer of writes) {
    const { endpoint, host, name } = offer;
    let proven = false;
    for await (const { call, credentials } of attempts(offer)) {
      const before = await auditRows();
      const received = await app.send(host, { ...call, headers: { ...call.headers, ...credentials } });
      const seen = new Set(before.map(({ traceId }) => traceId));
      const added = (await auditRows()).filter(({ traceId }) => !seen.has(traceId));
      if (!parseAnswer(received)?.success) {
        if (exampleOf(endpoint)) assert.fail(`${name}: the example was refused: ${received.text}`);
        assert.deepEqual(added, [], `${name}: refused, and yet logged`);
        continue;
      }
      assert.equal(added.length, 1, `${name}: ${added.length} audit rows`);
      const expected = {
        action: `${endpoint.method} ${endpoint.path}`,
        actionName: endpoint.audit,
        result: "SUCCESS",
      };
      assert.partialDeepStrictEqual(added[0], expected, name);
      assert.equal(added[0]?.traceId, received.headers["x-request-id"], name);
      proven = true;
      break;
    }
    if (!proven) unproven.push(name);
  }
  context.diagnostic(`${writes.length - unproven.length} of ${writes.length} writes proven`);
  if (unproven.length > 0) context.diagnostic(`no successful call could be generated for ${unproven.join(", ")}`);
  assert.ok(writes.length > 10 && unproven.length < writes.length / 4, `unproven: ${unproven}`);
});

test("A4 a refused call leaves the database identical, whatever the reason of the refusal", async (context) => {
  const sizes = await digestOf(app);
  assert.ok(sizes.size > 20, `only ${sizes.size} tables are watched`);
  let cases = 0;
  for (const offer of app.offers()) {
    const { host, endpoint, name } = offer;
    const callers = { nobody, powerless: await app.powerless(host), administrator: await app.administrator(host) };
    const names = Object.keys(endpoint.params?.shape ?? {});
    const missing = { params: Object.fromEntries(names.map((one) => [one, newId()])), query: {}, body: undefined };
    const plain = callOf(endpoint, { ...missing, body: endpoint.body && {} });
    const hostile = hostileCalls(endpoint, [], HOSTILE).map((call) => ({ as: "administrator" as const, call }));
    const calls = [{ as: "nobody" as const, call: plain }, { as: "powerless" as const, call: plain }, ...hostile];
    const send = async ({ as, call }: (typeof calls)[number]) => {
      const received = await app.send(host, { ...call, headers: { ...call.headers, ...callers[as] } });
      const isSuccess = parseAnswer(received)?.success || (received.status === 200 && received.text === "");
      const shown = `${as} ${JSON.stringify(call).slice(0, 600)} → ${received.text.slice(0, 200)}`;
      return { shown, mayChange: isSuccess && endpoint.audit };
    };
    // all of an endpoint's calls at once; one by one where some of them may change something
    const before = await digestOf(app);
    const together = [];
    for (const call of calls) together.push(await send(call));
    const oneByOne = together.some(({ mayChange }) => mayChange) ? calls : [];
    if (oneByOne.length === 0) {
      const told = together.map(({ shown }) => shown).join("\n");
      assert.deepEqual((await digestOf(app)).differences(before), [], `${name} SEED=${seed}: one of\n${told}`);
      cases += calls.length;
    }
    let unchanged = await digestOf(app);
    for (const call of oneByOne) {
      const { shown, mayChange } = await send(call);
      const after = await digestOf(app);
      if (mayChange) unchanged = after;
      assert.deepEqual(after.differences(unchanged), [], `${name} SEED=${seed}: ${shown}`);
      if (!mayChange) cases++;
    }
  }
  context.diagnostic(`${app.offers().length} endpoints, ${cases} refused calls or reads, ${sizes.size} tables watched`);
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
