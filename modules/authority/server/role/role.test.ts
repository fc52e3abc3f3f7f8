import assert from "node:assert/strict";
import { test } from "node:test";
import { listRecordLogs } from "@ops/platform/contract";
import {
  compareRoles,
  copyRole,
  createRole,
  deleteRole,
  disableRole,
  enableRole,
  getRole,
  listPermissions,
  listRoleMembers,
  listRoles,
  listUsers,
} from "../../contract/index.ts";
import { givenMembership, givenOrganization, givenUser, testApp } from "../testing.ts";
import { givenDraftRole, read, saved, tried } from "./testing.ts";

const app = testApp();
const page = "authority.UserManagement";
const list = "authority:user:list";
const edit = "authority:user:edit";
const administrator = () => app.signIn({ boolAdmin: true });

test("AU-R33 a new role holds no code and reaches the own records only", async () => {
  const admin = await administrator();
  const body = { code: "freshRole", name: "新角色", category: "销售", description: null };

  const { data } = await admin.call(createRole, { body });

  assert.partialDeepStrictEqual(data, { code: "freshRole", dataScope: "SELF", codeCount: 0, risk: "LOW", version: 1 });
  assert.deepEqual(data?.draft.menuKeys, []);
  const sameCode = await admin.call(createRole, { body: { ...body, name: "另一个" } });
  assert.deepEqual([sameCode.msgCode, sameCode.msg], ["ROLE_CODE_EXISTS", "角色编码已存在"]);
  const sameName = await admin.call(createRole, { body: { ...body, code: "otherRole" } });
  assert.deepEqual([sameName.msgCode, sameName.msg], ["ROLE_NAME_EXISTS", "角色名称已存在"]);
});

test("AU-R33 CUSTOM needs an organisation; organisations outside the editor's scope cannot be added", async () => {
  const admin = await administrator();
  const role = await givenDraftRole(admin);
  const empty = await tried(admin, role.id, { dataScope: "CUSTOM" });
  assert.deepEqual([empty.msgCode, empty.msg], ["ROLE_CUSTOM_EMPTY", "请选择自定义组织"]);
  const single = await tried(admin, role.id, { scopeOverrides: { [list]: "CUSTOM" } });
  assert.equal(single.msgCode, "ROLE_CUSTOM_EMPTY");

  const organization = await givenOrganization(app);
  const foreign = await givenOrganization(app);
  const codes = ["authority:role:list", "authority:role:edit", "authority:role:create"];
  const delegated = await app.signIn({ permissions: codes, scope: "ORG_TREE", organization });
  const own = await givenDraftRole(delegated);
  const reach = (orgId: string) => ({ dataScope: "CUSTOM" as const, customOrgs: [{ orgId, withChildren: true }] });
  const refused = await tried(delegated, own.id, reach(foreign.id));
  assert.deepEqual([refused.msgCode, refused.msg], ["ROLE_ORG_OUT_OF_SCOPE", "无权在该组织设置数据范围"]);
  const kept = await saved(delegated, own.id, reach(organization.id));
  assert.deepEqual(kept.customOrgNames, { [organization.id]: organization.name });
});

test("AU-R30 the server stores exactly what is ticked and refuses a code without its page or requirement", async () => {
  const admin = await administrator();
  const role = await givenDraftRole(admin);

  const pageless = await tried(admin, role.id, { permissionCodes: [list] });
  assert.deepEqual(
    [pageless.msgCode, pageless.msg],
    ["ROLE_PAGE_REQUIRED", "权限点「用户列表」需要勾选所属页面「用户管理」"],
  );
  const alone = await tried(admin, role.id, { permissionCodes: [edit], menuKeys: [page] });
  assert.deepEqual(
    [alone.msgCode, alone.msg],
    ["ROLE_CODE_REQUIRED", "权限点「编辑用户」依赖「用户列表」，请一并勾选"],
  );
  const unknown = await tried(admin, role.id, { permissionCodes: ["nobody:knows:this"] });
  assert.deepEqual([unknown.msgCode, unknown.msg], ["ROLE_CODE_UNKNOWN", "权限点不存在：nobody:knows:this"]);
  const lost = await tried(admin, role.id, { menuKeys: ["nowhere.Page"] });
  assert.deepEqual([lost.msgCode, lost.msg], ["ROLE_PAGE_UNKNOWN", "菜单不存在：nowhere.Page"]);

  const stored = await saved(admin, role.id, { permissionCodes: [list, edit], menuKeys: [page] });
  await app.rows("update role set menu_keys = '{}' where id = $1", [role.id]); // as an older release may have left it
  assert.equal((await tried(admin, role.id, { description: "其余不变" })).success, true);
  assert.deepEqual([stored.draft.permissionCodes, stored.draft.menuKeys], [[list, edit], [page]]);
});

test("AU-R32 a role of risk 高 needs an owner", async () => {
  const admin = await administrator();
  const owner = await givenUser(app);
  const role = await givenDraftRole(admin);
  const codes = ["authority:role:list", "authority:role:edit"];
  const heavy = { permissionCodes: codes, menuKeys: ["authority.RoleManagement"], dataScope: "ALL" as const };

  const refused = await tried(admin, role.id, heavy);
  assert.deepEqual([refused.msgCode, refused.msg], ["ROLE_OWNER_REQUIRED", "高风险角色必须指定负责人"]);
  const kept = await saved(admin, role.id, { ...heavy, ownerUserId: owner.id });
  assert.partialDeepStrictEqual(kept, { risk: "HIGH", riskPoints: 40, ownerName: owner.userName });
  const found = await admin.call(listRoles, { query: { risk: "HIGH", permissionCode: "authority:role:edit" } });
  assert.deepEqual(
    found.data?.list.map(({ id }) => id),
    [role.id],
  );
});

test("AU-R32 the owner is somebody whom the editor sees", async () => {
  const organization = await givenOrganization(app);
  const permissions = ["list", "detail", "create", "edit"].map((action) => `authority:role:${action}`);
  const delegated = await app.signIn({ permissions, scope: "ORG", organization });
  const role = await givenDraftRole(delegated);
  const [near, far] = [await givenUser(app), await givenUser(app)];
  await givenMembership(app, { user: near, organization });
  await givenMembership(app, { user: far, organization: await givenOrganization(app) });
  const refused = await tried(delegated, role.id, { ownerUserId: far.id });
  assert.deepEqual([refused.msgCode, refused.msg], ["ROLE_OWNER_UNUSABLE", "角色负责人不存在或已离职"]);
  assert.equal((await saved(delegated, role.id, { ownerUserId: near.id })).ownerName, near.userName);
});

test("AU-R35 a copy holds everything but the members", async () => {
  const admin = await administrator();
  const source = await givenDraftRole(admin, { permissionCodes: [list], menuKeys: [page], dataScope: "ORG" });
  await givenMembership(app, {
    user: await givenUser(app),
    organization: await givenOrganization(app),
    roles: [source],
  });

  const { data } = await admin.call(copyRole, { params: { id: source.id }, body: { code: "copiedRole" } });

  assert.partialDeepStrictEqual(data, { name: `${source.name}-副本`, memberCount: 0, builtIn: false });
  assert.deepEqual(data?.draft, { ...source.draft, name: `${source.name}-副本` });
  const compared = await admin.call(compareRoles, { query: { a: source.id, b: data?.id ?? "" } });
  assert.deepEqual(compared.data?.diff.others, ["名称"]);
});

test("AU-R28 a disabled role grants nothing, at once, until it is enabled", async () => {
  const admin = await administrator();
  const organization = await givenOrganization(app);
  const user = await givenUser(app);
  const role = await givenDraftRole(admin, { permissionCodes: [list], menuKeys: [page] });
  await givenMembership(app, { user, organization, roles: [role], isPrimary: true });
  const holder = await app.clientOf(user, [organization.id]);
  const params = { id: role.id };
  assert.equal((await holder.call(listUsers, {})).success, true);

  const off = await admin.call(disableRole, { params, body: { reason: "停用测试", version: role.version } });
  assert.equal((await holder.call(listUsers, {})).msgCode, "COMMON_FORBIDDEN");
  const body = { reason: "恢复", version: off.data?.version ?? 0 };
  const again = await admin.call(disableRole, { params, body });
  assert.equal(again.msg, "角色当前状态为【停用】，不能执行【停用】");
  await admin.call(enableRole, { params, body });
  assert.equal((await holder.call(listUsers, {})).success, true);
});

test("authority 3 a role that somebody holds, and a built-in one, cannot be deleted", async () => {
  const admin = await administrator();
  const held = await givenDraftRole(admin);
  const membership = { user: await givenUser(app), organization: await givenOrganization(app), roles: [held] };
  await givenMembership(app, membership);
  const builtIn = await givenDraftRole(admin);
  await app.rows("update role set built_in = true where id = $1", [builtIn.id]);
  const free = await givenDraftRole(admin);
  const remove = ({ id, version }: { id: string; version: number }) =>
    admin.call(deleteRole, { params: { id }, query: { version } });

  const refused = await remove(held);
  assert.deepEqual([refused.msgCode, refused.msg], ["ROLE_GRANTED", "角色已授予1人，不能删除"]);
  const kept = await remove(builtIn);
  assert.deepEqual([kept.msgCode, kept.msg], ["ROLE_BUILTIN", "内置角色不能删除"]);
  assert.equal((await remove(free)).success, true);
  assert.equal((await admin.call(getRole, { params: { id: free.id } })).msgCode, "COMMON_NOT_FOUND");
});

test("authority 7 roles are seen by those who may grant them or in whose scope they were made", async () => {
  const admin = await administrator();
  const organization = await givenOrganization(app);
  const codes = ["authority:role:list", "authority:role:create", "authority:role:edit"];
  const delegated = await app.signIn({ permissions: codes, scope: "ORG", organization });
  const lent = await givenDraftRole(admin);
  const foreign = await givenDraftRole(admin);
  const made = await givenDraftRole(delegated);
  await app.rows(
    `update role set grantable_role_ids = $1 where id in (select g.role_id from role_grant g
     join membership m on m.id = g.membership_id where m.user_id = $2)`,
    [[lent.id], delegated.user.id],
  );

  const { data } = await delegated.call(listRoles, { query: { pageSize: 100 } });
  assert.deepEqual(data?.list.map(({ id }) => id).toSorted(), [lent.id, made.id].toSorted());
  const hidden = await delegated.call(getRole, { params: { id: foreign.id } });
  assert.equal(hidden.msgCode, "COMMON_NOT_FOUND");
  const draft = { ...(await read(admin, foreign.id)).draft, name: "改名" };
  const body = { reason: "试试", version: foreign.version };
  const attempt = await delegated.call(disableRole, { params: { id: foreign.id }, body });
  assert.deepEqual([attempt.msgCode, draft.name], ["COMMON_NOT_FOUND", "改名"]);
  assert.equal((await app.auditOf(foreign)).at(-1)?.summary, "越权尝试");
});

test("authority 5.5 members are listed with post, source and validity, inside the reader's scope", async () => {
  const admin = await administrator();
  const organization = await givenOrganization(app);
  const role = await givenDraftRole(admin);
  const user = await givenUser(app);
  await givenMembership(app, { user, organization, roles: [role] });
  await givenMembership(app, { user: await givenUser(app), organization: await givenOrganization(app), roles: [role] });

  const { data } = await admin.call(listRoleMembers, { params: { id: role.id }, query: {} });
  assert.equal(data?.total, 2);
  assert.equal((await read(admin, role.id)).memberCount, 2);
});

test("authority 6 the catalogue answers pages and permissions", async () => {
  const admin = await administrator();
  const { data } = await admin.call(listPermissions, {});

  assert.ok(data?.pages.some(({ key, parentKey }) => key === page && parentKey === "authority"));
  const critical = data.permissions.find(({ code }) => code === "authority:role:edit");
  assert.partialDeepStrictEqual(critical, { risk: "CRITICAL", menuKey: "authority.RoleManagement" });
  assert.ok(data.permissions.every(({ code }) => code.split(":").length === 3));
});

test("PF-R99 the log of a role is read by those who may see the role", async () => {
  const admin = await administrator();
  const role = await givenDraftRole(admin);
  await saved(admin, role.id, { description: "改过" });
  const input = { params: { bizType: "role", bizId: role.id }, query: {} };

  const { data } = await admin.call(listRecordLogs, input);
  assert.deepEqual(
    data.list.filter(({ diffs }) => diffs.length > 0).map(({ actionName }) => actionName),
    ["编辑角色", "新增角色"],
  );
  const blind = await app.signIn({ permissions: ["authority:role:list"], scope: "ORG" });
  assert.equal((await blind.call(listRecordLogs, input)).msgCode, "COMMON_NOT_FOUND");
  const stranger = await app.signIn({ permissions: [] });
  assert.equal((await stranger.call(listRecordLogs, input)).msgCode, "COMMON_FORBIDDEN");
});
