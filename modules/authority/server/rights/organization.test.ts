import assert from "node:assert/strict";
import { test } from "node:test";
import { listUsers, logout, organizationLogin, userInfo, userOrganization } from "../../contract/index.ts";
import { organizationUnionMode } from "../params.ts";
import {
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  setParam,
  type TestClient,
  testApp,
} from "../testing.ts";
import { bumpRights } from "./bump.ts";

const app = testApp();

/** Makes somebody who is 店长 in one organisation and 城市经理 in another, with one code in each. */
async function givenManager() {
  const [pudong, shanghai] = [await givenOrganization(app), await givenOrganization(app)];
  const user = await givenUser(app);
  const inStore = await givenRole(app, { permissionCodes: ["authority:user:list"], dataScope: "ORG" });
  const inCity = await givenRole(app, { permissionCodes: ["clue:clue:view"], dataScope: "ORG_TREE" });
  await givenMembership(app, { user, organization: pudong, roles: [inStore], isPrimary: true, positionName: "店长" });
  await givenMembership(app, { user, organization: shanghai, roles: [inCity], positionName: "城市经理" });
  const { data } = await app.login({ mobilePhone: user.mobilePhone });
  return { user, pudong, shanghai, client: app.clientWith(user, "", data.accessToken) };
}

const switchTo = (client: TestClient, organizationId: string) =>
  client.call(organizationLogin, { body: { organizationId } });
const infoOf = async (token: string) => (await app.call(userInfo, {}, { token })).data[0];

test("PF-R27 the new token of a switch is kept nowhere, not even for a repeat of the call", async () => {
  const { client, shanghai } = await givenManager();
  const headers = { "idempotency-key": "switch" };
  await client.call(organizationLogin, { body: { organizationId: shanghai.id } }, { headers });
  assert.deepEqual(await app.rows("select answer from idempotency_key"), []);
});

test("PF-R60 an administrator has no organisation and cannot switch", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const organization = await givenOrganization(app);

  const info = await infoOf(admin.token);
  assert.partialDeepStrictEqual(info, {
    boolAdmin: true,
    loginOrganizationId: "",
    organizationsDescription: "",
    permissionCodeList: ["*"],
    organizations: [],
    organizationIds: [],
    position: [],
  });
  assert.equal((await switchTo(admin, organization.id)).msgCode, "ORG_NOT_MEMBER");
});

test("PF-R61 organisations are entries 组织(职位) of the first element", async () => {
  const { client, pudong, shanghai } = await givenManager();

  const { data } = await client.call(userOrganization, {});

  assert.deepEqual(data[0]?.organizations, [
    { id: pudong.id, organizationPositionName: `${pudong.name}(店长)`, isPrimary: true, isCurrent: true },
    { id: shanghai.id, organizationPositionName: `${shanghai.name}(城市经理)`, isPrimary: false, isCurrent: false },
  ]);
});

test("PF-R60 user info names the active organisation, all organisations and the positions held", async () => {
  const { user, client, pudong, shanghai } = await givenManager();

  assert.partialDeepStrictEqual(await infoOf(client.token), {
    id: user.id,
    userName: user.userName,
    mobilePhone: user.mobilePhone.replace(/^(...)....(....)$/, "$1****$2"),
    boolAdmin: false,
    loginOrganizationId: pudong.id,
    organizationsDescription: `${pudong.name}(店长)`,
    permissionCodeList: ["authority:user:list"],
    organizationIds: [pudong.id, shanghai.id],
    position: ["店长"],
    changePwdStatus: false,
    changePwdReason: "",
  });
});

test("PF-R62 a switch answers a new token; PF-R63 rights follow the membership", async () => {
  const { client, shanghai } = await givenManager();
  assert.equal((await client.call(listUsers, { query: {} })).success, true);

  const { data } = await switchTo(client, shanghai.id);

  const info = await infoOf(data.accessToken);
  assert.deepEqual([info?.loginOrganizationId, info?.position], [shanghai.id, ["城市经理"]]);
  assert.deepEqual(info?.permissionCodeList, ["clue:clue:view"]);
  const refused = await app.call(listUsers, { query: {} }, { token: data.accessToken });
  assert.equal(refused.msgCode, "COMMON_FORBIDDEN");
});

test("PF-R63 the next sign-in starts in the organisation used last", async () => {
  const { user, client, pudong, shanghai } = await givenManager();
  await switchTo(client, shanghai.id);

  const again = await app.login({ mobilePhone: user.mobilePhone });
  assert.equal((await infoOf(again.data.accessToken))?.loginOrganizationId, shanghai.id);

  await app.rows("update organization set status = 'DISABLED' where id = $1", [shanghai.id]);
  const then = await app.login({ mobilePhone: user.mobilePhone });
  assert.equal((await infoOf(then.data.accessToken))?.loginOrganizationId, pudong.id, "its memberships sleep (AU-R28)");
});

test("PF-R63 a foreign, ended, future or made-up organisation is refused", async () => {
  const { user, client, pudong } = await givenManager();
  const [foreign, ended, future] = [
    await givenOrganization(app),
    await givenOrganization(app),
    await givenOrganization(app),
  ];
  await givenMembership(app, { user, organization: ended, endDate: "2025-01-01", startDate: "2024-01-01" });
  await givenMembership(app, { user, organization: future, startDate: "2099-01-01", status: "FUTURE" });

  for (const id of [foreign.id, ended.id, future.id, "1 OR 1=1", `${pudong.id},${foreign.id}`, ",", "x".repeat(2000)]) {
    const { status, msgCode, msg } = await switchTo(client, id);
    assert.deepEqual([status, msgCode, msg], [200, "ORG_NOT_MEMBER", "您不属于该组织或任职已结束"], id.slice(0, 80));
  }
  assert.equal((await switchTo(client, "x".repeat(2001))).msgCode, "COMMON_PARAM");
});

test("PF-R64 the old token reads for ten more seconds, writes nothing, and other tabs are told", async () => {
  const { client, user, shanghai } = await givenManager();
  await client.call(userInfo, {});
  const [before] = await app.rows<{ id: string }>("select id from session where user_id = $1", [user.id]);

  await switchTo(client, shanghai.id);

  assert.equal((await client.call(userInfo, {})).status, 200);
  assert.equal((await client.call(userOrganization, {})).status, 200);
  assert.deepEqual((await client.call(logout, {})).msgCode, "SESSION_ORG_SWITCH");
  assert.equal((await switchTo(client, shanghai.id)).status, 401);
  const told = await app.rows("select payload from live_event where session_id = $1", [before?.id]);
  assert.deepEqual(told, [{ payload: { type: "org.switched", organizationName: `${shanghai.name}(城市经理)` } }]);
  app.passTime(11);
  const late = await client.call(userInfo, {});
  assert.deepEqual([late.status, late.msgCode], [401, "SESSION_ORG_SWITCH"]);
});

test("PF-R64 of two switches at the same time one wins and one session stays", async () => {
  const { client, user, pudong, shanghai } = await givenManager();

  const answers = await Promise.all([switchTo(client, shanghai.id), switchTo(client, pudong.id)]);

  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 401]);
  const active = await app.rows("select id from session where user_id = $1 and status = 'ACTIVE'", [user.id]);
  assert.equal(active.length, 1);
});

test("PF-R64 switching does not make a session live longer", async () => {
  const { client, user, shanghai } = await givenManager();
  app.passTime(3600);
  await switchTo(client, shanghai.id);
  const limits = await app.rows("select distinct absolute_expires_at from session where user_id = $1", [user.id]);
  assert.equal(limits.length, 1);
});

test("PF-R65 when the active membership ends, calls say so and the person can go on elsewhere", async () => {
  const { client, user, pudong, shanghai } = await givenManager();
  await client.call(listUsers, { query: {} });
  await app.arrange(async (tx) => {
    await app.rows("update membership set status = 'ENDED', end_date = start_date where organization_id = $1", [
      pudong.id,
    ]);
    await bumpRights(tx, [user.id]);
  });

  const refused = await client.call(listUsers, { query: {} });
  assert.deepEqual([refused.status, refused.msgCode, refused.msg], [200, "ORG_ENDED", "您在该组织的任职已结束"]);
  const info = await infoOf(client.token);
  assert.deepEqual([info?.loginOrganizationId, info?.organizationIds], ["", [shanghai.id]]);
  const { data } = await switchTo(client, shanghai.id);
  assert.equal((await infoOf(data.accessToken))?.loginOrganizationId, shanghai.id);
});

test("PF-R65 a membership ends by its date at midnight, without anybody's change", async () => {
  const today = dayIn(0);
  const user = await givenUser(app);
  const organization = await givenOrganization(app);
  const role = await givenRole(app, { permissionCodes: ["authority:user:list"], dataScope: "ORG" });
  await givenMembership(app, { user, organization, roles: [role], isPrimary: true, endDate: today });
  const client = await app.clientOf(user, [organization.id]);
  assert.equal((await client.call(listUsers, { query: {} })).success, true);

  const midnight = new Date(`${dayIn(1)}T00:00:00+08:00`).getTime();
  app.passTime((midnight - app.now().getTime()) / 1000 + 1);
  const later = await app.clientOf(user, [organization.id]);
  assert.equal((await later.call(listUsers, { query: {} })).msgCode, "ORG_ENDED");
});

test("PF-R66 the union view is offered first and gives the union of rights, only where it is allowed", async () => {
  const { user, client, pudong, shanghai } = await givenManager();
  const both = `${pudong.id},${shanghai.id}`;
  assert.equal((await switchTo(client, both)).msgCode, "ORG_NOT_MEMBER");

  await setParam(app, organizationUnionMode, "allowed");
  const offered = (await client.call(userOrganization, {})).data[0]?.organizations;
  const entries = (current: string) =>
    [
      { id: both, organizationPositionName: "全部组织(合并视图)", isPrimary: false },
      { id: pudong.id, organizationPositionName: `${pudong.name}(店长)`, isPrimary: true },
      { id: shanghai.id, organizationPositionName: `${shanghai.name}(城市经理)`, isPrimary: false },
    ].map((entry) => ({ ...entry, isCurrent: entry.id === current }));
  assert.deepEqual(offered, entries(pudong.id));
  const { data } = await switchTo(client, both);
  const info = await infoOf(data.accessToken);
  assert.deepEqual(info?.organizations, entries(both));
  const again = await app.login({ mobilePhone: user.mobilePhone });
  assert.equal((await infoOf(again.data.accessToken))?.loginOrganizationId, pudong.id, "the union is not remembered");
  const third = await givenOrganization(app);
  await givenMembership(app, { user, organization: third });
  const fresh = app.clientWith(user, "", again.data.accessToken);
  assert.equal((await switchTo(fresh, both)).msgCode, "ORG_NOT_MEMBER", "all of them, or one");
  assert.equal((await switchTo(fresh, `${third.id},${third.id}`)).success, true);
  const single = await app.signIn();
  assert.equal((await single.call(userOrganization, {})).data[0]?.organizations.length, 1, "nothing to unite");
  await setParam(app, organizationUnionMode, "off");
  const [log] = await app.rows(
    "select kind, result, detail from login_log where user_id = $1 and kind = 'ORG_SWITCH' order by occurred_at limit 1",
    [user.id],
  );
  assert.deepEqual(log, { kind: "ORG_SWITCH", result: "SUCCESS", detail: "全部组织(合并视图)" });

  assert.partialDeepStrictEqual(info, {
    loginOrganizationId: both,
    organizationsDescription: "全部组织(合并视图)",
    permissionCodeList: ["authority:user:list", "clue:clue:view"],
    position: ["店长", "城市经理"],
  });
});

test("2.1 two positions in one organisation are one entry", async () => {
  const user = await givenUser(app);
  const organization = await givenOrganization(app);
  await givenMembership(app, { user, organization, isPrimary: true, positionName: "店长" });
  await givenMembership(app, { user, organization, positionName: "培训师" });
  const client = await app.clientOf(user, [organization.id]);

  const { data } = await client.call(userOrganization, {});
  assert.deepEqual(
    data[0]?.organizations.map((one) => one.organizationPositionName),
    [`${organization.name}(店长、培训师)`],
  );
});

function dayIn(days: number): string {
  return new Date(app.now().getTime() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
}
