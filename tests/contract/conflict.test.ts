import assert from "node:assert/strict";
import { test } from "node:test";
import { faultOf, parseAnswer } from "./answers.ts";
import { callOf } from "./cases.ts";
import "./promises.ts";
import { exampleOf } from "@ops/authority/server/testing";
import { world } from "./world.ts";

const app = world();

/** Makes the same input with a version that does not exist; null if the call sends no version. */
function outdated<T extends object>(part: T | undefined): T | null {
  return part && "version" in part && typeof part.version === "number" ? { ...part, version: part.version + 7 } : null;
}

test("PF-R90 whoever comes late is told so by every endpoint, and shown no more than the answer would show", async (context) => {
  const counts = { tried: 0, shown: 0 };
  for (const { endpoint, host, name } of app.offers()) {
    const example = await exampleOf(endpoint)?.(app);
    const { params, query, body } = example?.input ?? {};
    const late = { query: outdated(query), body: outdated(body) };
    if (!late.query && !late.body) continue;
    const input = { params: { ...params }, query: { ...(late.query ?? query) }, body: late.body ?? body };
    const call = callOf(endpoint, { ...input, body: input.body && { ...input.body } });
    const credentials = example?.credentials ?? (await app.administrator(host));
    const received = await app.send(host, { ...call, headers: { ...call.headers, ...credentials } });
    const answer = parseAnswer(received);
    assert.equal(answer?.msgCode, "COMMON_VERSION_CONFLICT", `${name}: ${received.text.slice(0, 300)}`);
    assert.equal(faultOf(endpoint, received), null, name);
    assert.doesNotMatch(received.text, /(Cipher|Hash)"/, name);
    counts.tried++;
    if (answer?.data !== null) counts.shown++;
  }
  context.diagnostic(`${counts.tried} endpoints with a version, ${counts.shown} of them show the present record`);
  assert.ok(counts.tried > 50 && counts.shown > counts.tried / 2);
});
