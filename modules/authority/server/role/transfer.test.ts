import assert from "node:assert/strict";
import { test } from "node:test";
import {
  checkRoleImport,
  createRole,
  deleteRole,
  exportRoles,
  getRoleMatrix,
  listPermissions,
  type RoleEntry,
} from "../../contract/index.ts";
import { givenMembership, givenOrganization, givenUser, type TestClient, testApp } from "../testing.ts";
import { givenDraftRole, read, saved, tried } from "./testing.ts";

const app = testApp();
const page = "authority.UserManagement";
const [list, detail] = ["authority:user:list", "authority:user:view"];
const administrator = () => app.signIn({ boolAdmin: true });
const fileOf = (...roles: RoleEntry[]) => ({ kind: "ops.roles" as const, format: 1 as const, roles });

async function givenRich(admin: TestClient) {
  const organization = await givenOrganization(app);
  const owner = await givenUser(app);
  const lent = await givenDraftRole(admin);
  const id = (await admin.call(listPermissions, {})).data.interfaceIds["GET /user/v1/users/{id}"] ?? "";
  const role = await givenDraftRole(admin, {
    permissionCodes: [list, detail],
    menuKeys: [page],
    dataScope: "CUSTOM",
    scopeOverrides: { [detail]: "ORG" },
    customOrgs: [{ orgId: organization.id, withChildren: true }],
    excludedInterfaces: [id],
    fieldRules: { "user.email": "MASK" },
    grantableRoleIds: [lent.id],
    ownerUserId: owner.id,
  });
  return { role, organization, owner, lent };
}

async function exported(admin: TestClient, id: string): Promise<RoleEntry> {
  const { data, msg } = await admin.call(exportRoles, { body: { ids: [id] } });
  const [entry] = data?.roles ?? [];
  assert.ok(entry, msg);
  return entry;
}

test("AU-R35 a role travels by codes: exported, deleted and imported through preview it is the same", async () => {
  const admin = await administrator();
  const { role, organization, owner, lent } = await givenRich(admin);
  const entry = await exported(admin, role.id);
  const [place] = await app.rows<{ code: string }>("select code from organization where id = $1", [organization.id]);
  const { ownerUserId: _owner, excludedInterfaces: _calls, grantableRoleIds: _lent, ...draft } = role.draft;
  assert.deepEqual(entry, {
    ...draft,
    code: role.code,
    excludedCalls: ["GET /user/v1/users/{id}"],
    grantableRoles: [lent.code],
    owner: owner.staffNo,
    customOrgs: [{ code: place?.code, name: organization.name, withChildren: true }],
  });
  assert.partialDeepStrictEqual((await app.auditOf(role)).at(-1), { actionName: "导出角色", bizType: "role" });
  const { data: two } = await admin.call(exportRoles, { body: { ids: [lent.id, role.id] } });
  assert.deepEqual([two.kind, two.format, two.roles.map(({ code }) => code)], ["ops.roles", 1, [lent.code, role.code]]);
  const logs = await app.rows(
    "select biz_id, biz_no from audit_log where action_name = '导出角色' order by occurred_at",
  );
  assert.deepEqual(logs.slice(-2), [
    { bizId: role.id, bizNo: role.code },
    { bizId: "", bizNo: `${lent.code}、${role.code}` },
  ]);
  const [same] = (await admin.call(checkRoleImport, { body: fileOf(entry) })).data;
  assert.equal(same?.state, "SAME");
  const [taken] = (await admin.call(checkRoleImport, { body: fileOf({ ...entry, description: "改了" }) })).data;
  assert.deepEqual([taken?.state, taken?.diff?.others], ["CHANGED", ["描述"]]);

  await admin.call(deleteRole, { params: { id: role.id }, query: { version: role.version } });
  const [gone] = (await admin.call(checkRoleImport, { body: fileOf(entry) })).data;
  assert.equal(gone?.state, "TAKEN");
  const renamed = { ...entry, code: "anotherPlace", name: "另一处" };
  const [fresh] = (await admin.call(checkRoleImport, { body: fileOf(renamed) })).data;
  assert.ok(fresh && fresh.state === "NEW");
  const { code, name } = renamed;
  const made = await admin.call(createRole, { body: { code, name, category: null, description: null } });
  const imported = await saved(admin, made.data.id, fresh.draft, "导入");
  assert.deepEqual(imported.draft, { ...role.draft, name: "另一处" });
});

test("AU-R35 unknown codes, organisations and the rest are listed and not taken over", async () => {
  const admin = await administrator();
  const { role } = await givenRich(admin);
  const entry: RoleEntry = {
    ...(await exported(admin, role.id)),
    permissionCodes: [list, "gone:gone:list"],
    scopeOverrides: { "gone:gone:list": "ALL" },
    menuKeys: [page, "nowhere.Page"],
    customOrgs: [{ code: "NOWHERE", name: "别处", withChildren: false }],
    excludedCalls: ["GET /nowhere"],
    fieldRules: { "user.soul": "HIDE" },
    grantableRoles: ["nobodyKnows"],
    owner: "X00000",
  };
  const [checked] = (await admin.call(checkRoleImport, { body: fileOf(entry) })).data;
  assert.deepEqual(checked?.unknown, {
    codes: ["gone:gone:list"],
    organizations: [{ code: "NOWHERE", name: "别处", withChildren: false }],
    others: ["菜单 nowhere.Page", "接口 GET /nowhere", "字段 user.soul", "可授予角色 nobodyKnows", "负责人 X00000"],
  });
  assert.partialDeepStrictEqual(checked?.draft, {
    permissionCodes: [list],
    menuKeys: [page],
    scopeOverrides: {},
    customOrgs: [],
    fieldRules: {},
    excludedInterfaces: [],
    grantableRoleIds: [],
    ownerUserId: null,
  });
  const bad = await admin.call(checkRoleImport, { body: fileOf({ ...entry, code: "不是编码" }) });
  assert.equal(bad.msgCode, "COMMON_PARAM");
});

test("AU-R15 an import goes no further than the importer: foreign organisations and roles are unknown, the guard holds", async () => {
  const admin = await administrator();
  const { role } = await givenRich(admin);
  const entry = await exported(admin, role.id);
  const codes = ["authority:role:list", "authority:role:create", "authority:role:edit", "authority:role:export"];
  const importer = await app.signIn({ permissions: codes, scope: "ORG" });

  const hidden = await importer.call(exportRoles, { body: { ids: [role.id] } });
  assert.equal(hidden.msgCode, "COMMON_NOT_FOUND");
  const [taken] = (await importer.call(checkRoleImport, { body: fileOf(entry) })).data;
  assert.deepEqual([taken?.state, taken?.role, taken?.unknown.organizations.length], ["TAKEN", null, 1]);
  const body = { code: "smuggled", name: "夹带", category: null, description: null };
  const made = await importer.call(createRole, { body });
  const plain = { permissionCodes: [list], menuKeys: [page], dataScope: "ORG" as const };
  const refused = await tried(importer, made.data.id, plain);
  assert.deepEqual([refused.msgCode, refused.msg], ["GRANT_EXCEEDS", "您不能授予超出自身权限的角色：用户列表"]);
  assert.deepEqual((await read(importer, made.data.id)).draft.permissionCodes, []);
});

test("AU-R35 what the reader of a file does not see is left out of it, and is unknown when it comes back", async () => {
  const admin = await administrator();
  const { role, lent, owner } = await givenRich(admin);
  const full = await exported(admin, role.id);
  const codes = ["authority:role:list", "authority:role:edit", "authority:role:export"];
  const organization = await givenOrganization(app);
  const reader = await app.signIn({ permissions: codes, scope: "ORG", organization });
  const lend = (ids: string[]) =>
    app.rows(
      `update role set grantable_role_ids = $1 where id in (select g.role_id from role_grant g
       join membership m on m.id = g.membership_id where m.user_id = $2)`,
      [ids, reader.user.id],
    );
  await lend([role.id]);
  const hidden = { customOrgs: [], grantableRoles: [], owner: null };
  assert.deepEqual(await exported(reader, role.id), { ...full, ...hidden });
  const unknownTo = async (client: TestClient) => {
    const [found] = (await client.call(checkRoleImport, { body: fileOf(full) })).data;
    return [found?.unknown.organizations.length, found?.unknown.others];
  };
  const strange = [`可授予角色 ${lent.code}`, `负责人 ${owner.staffNo}`];
  assert.deepEqual(await unknownTo(reader), [1, strange]);
  await givenMembership(app, { user: owner, organization, isPrimary: true });
  await lend([role.id, lent.id]);
  assert.deepEqual(await unknownTo(reader), [1, []]);
  assert.partialDeepStrictEqual(await exported(reader, role.id), { grantableRoles: [lent.code], owner: owner.staffNo });
  await app.rows("update membership set status = 'ENDED' where user_id = $1", [owner.id]);
  assert.deepEqual(await unknownTo(reader), [1, [`负责人 ${owner.staffNo}`]]);
  assert.deepEqual(await unknownTo(admin), [0, []]);
  const self = await app.signIn({ permissions: codes, scope: "SELF" });
  assert.deepEqual(await unknownTo(self), [1, strange]);
});

test("AU-R35 what has been deleted, and who has left, is unknown; a file that lost a part is never the same", async () => {
  const admin = await administrator();
  const { role, organization, lent, owner } = await givenRich(admin);
  const full = await exported(admin, role.id);
  const check = async () => {
    const [found] = (await admin.call(checkRoleImport, { body: fileOf(full) })).data;
    assert.ok(found);
    return found;
  };
  assert.deepEqual((await check()).role?.draft, role.draft);
  await app.rows("update app_user set status = 'LEFT' where id = $1", [owner.id]);
  await app.rows("update role set deleted_at = now() where id = $1", [lent.id]);
  const others = [`可授予角色 ${lent.code}`, `负责人 ${owner.staffNo}`];
  assert.partialDeepStrictEqual(await check(), { state: "CHANGED", unknown: { organizations: [], others } });
  await app.rows("update app_user set status = 'ACTIVE', deleted_at = now() where id = $1", [owner.id]);
  assert.deepEqual((await check()).unknown.others, others);
  await app.rows("update role set deleted_at = null where id = $1", [lent.id]);
  await app.rows("update app_user set deleted_at = null where id = $1", [owner.id]);
  assert.equal((await check()).state, "SAME");
  await app.rows("update organization set deleted_at = now() where id = $1", [organization.id]);
  await app.rows("update role set custom_orgs = '[]' where id = $1", [role.id]);
  const { state, unknown, diff } = await check();
  assert.deepEqual([state, unknown.organizations, diff?.others], ["CHANGED", full.customOrgs, []]);
  await app.rows("update organization set deleted_at = null where id = $1", [organization.id]);
  const extra = { ...full, customOrgs: [], permissionCodes: [...full.permissionCodes, "gone:gone:list"] };
  const [changed] = (await admin.call(checkRoleImport, { body: fileOf(extra) })).data;
  assert.equal(changed?.state, "CHANGED");
  const log = await app.rows(
    "select biz_type, biz_no from audit_log where action_name = '检查角色导入' order by occurred_at",
  );
  assert.deepEqual(log.at(-1), { bizType: "role", bizNo: role.code });
});

test("authority 5.5 the matrix holds the visible roles with their codes and scopes", async () => {
  const admin = await administrator();
  const role = await givenDraftRole(admin, { permissionCodes: [list], menuKeys: [page], dataScope: "ORG" });
  const { roles } = (await admin.call(getRoleMatrix, {})).data;
  const line = roles.find(({ id }) => id === role.id);
  assert.partialDeepStrictEqual(line, { name: role.name, permissionCodes: [list], dataScope: "ORG" });
  const blind = await app.signIn({ permissions: ["authority:role:list"], scope: "ORG" });
  assert.deepEqual((await blind.call(getRoleMatrix, {})).data.roles, []);
});
