import assert from "node:assert/strict";
import { test } from "node:test";
import type { Endpoint } from "@ops/platform/contract";
import { everyBend, seed, validLikeInputs } from "./cases.ts";
import "./promises.ts";
import { exampleOf } from "@ops/authority/server/testing";
import { knownIds, tryAll } from "./trying.ts";
import type { Input } from "./valid-like.ts";
import type { Sent } from "./wire.ts";
import { type Offer, world } from "./world.ts";

const app = world();

/**
 * Makes calls that would succeed, each with one value changed. Fresh inputs are used often, because a locked number or
 * a used code would hide the code behind it.
 */
async function* bendCalls({ endpoint }: Offer): AsyncGenerator<Sent> {
  let input = await rightInput(endpoint);
  for (const [at, bend] of everyBend(endpoint).entries()) {
    if (endpoint.secret && at % 4 === 3) input = await rightInput(endpoint);
    const isCoded = input.body && "codeId" in input.body;
    yield bend(isCoded ? { ...input, body: { ...input.body, codeId: app.codeId() } } : input);
  }
}

async function rightInput(endpoint: Endpoint): Promise<Input> {
  const example = await exampleOf(endpoint)?.(app);
  const [guess] = validLikeInputs(endpoint, await knownIds(app), 1);
  const { params, query, body } = example?.input ?? guess ?? {};
  return { params: { ...params }, query: { ...query }, body: body && { ...body } };
}

test("C1 every property of every endpoint takes hostile values without a fault", async (context) => {
  let cases = 0;
  const codes = new Map<string, number>();
  for (const offer of app.offers()) {
    const caller = await app.administrator(offer.host);
    const { faults, answers } = await tryAll(app, offer, caller, bendCalls(offer));
    for (const code of answers) codes.set(code, (codes.get(code) ?? 0) + 1);
    assert.equal(faults.length, 0, `${offer.name} SEED=${seed}\n  ${faults.slice(0, 5).join("\n  ")}`);
    cases += answers.length;
  }
  const top = [...codes].sort(([, a], [, b]) => b - a).slice(0, 8);
  context.diagnostic(`${cases} cases; answers: ${top.map(([code, count]) => `${code} ${count}`).join(", ")}`);
});
