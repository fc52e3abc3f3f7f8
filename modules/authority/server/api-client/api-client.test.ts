import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, listNotices, searchRefs } from "@ops/platform/contract";
import {
  createApiClient,
  disableApiClient,
  disableUser,
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
  userInfo,
} from "../../contract/index.ts";
import { givenMember, givenMembership, givenOrganization, givenRole, givenUser, testApp } from "../testing.ts";
import { runSchedule } from "../testing-schedules.ts";
import { clientsEnd, disableClientsOf } from "./sweep.ts";
import { clientBody, givenClient, interfaceIdOf, type Keys, logged, signedCall } from "./testing.ts";

const app = testApp();
const admin = () => app.signIn({ boolAdmin: true });
const list = (keys: Keys) => signedCall(app, keys, listUsers, { query: {} });
const all = ["list", "create", "edit", "rotate", "disable"].map((action) => `authority:apiClient:${action}`);

test("AU-R52 the SK is shown once, lies sealed in the database and in no log", async () => {
  const operator = await admin();
  const { id, ak, sk } = await givenClient(app, operator, [listUsers]);
  const shown = JSON.stringify([
    (await operator.call(getApiClient, { params: { id } })).data,
    (await operator.call(listApiClients, { query: {} })).data,
    await app.auditOf({ id }),
  ]);
  assert.ok(shown.includes(ak) && !shown.includes(sk));
  const [row] = await app.rows<{ cipher: Buffer }>("select sk_cipher as cipher from api_client where id = $1", [id]);
  assert.ok(row && !row.cipher.includes(sk));
  const keyed = { headers: { "idempotency-key": "again" } };
  await operator.call(createApiClient, { body: await clientBody(app, [listUsers]) }, keyed);
  assert.deepEqual(await app.rows("select from idempotency_key where key = 'again'"), []);
});

test("AU-R52 addresses are checked when they are typed", async () => {
  const operator = await admin();
  for (const ipAllow of [["10.0.0"], ["10.0.0.1/33"], ["2001:db8::/129"], ["localhost"], ["10.0.0.1", "x"]]) {
    const answer = await operator.call(createApiClient, { body: { ...(await clientBody(app, [listUsers])), ipAllow } });
    assert.partialDeepStrictEqual(answer, { success: false, msg: "IP白名单格式不正确", msgCode: "IP_FORMAT" });
  }
});

test("AU-R53 nobody hands on an interface or a scope that he lacks himself", async () => {
  const home = await givenOrganization(app);
  const below = await givenOrganization(app, { parent: home });
  const operator = await app.signIn({
    permissions: [...all, "authority:user:list"],
    scope: "ORG_TREE",
    organization: home,
  });
  const owner = await givenUser(app);
  await givenMembership(app, { user: owner, organization: below, isPrimary: true });
  const mine = { ownerOrgId: below.id, ownerUserId: owner.id };
  const { sk } = await givenClient(app, operator, [listUsers], mine);
  assert.ok(sk);

  const refusedBy = async (endpoints: Parameters<typeof clientBody>[1], wishes: object) =>
    (await operator.call(createApiClient, { body: { ...(await clientBody(app, endpoints)), ...mine, ...wishes } }))
      .msgCode;
  assert.equal(await refusedBy([listUsers, listRoles], {}), "GRANT_EXCEEDS");
  assert.equal(await refusedBy([userInfo], {}), "API_CLIENT_INTERFACE_GONE");
  const foreign = await givenOrganization(app);
  assert.equal(await refusedBy([listUsers], { ownerOrgId: foreign.id }), "COMMON_NOT_FOUND");
  assert.equal(await refusedBy([listUsers], { ownerUserId: (await givenMember(app)).id }), "COMMON_NOT_FOUND");
});

test("AU-R53 a scope of the call that is smaller than the tree refuses the interface", async () => {
  const home = await givenOrganization(app);
  await givenOrganization(app, { parent: home });
  const operator = await app.signIn({
    permissions: [...all, "authority:user:list"],
    scope: "ORG_TREE",
    scopeOverrides: { "authority:user:list": "ORG" },
    organization: home,
  });
  const body = { ...(await clientBody(app, [listUsers])), ownerOrgId: home.id, ownerUserId: operator.user.id };
  assert.partialDeepStrictEqual(await operator.call(createApiClient, { body }), {
    msg: "您不能授予超出自身权限的接口：用户列表",
    msgCode: "GRANT_EXCEEDS",
  });
});

test("AU-R53 editing, rotating and enabling a client that reaches further than the operator is refused", async () => {
  const home = await givenOrganization(app);
  const owner = await givenUser(app);
  await givenMembership(app, { user: owner, organization: home, isPrimary: true });
  const { id, body } = await givenClient(app, await admin(), [listRoles], {
    ownerOrgId: home.id,
    ownerUserId: owner.id,
  });
  const operator = await app.signIn({ permissions: all, scope: "ORG_TREE", organization: home });
  const exceeds = { success: false, msgCode: "GRANT_EXCEEDS" };
  const params = { id };
  assert.partialDeepStrictEqual(await operator.call(editApiClient, { params, body: { ...body, version: 1 } }), exceeds);
  const rotate = { params, body: { overlapHours: 0, version: 1 } };
  assert.partialDeepStrictEqual(await operator.call(rotateApiClient, rotate), exceeds);
  const reason = { params, body: { reason: "停一下", version: 1 } };
  assert.equal((await operator.call(disableApiClient, reason)).success, true);
  const back = { params, body: { reason: "恢复", version: 2 } };
  assert.partialDeepStrictEqual(await operator.call(enableApiClient, back), exceeds);
});

test("AU-R53 with actAsUserId it reaches what that person reaches and follows the person's roles", async () => {
  const [home, other] = [await givenOrganization(app), await givenOrganization(app)];
  const lender = await givenUser(app, { userType: "SERVICE", status: "PENDING" });
  const role = await givenRole(app, { permissionCodes: ["authority:user:list"], dataScope: "ORG" });
  await givenMembership(app, { user: lender, organization: home, roles: [role], isPrimary: true });
  const seen = await givenUser(app);
  await givenMembership(app, { user: seen, organization: home, isPrimary: true });
  await givenMembership(app, { user: await givenUser(app), organization: other, isPrimary: true });
  const keys = await givenClient(app, await admin(), [listUsers, listRoles], { actAsUserId: lender.id });

  const { data } = await list(keys);
  assert.deepEqual(data.list.map(({ id }: { id: string }) => id).sort(), [lender.id, seen.id].sort());
  const missing = await signedCall(app, keys, listRoles, { query: {} });
  assert.partialDeepStrictEqual(missing, { status: 403, msg: "接口未授权" });
  await app.rows("update app_user set status = 'DISABLED' where id = $1", [lender.id]);
  await app.rows("update permission_version set value = value + 1");
  assert.partialDeepStrictEqual(await list(keys), { status: 403, msg: "接口未授权" });
});

test("AU-R53 the rights of an administrator are lent to nobody, and those above the operator not by him", async () => {
  const operator = await admin();
  const { user: administrator } = await admin();
  const body = { ...(await clientBody(app, [listUsers])), actAsUserId: administrator.id };
  assert.partialDeepStrictEqual(await operator.call(createApiClient, { body }), { msgCode: "API_CLIENT_ACT_AS" });

  const home = await givenOrganization(app);
  const lender = await givenUser(app, { userType: "SERVICE" });
  const wide = await givenRole(app, { permissionCodes: ["authority:user:list"], dataScope: "ALL" });
  await givenMembership(app, { user: lender, organization: home, roles: [wide], isPrimary: true });
  const delegated = await app.signIn({
    permissions: [...all, "authority:user:list"],
    scope: "ORG_TREE",
    organization: home,
  });
  const own = { ownerOrgId: home.id, ownerUserId: delegated.user.id, actAsUserId: lender.id };
  const answer = await delegated.call(createApiClient, { body: { ...(await clientBody(app, [listUsers])), ...own } });
  assert.partialDeepStrictEqual(answer, { msgCode: "GRANT_EXCEEDS" });
});

test("AU-R53 the own records of somebody whom the operator does not reach are not lent by him", async () => {
  const [home, foreign] = [await givenOrganization(app), await givenOrganization(app)];
  const person = await givenRole(app, { permissionCodes: ["authority:user:list"], dataScope: "SELF" });
  const here = await givenUser(app, { userType: "SERVICE" });
  const elsewhere = await givenUser(app, { userType: "SERVICE" });
  await givenMembership(app, { user: here, organization: home, roles: [person], isPrimary: true });
  await givenMembership(app, { user: elsewhere, organization: foreign, roles: [person], isPrimary: true });
  // the account is in scope, because one post is here; its own records may also belong to the other place
  await givenMembership(app, { user: elsewhere, organization: home });
  const operator = await app.signIn({
    permissions: [...all, "authority:user:list"],
    scope: "ORG_TREE",
    organization: home,
  });
  const lend = async (actAsUserId: string) => {
    const own = { ownerOrgId: home.id, ownerUserId: operator.user.id, actAsUserId };
    return operator.call(createApiClient, { body: { ...(await clientBody(app, [listUsers])), ...own } });
  };

  const { msgCode, msg } = await lend(elsewhere.id);
  assert.deepEqual([msgCode, msg], ["GRANT_EXCEEDS", "您不能授予超出自身权限的接口：用户列表"]);
  assert.equal((await lend(here.id)).success, true);
  await givenMembership(app, { user: operator.user, organization: foreign, roles: [person] });
  assert.equal((await lend(operator.user.id)).success, true);
});

test("AU-R5 owner, maker, last editor and lender of a client cannot change themselves through it", async () => {
  const home = await givenOrganization(app);
  const somebody = async () => {
    const user = await givenUser(app);
    await givenMembership(app, { user, organization: home, isPrimary: true });
    return user;
  };
  const [owner, lender, other] = [await somebody(), await somebody(), await somebody()];
  const code = disableUser.permission;
  const role = await givenRole(app, { permissionCodes: [code], dataScope: "ORG_TREE" });
  await givenMembership(app, { user: lender, organization: home, roles: [role], positionName: "系统" });
  const operator = () => app.signIn({ permissions: [...all, code], scope: "ORG_TREE", organization: home });
  const [maker, editor] = [await operator(), await operator()];
  const reach = { ownerOrgId: home.id, ownerUserId: owner.id, actAsUserId: lender.id };
  const { id, ak } = await givenClient(app, maker, [disableUser], reach);
  const rotated = await editor.call(rotateApiClient, { params: { id }, body: { overlapHours: 0, version: 1 } });
  const disable = (user: { id: string }) =>
    signedCall(app, { ak, sk: rotated.data.sk }, disableUser, {
      params: { id: user.id },
      body: { reason: "测试", version: 1 },
    });

  for (const self of [owner, lender, maker.user, editor.user]) {
    const { msgCode, msg } = await disable(self);
    assert.deepEqual([msgCode, msg], ["USER_SELF", "不能操作自己的账号"]);
  }
  assert.equal((await disable(other)).success, true);
});

test("AU-R54 after a rotation both keys hold for the overlap and are counted apart", async () => {
  const operator = await admin();
  const old = await givenClient(app, operator, [listUsers]);
  const params = { id: old.id };
  const rotated = await operator.call(rotateApiClient, { params, body: { overlapHours: 2, version: 1 } });
  const fresh = rotated.data;
  assert.notEqual(fresh.sk, old.sk);
  assert.equal(fresh.ak, old.ak);
  await list(old);
  await list(fresh);
  await list(fresh);
  await logged(app, old.id, 3);
  const { data } = await operator.call(getApiClient, { params });
  assert.partialDeepStrictEqual(data.keys, [
    { keyNo: 2, isCurrent: true, calls: 2 },
    { keyNo: 1, isCurrent: false, calls: 1 },
  ]);
  assert.ok(data.lastUsedAt && data.previousUntil);
  app.passTime(2 * 3600 + 1);
  assert.partialDeepStrictEqual(await list(old), { status: 401, msg: "签名错误" });
  assert.equal((await list(fresh)).status, 200);
});

test("AU-R54 without an overlap the old key ends at once; the hours are 0 to 168", async () => {
  const operator = await app.signIn({ boolAdmin: true }); // the clock has moved
  const old = await givenClient(app, operator, [listUsers]);
  const params = { id: old.id };
  for (const overlapHours of [-1, 169]) {
    const answer = await operator.call(rotateApiClient, { params, body: { overlapHours, version: 1 } });
    assert.equal(answer.msg, "旧密钥保留时间为0–168小时");
  }
  const { data } = await operator.call(rotateApiClient, { params, body: { overlapHours: 0, version: 1 } });
  assert.equal(data.previousUntil, null);
  assert.equal((await list(old)).msg, "签名错误");
  assert.equal((await list(data)).status, 200);
});

test("AU-R54 a client whose owner left or whose organisation is closed answers nothing, and becomes DISABLED", async () => {
  const operator = await admin();
  const [left, closed] = [await givenClient(app, operator, [listUsers]), await givenClient(app, operator, [listUsers])];
  await app.rows("update app_user set status = 'LEFT' where id = $1", [left.body.ownerUserId]);
  await app.rows("update organization set status = 'DISABLED' where id = $1", [closed.body.ownerOrgId]);
  const off = { status: 403, msg: "接口账号已停用或已过期", msgCode: "API_CLIENT_OFF" };
  assert.partialDeepStrictEqual(await list(left), off);
  assert.partialDeepStrictEqual(await list(closed), off);
  await runSchedule(app, "authority.apiClientSweep");
  await runSchedule(app, "authority.apiClientSweep");
  const status = async (id: string) => (await operator.call(getApiClient, { params: { id } })).data;
  assert.partialDeepStrictEqual(await status(left.id), { status: "DISABLED", disabledReason: "负责人已离职" });
  assert.partialDeepStrictEqual(await status(closed.id), { status: "DISABLED", disabledReason: "归属组织已停用" });
  const { list: notices } = (await operator.call(listNotices, { query: {} })).data;
  const told = notices.filter(({ title }) => title === "接口账号已停用").map(({ content }) => content);
  assert.equal(told.length, 2);
  assert.ok(told.some((text) => text.endsWith("已停用：负责人已离职。")));
  assert.ok(told.some((text) => text.endsWith("已停用：归属组织已停用。")));
});

test("AU-R10 the clients of somebody who leaves are disabled", async () => {
  const operator = await admin();
  const [mine, others] = [await givenClient(app, operator, [listUsers]), await givenClient(app, operator, [listUsers])];
  const owned = () => app.arrange((tx) => clientsEnd.countOf(tx, mine.body.ownerUserId));
  assert.equal(await owned(), 1);
  assert.equal(await app.arrange((tx) => disableClientsOf(tx, mine.body.ownerUserId)), 1);
  assert.equal(await owned(), 0);
  assert.equal(await app.arrange((tx) => disableClientsOf(tx, mine.body.ownerUserId)), 0);
  assert.equal((await list(mine)).status, 403);
  assert.equal((await list(others)).status, 200);
});

test("AU-R54 a client ends with its last day; a later one brings it back", async () => {
  const operator = await admin();
  const validUntil = dayOf(app.now());
  const { id, body, ...keys } = await givenClient(app, operator, [listUsers], { validUntil });
  assert.equal((await list(keys)).status, 200);
  app.passTime(86_400);
  const later = await admin();
  assert.equal((await list(keys)).msgCode, "API_CLIENT_OFF");
  await runSchedule(app, "authority.apiClientSweep");
  const { data } = await later.call(getApiClient, { params: { id } });
  assert.equal(data.status, "EXPIRED");
  const past = await later.call(createApiClient, { body: { ...(await clientBody(app, [listUsers])), validUntil } });
  assert.equal(past.msg, "有效期不能早于今天");
  const edited = await later.call(editApiClient, {
    params: { id },
    body: { ...body, validUntil: dayOf(app.now()), version: data.version },
  });
  assert.equal(edited.data.status, "ACTIVE");
  assert.equal((await list(keys)).status, 200);
});

test("AU-R59 the rights of a system account are lent, its password opens nothing", async () => {
  const service = await givenUser(app, { userType: "SERVICE" });
  const home = await givenOrganization(app);
  const role = await givenRole(app, { permissionCodes: ["authority:user:list"], dataScope: "ORG" });
  await givenMembership(app, { user: service, organization: home, roles: [role], isPrimary: true });
  const refused = await app.login({ mobilePhone: service.mobilePhone });
  assert.partialDeepStrictEqual(refused, { success: false, msgCode: "ACCOUNT_SERVICE", msg: "该账号不能登录控制台" });
  const keys = await givenClient(app, await admin(), [listUsers], { actAsUserId: service.id });
  assert.equal((await list(keys)).data.list[0].id, service.id);
});

test("AU-R53 a write is done once per idempotency key of the client", async () => {
  const operator = await admin();
  const keys = await givenClient(app, operator, [disableApiClient, listUsers]);
  const other = await givenClient(app, operator, [listUsers], { ownerOrgId: keys.body.ownerOrgId });
  const call = { params: { id: other.id }, body: { reason: "联动", version: 1 } };
  const bent = { headers: { "idempotency-key": "once" } };
  const [first, second] = [
    await signedCall(app, keys, disableApiClient, call, bent),
    await signedCall(app, keys, disableApiClient, call, bent),
  ];
  assert.equal(first.success, true);
  assert.deepEqual(second.data, first.data);
});

test("AU-R54 lists, options and logs show what lies in the operator's scope", async () => {
  const home = await givenOrganization(app);
  const boss = await admin();
  const near = await givenClient(app, boss, [listUsers, editUser], { ownerOrgId: home.id });
  const far = await givenClient(app, boss, [listUsers]);
  const operator = await app.signIn({
    permissions: [...all, "authority:user:list"],
    scope: "ORG_TREE",
    organization: home,
  });
  const { data } = await operator.call(listApiClients, { query: {} });
  assert.deepEqual(
    data.list.map(({ id }) => id),
    [near.id],
  );
  const interfaceId = await interfaceIdOf(app, editUser);
  assert.equal((await boss.call(listApiClients, { query: { interfaceId } })).data.total, 1);
  assert.equal((await operator.call(getApiClient, { params: { id: far.id } })).msgCode, "COMMON_NOT_FOUND");
  const calls = await operator.call(listApiClientCalls, { params: { id: far.id }, query: {} });
  assert.equal(calls.msgCode, "COMMON_NOT_FOUND");
  const options = (await operator.call(listApiClientInterfaces, {})).data.map(({ path }) => path);
  assert.ok(options.includes(listUsers.path) && !options.includes(listRoles.path) && !options.includes(userInfo.path));
  const lenders = { params: { kind: "clientLender" }, query: { by: createApiClient.permission } };
  const people = (await operator.call(searchRefs, lenders)).data;
  assert.deepEqual(
    people.map(({ id }) => id),
    [operator.user.id],
  );
});

test("AU-R54 a name is used once", async () => {
  const operator = await admin();
  const { body } = await givenClient(app, operator, [listUsers]);
  const answer = await operator.call(createApiClient, {
    body: { ...(await clientBody(app, [listUsers])), name: body.name },
  });
  assert.partialDeepStrictEqual(answer, { msg: "接口账号名称已存在" });
});
