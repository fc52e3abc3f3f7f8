import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "@ops/platform/server";
import { declareTestApp } from "@ops/platform/server/testing";
import { listSmsMessages } from "../../contract/index.ts";
import { createAuthority } from "../index.ts";
import { AuthorityTestApp, testSettings } from "../testing.ts";

const appIn = (appEnv: "production" | "test") => {
  const console = { clientId: "ops-console", name: "", transferUrl: "http://console.test/#/Transfer" };
  const sso = { appEnv, productName: "平台", console, smsGateway: null } as const;
  return declareTestApp(new AuthorityTestApp([], createAuthority({ ...testSettings, sso })));
};
const [open, production] = [appIn("test"), appIn("production")];

async function sent(app: AuthorityTestApp, mobilePhone: string, status = "SENT") {
  await app.rows(
    `insert into sms_outbox (id, mobile_phone, template_code, params, text, gateway, status, created_at, updated_at)
     values ($1, $2, 'LOGIN', '{}', '验证码 402913，5 分钟内有效', 'outbox', $3, now(), now())`,
    [newId(), mobilePhone, status],
  );
}
const viewer = (app: AuthorityTestApp) => app.signIn({ permissions: ["platform:smsOutbox:view"] });

test("PF-R53 the outbox shows phones masked, finds a whole number, and narrows by state", async () => {
  await sent(open, "13900000001");
  await sent(open, "13900000002", "FAILED");
  const client = await viewer(open);
  const { data } = await client.call(listSmsMessages, { query: { mobilePhone: "13900000001" } });
  assert.partialDeepStrictEqual(data, {
    total: 1,
    list: [{ mobilePhone: "139****0001", text: "验证码 402913，5 分钟内有效", status: "SENT" }],
  });
  const failed = await client.call(listSmsMessages, { query: { status: "FAILED" } });
  assert.deepEqual(
    failed.data.list.map(({ mobilePhone }) => mobilePhone),
    ["139****0002"],
  );
  assert.equal((await (await open.signIn()).call(listSmsMessages, { query: {} })).msgCode, "COMMON_FORBIDDEN");
});

test("PF-R53 a message in full; newest first, page by page; a search by the whole number stands in the log", async () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));
  for (const [n, text] of ["第一条{code}", "第二条", "第三条"].entries()) {
    await open.rows(
      `insert into sms_outbox (id, mobile_phone, template_code, params, text, gateway, status, attempts, last_error, created_at,
         updated_at) values ($1, '13900000077', 'LOGIN', '{"code": "123456"}', $2, 'http', 'FAILED', 4, 'down', $3, $3)`,
      [newId(), text, at(n)],
    );
  }
  const client = await viewer(open);
  const find = async (query: object) =>
    (await client.call(listSmsMessages, { query: { mobilePhone: "13900000077", ...query } })).data;
  const { list, total } = await find({});
  assert.equal(total, 3);
  assert.deepEqual(
    list.map(({ text }) => text),
    ["第三条", "第二条", "第一条123456"],
  );
  const { id: _id, ...shown } = list[2] ?? { id: "" };
  assert.deepEqual(shown, {
    mobilePhone: "139****0077",
    templateCode: "LOGIN",
    text: "第一条123456",
    gateway: "http",
    status: "FAILED",
    attempts: 4,
    lastError: "down",
    createdAt: "2026-01-01 08:00:00",
  });
  const second = await find({ pageSize: 1, pageNo: 2 });
  assert.deepEqual([second.list.map(({ text }) => text), second.total], [["第二条"], 3]);
  assert.deepEqual((await find({ status: "SENT" })).list, []);
  const audits = await open.rows<{ actionName: string; bizType: string }>(
    `select action_name as "actionName", biz_type as "bizType" from audit_log where actor_id = $1 and biz_type = 'smsOutbox'`,
    [client.user.id],
  );
  assert.equal(audits.length, 3);
});

test("PF-R53 in production no code is shown", async () => {
  await sent(production, "13900000003");
  const { data } = await (await viewer(production)).call(listSmsMessages, { query: {} });
  assert.equal(data.list[0]?.text, "验证码 ******，5 分钟内有效");
});

test("PF-R104 the outbox holds the phones of everybody: the code frees only whoever may see everybody's", async () => {
  const permissions = ["platform:smsOutbox:view", "authority:user:unmask"];
  const triedBy = async (client: Awaited<ReturnType<typeof viewer>>) => {
    for (let n = 0; n < 30; n++) {
      await client.call(listSmsMessages, { query: { mobilePhone: `199000001${String(n).padStart(2, "0")}` } });
    }
    return (await client.call(listSmsMessages, { query: { mobilePhone: "19900000199" } })).msgCode;
  };
  assert.equal(await triedBy(await open.signIn({ permissions })), "");
  const own = { scopeOverrides: { "authority:user:unmask": "SELF" } } as const;
  assert.equal(await triedBy(await open.signIn({ permissions, ...own })), "UNMASK_SEARCH_LIMIT");
});
