import assert from "node:assert/strict";
import { test } from "node:test";
import { disableUser, editUser, enableUser, getUser } from "../../contract/index.ts";
import { givenMember, givenMembership, givenOrganization, givenUser, testApp } from "../testing.ts";

const app = testApp();
const notFound = "数据不存在或已被删除";

test("authority 7 people without a membership, and those whose memberships have ended, are visible only to ALL", async () => {
  const organization = await givenOrganization(app);
  const tree = await app.signIn({ permissions: ["authority:user:detail"], scope: "ORG_TREE", organization });
  const all = await app.signIn({ permissions: ["authority:user:detail"], scope: "ALL" });
  const loose = await givenUser(app);
  const former = await givenUser(app);
  await givenMembership(app, { user: former, organization, status: "ENDED" });
  const future = await givenUser(app);
  await givenMembership(app, { user: future, organization, status: "FUTURE", startDate: "2099-01-01" });
  const sees = async (reader: typeof all, id: string) => (await reader.call(getUser, { params: { id } })).success;

  for (const hidden of [loose, former]) {
    assert.deepEqual([await sees(tree, hidden.id), await sees(all, hidden.id)], [false, true]);
  }
  assert.equal(await sees(tree, future.id), true);
});

test("PF-R106 a record outside the scope does not exist: reads and writes say so, the attempt is logged", async () => {
  const organization = await givenOrganization(app);
  const permissions = ["authority:user:detail", "authority:user:edit", "authority:user:disable"];
  const manager = await app.signIn({ permissions, scope: "ORG", organization });
  const foreign = await givenMember(app);
  const params = { id: foreign.id };
  const body = { userName: "改名", staffNo: null, email: null, remark: null, version: 1 };

  const answers = [
    await manager.call(getUser, { params }),
    await manager.call(editUser, { params, body }),
    await manager.call(disableUser, { params, body: { reason: "测试", version: 1 } }),
    await manager.call(enableUser, { params, body: { reason: "测试", version: 1 } }),
  ];

  for (const { status, msgCode, msg } of answers)
    assert.deepEqual([status, msgCode, msg], [200, "COMMON_NOT_FOUND", notFound]);
  const attempts = (await app.auditOf(foreign)).map(({ actionName, summary, result }) => [actionName, summary, result]);
  assert.deepEqual(attempts, [
    ["编辑用户", "越权尝试", "REFUSED"],
    ["停用账号", "越权尝试", "REFUSED"],
    ["启用账号", "越权尝试", "REFUSED"],
  ]);
  const missing = await manager.call(getUser, { params: { id: organization.id } });
  assert.deepEqual([missing.status, missing.msgCode, missing.msg], [200, "COMMON_NOT_FOUND", notFound]);
});
