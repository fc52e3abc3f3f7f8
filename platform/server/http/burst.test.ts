import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../secret/crypto.ts";
import { listProbes, probeApp } from "../start/probe.ts";

const app = probeApp({ callsPerSecond: 30 });
const permissions = ["probe:probe:list"];
const session = (token: string) =>
  app.admit(token, { userId: newId(), sessionId: newId(), organizationId: newId(), permissions });

test("PF-R83 more than 30 calls of one session in a second answer HTTP 429, other sessions go on", async () => {
  const [busy, calm] = [session("busy"), session("calm")];
  const statusOf = async (token: string) => (await app.call(listProbes, {}, { token })).status;
  await app.holdTime(async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => app.call(listProbes, {}, { token: busy })));
    const refused = answers.filter(({ status }) => status === 429);
    assert.deepEqual([refused.length, refused[0]?.msg], [10, "操作过于频繁，请稍后再试"]);
    assert.equal(await statusOf(calm), 200);
    assert.equal(await statusOf(busy), 429);
    app.passTime(1);
    assert.equal(await statusOf(busy), 200);
  });
});
