import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "@ops/platform/server";
import {
  copyRole,
  getInterface,
  getUser,
  giveGrants,
  listInterfacePeople,
  listPermissions,
  listUsers,
  previewRole,
  rollbackRole,
  userInfo,
} from "../../contract/index.ts";
import { givenMembership, givenOrganization, givenUser, type TestClient, testApp } from "../testing.ts";
import { givenDraftRole, previewed, read, saved, tried } from "./testing.ts";

const app = testApp();
const page = "authority.UserManagement";
const list = "authority:user:list";
const listCall = "GET /user/v1/users";
const ticked = { permissionCodes: [list], menuKeys: [page], dataScope: "ALL" as const };
const administrator = () => app.signIn({ boolAdmin: true });

async function idOf(admin: TestClient, call: string): Promise<string> {
  const id = (await admin.call(listPermissions, {})).data.interfaceIds[call];
  assert.ok(id, call);
  return id;
}

async function holderOf(...roles: { id: string }[]) {
  const user = await givenUser(app);
  const organization = await givenOrganization(app);
  const membership = await givenMembership(app, { user, organization, roles, isPrimary: true });
  return { ...(await app.clientOf(user, [organization.id])), membership, organization };
}

test("AU-R20 a role that leaves an interface out closes it at once, whatever its code; another role opens it again", async () => {
  const admin = await administrator();
  const id = await idOf(admin, listCall);
  const role = await givenDraftRole(admin, ticked);
  const holder = await holderOf(role);
  assert.equal((await holder.call(listUsers, {})).success, true);

  await saved(admin, role.id, { excludedInterfaces: [id] });

  const refused = await holder.call(listUsers, {});
  assert.deepEqual([refused.msgCode, refused.msg], ["COMMON_FORBIDDEN", "您没有该操作的权限，请联系管理员！"]);
  const [info] = (await holder.call(userInfo, {})).data;
  assert.deepEqual([info?.permissionCodeList, info?.excludedCalls], [[list], [listCall]]);
  const second = await givenDraftRole(admin, ticked);
  const twice = await holderOf(role, second);
  assert.equal((await twice.call(listUsers, {})).success, true);
  assert.deepEqual((await twice.call(userInfo, {})).data[0]?.excludedCalls, []);
  await saved(admin, role.id, { excludedInterfaces: [] });
  assert.equal((await holder.call(listUsers, {})).success, true);
});

test("AU-R31 the preview and the versions tell exclusions; a rollback brings them back; a copy keeps them", async () => {
  const admin = await administrator();
  const id = await idOf(admin, listCall);
  const role = await givenDraftRole(admin, ticked);
  const preview = await previewed(admin, role.id, { excludedInterfaces: [id] });
  assert.deepEqual([preview.diff.addedExclusions, preview.diff.removedExclusions], [[id], []]);
  assert.deepEqual([preview.addedInterfaces, preview.removedInterfaces], [[], [listCall]]);
  const excluded = await saved(admin, role.id, { excludedInterfaces: [id] });
  const again = await saved(admin, role.id, { excludedInterfaces: [] });

  const params = { id: role.id };
  const wanted = { toVersion: excluded.version, version: again.version };
  const back = await admin.call(previewRole, { params, body: wanted });
  assert.deepEqual(back.data.diff.addedExclusions, [id]);
  const { previewToken } = back.data;
  await admin.call(rollbackRole, { params, body: { ...wanted, previewToken, note: "恢复排除" } });
  assert.deepEqual((await read(admin, role.id)).draft.excludedInterfaces, [id]);
  const copied = await admin.call(copyRole, { params, body: { code: "copyOfExcluding" } });
  assert.deepEqual(copied.data.draft.excludedInterfaces, [id]);
  const unknown = await tried(admin, role.id, { excludedInterfaces: [newId()] });
  assert.deepEqual([unknown.msgCode, unknown.msg], ["ROLE_INTERFACE_UNKNOWN", "排除的接口不存在，请刷新后重试"]);
});

test("AU-R34 a version from before exclusions could be set has none", async () => {
  const admin = await administrator();
  const role = await givenDraftRole(admin, ticked);
  await app.rows("update role_version set snapshot = snapshot - 'excludedInterfaces' where role_id = $1", [role.id]);
  const body = { toVersion: 1, version: role.version };
  const { data, msg } = await admin.call(previewRole, { params: { id: role.id }, body });
  assert.ok(data, msg);
  assert.deepEqual(data.diff.addedExclusions, []);
});

test("AU-R15 nobody opens for others a call that the own roles leave out", async () => {
  const admin = await administrator();
  const id = await idOf(admin, listCall);
  const open = await givenDraftRole(admin, ticked);
  const closed = await givenDraftRole(admin, { ...ticked, excludedInterfaces: [id] });
  const codes = [list, "authority:user:view", "authority:grant:edit"];
  const own = await givenDraftRole(admin, {
    permissionCodes: codes,
    menuKeys: [page],
    dataScope: "ALL",
    excludedInterfaces: [id],
    grantableRoleIds: [open.id, closed.id],
    ownerUserId: (await givenUser(app)).id,
  });
  const giver = await holderOf(own);
  const target = await holderOf();
  const give = (roleId: string) =>
    giver.call(giveGrants, {
      params: { id: target.membership.id },
      body: { roleIds: [roleId], validTo: null, reason: "测试" },
    });

  const refused = await give(open.id);
  assert.deepEqual([refused.msgCode, refused.msg], ["GRANT_EXCEEDS", "您不能授予超出自身权限的角色：用户列表"]);
  assert.equal((await give(closed.id)).msg, "");
  assert.equal((await giver.call(getUser, { params: { id: target.user.id } })).success, true);
});

test("AU-R47 the interface shows which roles leave it out, and counts only those who may call it", async () => {
  const admin = await administrator();
  const id = await idOf(admin, "GET /user/v1/positions");
  const codes = { permissionCodes: ["authority:position:list"], dataScope: "ALL" as const };
  const menuKeys = (await admin.call(listPermissions, {})).data.permissions.flatMap(({ code, menuKey }) =>
    code === "authority:position:list" && menuKey ? [menuKey] : [],
  );
  const role = await givenDraftRole(admin, { ...codes, menuKeys });
  const holder = await holderOf(role);
  const before = (await admin.call(getInterface, { params: { id } })).data;

  await saved(admin, role.id, { excludedInterfaces: [id] });

  const after = (await admin.call(getInterface, { params: { id } })).data;
  assert.equal(after.peopleCount, (before.peopleCount ?? 0) - 1);
  assert.equal(after.roles.find((one) => one.id === role.id)?.isExcluded, true);
  const query = { keyword: holder.user.userName };
  const people = (await admin.call(listInterfacePeople, { params: { id }, query })).data.list;
  assert.ok(!people.some((one) => one.id === holder.user.id));
});
