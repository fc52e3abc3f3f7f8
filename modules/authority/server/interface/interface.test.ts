import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CallInput } from "@ops/platform/contract";
import {
  disableInterface,
  editInterface,
  enableInterface,
  getInterface,
  getInterfaceStatistics,
  listInterfacePeople,
  listInterfaces,
  listUsers,
  phoneLogin,
} from "../../contract/index.ts";
import { AuthorityTestApp, type TestClient, testApp } from "../testing.ts";

const app = testApp();
const other = new AuthorityTestApp([]);
before(() => other.start(app));
after(() => other.stop());

const keeper = () =>
  app.signIn({
    permissions: ["authority:interface:list", "authority:interface:edit", "authority:user:list", "authority:role:list"],
  });

async function find(client: TestClient, path: string, method: "GET" | "POST" | "PUT" = "GET") {
  const { data } = await client.call(listInterfaces, { query: { keyword: path, method, pageSize: 100 } });
  const found = data.list.find((one) => one.path === path);
  assert.ok(found, path);
  return found;
}

test("AU-R45 5.6 the catalogue holds the contract of the running server, found by service, method, path, name and code", async () => {
  const me = await keeper();

  const users = await find(me, "/user/v1/users");
  assert.partialDeepStrictEqual(users, {
    name: "用户列表",
    service: "user",
    permissionCode: "authority:user:list",
    status: "ENABLED",
    sensitive: false,
    ratePerMin: null,
    isProtected: false,
    isIdle: false,
  });
  assert.equal(users.roleCount, 1);
  const total = async (query: NonNullable<CallInput<typeof listInterfaces>["query"]>) =>
    (await me.call(listInterfaces, { query })).data.total;
  assert.equal(await total({ permissionCode: "authority:interface:sync" }), 1);
  assert.ok((await total({ keyword: "用户列" })) >= 1);
  assert.equal(await total({ keyword: "/USER/v1/USERS/", method: "DELETE", service: "nowhere" }), 0);
  assert.equal(await total({ status: "REMOVED" }), 0);
  assert.ok((await total({ service: "common" })) > 0);
});

test("AU-R47 the detail tells input and answer from the contract, roles by its code, and who may call it", async () => {
  const me = await keeper();
  const { id } = await find(me, "/user/v1/users/{id}", "PUT");

  const { data } = await me.call(getInterface, { params: { id } });

  const lines = data.fields.map(({ place, name, required }) => `${place} ${name} ${required}`);
  assert.ok(lines.includes("PATH id true"));
  assert.ok(lines.includes("BODY userName true"));
  assert.ok(data.fields.some(({ place, label }) => place === "BODY" && label === "姓名"));
  assert.ok(data.fields.some(({ place }) => place === "ANSWER"));
  assert.deepEqual(data.roles, []);
  const editor = await app.signIn({ permissions: ["authority:user:edit"], userName: "编辑者" });
  const later = (await me.call(getInterface, { params: { id } })).data;
  assert.equal(later.peopleCount, (data.peopleCount ?? 0) + 1);
  assert.deepEqual(
    later.roles.map(({ people, isExcluded }) => [people, isExcluded]),
    [[1, false]],
  );
  const people = (await me.call(listInterfacePeople, { params: { id }, query: {} })).data.list;
  assert.ok(people.some((one) => one.id === editor.user.id && one.mobilePhone.includes("****")));
  assert.ok(!people.some((one) => one.id === me.user.id));
});

test("3 a disabled interface answers 该功能维护中 on every node within two seconds and comes back when enabled", async () => {
  const me = await keeper();
  const found = await find(me, "/user/v1/users");
  const codeAt = async (node: AuthorityTestApp) =>
    (await node.call(listUsers, { query: {} }, { token: me.token })).msgCode;
  assert.deepEqual([await codeAt(app), await codeAt(other)], ["", ""]);

  const params = { id: found.id };
  const disabled = await me.call(disableInterface, { params, body: { reason: "数据迁移", version: found.version } });

  assert.equal(disabled.data.status, "DISABLED");
  const refused = await app.call(listUsers, { query: {} }, { token: me.token });
  assert.deepEqual(
    [refused.status, refused.msgCode, refused.msg],
    [200, "INTERFACE_DISABLED", "该功能维护中，请稍后再试"],
  );
  const start = Date.now();
  while ((await codeAt(other)) !== "INTERFACE_DISABLED") {
    assert.ok(Date.now() - start < 2_000, "the other node never heard of it");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const [row] = await app.auditOf({ id: found.id });
  assert.partialDeepStrictEqual(row, { actionName: "停用接口", reason: "数据迁移" });
  assert.partialDeepStrictEqual(row?.diffs, [{ label: "状态", before: "启用", after: "已停用" }]);
  const enabled = await me.call(enableInterface, { params, body: { reason: "完成", version: disabled.data.version } });
  assert.equal(enabled.data.status, "ENABLED");
  assert.equal(await codeAt(app), "");
  const again = await me.call(enableInterface, { params, body: { reason: "x", version: enabled.data.version } });
  assert.equal(again.msg, "接口当前状态为【启用】，不能执行【启用】");
});

test("3 a node that hears no notification keeps a disabled interface open for a second at most", async () => {
  const me = await keeper();
  const found = await find(me, "/user/v1/users");
  const codeAt = async () => (await other.call(listUsers, { query: {} }, { token: me.token })).msgCode;
  assert.equal(await codeAt(), "");
  await app.rows("update api_interface set status = 'DISABLED' where id = $1", [found.id]);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  assert.equal(await codeAt(), "INTERFACE_DISABLED");
  await app.rows("update api_interface set status = 'ENABLED' where id = $1", [found.id]);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
});

test("3 sign-in interfaces and the switches themselves cannot be disabled", async () => {
  const me = await keeper();
  for (const [path, method] of [
    ["/user/v1/phoneLogin", "POST"],
    ["/user/v1/userInfo", "GET"],
    ["/user/v1/organizationLogin", "POST"],
  ] as const) {
    const { id, version, isProtected } = await find(me, path, method);
    const refused = await me.call(disableInterface, { params: { id }, body: { reason: "x", version } });
    assert.deepEqual(
      [isProtected, refused.msgCode, refused.msg],
      [true, "INTERFACE_PROTECTED", "登录相关接口不能停用"],
    );
  }
  const { id, version } = await find(me, "/user/v1/interfaces/{id}/enable", "POST");
  const refused = await me.call(disableInterface, { params: { id }, body: { reason: "x", version } });
  assert.equal(refused.msgCode, "INTERFACE_SWITCH_PROTECTED");
  assert.equal(
    (await me.call(disableInterface, { params: { id }, body: { reason: " ", version } })).msg,
    "请输入原因！",
  );
});

test("AU-R47 a limit per minute refuses further calls of a caller with 429, on all nodes together; others go on", async () => {
  const [me, colleague] = [await keeper(), await keeper()];
  const found = await find(me, "/user/v1/users");
  const body = { sensitive: false, logBody: false, ratePerMin: 3, version: found.version };
  const edited = await me.call(editInterface, { params: { id: found.id }, body });
  assert.equal(edited.data.ratePerMin, 3);
  const statusAt = async (node: AuthorityTestApp) =>
    (await node.call(listUsers, { query: {} }, { token: me.token })).status;
  // the calls must fall into one minute
  while (app.now().getSeconds() > 55) await new Promise((resolve) => setTimeout(resolve, 500));
  await new Promise((resolve) => setTimeout(resolve, 300));

  const statuses = [await statusAt(app), await statusAt(other), await statusAt(app), await statusAt(other)];
  assert.deepEqual(statuses, [200, 200, 200, 429]);
  assert.equal((await app.call(listUsers, { query: {} }, { token: colleague.token })).status, 200);
  app.passTime(61);
  assert.equal(await statusAt(app), 200);

  const back = { sensitive: false, logBody: false, ratePerMin: null, version: edited.data.version };
  await me.call(editInterface, { params: { id: found.id }, body: back });
  const bad = { ...back, ratePerMin: 0 };
  assert.equal((await me.call(editInterface, { params: { id: found.id }, body: bad })).msg, "每分钟调用上限不能小于1");
  const stale = await me.call(editInterface, { params: { id: found.id }, body: back });
  assert.equal(stale.msgCode, "COMMON_VERSION_CONFLICT");
});

test("AU-R47 reading through a sensitive interface leaves an audit row with who and what", async () => {
  const me = await keeper();
  const found = await find(me, "/user/v1/users");
  const logged = () =>
    app.rows("select 1 from audit_log where actor_id = $1 and action = 'GET /user/v1/users'", [me.user.id]);
  await me.call(listUsers, { query: {} });
  assert.equal((await logged()).length, 0);

  const body = { sensitive: true, logBody: false, ratePerMin: null, version: found.version };
  const { data } = await me.call(editInterface, { params: { id: found.id }, body });
  const headers = { "x-reason": encodeURIComponent("核对名单") };
  await me.call(listUsers, { query: {} }, { headers });

  assert.equal((await logged()).length, 1);
  await me.call(editInterface, {
    params: { id: found.id },
    body: { ...body, sensitive: false, version: data.version },
  });
});

test("AU-R47 calls, errors, p95, callers and the last call are counted in memory and added up over nodes", async () => {
  const me = await keeper();
  const found = await find(me, "/user/v1/users");
  await Promise.all([app.authority.flushUsage(), other.authority.flushUsage()]);
  const before = (await me.call(getInterfaceStatistics, { params: { id: found.id } })).data;

  for (let n = 0; n < 3; n++) await me.call(listUsers, { query: {} });
  for (let n = 0; n < 2; n++) await other.call(listUsers, { query: {} }, { token: me.token });
  await new Promise((resolve) => setTimeout(resolve, 50)); // calls are counted after the answer has left
  await Promise.all([app.authority.flushUsage(), other.authority.flushUsage()]);

  const { data } = await me.call(getInterfaceStatistics, { params: { id: found.id } });
  assert.equal(data.calls - before.calls, 5);
  assert.equal(data.errors - before.errors, 0);
  assert.ok(data.p95Ms !== null && data.p95Ms >= 0);
  const mine = data.callers.find((caller) => caller.userId === me.user.id);
  assert.partialDeepStrictEqual(mine, { userName: me.user.userName, calls: 5, errors: 0 });
  assert.equal(data.hours.length, 48);
  assert.ok((data.hours.at(-1)?.calls ?? 0) + (data.hours.at(-2)?.calls ?? 0) >= 5);
  const listed = await find(me, "/user/v1/users");
  assert.equal(listed.calls7d, data.calls);
  assert.ok(listed.lastCalledAt);
});

test("AU-R48 an interface that was not called for 90 days is idle, a new one is not", async () => {
  const me = await keeper();
  const found = await find(me, "/user/v1/modify/password", "POST");
  const idle = async () =>
    (await me.call(listInterfaces, { query: { idle: "1", pageSize: 100 } })).data.list.map((one) => one.id);
  assert.equal((await idle()).includes(found.id), false);
  await app.rows("update api_interface set first_seen_at = now() - interval '91 days' where id = $1", [found.id]);
  assert.equal((await idle()).includes(found.id), true);
  assert.equal((await find(me, "/user/v1/modify/password", "POST")).isIdle, true);
  const busy = (await me.call(listInterfaces, { query: { idle: "0", pageSize: 100 } })).data.list;
  assert.equal(
    busy.some((one) => one.id === found.id),
    false,
  );
});

test("6 neither list nor change without the code, and nothing changes for those who only read", async () => {
  const reader = await app.signIn({ permissions: ["authority:interface:list"] });
  const stranger = await app.signIn();
  const found = await find(reader, "/user/v1/users");
  assert.equal((await stranger.call(listInterfaces, { query: {} })).msgCode, "COMMON_FORBIDDEN");
  const refused = await reader.call(disableInterface, {
    params: { id: found.id },
    body: { reason: "x", version: found.version },
  });
  assert.equal(refused.msgCode, "COMMON_FORBIDDEN");
  assert.equal((await find(reader, phoneLogin.path, "POST")).roleCount, null);
});
