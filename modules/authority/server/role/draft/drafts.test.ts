import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "@ops/platform/server";
import { copyRole, disableRole, listPermissions, type RoleDraft } from "../../../contract/index.ts";
import { syncMenus } from "../../menu/sync.ts";
import { givenMembership, givenOrganization, givenUser, type TestClient, testApp } from "../../testing.ts";
import { givenDraftRole, read, saved, tried } from "../testing.ts";

const app = testApp();
const page = "authority.UserManagement";
const [list, edit] = ["authority:user:list", "authority:user:edit"];
const administrator = () => app.signIn({ boolAdmin: true });

const ticked: Partial<RoleDraft> = { permissionCodes: [list], menuKeys: [page], dataScope: "ORG" };

/** Answers the code and the text of the refusal. */
async function refusal(client: TestClient, role: { id: string }, changes: Partial<RoleDraft>): Promise<string> {
  const { msgCode, msg } = await tried(client, role.id, changes);
  return `${msgCode} ${msg}`.trim();
}

/** Stores a value directly, as an earlier release may have left it. */
const store = (role: { id: string }, column: string, value: unknown) =>
  app.rows(`update role set ${column} = $2 where id = $1`, [role.id, value]);

test("AU-R30 a page or a requirement that is unticked under its codes is asked for; what has no page is not", async () => {
  const admin = await administrator();
  const role = await givenDraftRole(admin, { permissionCodes: [list, edit], menuKeys: [page] });
  const pageless = "ROLE_PAGE_REQUIRED 权限点「编辑用户」需要勾选所属页面「用户管理」";
  assert.equal(await refusal(admin, role, { menuKeys: [] }), pageless);
  assert.equal(
    await refusal(admin, role, { permissionCodes: [edit] }),
    "ROLE_CODE_REQUIRED 权限点「编辑用户」依赖「用户列表」，请一并勾选",
  );
  assert.equal(await refusal(admin, role, { menuKeys: ["authority"] }), "ROLE_PAGE_UNKNOWN 菜单不存在：authority");
  const strange = { scopeOverrides: { "nobody:knows:this": "ORG" } } as const;
  assert.equal(await refusal(admin, role, strange), "ROLE_CODE_UNKNOWN 权限点不存在：nobody:knows:this");

  const { permissions } = (await admin.call(listPermissions, {})).data;
  const free = permissions.find(({ menuKey, requires }) => menuKey === null && requires.length === 0);
  assert.ok(free);
  assert.equal(await refusal(admin, role, { permissionCodes: [free.code], menuKeys: [] }), "");
  await app.rows("delete from menu where key = $1", [page]);
  const lost = await refusal(admin, await givenDraftRole(admin), { permissionCodes: [list] });
  await app.arrange(syncMenus);
  assert.equal(lost, "", "a page that the menu does not have is not asked for");
});

test("AU-R30 a gap that a role already had does not stop the next save; a copy of the role is checked from the beginning", async () => {
  const admin = await administrator();
  const old: [string, unknown, string][] = [
    ["permission_codes", [list, "gone:gone:list"], "ROLE_CODE_UNKNOWN"],
    ["permission_codes", [edit], "ROLE_CODE_REQUIRED"],
    ["menu_keys", [page, "gone.Page"], "ROLE_PAGE_UNKNOWN"],
    ["menu_keys", [], "ROLE_PAGE_REQUIRED"],
    ["field_rules", JSON.stringify({ "user.soul": "HIDE" }), "ROLE_FIELD_UNKNOWN"],
    ["excluded_interfaces", [newId()], "ROLE_INTERFACE_UNKNOWN"],
  ];
  for (const [column, value, refused] of old) {
    const role = await givenDraftRole(admin, { permissionCodes: [list], menuKeys: [page] });
    await store(role, column, value);
    assert.equal(await refusal(admin, role, { description: "其余不变" }), "", refused);
    const body = { code: `copy${newId().slice(-8)}` };
    assert.equal((await admin.call(copyRole, { params: { id: role.id }, body })).msgCode, refused);
  }
});

test("AU-R33 organisations that are gone cannot be added; those that the role names already stay", async () => {
  const admin = await administrator();
  const organization = await givenOrganization(app);
  const codes = ["list", "create", "edit"].map((action) => `authority:role:${action}`);
  const delegated = await app.signIn({ permissions: codes, scope: "ORG_TREE", organization });
  const [gone, foreign] = [await givenOrganization(app), await givenOrganization(app)];
  await app.rows("update organization set deleted_at = now() where id = $1", [gone.id]);
  const names = (...places: { id: string }[]) => ({
    customOrgs: places.map(({ id }) => ({ orgId: id, withChildren: false })),
  });
  const role = await givenDraftRole(delegated);
  const refused = "ROLE_ORG_OUT_OF_SCOPE 无权在该组织设置数据范围";
  assert.equal(await refusal(admin, role, names(organization, gone)), refused);
  assert.equal(await refusal(admin, role, names(organization, foreign)), "");
  assert.equal(await refusal(delegated, role, { ...names(organization, foreign), description: "改" }), "");
  const own = await app.signIn({ permissions: codes, scope: "SELF" });
  assert.equal(await refusal(own, await givenDraftRole(own), names(organization)), refused);
});

test("AU-R32 the owner is somebody who works here; one who left meanwhile stays until another is named", async () => {
  const admin = await administrator();
  const [owner, left] = [await givenUser(app), await givenUser(app, { status: "LEFT" })];
  const role = await givenDraftRole(admin, { ownerUserId: owner.id });
  const refused = "ROLE_OWNER_UNUSABLE 角色负责人不存在或已离职";
  assert.equal(await refusal(admin, role, { ownerUserId: left.id }), refused);
  assert.equal(await refusal(admin, role, { ownerUserId: newId() }), refused);
  await app.rows("update app_user set status = 'LEFT' where id = $1", [owner.id]);
  assert.equal(await refusal(admin, role, { description: "负责人已离职" }), "");
  assert.equal(await refusal(admin, role, { ownerUserId: null }), "");
});

/** Signs in somebody who may edit these roles in a city. */
async function givenEditor(roles: readonly { id: string }[], permissions: readonly string[] = [list]) {
  const organization = await givenOrganization(app, { type: "CITY" });
  const codes = ["list", "create", "edit", "disable"].map((action) => `authority:role:${action}`);
  const editor = await app.signIn({ permissions: [...codes, ...permissions], scope: "ORG_TREE", organization });
  await app.rows(
    `update role set grantable_role_ids = $1 where id in (select g.role_id from role_grant g
     join membership m on m.id = g.membership_id where m.user_id = $2)`,
    [roles.map(({ id }) => id), editor.user.id],
  );
  return { editor, organization };
}

test("AU-R16 a role that is above the editor is neither lowered nor switched off by him", async () => {
  const admin = await administrator();
  const above = await givenDraftRole(admin, { permissionCodes: [list, edit], menuKeys: [page], dataScope: "ORG" });
  const { editor } = await givenEditor([above]);
  const exceeds = "GRANT_EXCEEDS 您不能授予超出自身权限的角色：编辑用户";
  assert.equal(await refusal(editor, above, { permissionCodes: [list] }), exceeds);
  const body = { reason: "停用", version: above.version };
  const off = await editor.call(disableRole, { params: { id: above.id }, body });
  assert.equal(`${off.msgCode} ${off.msg}`, exceeds);
  assert.deepEqual((await read(admin, above.id)).draft, above.draft);
});

test("AU-R15 a role that is held beyond the editor's scope is not edited by him; inside of it, it is", async () => {
  const admin = await administrator();
  const [near, far] = [await givenDraftRole(admin, ticked), await givenDraftRole(admin, ticked)];
  const { editor, organization } = await givenEditor([near, far]);
  await givenMembership(app, { user: await givenUser(app), organization, roles: [near, far] });
  const elsewhere = await givenOrganization(app);
  await givenMembership(app, { user: await givenUser(app), organization: elsewhere, roles: [far] });
  assert.equal((await saved(editor, near.id, { description: "改过" })).draft.description, "改过");
  assert.equal(
    await refusal(editor, far, { description: "改过" }),
    "GRANT_EXCEEDS 您不能授予超出自身权限的角色：用户列表",
  );
  const bare = await givenDraftRole(admin, { dataScope: "ORG" });
  const other = await givenEditor([bare], []);
  await givenMembership(app, { user: await givenUser(app), organization: elsewhere, roles: [bare] });
  assert.equal(
    await refusal(other.editor, bare, { description: "改过" }),
    "USER_OUT_OF_SCOPE 该用户不在您的管理范围内",
  );
});

test("AU-R15 a role lends on only what its editor was lent; what it lent before stays", async () => {
  const admin = await administrator();
  const [lent, foreign] = [await givenDraftRole(admin), await givenDraftRole(admin)];
  const role = await givenDraftRole(admin, { grantableRoleIds: [foreign.id] });
  const { editor } = await givenEditor([role, lent]);
  const lend = (...roles: { id: string }[]) => ({ grantableRoleIds: roles.map(({ id }) => id) });
  assert.equal(await refusal(editor, role, lend(foreign, lent)), "");
  assert.equal(await refusal(editor, role, lend(lent)), "");
  assert.equal(await refusal(editor, role, lend(foreign, lent)), "ROLE_NOT_GRANTABLE 该角色不在您的可授予范围内");
});

test("AU-R27 of a built-in role others change the words only; of a role that one holds, nothing", async () => {
  const admin = await administrator();
  const role = await givenDraftRole(admin, ticked);
  await store(role, "built_in", true);
  const { editor, organization } = await givenEditor([role]);
  const { interfaceIds } = (await admin.call(listPermissions, {})).data;
  const call = interfaceIds["GET /user/v1/users"] ?? "";
  const refused = "ROLE_BUILTIN_CODES 内置角色的权限点只能由管理员修改";
  const changes: Partial<RoleDraft>[] = [
    { permissionCodes: [] },
    { fieldRules: { "user.email": "HIDE" } },
    { excludedInterfaces: [call] },
  ];
  for (const change of changes) assert.equal(await refusal(editor, role, change), refused);
  assert.equal(await refusal(editor, role, { description: "说明" }), "");
  assert.equal(await refusal(admin, role, { permissionCodes: [], excludedInterfaces: [call] }), "");
  assert.equal(await refusal(editor, role, { excludedInterfaces: [] }), refused);
  assert.equal(await refusal(editor, role, { permissionCodes: [list] }), refused);
  const own = await givenDraftRole(admin);
  await givenMembership(app, { user: editor.user, organization, roles: [own], positionName: "兼任" });
  await app.rows(
    "update role set grantable_role_ids = array_append(grantable_role_ids, $1::uuid) where $2 = any(grantable_role_ids)",
    [own.id, role.id],
  );
  assert.equal(await refusal(editor, own, { description: "说明" }), "ROLE_OWN 不能修改自己所持有角色的权限");
});
