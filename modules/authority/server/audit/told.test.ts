import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addMembership,
  batchDisable,
  bindOtherAccount,
  editApiClient,
  forgetMyDevice,
  getUser,
  kickByOrg,
  kickSession,
  listRoles,
  listUsers,
  mySessions,
  organizationLogin,
  revokeGrant,
} from "../../contract/index.ts";
import { interfaceIdOf } from "../api-client/testing.ts";
import {
  givenClient,
  givenMember,
  givenMembership,
  givenOrganization,
  givenPosition,
  givenRole,
  givenUser,
  type TestClient,
  testApp,
} from "../testing.ts";
import { beginBatch } from "../testing-batch.ts";

const app = testApp();

/** Finds the record, summary and reason of the last log entry of a person. */
async function lastOf({ user }: Pick<TestClient, "user">) {
  const [row] = await app.rows<{ bizType: string; bizId: string; summary: string | null; reason: string | null }>(
    `select biz_type as "bizType", biz_id as "bizId", summary, reason from audit_log where actor_id = $1
     order by occurred_at desc, id desc limit 1`,
    [user.id],
  );
  return row;
}

test("PF-R97 the log tells of a batch how many it concerns, also when it changes nobody", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [fine, left] = [await givenMember(app), await givenMember(app, { status: "LEFT" })];
  await admin.call(batchDisable.preview, { body: { ids: [fine.id, left.id] } });
  assert.partialDeepStrictEqual(await lastOf(admin), { summary: "1人可执行，1人不可执行" });
  const { begun } = await beginBatch(admin, batchDisable, { ids: [fine.id, left.id] });
  const summary = `任务 ${begun.data.taskNo}：1人将执行，1人不执行`;
  assert.partialDeepStrictEqual(await lastOf(admin), { summary, reason: "盘点" });
});

test("PF-R97 the log tells whom a kick concerned, how many sessions ended, and why", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const organization = await givenOrganization(app);
  const [one] = [await app.signIn({ organization }), await app.signIn({ organization })];
  await admin.call(kickSession, { params: { id: one.sessionId } });
  assert.partialDeepStrictEqual(await lastOf(admin), { bizType: "appUser", bizId: one.user.id });
  await admin.call(kickByOrg, { body: { organizationId: organization.id, withChildren: false, reason: "演练" } });
  const told = { bizType: "organization", bizId: organization.id, summary: "下线1个会话", reason: "演练" };
  assert.deepEqual(await lastOf(admin), told);
});

test("PF-R97 the log names the device that is forgotten and the organisation that is switched to", async () => {
  const user = await givenMember(app);
  const other = await givenOrganization(app, { name: "改去的组织" });
  await givenMembership(app, { user, organization: other });
  const { accessToken: token } = (await app.login({ mobilePhone: user.mobilePhone })).data;
  const [device] = (await app.call(mySessions, {}, { token })).data.trustedDevices;
  assert.ok(device);
  await app.call(forgetMyDevice, { params: { id: device.id } }, { token });
  const forgotten = { bizType: "trustedDevice", bizId: device.id, summary: device.deviceName, reason: null };
  assert.deepEqual(await lastOf({ user }), forgotten);
  await app.call(organizationLogin, { body: { organizationId: other.id } }, { token });
  assert.partialDeepStrictEqual(await lastOf({ user }), { bizType: "session", summary: "改去的组织(店长)" });
});

test("PF-R97 the log names the post that is given, and counts the roles that are taken back", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [user, organization, role] = [await givenUser(app), await givenOrganization(app), await givenRole(app)];
  const positionId = await app.arrange((tx) => givenPosition(tx, "记录员"));
  const post = { organizationId: organization.id, positionId, isPrimary: true, startDate: "2026-01-01", endDate: null };
  const { data } = await admin.call(addMembership, { params: { id: user.id }, body: post });
  assert.ok(data, "the post is given");
  assert.partialDeepStrictEqual(await lastOf(admin), { bizId: user.id, summary: `${organization.name}(记录员)` });

  const worker = await givenUser(app);
  await givenMembership(app, { user: worker, organization, roles: [role], isPrimary: true });
  const [grant] = await app.rows<{ id: string; version: number }>(
    "select g.id, g.version from role_grant g join membership m on m.id = g.membership_id where m.user_id = $1",
    [worker.id],
  );
  assert.ok(grant);
  await admin.call(revokeGrant, { params: { id: grant.id }, body: { reason: "收回", version: grant.version } });
  assert.partialDeepStrictEqual(await lastOf(admin), { bizId: worker.id, summary: "1个角色", reason: "收回" });
});

test("PF-R97 the log counts the interfaces of a program, and names the person of an identity", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const { id, body } = await givenClient(app, admin, [listUsers]);
  assert.partialDeepStrictEqual(await lastOf(admin), { bizId: id, summary: "授权接口1个" });
  const interfaceIds = await Promise.all([listRoles, getUser].map((one) => interfaceIdOf(app, one)));
  await admin.call(editApiClient, { params: { id }, body: { ...body, interfaceIds, version: 1 } });
  assert.partialDeepStrictEqual(await lastOf(admin), { bizId: id, summary: "授权接口：新增2个，移除1个" });
  await admin.call(editApiClient, { params: { id }, body: { ...body, interfaceIds, remark: "只改备注", version: 2 } });
  assert.partialDeepStrictEqual(await lastOf(admin), { bizId: id, summary: null });

  const person = await givenMember(app, { userName: "绑定的人" });
  const identity = { platform: "WECOM", externalId: "told-1", externalName: null, userId: person.id };
  const { data } = await admin.call(bindOtherAccount, { body: identity });
  assert.partialDeepStrictEqual(await lastOf(admin), { bizId: data.id, summary: "绑定的人" });
});
