import assert from "node:assert/strict";
import { test } from "node:test";
import {
  endMembership,
  giveGrants,
  listMemberships,
  listUsers,
  menuUserList,
  revokeGrant,
  userInfo,
} from "../../contract/index.ts";
import { givenMembership, givenOrganization, givenRole, givenUser, testApp } from "../testing.ts";
import { bumpRights } from "./bump.ts";

const app = testApp();
const LIST = "authority:user:list";
const PAGE = "authority.UserManagement";

async function givenReader() {
  const organization = await givenOrganization(app);
  const user = await givenUser(app);
  const role = await givenRole(app, { permissionCodes: [LIST], dataScope: "ALL", menuKeys: [PAGE] });
  const membership = await givenMembership(app, { user, organization, roles: [role], isPrimary: true });
  return { organization, role, membership, ...(await app.clientOf(user, [organization.id])) };
}
type Reader = Awaited<ReturnType<typeof givenReader>>;

const pageOf = (reader: Reader, pageNo: number) => reader.call(listUsers, { query: { pageNo, pageSize: 1 } });
const menuOf = async (reader: Reader) => JSON.stringify((await reader.call(menuUserList, {})).data ?? []);

test("AU-R23 revoked while a list is open: the next page is refused, the menu item is gone, the open page is told", async () => {
  const reader = await givenReader();
  const admin = await app.signIn({ boolAdmin: true });
  assert.equal((await pageOf(reader, 1)).success, true);
  assert.match(await menuOf(reader), /authority\.UserManagement/);
  const [post] = (await admin.call(listMemberships, { params: { id: reader.user.id } })).data;
  const [grant] = post?.grants ?? [];
  assert.ok(grant);

  const { id, version } = grant;
  await admin.call(revokeGrant, { params: { id }, body: { reason: "转岗", version } });
  const { msgCode, msg } = await pageOf(reader, 2);
  assert.deepEqual([msgCode, msg], ["COMMON_FORBIDDEN", "您没有该操作的权限，请联系管理员！"]);
  assert.doesNotMatch(await menuOf(reader), /authority\.UserManagement/);
  const told = await app.rows("select payload from live_event where user_id = $1", [reader.user.id]);
  assert.deepEqual(told.at(-1), { payload: { type: "perm.changed" } });

  const given = { roleIds: [reader.role.id], validTo: null, reason: "恢复" };
  await admin.call(giveGrants, { params: { id: reader.membership.id }, body: given });
  assert.equal((await pageOf(reader, 2)).success, true);
});

test("AU-R28 an ended membership grants nothing, at once; what the other one grants stays", async () => {
  const reader = await givenReader();
  const elsewhere = await givenOrganization(app);
  await givenMembership(app, { user: reader.user, organization: elsewhere, positionName: "销售顾问" });
  const admin = await app.signIn({ boolAdmin: true });
  const posts = (await admin.call(listMemberships, { params: { id: reader.user.id } })).data;
  const ending = posts.find(({ isPrimary }) => isPrimary);
  assert.ok(ending);
  const body = { nextPrimaryId: null, reason: "调离", version: ending.version };
  assert.equal((await admin.call(endMembership, { params: { id: ending.id }, body })).success, true);
  assert.equal((await pageOf(reader, 1)).msgCode, "ORG_ENDED");
  const other = await app.clientOf(reader.user, [elsewhere.id]);
  assert.deepEqual((await other.call(userInfo, {})).data[0]?.permissionCodeList, []);
});

test("AU-R28 the memberships of a disabled organisation sleep; enabling it restores the former state", async () => {
  const reader = await givenReader();
  const turn = (status: string) =>
    app.arrange(async (tx) => {
      await app.rows("update organization set status = $2 where id = $1", [reader.organization.id, status]);
      await bumpRights(tx, "everyone");
    });
  await turn("DISABLED");
  assert.equal((await pageOf(reader, 1)).msgCode, "ORG_ENDED");
  await turn("ENABLED");
  assert.equal((await pageOf(reader, 1)).success, true);
});

test("AU-R28 PF-R80 rights that could not be read are not remembered: the next call reads them again", async () => {
  const reader = await givenReader();
  await app.rowsAsOwner("alter table role_grant rename to role_grant_away");
  const failed = await pageOf(reader, 1);
  await app.rowsAsOwner("alter table role_grant_away rename to role_grant");
  assert.equal(failed.status, 500);
  assert.equal((await pageOf(reader, 1)).success, true);
});

test("AU-R29 a grant to a day of the server ends at the following 00:00:00, not a second earlier", async () => {
  const reader = await givenReader();
  const day = (offset: number) => new Date(app.now().getTime() + offset * 86_400_000);
  const midnight = new Date(`${new Date(day(2).getTime() + 8 * 3_600_000).toISOString().slice(0, 10)}T00:00:00+08:00`);
  await app.rows("update role_grant set valid_to = $2 where membership_id = $1", [reader.membership.id, midnight]);
  await app.arrange((tx) => bumpRights(tx, [reader.user.id]));
  const until = (midnight.getTime() - app.now().getTime()) / 1000;
  await app.rows("update session set idle_expires_at = $2, absolute_expires_at = $2 where id = $1", [
    reader.sessionId,
    day(9),
  ]);
  app.passTime(until - 5);
  assert.equal((await pageOf(reader, 1)).msgCode, "");
  app.passTime(5.5);
  assert.equal((await pageOf(reader, 1)).msgCode, "COMMON_FORBIDDEN");
});
