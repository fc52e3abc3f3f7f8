import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../crypto.ts";
import { listProbes, probeApp } from "../probe.ts";

const app = probeApp({ callsPerSecond: 30 });

test("PF-R83 more than 30 calls of one session in a second answer HTTP 429, other sessions go on", async () => {
  const permissions = ["probe:probe:list"];
  const token = app.admit("busy", { userId: newId(), organizationId: newId(), permissions });
  const answers = await Promise.all(Array.from({ length: 90 }, () => app.call(listProbes, {}, { token })));
  const refused = answers.filter(({ status }) => status === 429);
  assert.ok(refused.length >= 20, `${refused.length} of 90 were refused`);
  assert.equal(refused[0]?.msg, "操作过于频繁，请稍后再试");
});
