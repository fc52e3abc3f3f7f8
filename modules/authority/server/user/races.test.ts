import assert from "node:assert/strict";
import { test } from "node:test";
import { disableUser } from "../../contract/index.ts";
import { givenMember, givenUser, testApp } from "../testing.ts";

const app = testApp();

test("E2 of 200 parallel disables of one version exactly one wins", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const user = await givenMember(app);
  const call = () => admin.call(disableUser, { params: { id: user.id }, body: { reason: "并发", version: 1 } });

  const answers = await Promise.all(Array.from({ length: 200 }, call));

  assert.equal(answers.filter((answer) => answer.success).length, 1);
  assert.equal(answers.filter((answer) => answer.msgCode === "COMMON_VERSION_CONFLICT").length, 199);
  assert.equal((await app.auditOf(user)).length, 1);
});

test("AU-R6 two administrators who disable each other at the same time leave one", async () => {
  await app.rows("update app_user set bool_admin = false where bool_admin");
  const [first, second] = [await app.signIn({ boolAdmin: true }), await app.signIn({ boolAdmin: true })];
  const disable = (by: typeof first, target: typeof first) =>
    by.call(disableUser, { params: { id: target.user.id }, body: { reason: "互相", version: 1 } });

  const answers = await Promise.all([disable(first, second), disable(second, first)]);

  assert.equal(answers.filter((answer) => answer.success).length, 1);
  const left = await app.rows("select id from app_user where bool_admin and status = 'ACTIVE'");
  assert.equal(left.length, 1);
});

test("AU-R6 the last usable administrator stays; one with an initial password or past validity does not count", async () => {
  await app.rows("update app_user set bool_admin = false where bool_admin");
  const operator = await app.signIn({ boolAdmin: true });
  const last = await givenUser(app, { boolAdmin: true });
  await givenUser(app, { boolAdmin: true, mustChangePwd: true });
  await givenUser(app, { boolAdmin: true, validUntil: "2025-01-01" });
  await givenUser(app, { boolAdmin: true, status: "DORMANT" });
  const disable = () => operator.call(disableUser, { params: { id: last.id }, body: { reason: "测试", version: 1 } });

  await app.rows("update app_user set must_change_pwd = true where id = $1", [operator.user.id]);
  const refused = await disable();
  assert.deepEqual([refused.msgCode, refused.msg], ["USER_LAST_ADMIN", "系统至少保留一名可用的管理员"]);

  await app.rows("update app_user set must_change_pwd = false where id = $1", [operator.user.id]);
  assert.equal((await disable()).success, true);
});
