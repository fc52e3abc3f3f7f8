import assert from "node:assert/strict";
import { test } from "node:test";
import { hole, listMessageTemplates, message } from "@ops/platform/contract";
import { defineModule } from "../module.ts";
import { newId } from "../secret/crypto.ts";
import { probeApp, probeModule } from "../start/probe.ts";
import { messageRoutes } from "./routes.ts";

const messages = [
  message({ code: "PROBE_B", name: "样本乙", text: "共{n}项", holes: { n: hole.count() } }),
  message({ code: "PROBE_A", name: "样本甲", text: `${"字".repeat(70)}{code}`, holes: { code: hole.secret(6) } }),
];
const app = probeApp({ modules: [probeModule, defineModule({ name: "telling", messages })] });

test("PF-R125 two messages of one code are refused at the start", () => {
  assert.throws(() => messageRoutes([...messages, ...messages.slice(0, 1)]), /the message PROBE_B is declared twice/);
});

test("PF-R125 operators see code, text, holes and number of parts of every message", async () => {
  const person = { userId: newId(), organizationId: newId() };
  const token = app.admit("operator", { ...person, permissions: [listMessageTemplates.permission] });
  const { data } = await app.call(listMessageTemplates, {}, { token });
  assert.deepEqual(data, [
    {
      code: "PROBE_A",
      name: "样本甲",
      text: `${"字".repeat(70)}{code}`,
      holes: [{ name: "code", label: "保密内容" }],
      longest: 76,
      parts: 2,
    },
    { code: "PROBE_B", name: "样本乙", text: "共{n}项", holes: [{ name: "n", label: "数字" }], longest: 9, parts: 1 },
  ]);
  const other = app.admit("other", { ...person, permissions: [] });
  assert.equal((await app.call(listMessageTemplates, {}, { token: other })).msgCode, "COMMON_FORBIDDEN");
});
