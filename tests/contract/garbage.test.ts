import assert from "node:assert/strict";
import { test } from "node:test";
import type { Endpoint } from "@ops/platform/contract";
import { faultOf, LONGEST_MS, parseAnswer } from "./answers.ts";
import { everyBend, hostileCalls, seed, validLikeCalls, validLikeInputs } from "./cases.ts";
import { digestOf } from "./digest.ts";
import { exampleOf } from "./examples.ts";
import type { Input } from "./valid-like.ts";
import type { Sent } from "./wire.ts";
import { type Credentials, type Offer, world } from "./world.ts";

const HOSTILE = Math.max(50, Number(process.env["CASES"] ?? 60));
const VALID_LIKE = 20;

const app = world();
const counts = { endpoints: 0, hostile: 0, validLike: 0, successes: 0, unchanged: 0 };

async function knownIds(): Promise<string[]> {
  const rows = await app.rows<{ id: string }>(
    "select id from app_user union all select id from session union all select id from organization limit 20",
  );
  return rows.map(({ id }) => id);
}

interface Tried {
  readonly faults: readonly string[];
  readonly successes: number;
  /** The msgCode of each answer; empty for success. */
  readonly answers: readonly string[];
}

/** Calls the endpoint with all of these as an administrator. A refusal must not sign the caller out. */
async function tryAll(
  offer: Offer,
  signedIn: Credentials,
  calls: Iterable<Sent> | AsyncIterable<Sent>,
): Promise<Tried> {
  const faults: string[] = [];
  const answers: string[] = [];
  let credentials = signedIn;
  let successes = 0;
  for await (const call of calls) {
    const sent = { ...call, headers: { ...credentials, ...call.headers } };
    const first = await app.send(offer.host, sent);
    const received = first.ms > LONGEST_MS ? await app.send(offer.host, sent) : first; // a busy machine is no fault
    const answer = parseAnswer(received);
    const success = answer?.success ?? false;
    answers.push(answer?.msgCode ?? `HTTP ${received.status}`);
    if (success) successes++;
    const fault = faultOf(offer.endpoint, received);
    if (fault) faults.push(`${fault}\n    for ${shown(call)}`);
    if (success || received.status !== 401) continue;
    if (await app.isSignedIn(offer.host, credentials)) continue;
    if (successes === 0) faults.push(`the session ended with a refusal\n    for ${shown(call)}`);
    credentials = await app.administrator(offer.host);
  }
  return { faults, successes, answers };
}

function shown(call: Sent): string {
  return JSON.stringify(call, (_key, value) => (typeof value === "string" ? value.slice(0, 300) : value));
}

test("C1 hostile and odd input: never a 5xx, never the inside in an answer, always the envelope and the schema", async (context) => {
  context.diagnostic(`SEED=${seed} CASES=${HOSTILE}`);
  for (const offer of app.offers()) {
    await context.test(offer.name, async () => {
      const caller = await app.administrator(offer.host);
      const known = await knownIds();
      const before = await digestOf(app);
      const hostile = await tryAll(offer, caller, hostileCalls(offer.endpoint, known, HOSTILE));
      if (hostile.successes === 0 || !offer.endpoint.audit) {
        const after = await digestOf(app);
        assert.deepEqual(after.differences(before), [], `refused calls changed the database (SEED=${seed})`);
        counts.unchanged++;
      }
      const fresh = await app.administrator(offer.host);
      const validLike = await tryAll(offer, fresh, validLikeCalls(offer.endpoint, known, VALID_LIKE));
      counts.endpoints++;
      counts.hostile += HOSTILE;
      counts.validLike += VALID_LIKE;
      counts.successes += hostile.successes + validLike.successes;
      const faults = [...hostile.faults, ...validLike.faults];
      assert.equal(faults.length, 0, `SEED=${seed}\n  ${faults.slice(0, 5).join("\n  ")}`);
    });
  }
  assert.ok(counts.endpoints > 20);
  context.diagnostic(
    `${counts.endpoints} endpoints, ${counts.hostile} hostile and ${counts.validLike} odd calls, ${counts.successes} answered with success; ` +
      `the database unchanged after all refusals of ${counts.unchanged} endpoints`,
  );
});

/** Inputs that would succeed, each with one value bent. A locked number or a used code would hide what lies behind. */
async function* bentCalls({ endpoint }: Offer): AsyncGenerator<Sent> {
  let input = await rightInput(endpoint);
  for (const [at, bend] of everyBend(endpoint).entries()) {
    if (endpoint.secret && at % 4 === 3) input = await rightInput(endpoint);
    const isCoded = input.body && "codeId" in input.body;
    yield bend(isCoded ? { ...input, body: { ...input.body, codeId: app.codeId() } } : input);
  }
}

async function rightInput(endpoint: Endpoint): Promise<Input> {
  const example = await exampleOf(endpoint)?.(app);
  const [guess] = validLikeInputs(endpoint, await knownIds(), 1);
  const { params, query, body } = example?.input ?? guess ?? {};
  return { params: { ...params }, query: { ...query }, body: body && { ...body } };
}

test("C1 every property of every endpoint with every hostile value", async (context) => {
  let cases = 0;
  const codes = new Map<string, number>();
  for (const offer of app.offers()) {
    const caller = await app.administrator(offer.host);
    const { faults, answers } = await tryAll(offer, caller, bentCalls(offer));
    for (const code of answers) codes.set(code, (codes.get(code) ?? 0) + 1);
    assert.equal(faults.length, 0, `${offer.name} SEED=${seed}\n  ${faults.slice(0, 5).join("\n  ")}`);
    cases += answers.length;
  }
  const top = [...codes].sort(([, a], [, b]) => b - a).slice(0, 8);
  context.diagnostic(`${cases} cases; answers: ${top.map(([code, count]) => `${code} ${count}`).join(", ")}`);
});
