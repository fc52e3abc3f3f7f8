import assert from "node:assert/strict";
import { test } from "node:test";
import { endpoint } from "@ops/platform/contract";
import { z } from "zod";
import { defineModule } from "../../module.ts";
import { newId } from "../../secret/crypto.ts";
import { ProbeApp, probeModule } from "../../start/probe.ts";
import { declareTestApp } from "../../testing.ts";
import { writes } from "../route.ts";

const name = z.string().max(3).meta({ label: "姓名" });
const nested = endpoint({
  method: "POST",
  path: "/nested/v1/things",
  audit: "登记",
  permission: "session",
  body: z.object({
    people: z
      .array(z.object({ name, nick: z.string().max(3).optional() }))
      .meta({ label: "人员" })
      .optional(),
    limits: z.record(z.string(), z.int().meta({ label: "限额" })).optional(),
    either: z
      .union([z.object({ kind: z.literal("a"), day: z.iso.date().meta({ label: "日期" }) }), z.int()])
      .optional(),
    plain: z.string().max(3).optional(),
  }),
  answer: z.literal(true),
});
const nestedModule = defineModule({
  name: "nested",
  migrations: probeModule.migrations,
  routes: [writes(nested, async () => true as const)],
});
const app = declareTestApp(new ProbeApp({ modules: [{ ...probeModule, routes: nestedModule.routes }] }));

test("PF-R84 a field is told by the word for it, however deep it stands: in lists, tables and alternatives", async () => {
  const token = app.admit("somebody", { userId: newId(), organizationId: newId(), permissions: [] });
  const refusals: [object, string, string][] = [
    [{ people: [{ name: "甲" }, { name: "甲乙丙丁" }] }, "姓名格式不正确", "people.1.name"],
    [{ people: [{ name: "甲", nick: "甲乙丙丁" }] }, "人员格式不正确", "people.0.nick"],
    [{ limits: { north: 1.5 } }, "限额格式不正确", "limits.north"],
    [{ plain: "甲乙丙丁" }, "参数格式不正确", "plain"],
  ];
  for (const [typed, msg, field] of refusals) {
    const body: z.input<typeof nested.body> = JSON.parse(JSON.stringify(typed));
    const answer = await app.call(nested, { body }, { token });
    assert.partialDeepStrictEqual(answer, { success: false, msgCode: "COMMON_PARAM", msg, data: { field } });
  }
  const fine = { people: [{ name: "甲" }], limits: { north: 1 }, either: 3, plain: "甲" };
  assert.equal((await app.call(nested, { body: fine }, { token })).success, true);
});

test("PF-R80 an address that cannot be read is refused like any other call, with the headers of every answer", async () => {
  const headersOf = async (path: string) => (await fetch(`${app.origin}${path}`)).headers;
  const [broken, usual] = [await headersOf("/probe/%zz"), await headersOf("/nowhere")];
  for (const header of ["content-security-policy", "x-content-type-options", "referrer-policy"]) {
    assert.notEqual(usual.get(header), null, header);
    assert.equal(broken.get(header), usual.get(header), header);
  }
  assert.equal(broken.get("cache-control"), "no-store");
  assert.match(broken.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/);
});
