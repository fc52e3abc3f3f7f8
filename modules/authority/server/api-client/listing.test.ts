import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, MOST_CHOICES, searchRefs, wireTime } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import {
  createApiClient,
  disableApiClient,
  editApiClient,
  editUser,
  enableApiClient,
  getApiClient,
  listApiClientCalls,
  listApiClientInterfaces,
  listApiClients,
  listRoles,
  listUsers,
  rotateApiClient,
} from "../../contract/index.ts";
import { givenMember, givenMembership, givenOrganization, givenRole, givenUser, testApp } from "../testing.ts";
import { runSchedule } from "../testing-schedules.ts";
import { actingClient } from "./actor.ts";
import { ClientCalls } from "./calls.ts";
import { apiClientsBelow, restartApiClient, stopApiClient } from "./published.ts";
import { clientBody, givenClient, interfaceIdOf, type Keys, logged, signedCall } from "./testing.ts";

const app = testApp();
const admin = () => app.signIn({ boolAdmin: true });
const list = (keys: Keys, ip = "10.3.4.5") => signedCall(app, keys, listUsers, { query: {} }, { ip });
const all = ["list", "create", "edit", "rotate", "disable"].map((action) => `authority:apiClient:${action}`);
const untouched = { disabledReason: null, previousUntil: null, rotatedAt: null, lastUsedAt: null };
const called = { method: "GET", ip: "10.3.*.*", keyNo: 1 };
const dayOff = (days: number) => dayOf(new Date(app.now().getTime() + days * 86_400_000));

test("AU-R54 a client in full, in the list and on its page, with its keys and interfaces", () =>
  app.holdTime(async () => {
    const operator = await admin();
    const lender = await givenMember(app);
    const wishes = { actAsUserId: lender.id, remark: "对接", validUntil: dayOff(9), ipAllow: ["10.0.0.0/8"] };
    const { id, ak, sk, body } = await givenClient(app, operator, [listUsers, editUser], wishes);
    const nameOf = async (table: string, column: string, of: string) =>
      (await app.rows<{ name: string }>(`select ${column} as name from ${table} where id = $1`, [of]))[0]?.name;
    const time = wireTime(app.now());
    const shown = {
      id,
      name: body.name,
      ak,
      skTail: sk.slice(-4),
      ownerOrgId: body.ownerOrgId,
      ownerUserId: body.ownerUserId,
      ownerOrgName: await nameOf("organization", "name", body.ownerOrgId),
      ownerUserName: await nameOf("app_user", "user_name", body.ownerUserId),
      actAsUserId: lender.id,
      actAsUserName: lender.userName,
      interfaceIds: body.interfaceIds,
      ipAllow: ["10.0.0.0/8"],
      ratePerMin: 600,
      validUntil: dayOff(9),
      remark: "对接",
      status: "ACTIVE",
      ...untouched,
      createdAt: time,
      version: 1,
    };
    const page = (await operator.call(listApiClients, { query: { keyword: ak } })).data;
    assert.deepEqual([page.list, page.total], [[shown], 1]);
    const detail = async () => (await operator.call(getApiClient, { params: { id } })).data;
    const { interfaces, keys, ...rest } = await detail();
    assert.deepEqual(rest, shown);
    assert.deepEqual(
      interfaces.map(({ method, path }) => `${method} ${path}`),
      [listUsers, editUser].map(({ method, path }) => `${method} ${path}`),
    );
    assert.deepEqual(keys, [{ keyNo: 1, isCurrent: true, calls: 0, lastUsedAt: null }]);
    assert.partialDeepStrictEqual(await app.auditOf({ id }), [{ summary: "授权接口2个" }]);

    await list({ ak, sk });
    await logged(app, id, 1);
    const rotate = async (version: number) =>
      (await operator.call(rotateApiClient, { params: { id }, body: { overlapHours: 1, version } })).data;
    const second = await rotate(1);
    assert.deepEqual((await detail()).keys, [
      { keyNo: 2, isCurrent: true, calls: 0, lastUsedAt: null },
      { keyNo: 1, isCurrent: false, calls: 1, lastUsedAt: time },
    ]);
    assert.deepEqual(
      (await rotate(2)).previousUntil,
      wireTime(new Date(app.now().getTime() + 3_600_000)),
      "the hour that was asked for",
    );
    assert.deepEqual(
      (await detail()).keys.map(({ keyNo }) => keyNo),
      [3, 2],
    );
    app.passTime(3_599.999);
    assert.equal((await list(second)).msgCode, "API_NOT_GRANTED", "the key holds, its lender has no rights");
    assert.ok((await detail()).previousUntil);
    app.passTime(0.001);
    assert.equal((await list(second)).msgCode, "API_SIGNATURE");
    assert.equal((await detail()).previousUntil, null);
  }));

test("AU-R54 clients are found by a part of the name, the whole AK, state, organisation and interface", async () => {
  const operator = await admin();
  const wanted = await givenClient(app, operator, [listUsers, listRoles], { name: "财务100%系统" });
  const other = await givenClient(app, operator, [listUsers], { name: "财务1000系统" });
  const reason = { params: { id: other.id }, body: { reason: "停用", version: 1 } };
  await operator.call(disableApiClient, reason);
  const found = async (query: object) =>
    (await operator.call(listApiClients, { query })).data.list.map(({ name }) => name);
  assert.deepEqual(await found({ keyword: "财务" }), [other.body.name, wanted.body.name]);
  assert.deepEqual(await found({ keyword: "100%" }), [wanted.body.name]);
  assert.deepEqual(await found({ keyword: other.ak }), [other.body.name]);
  assert.deepEqual(await found({ keyword: other.ak.slice(1) }), []);
  assert.deepEqual(await found({ keyword: "财务", status: "ACTIVE" }), [wanted.body.name]);
  assert.deepEqual(await found({ ownerOrgId: other.body.ownerOrgId }), [other.body.name]);
  assert.deepEqual(await found({ keyword: "财务", interfaceId: await interfaceIdOf(app, listRoles) }), [
    wanted.body.name,
  ]);
});

test("AU-R52 the log of a client shows its own calls, newest first, all, the failed or the good ones", () =>
  app.holdTime(async () => {
    const operator = await admin();
    const [keys, other] = [
      await givenClient(app, operator, [listUsers]),
      await givenClient(app, operator, [listUsers]),
    ];
    await list(keys);
    app.passTime(1);
    await signedCall(app, keys, listRoles, { query: {} }, { ip: "::ffff:10.3.4.5" });
    await list(other);
    await logged(app, keys.id, 2);
    const calls = async (query: object) => {
      const { data } = await operator.call(listApiClientCalls, { params: { id: keys.id }, query });
      return [data.total, ...data.list.map(({ id: _id, ms: _ms, ...call }) => call)];
    };
    const time = (seconds: number) => wireTime(new Date(app.now().getTime() + seconds * 1000));
    const good = { ...called, occurredAt: time(-1), path: listUsers.path, name: "用户列表", status: 200, msgCode: "" };
    const failed = {
      ...called,
      occurredAt: time(0),
      path: listRoles.path,
      name: "角色列表",
      status: 403,
      msgCode: "API_NOT_GRANTED",
    };
    assert.deepEqual(await calls({}), [2, failed, good]);
    assert.deepEqual(await calls({ failed: "true" }), [1, failed]);
    assert.deepEqual(await calls({ failed: "false" }), [1, good]);
    assert.deepEqual(await calls({ pageSize: 1, pageNo: 2 }), [2, good]);
    const row = (await operator.call(getApiClient, { params: { id: keys.id } })).data;
    assert.equal(row.lastUsedAt, time(0));
  }));

test("AU-R53 interfaces on offer: in order, none that is gone", async () => {
  const operator = await admin();
  const offered = async () => (await operator.call(listApiClientInterfaces, {})).data;
  const before = await offered();
  const names = before.map(({ path, method }) => `${path} ${method}`);
  assert.deepEqual(names, names.toSorted());
  const [one] = before.filter(({ path, method }) => path === listRoles.path && method === "GET");
  assert.partialDeepStrictEqual(one, { name: "角色列表", service: "user" });
  const keys = await givenClient(app, operator, [listRoles]);
  const gone = await interfaceIdOf(app, listRoles);
  await app.rows("update api_interface set status = 'REMOVED' where id = $1", [gone]);
  const body = await clientBody(app, [listRoles]);
  assert.equal((await offered()).length, before.length - 1);
  assert.equal((await signedCall(app, keys, listRoles, { query: {} })).msgCode, "API_NOT_GRANTED");
  const refused = await operator.call(createApiClient, { body });
  assert.equal(refused.msg, "所选接口不存在、已下线或不能授权给接口账号");
  await app.rows("update api_interface set status = 'ENABLED' where id = $1", [gone]);
});

test("AU-R59 people on offer: usable ones by name or staff number; of lenders the system accounts first, no administrator", async () => {
  const operator = await admin();
  const given = (userName: string, wishes: object = {}) => givenUser(app, { userName, ...wishes });
  const service = await given("候选系统", { userType: "SERVICE", status: "PENDING" });
  const person = await given("候选员工", { staffNo: "PICKME1" });
  const chief = await given("候选管理员", { boolAdmin: true });
  for (const status of ["DISABLED", "DORMANT", "LEFT"] as const) await given("候选停用", { status });
  const people = async ({ keyword, lends }: { keyword: string; lends?: "true" }) => {
    const params = { kind: lends ? "clientLender" : "clientOwner" };
    const query = { by: createApiClient.permission, keyword };
    return (await operator.call(searchRefs, { params, query })).data.map(({ id }) => id);
  };
  assert.deepEqual(await people({ keyword: "候选" }), [chief.id, person.id, service.id]);
  assert.deepEqual(await people({ keyword: "候选", lends: "true" }), [service.id, person.id]);
  assert.deepEqual(await people({ keyword: "pickme" }), [person.id]);
  for (let n = 0; n <= MOST_CHOICES; n++) await given("很多人");
  assert.equal((await people({ keyword: "很多人" })).length, MOST_CHOICES);
  const late = await given("很多人的系统", { userType: "SERVICE" });
  await app.rows("update app_user set created_at = created_at - interval '1 day' where id = $1", [late.id]);
  const lenders = await people({ keyword: "很多人", lends: "true" });
  assert.deepEqual([lenders.length, lenders[0]], [MOST_CHOICES, late.id]);
});

test("AU-R53 a client needs an organisation in use, an owner and a lender in service", async () => {
  const operator = await admin();
  const refusal = async (wishes: object) => {
    const body = { ...(await clientBody(app, [listUsers])), ...wishes };
    return (await operator.call(createApiClient, { body })).msg;
  };
  const ownerOff = "负责人账号不可用，请选择在职人员";
  const closed = await givenOrganization(app, { status: "DISABLED" });
  assert.equal(await refusal({ ownerOrgId: closed.id }), "归属组织不存在、已停用或不在您的管理范围内");
  const frozen = await givenUser(app);
  await app.rows("update app_user set frozen_reason = '暂停' where id = $1", [frozen.id]);
  const cases: [account: { id: string }, isUsable: boolean][] = [
    [frozen, false],
    [await givenUser(app, { status: "PENDING" }), true],
    [await givenUser(app, { status: "DISABLED" }), false],
    [await givenUser(app, { validUntil: dayOff(0) }), true],
    [await givenUser(app, { validUntil: dayOff(-1) }), false],
  ];
  for (const [{ id }, isUsable] of cases) {
    assert.equal(await refusal({ ownerUserId: id }), isUsable ? "" : ownerOff);
    const lending = isUsable ? "" : "代表用户不可用：须为可用的非管理员账号";
    assert.equal(await refusal({ actAsUserId: id }), lending);
  }
  assert.equal(await refusal({ validUntil: dayOff(-1) }), "有效期不能早于今天");
  assert.equal(await refusal({ validUntil: dayOff(0) }), "");
});

test("AU-R53 a field that the operator may not see is not handed on with the interface", async () => {
  const home = await givenOrganization(app);
  const permissions = [...all, listUsers.permission];
  const operator = await app.signIn({ permissions, scope: "ORG_TREE", organization: home });
  const create = async (endpoints = [listUsers]) => {
    const own = { ownerOrgId: home.id, ownerUserId: operator.user.id };
    return (await operator.call(createApiClient, { body: { ...(await clientBody(app, endpoints)), ...own } })).msg;
  };
  assert.equal(await create(), "");
  await app.rows(
    `update role set field_rules = '{"user.staffNo":"HIDE"}' where id in (select g.role_id from role_grant g
      join membership m on m.id = g.membership_id where m.user_id = $1)`,
    [operator.user.id],
  );
  await app.rows("update permission_version set value = value + 1");
  const again = await app.clientOf(operator.user, [home.id]);
  const own = { ownerOrgId: home.id, ownerUserId: operator.user.id };
  const body = { ...(await clientBody(app, [listUsers])), ...own };
  assert.equal((await again.call(createApiClient, { body })).msg, "您不能授予超出自身权限的接口：工号");
});

test("AU-R54 an edit tells which interfaces came and went, keeps a day that has passed, and refuses a name in use", async () => {
  const operator = await admin();
  const { id, body } = await givenClient(app, operator, [listUsers, listRoles]);
  const other = await givenClient(app, operator, [listUsers]);
  const [users = "", roles = ""] = body.interfaceIds;
  const edit = async (changes: object, version: number) =>
    operator.call(editApiClient, { params: { id }, body: { ...body, ...changes, version } });
  const added = await interfaceIdOf(app, editUser);
  const changed = await edit({ interfaceIds: [users, added, added, await interfaceIdOf(app, rotateApiClient)] }, 1);
  assert.equal(changed.data.interfaceIds.length, 3);
  assert.equal((await app.auditOf({ id })).at(-1)?.summary, "授权接口：新增2个，移除1个");
  assert.equal((await edit({ name: other.body.name }, 2)).msg, "接口账号名称已存在");
  assert.equal((await edit({ validUntil: dayOff(-1) }, 2)).msg, "有效期不能早于今天");
  const past = [id, dayOff(-1), [users, roles]];
  await app.rows("update api_client set valid_until = $2, interface_ids = $3 where id = $1", past);
  const kept = await edit({ validUntil: dayOff(-1), remark: "照旧" }, 2);
  assert.deepEqual([kept.msg, kept.data.status], ["", "ACTIVE"]);
  assert.equal((await app.auditOf({ id })).at(-1)?.summary, null);
  await runSchedule(app, "authority.apiClientSweep");
  const still = await edit({ validUntil: dayOff(-1), remark: "仍过期" }, 4);
  assert.equal(still.data.status, "EXPIRED");
  assert.equal((await edit({ validUntil: null }, 5)).data.status, "ACTIVE");
});

test("AU-R54 switched off and on again with a reason, unless its last day has passed", async () => {
  const operator = await admin();
  const { id } = await givenClient(app, operator, [listUsers]);
  const turn = (endpoint: typeof disableApiClient | typeof enableApiClient, version: number) =>
    operator.call(endpoint, { params: { id }, body: { reason: "检查", version } });
  assert.partialDeepStrictEqual((await turn(disableApiClient, 1)).data, { status: "DISABLED", disabledReason: "检查" });
  assert.partialDeepStrictEqual((await turn(enableApiClient, 2)).data, { status: "ACTIVE", disabledReason: null });
  assert.deepEqual(
    (await app.auditOf({ id })).slice(-2).map(({ reason }) => reason),
    ["检查", "检查"],
  );
  await turn(disableApiClient, 3);
  await app.rows("update api_client set valid_until = $2 where id = $1", [id, dayOff(-1)]);
  assert.equal((await turn(enableApiClient, 4)).msg, "有效期不能早于今天");
});

test("AU-R54 whatever puts a client out of service refuses its next call, and the sweep says why", async () => {
  const operator = await admin();
  const yesterday = dayOff(-1);
  const cases: [change: string, value: unknown, status: string, reason: string | null][] = [
    ["update app_user set deleted_at = $2 where id = $1.owner_user_id", app.now(), "DISABLED", "负责人已离职"],
    ["update app_user set status = $2 where id = $1.owner_user_id", "LEFT", "DISABLED", "负责人已离职"],
    ["update organization set deleted_at = $2 where id = $1.owner_org_id", app.now(), "DISABLED", "归属组织已停用"],
    ["update organization set status = $2 where id = $1.owner_org_id", "DISABLED", "DISABLED", "归属组织已停用"],
    ["update api_client set valid_until = $2 where id = $1.id", yesterday, "EXPIRED", null],
    ["update api_client set valid_until = $2 where id = $1.id", dayOff(0), "ACTIVE", null],
    ["update app_user set status = $2 where id = $1.owner_user_id", "DISABLED", "ACTIVE", null],
  ];
  for (const [change, value, status, reason] of cases) {
    const keys = await givenClient(app, operator, [listUsers]);
    const column = /\$1\.(\w+)/.exec(change)?.[1];
    const query = change.replace(/\$1\.\w+/, `(select ${column} from api_client where id = $1)`);
    await app.rows(query, [keys.id, value]);
    const answer = await list(keys);
    assert.equal(answer.msgCode, status === "ACTIVE" ? "" : "API_CLIENT_OFF", change);
    await runSchedule(app, "authority.apiClientSweep");
    const [row] = await app.rows("select status, disabled_reason as reason, version from api_client where id = $1", [
      keys.id,
    ]);
    assert.deepEqual(row, { status, reason, version: status === "ACTIVE" ? 1 : 2 }, change);
    const notices = await app.rows(
      "select user_id as id, title, content, level, route from notice where content like $1 order by user_id",
      [`%「${keys.body.name}」%`],
    );
    const told = {
      title: "接口账号已停用",
      content: `接口账号「${keys.body.name}」已停用：${reason}。`,
      level: "WARN",
      route: "/AuthorityManagement/OtherAccountManage?tab=clients",
    };
    const people = [operator.user.id, keys.body.ownerUserId].toSorted();
    assert.deepEqual(notices, reason === null ? [] : people.map((id) => ({ id, ...told })), change);
  }
});

test("AU-R54 a module stops the clients below an organisation and brings back those that it stopped", async () => {
  const operator = await admin();
  const home = await givenOrganization(app);
  const below = await givenOrganization(app, { parent: home });
  const [own, inside] = [
    await givenClient(app, operator, [listUsers], { ownerOrgId: home.id }),
    await givenClient(app, operator, [listUsers], { ownerOrgId: below.id }),
  ];
  await givenClient(app, operator, [listUsers]);
  const ids = () =>
    app.arrange(async (tx) => (await apiClientsBelow(tx, home.id)).map(({ id, name }) => `${id} ${name}`));
  assert.deepEqual(await ids(), [own, inside].map(({ id, body }) => `${id} ${body.name}`).toSorted());
  const stop = () => app.arrange((tx) => stopApiClient(tx, own.id, "伙伴暂停"));
  const restart = (reason: string) => app.arrange((tx) => restartApiClient(tx, own.id, reason));
  assert.deepEqual([await stop(), await stop()], [true, false]);
  assert.deepEqual(await ids(), [`${inside.id} ${inside.body.name}`]);
  assert.equal((await list(own)).msgCode, "API_CLIENT_OFF");
  assert.deepEqual([await restart("别的"), await restart("伙伴暂停"), await restart("伙伴暂停")], [false, true, false]);
  assert.partialDeepStrictEqual((await operator.call(getApiClient, { params: { id: own.id } })).data, {
    status: "ACTIVE",
    disabledReason: null,
  });
  assert.equal((await list(own)).status, 200);
});

test("AU-R53 a role that is lent for a time is lent to the second", () =>
  app.holdTime(async () => {
    const lender = await givenUser(app);
    const role = await givenRole(app, { permissionCodes: [listUsers.permission], dataScope: "ORG" });
    const validTo = new Date(app.now().getTime() + 30_000);
    await givenMembership(app, { user: lender, organization: await givenOrganization(app), roles: [role], validTo });
    const keys = await givenClient(app, await admin(), [listUsers], { actAsUserId: lender.id });
    const statuses = [];
    for (const seconds of [0, 29.999, 0.001]) {
      app.passTime(seconds);
      statuses.push((await list(keys)).status);
    }
    assert.deepEqual(statuses, [200, 200, 403]);
  }));

test("AU-R53 work that goes on after a call knows its client, as long as that is in service", async () => {
  const operator = await admin();
  const { id, body } = await givenClient(app, operator, [listUsers]);
  const acting = (of: string) => app.arrange((tx) => actingClient(tx, of));
  const actor = await acting(id);
  assert.ok(actor);
  assert.deepEqual(
    [actor.userId, actor.name, actor.sessionId, actor.isAdmin, actor.organizationIds],
    [id, `接口账号·${body.name}`, null, false, [body.ownerOrgId]],
  );
  assert.deepEqual([actor.can(listUsers.permission), actor.can(listRoles.permission)], [true, false]);
  assert.deepEqual([actor.mayCall(listUsers), actor.mayCall(listRoles)], [true, false]);
  assert.deepEqual(new Set(actor.standsFor), new Set([body.ownerUserId, operator.user.id]));
  await operator.call(disableApiClient, { params: { id }, body: { reason: "停用", version: 1 } });
  assert.equal(await acting(id), null);
  assert.equal(await acting(newId()), null);
});

test("AU-R52 while the log cannot be written the newest 5,000 calls wait for it", async () => {
  const { id: clientId } = await givenClient(app, await admin(), [listUsers]);
  const calls = new ClientCalls();
  const call = { clientId, occurredAt: app.now(), method: "GET", name: "", status: 200, msgCode: "", ip: "", ms: 1.6 };
  for (let n = 0; n <= 5_000; n++) calls.add({ ...call, path: `${n}`, keyNo: 1 });
  await calls.flush(); // without a connection nothing is written and nothing is lost
  calls.connect(app.node.access);
  await calls.flush();
  await calls.disconnect();
  const [row] = await app.rows(
    `select count(*)::int, min(path::int) as first, max(path::int) as last, max(ms) as ms from api_client_call
     where client_id = $1`,
    [clientId],
  );
  assert.deepEqual(row, { count: 5_000, first: 1, last: 5_000, ms: 2 });
});
