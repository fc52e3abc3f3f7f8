import assert from "node:assert/strict";
import { test } from "node:test";
import { parseAnswer } from "./answers.ts";
import { callOf, validLikeCalls } from "./cases.ts";
import "./promises.ts";
import { exampleOf } from "@ops/authority/server/testing";
import type { Sent } from "./wire.ts";
import { type Credentials, type Offer, world } from "./world.ts";

const app = world();
const GUESSES = 30;

interface AuditRow {
  action: string;
  actionName: string;
  result: string;
  traceId: string;
}

const readAuditRows = () =>
  app.rows<AuditRow>(`select action, action_name as "actionName", result, trace_id as "traceId" from audit_log`);

/** Makes calls that should succeed: the example, or guesses from the schemas with existing ids. */
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
      const before = await readAuditRows();
      const received = await app.send(host, { ...call, headers: { ...call.headers, ...credentials } });
      const seen = new Set(before.map(({ traceId }) => traceId));
      const added = (await readAuditRows()).filter(({ traceId }) => !seen.has(traceId));
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
