import assert from "node:assert/strict";
import { test } from "node:test";
import { declareTestApp } from "@ops/platform/server/testing";
import { otherAccountImport } from "../../contract/index.ts";
import { AuthorityTestApp, givenMembership, givenOrganization, givenUser } from "../testing.ts";
import { importing, type TypedCells } from "../testing-import.ts";

const app = declareTestApp(new AuthorityTestApp([], undefined, { background: true }));
const { check, problems, run } = importing(app, otherAccountImport);
const BIND = "authority:otherAccount:bind";

const row = (platform: string, externalId: string, mobilePhone: string, name = "某人"): TypedCells => [
  platform,
  externalId,
  name,
  mobilePhone,
];
const boundTo = async (externalId: string) =>
  (
    await app.rows<{ userId: string; status: string; kind: string }>(
      `select user_id as "userId", status, bind_kind as kind from other_account where external_id = $1`,
      [externalId],
    )
  )[0];

test("authority section 8: identities are bound by phone, the same pair is skipped", async () => {
  const client = await app.signIn({ boolAdmin: true });
  const [one, two] = [await givenUser(app, { userName: "王小明" }), await givenUser(app)];
  const left = await givenUser(app, { status: "LEFT" });
  const rows = [row("企业微信", "wx-1", one.mobilePhone), row("LARK", "lark-1", one.mobilePhone)];
  assert.partialDeepStrictEqual((await run(client, rows)).task, { status: "SUCCESS", successCount: 2 });
  assert.deepEqual(await boundTo("wx-1"), { userId: one.id, status: "BOUND", kind: "MANUAL" });
  assert.equal((await check(client, rows)).data.summary, "共2行，可导入0行，错误0行，跳过2行");

  const more = [
    ...rows,
    row("企业微信", "wx-1", two.mobilePhone),
    row("企业微信", "wx-2", "13700009999"),
    row("企业微信", "wx-3", left.mobilePhone),
    row("微博", "wb-1", two.mobilePhone),
    row("企业微信", "wx-4", two.mobilePhone),
  ];
  assert.deepEqual(await problems(client, more.toSpliced(0, 1)), [
    "3 该第三方账号已绑定用户王**",
    "4 用户手机号对应的数据不存在",
    "5 该用户已离职或不可用，不能绑定",
    "6 平台不在字典中",
  ]);
  const { task } = await run(client, more);
  assert.partialDeepStrictEqual(task, { status: "PARTIAL", successCount: 1, skipCount: 2, failCount: 4 });
  assert.equal((await boundTo("wx-4"))?.userId, two.id);
});

test("authority section 7: bindings are imported for people in scope and not above the operator", async () => {
  const [home, far] = [await givenOrganization(app), await givenOrganization(app)];
  const client = await app.signIn({ permissions: [BIND], scope: "ORG", organization: home });
  const [near, stranger, boss] = [
    await givenUser(app),
    await givenUser(app),
    await givenUser(app, { boolAdmin: true }),
  ];
  await givenMembership(app, { user: near, organization: home, isPrimary: true });
  await givenMembership(app, { user: stranger, organization: far, isPrimary: true });
  await givenMembership(app, { user: boss, organization: home, isPrimary: true });
  const rows = [
    row("企业微信", "s-1", near.mobilePhone),
    row("企业微信", "s-2", stranger.mobilePhone),
    row("企业微信", "s-3", boss.mobilePhone),
  ];
  assert.deepEqual(await problems(client, rows), ["3 用户手机号对应的数据不存在", "4 无权操作管理员账号"]);
  assert.partialDeepStrictEqual((await run(client, rows)).task, { status: "PARTIAL", successCount: 1, failCount: 2 });
  assert.equal((await boundTo("s-2")) ?? null, null);
  assert.equal((await check(await app.signIn({ permissions: [] }), rows)).msgCode, "COMMON_FORBIDDEN");
});
