import assert from "node:assert/strict";
import { test } from "node:test";
import { probeApp } from "../start/probe.ts";
import { givenSecret, sharedSecret } from "./secrets.ts";

const app = probeApp();
const given = (value: string) => givenSecret(app.node.database.writer, "probe-given", Buffer.from(value));

test("PF-R14 a secret is made once and is the same for every node and start", async () => {
  const shared = () => sharedSecret(app.node.database.writer, "probe-shared", 24);
  const [first, ...others] = await Promise.all([shared(), shared(), shared()]);
  assert.equal(first.value.length, 24);
  assert.equal(first.previous, null);
  for (const other of [...others, await shared()]) assert.deepEqual(other, first);
});

test("PF-R14 when the operator changes a key, the one before stays acceptable, until the next change", async () => {
  assert.deepEqual(await given("one"), { value: Buffer.from("one"), previous: null });
  assert.deepEqual(await given("one"), { value: Buffer.from("one"), previous: null }, "a restart changes nothing");
  assert.deepEqual(await given("two"), { value: Buffer.from("two"), previous: Buffer.from("one") });
  assert.deepEqual(await given("two"), { value: Buffer.from("two"), previous: Buffer.from("one") });
  assert.deepEqual(await given("three"), { value: Buffer.from("three"), previous: Buffer.from("two") });
});
