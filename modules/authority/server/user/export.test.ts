import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { declareTestApp } from "@ops/platform/server/testing";
import { disableUser, listRoles, listUsers, roleSheet, userSheet } from "../../contract/index.ts";
import {
  AuthorityTestApp,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  type SignIn,
  type TestClient,
} from "../testing.ts";
import { exported, fetchFile, finished, submit } from "../testing-export.ts";

const app = declareTestApp(new AuthorityTestApp([], undefined, { background: true }));
const [LIST, EXPORT] = ["authority:user:list", "authority:user:export"];

test("PF-R94 the users of the file are those of the list, with masked phones and the words of the page", async () => {
  const organization = await givenOrganization(app);
  const client = await app.signIn({ permissions: [LIST, EXPORT], scope: "ORG", organization });
  const role = await givenRole(app);
  // makes the name of the role visible to the reader
  await app.rows("update role set created_by = $2 where id = $1", [role.id, client.user.id]);
  for (let n = 0; n < 5; n++) {
    await givenMembership(app, { user: await givenUser(app), organization, roles: [role], isPrimary: true });
  }
  await givenUser(app);
  const { rows, about } = await exported(app, client, userSheet, { query: { organizationId: organization.id } });
  const { list } = (await client.call(listUsers, { query: { organizationId: organization.id } })).data;
  assert.equal(list.length, 6);
  assert.deepEqual(list[0]?.roleNames, [role.name]);
  assert.deepEqual(
    rows.map((row) => row.slice(0, 8)),
    list.map((user) => [
      user.userName,
      user.mobilePhone,
      user.staffNo,
      "内部员工",
      "正常",
      user.primaryPost,
      user.membershipCount,
      user.roleNames.join("、"),
    ]),
  );
  assert.match(String(rows[0]?.[1]), /^1\d{2}\*{4}\d{4}$/);
  assert.equal(about.get("筛选条件：组织"), organization.name);
  assert.equal(about.get("数据行数"), 6);
});

test("PF-R94 the conditions of an export name only roles and organisations that the reader sees", async () => {
  const [home, far] = [await givenOrganization(app), await givenOrganization(app)];
  const role = await givenRole(app);
  const client = await app.signIn({ permissions: [LIST, EXPORT], scope: "ORG", organization: home });
  const { about } = await exported(app, client, userSheet, {
    query: { organizationId: far.id, roleId: role.id },
  });
  assert.deepEqual([about.get("筛选条件：组织"), about.get("筛选条件：角色")], [far.id, role.id]);
});

test("AU-R21 an export reaches as far as the right to export, not as far as the list", async () => {
  const [home, other] = [await givenOrganization(app), await givenOrganization(app)];
  const scopeOverrides = { [EXPORT]: "ORG" } as const;
  const client = await app.signIn({ permissions: [LIST, EXPORT], scope: "ALL", scopeOverrides, organization: home });
  const far = await givenUser(app);
  await givenMembership(app, { user: far, organization: other, isPrimary: true });
  const { list } = (await client.call(listUsers, { query: { keyword: far.mobilePhone } })).data;
  assert.equal(list.length, 1);
  const { rows } = await exported(app, client, userSheet);
  assert.deepEqual(
    rows.map(([name]) => name),
    [client.user.userName],
  );
});

test("PF-R93 whoever is disabled before the export runs gets none", async () => {
  const client = await app.signIn({ permissions: [LIST, EXPORT] });
  const admin = await app.signIn({ boolAdmin: true });
  const { data } = await client.call(userSheet.export, { body: { query: {}, columns: ["userName"] } });
  await finished(client, data.id);
  await admin.call(disableUser, {
    params: { id: client.user.id },
    body: { reason: "离岗", version: client.user.version },
  });
  await app.rows("update task set status = 'QUEUED', finished_at = null where id = $1", [data.id]);
  for (let tries = 0; tries < 400; tries++) {
    const [task] = await app.rows<{ status: string; errorMsg: string }>(
      'select status, error_msg as "errorMsg" from task where id = $1',
      [data.id],
    );
    if (task?.status === "FAILED") return assert.equal(task.errorMsg, "您已无该数据的导出权限");
    await sleep(50);
  }
  assert.fail("the task did not end");
});

test("PF-R94 roles are exported as their list shows them", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  await givenRole(app);
  const { rows } = await exported(app, admin, roleSheet);
  const { list, total } = (await admin.call(listRoles, { query: { pageSize: 100 } })).data;
  assert.equal(rows.length, total);
  assert.deepEqual(
    rows.map(([name, code]) => [name, code]),
    list.map(({ name, code }) => [name, code]),
  );
});

const PLAIN = [LIST, EXPORT, "authority:user:view", "authority:user:unmask"];
const inClear = { plain: true, reason: "年度盘点" };

/** Makes somebody with a colleague and finds the phones that a plain file shows. */
async function plainPhones(as: SignIn = {}, prepare: (client: TestClient) => Promise<unknown> = async () => null) {
  const organization = await givenOrganization(app);
  const client = await app.signIn({ permissions: PLAIN, organization, ...as });
  const colleague = await givenUser(app);
  await givenMembership(app, { user: colleague, organization, isPrimary: true });
  await prepare(client);
  const query = { organizationId: organization.id };
  const { rows, task, about } = await exported(app, client, userSheet, { query, ...inClear });
  const phones = new Map(rows.map(([name, phone]) => [name, phone]));
  return { client, colleague, phone: phones.get(colleague.userName), task, about };
}

async function rule(client: TestClient, mode: "MASK" | "HIDE") {
  await app.rows(
    `update role set field_rules = $2 where id in (select g.role_id from role_grant g
       join membership m on m.id = g.membership_id where m.user_id = $1)`,
    [client.user.id, { "user.mobilePhone": mode, "user.staffNo": mode }],
  );
  await app.arrange((tx) => tx.invalidate("rights"));
}

test("PF-R94 plain text needs the unmask code and a reason; the file and the log tell of both", async () => {
  const without = await app.signIn({ permissions: [LIST, EXPORT] });
  assert.equal((await submit(without, userSheet, inClear)).msgCode, "COMMON_FORBIDDEN");
  const holder = await app.signIn({ permissions: PLAIN });
  assert.equal((await submit(holder, userSheet, { plain: true })).msg, "请输入原因！");
  const { colleague, phone, task, about } = await plainPhones();
  assert.equal(phone, colleague.mobilePhone);
  assert.deepEqual([about.get("导出方式"), about.get("导出原因")], ["明文", "年度盘点"]);
  const [entry] = await app.auditOf(task);
  assert.partialDeepStrictEqual(entry, {
    actionName: "导出用户列表",
    reason: "年度盘点",
    summary: "明文导出：手机号、邮箱",
  });
});

test("PF-R94 a plain file shows no more than single looks would: scope of the code, people of other companies", async () => {
  const far = await plainPhones({ scopeOverrides: { "authority:user:unmask": "SELF" } });
  assert.match(String(far.phone), /^1\d{2}\*{4}\d{4}$/);
  const asPartner = async ({ user }: TestClient) =>
    app.rows("update app_user set user_type = 'PARTNER', valid_until = '2027-06-30' where id = $1", [user.id]);
  const outside = await plainPhones({}, asPartner);
  assert.match(String(outside.phone), /^1\d{2}\*{4}\d{4}$/);
});

test("AU-R20 what roles mask or hide stays so in a plain file too", async () => {
  const hidden = await plainPhones({}, (client) => rule(client, "HIDE"));
  assert.equal(hidden.phone ?? null, null);
  const masked = await plainPhones({}, (client) => rule(client, "MASK"));
  assert.match(String(masked.phone), /^1\d{2}\*{4}\d{4}$/);
});

test("PF-R93 whoever lost the right to see plain text cannot fetch the plain file any more", async () => {
  const { client, task } = await plainPhones();
  assert.equal((await fetchFile(app, client, task.id)).headers.get("export-filename") !== null, true);
  await app.rows(
    `update role set permission_codes = $2 where id in (select g.role_id from role_grant g
       join membership m on m.id = g.membership_id where m.user_id = $1)`,
    [client.user.id, [LIST, EXPORT]],
  );
  await app.arrange((tx) => tx.invalidate("rights"));
  assert.partialDeepStrictEqual(await (await fetchFile(app, client, task.id)).json(), { msgCode: "COMMON_FORBIDDEN" });
});

test("PF-R104 an export by a phone is refused like the list once too many searches found nobody", async () => {
  const target = await givenUser(app);
  const client = await app.signIn({ permissions: [LIST, EXPORT] });
  for (let n = 0; n < 30; n++)
    await client.call(listUsers, { query: { keyword: `1990000${String(n).padStart(4, "0")}` } });
  const { data } = await submit(client, userSheet, { query: { keyword: target.mobilePhone } });
  const { status, errorMsg } = await finished(client, data.id);
  assert.equal(status, "FAILED");
  assert.equal(errorMsg, "今日按完整号码查询的次数已达上限，请明天再试或联系管理员");
});
