import assert from "node:assert/strict";
import { test } from "node:test";
import { getUser, phoneLogin } from "@ops/authority/contract";
import { givenUser } from "@ops/authority/server/testing";
import { listParams } from "@ops/platform/contract";
import { root } from "../../scripts/check.ts";
import { faultOf } from "./answers.ts";
import { hostileCalls, validLikeCalls } from "./cases.ts";
import { digestOf } from "./digest.ts";
import { jsonOf, Raw } from "./hostile.ts";
import { world } from "./world.ts";

const app = world();
const user = {
  id: "1",
  userName: "张三",
  mobilePhone: "138****0001",
  staffNo: null,
  userType: "INTERNAL",
  boolAdmin: false,
  status: "ACTIVE",
  primaryPost: null,
  membershipCount: 0,
  roleNames: [],
  otherRoleCount: 0,
  risk: "LOW",
  lockedUntil: null,
  mustChangePwd: false,
  validUntil: null,
  idleDays: 0,
  source: "MANUAL",
  gender: null,
  email: null,
  remark: null,
  lastLoginAt: null,
  createdAt: "2026-01-01 08:00:00",
  version: 1,
};
const answered = (content: object, status = 200, ms = 1) => ({
  status,
  headers: {},
  text: JSON.stringify(content),
  ms,
});
const success = (data: unknown) => answered({ success: true, msg: "", msgCode: "", data });
const refusal = (msg: string, msgCode = "COMMON_PARAM") => answered({ success: false, msg, msgCode, data: null });

test("a good answer passes, a bad one would be noticed", () => {
  assert.equal(faultOf(getUser, success(user)), null);
  assert.equal(faultOf(getUser, refusal("数据不存在或已被删除", "COMMON_NOT_FOUND")), null);
  const bad = {
    "a fault": answered({ success: false, msg: "系统异常", msgCode: "SYSTEM_FAULT", data: null }, 500),
    "an odd status": answered({ success: false, msg: "x", msgCode: "X", data: null }, 403),
    "a slow answer": { ...success(user), ms: 2_500 },
    "no envelope": answered({ error: "Bad Request", statusCode: 400 }),
    "one property too many": success({ ...user, passwordHash: "x" }),
    "one too few": success({ ...user, version: undefined }),
    "an instant of another form": success({ ...user, createdAt: "2026-01-01T08:00:00.000Z" }),
    "a phone in clear": success({ ...user, mobilePhone: "13800000001" }),
    "a stack": refusal("TypeError: x is not a function\n    at handle (/app/a.ts:1:2)"),
    "a database message": refusal('invalid input syntax for type uuid: "x"'),
    "a statement": refusal("select id from app_user where 1=1"),
    "a folder": refusal(`cannot open ${root}data`),
    "an echo": refusal("x".repeat(5_000)),
    "no text": refusal(""),
    "no code": refusal("参数错误", ""),
  };
  for (const [what, received] of Object.entries(bad)) assert.notEqual(faultOf(getUser, received), null, what);
  const clear = [{ key: "a", value: "1", initial: "1", group: "g", description: "d", version: "1" }];
  assert.notEqual(faultOf(listParams, success(clear)), null);
});

test("the digest notices one changed character and lets bookkeeping pass", async () => {
  const { id } = await givenUser(app);
  await app.signIn({ boolAdmin: true });
  const before = await digestOf(app);
  assert.ok((await digestOf(app)).differences(before).length === 0);
  await app.rows("update session set last_seen_at = last_seen_at + interval '1 second'");
  assert.deepEqual((await digestOf(app)).differences(before), []);
  await app.rows("update app_user set remark = 'x' where id = $1", [id]);
  assert.deepEqual((await digestOf(app)).differences(before), ["public.app_user"]);
  await app.rows(
    `insert into audit_log (id, occurred_at, actor_id, actor_name, actor_org_id, ip, module, biz_type, biz_id, action,
       action_name, source, result, trace_id) values ($1, now(), $1, '', '', '', '', '', '', '', '', '', 'SUCCESS', '')`,
    [id],
  );
  assert.deepEqual((await digestOf(app)).differences(before), ["public.app_user", "public.audit_log"]);
});

test("cases differ from each other, come back by their seed, and reach every property", () => {
  const calls = hostileCalls(phoneLogin, [], 60);
  assert.ok(new Set(calls.map((call) => JSON.stringify(call))).size > 50);
  assert.deepEqual(calls, hostileCalls(phoneLogin, [], 60));
  const bodies = validLikeCalls(phoneLogin, [], 20).map(({ body }) => JSON.parse(String(body)));
  for (const body of bodies) assert.deepEqual(Object.keys(body), Object.keys(phoneLogin.body.shape));
  assert.equal(jsonOf({ a: new Raw("9007199254740993"), b: ["\ud800"] }), '{"a":9007199254740993,"b":["\\ud800"]}');
});
