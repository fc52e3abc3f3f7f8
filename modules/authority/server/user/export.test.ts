import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type CallInput, getTaskFile, listTasks, type Task } from "@ops/platform/contract";
import { addressOf, declareTestApp } from "@ops/platform/server/testing";
import { readXlsx } from "hucre";
import { disableUser, listRoles, listUsers, roleSheet, userSheet } from "../../contract/index.ts";
import {
  AuthorityTestApp,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  type TestClient,
} from "../testing.ts";

const app = declareTestApp(new AuthorityTestApp([], undefined, { background: true }));
const [LIST, EXPORT] = ["authority:user:list", "authority:user:export"];

async function finished(client: TestClient, id: string): Promise<Task> {
  for (let tries = 0; tries < 400; tries++) {
    const { data } = await client.call(listTasks, { query: {} });
    const task = data.list.find((one) => one.id === id);
    if (task && task.status !== "QUEUED" && task.status !== "RUNNING") return task;
    await sleep(50);
  }
  assert.fail("the task did not end");
}

async function exported(
  client: TestClient,
  sheet: typeof userSheet | typeof roleSheet,
  query: Record<string, string> = {},
) {
  const columns = sheet.columns.map(({ key }) => key);
  const { data, msg } = await client.call(sheet.export, { body: { query, columns } });
  assert.equal(msg, "");
  const task = await finished(client, data.id);
  assert.equal(task.errorMsg, null);
  const input: CallInput<typeof getTaskFile> = { params: { id: task.id } };
  const response = await fetch(app.origin + addressOf(getTaskFile, input), {
    headers: { authorization: client.token },
  });
  const { sheets } = await readXlsx(Buffer.from(await response.arrayBuffer()));
  const [data0, about] = sheets;
  assert.ok(data0 && about);
  return { rows: data0.rows.slice(1), about: new Map(about.rows.map(([label, value]) => [label, value])) };
}

test("PF-R94 the users of the file are those of the list, with masked phones and the words of the page", async () => {
  const organization = await givenOrganization(app);
  const client = await app.signIn({ permissions: [LIST, EXPORT], scope: "ORG", organization });
  const role = await givenRole(app);
  await app.rows("update role set created_by = $2 where id = $1", [role.id, client.user.id]); // else not seen by its name
  for (let n = 0; n < 5; n++) {
    await givenMembership(app, { user: await givenUser(app), organization, roles: [role], isPrimary: true });
  }
  await givenUser(app);
  const { rows, about } = await exported(client, userSheet, { organizationId: organization.id });
  const { list } = (await client.call(listUsers, { query: { organizationId: organization.id } })).data;
  assert.equal(list.length, 6);
  assert.deepEqual(list[0]?.roleNames, [role.name]);
  assert.deepEqual(
    rows.map((row) => row.slice(0, 8)),
    list.map((user) => [
      ...[user.userName, user.mobilePhone, user.staffNo, "内部员工", "正常", user.primaryPost],
      ...[user.membershipCount, user.roleNames.join("、")],
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
  const { about } = await exported(client, userSheet, { organizationId: far.id, roleId: role.id });
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
  const { rows } = await exported(client, userSheet);
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
  const { rows } = await exported(admin, roleSheet);
  const { list, total } = (await admin.call(listRoles, { query: { pageSize: 100 } })).data;
  assert.equal(rows.length, total);
  assert.deepEqual(
    rows.map(([name, code]) => [name, code]),
    list.map(({ name, code }) => [name, code]),
  );
});
