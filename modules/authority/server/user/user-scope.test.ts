import assert from "node:assert/strict";
import { test } from "node:test";
import { disableUser, editUser, enableUser, getUser, giveGrants, listUsers } from "../../contract/index.ts";
import { givenMember, givenMembership, givenOrganization, givenRole, givenUser, testApp } from "../testing.ts";

const app = testApp();
const notFound = "数据不存在或已被删除";

test("authority 7 people without a membership, and those whose memberships have ended, are visible only to ALL", async () => {
  const organization = await givenOrganization(app);
  const tree = await app.signIn({ permissions: ["authority:user:view"], scope: "ORG_TREE", organization });
  const all = await app.signIn({ permissions: ["authority:user:view"], scope: "ALL" });
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
  const permissions = ["authority:user:view", "authority:user:edit", "authority:user:disable"];
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

test("AU-R15 a delegated administrator reads the names of the roles that he sees, and how many others there are", async () => {
  const organization = await givenOrganization(app);
  const permissions = ["authority:user:list", "authority:user:view"];
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  const [lent, foreign] = [await givenRole(app, { name: "可见的" }), await givenRole(app, { name: "总部机要" })];
  await app.rows(
    `update role set grantable_role_ids = array[$2]::uuid[] where id in (select g.role_id from role_grant g
       join membership m on m.id = g.membership_id where m.user_id = $1)`,
    [me.user.id, lent.id],
  );
  const user = await givenUser(app);
  const membership = await givenMembership(app, { user, organization, roles: [lent, foreign], isPrimary: true });
  const shown = { roleNames: ["可见的"], otherRoleCount: 1 };
  assert.partialDeepStrictEqual((await me.call(getUser, { params: { id: user.id } })).data, shown);
  const found = async (roleId: string) => (await me.call(listUsers, { query: { roleId } })).data.list;
  assert.partialDeepStrictEqual(await found(lent.id), [{ id: user.id, ...shown }]);
  assert.deepEqual(await found(foreign.id), []);
  const own = (await me.call(getUser, { params: { id: me.user.id } })).data;
  assert.partialDeepStrictEqual([own.roleNames.length, own.otherRoleCount], [1, 0]);

  const admin = await app.signIn({ boolAdmin: true });
  assert.deepEqual((await admin.call(getUser, { params: { id: user.id } })).data.roleNames, ["可见的", "总部机要"]);
  const secret = await givenRole(app, { name: "另一机要" });
  const body = { roleIds: [secret.id], validTo: null, reason: "支援" };
  assert.equal((await admin.call(giveGrants, { params: { id: membership.id }, body })).success, true);
  assert.ok(!JSON.stringify(await app.auditOf(user)).includes("机要"));
});
