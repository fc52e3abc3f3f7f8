import assert from "node:assert/strict";
import { test } from "node:test";
import { type CallInput, commonErrors, dayOf, wireTime } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import {
  compareRoles,
  copyRole,
  createRole,
  deleteRole,
  disableRole,
  getRoleMatrix,
  listPermissions,
  listRoleMembers,
  listRoles,
  listRoleVersions,
} from "../../contract/index.ts";
import {
  givenMembership,
  givenOrganization,
  givenPosition,
  givenRole,
  givenUser,
  type TestClient,
  testApp,
} from "../testing.ts";
import { refreshRisk } from "./refresh-risk.ts";
import { givenDraftRole, read, saved, tried } from "./testing.ts";

const app = testApp();
const page = "authority.UserManagement";
const list = "authority:user:list";
const administrator = () => app.signIn({ boolAdmin: true });
const roleCodes = ["list", "create", "edit", "delete"].map((action) => `authority:role:${action}`);

/** Lets the person grant these roles. */
const lend = ({ user }: TestClient, ...roles: { id: string }[]) =>
  app.rows(
    `update role set grantable_role_ids = $1 where id in (select g.role_id from role_grant g
     join membership m on m.id = g.membership_id where m.user_id = $2)`,
    [roles.map(({ id }) => id), user.id],
  );

test("authority 5.5 roles are found by name, beginning of the code, category, state, risk and code, the latest first", async () => {
  const admin = await administrator();
  const mark = newId().slice(-6);
  const made: Record<string, string> = {};
  for (const [name, points] of [
    ["低", 9.5],
    ["中", 10],
    ["中高", 39.5],
    ["高", 40],
    ["高高", 99.5],
    ["极", 100],
  ] as const) {
    const { id } = await givenDraftRole(admin, { name: `${mark}${name}`, category: name === "低" ? mark : null });
    await app.rows("update role set risk_points = $2 where id = $1", [id, points]);
    made[id] = name;
  }
  const find = async (query: NonNullable<CallInput<typeof listRoles>["query"]>) => {
    const { data } = await admin.call(listRoles, { query: { keyword: mark, ...query } });
    return data.list.map(({ id }) => made[id]);
  };
  assert.deepEqual(await find({}), ["极", "高高", "高", "中高", "中", "低"]);
  assert.deepEqual(await find({ category: mark }), ["低"]);
  assert.deepEqual(await find({ risk: "LOW" }), ["低"]);
  assert.deepEqual(await find({ risk: "MED" }), ["中高", "中"]);
  assert.deepEqual(await find({ risk: "HIGH" }), ["高高", "高"]);
  assert.deepEqual(await find({ risk: "CRITICAL" }), ["极"]);
  assert.deepEqual(await find({ isHigh: "1" }), ["极", "高高", "高"]);
  assert.deepEqual(await find({ isHigh: "0" }), ["中高", "中", "低"]);
  assert.deepEqual(await find({ permissionCode: list }), []);
  assert.deepEqual(await find({ status: "DISABLED" }), []);
  const { id } = await givenDraftRole(
    admin,
    { permissionCodes: [list], menuKeys: [page], name: `名${mark.slice(1)}` },
    `zz${mark}x`,
  );
  const byCode = async (keyword: string) => (await admin.call(listRoles, { query: { keyword } })).data.list;
  assert.deepEqual(
    (await byCode(`ZZ${mark}`.toUpperCase())).map((one) => one.id),
    [id],
  );
  assert.deepEqual(await byCode(`z${mark}x`), [], "the code from its beginning alone");
});

test("authority 5.5 a role of the list carries the numbers of its codes, of people who hold it, and its owner's name", async () => {
  const admin = await administrator();
  const owner = await givenUser(app);
  const role = await givenDraftRole(admin, { permissionCodes: [list], menuKeys: [page], ownerUserId: owner.id });
  const [here, there] = [await givenOrganization(app), await givenOrganization(app)];
  const [twice, once] = [await givenUser(app), await givenUser(app)];
  const [ended, expired] = [await givenUser(app), await givenUser(app)];
  await givenMembership(app, { user: twice, organization: here, roles: [role] });
  await givenMembership(app, { user: twice, organization: there, roles: [role] });
  await givenMembership(app, { user: once, organization: here, roles: [role] });
  await givenMembership(app, {
    user: ended,
    organization: here,
    roles: [role],
    status: "ENDED",
    endDate: dayOf(app.now()),
  });
  await givenMembership(app, { user: expired, organization: here, roles: [role], validTo: app.now() });
  const [shown] = (await admin.call(listRoles, { query: { keyword: role.name } })).data.list;
  assert.partialDeepStrictEqual(shown, {
    id: role.id,
    code: role.code,
    name: role.name,
    codeCount: 1,
    memberCount: 2,
    ownerName: owner.userName,
    risk: "LOW",
    riskPoints: 0,
    status: "ENABLED",
    builtIn: false,
    version: 2,
    dataScope: "SELF",
  });
  const stranger = await app.signIn({ permissions: roleCodes, scope: "ORG" });
  await lend(stranger, role);
  assert.equal((await read(stranger, role.id)).ownerName, "其他");

  const members = async (client: TestClient) =>
    (await client.call(listRoleMembers, { params: { id: role.id }, query: {} })).data;
  const { list: grants, total } = await members(admin);
  const post = ({ name }: { name: string }) => `${name}(店长)`;
  const byName = [
    { user: twice, post: post(here) },
    { user: twice, post: post(there) },
    { user: once, post: post(here) },
  ].toSorted((a, b) => (a.user.userName < b.user.userName ? -1 : 1));
  assert.equal(total, 3);
  assert.deepEqual(
    grants.map(({ userId, userName, post, source, validTo, version }) => [
      userId,
      userName,
      post,
      source,
      validTo,
      version,
    ]),
    byName.map(({ user, post }) => [user.id, user.userName, post, "DIRECT", null, 1]),
  );
  const near = await app.signIn({ permissions: roleCodes, scope: "ORG", organization: there });
  await lend(near, role);
  const seen = await members(near);
  assert.deepEqual([seen.total, seen.list.map((one) => one.post)], [1, [post(there)]]);
  const self = await app.signIn({ permissions: roleCodes, scope: "SELF" });
  await lend(self, role);
  assert.deepEqual((await members(self)).list, []);
});

test("AU-R35 a copy is named after its source, cut so that it fits, or as it is asked", async () => {
  const admin = await administrator();
  const nameOf = async (source: string, name?: string) => {
    const role = await givenDraftRole(admin, { name: source });
    const body = { code: `c${newId().slice(-10).replaceAll("-", "")}`, ...(name ? { name } : {}) };
    const { data, msg } = await admin.call(copyRole, { params: { id: role.id }, body });
    const [version] = (await admin.call(listRoleVersions, { params: { id: data?.id ?? "" }, query: {} })).data.list;
    assert.deepEqual([version?.version, version?.note], [1, `复制自${source}`], msg);
    return data.name;
  };
  const wide = "宽".repeat(17); // 34 wide, and the suffix is 5 wide
  assert.equal(await nameOf(`${wide}a`), `${wide}a-副本`);
  assert.equal(await nameOf(`${wide}bc`), `${wide}b-副本`);
  assert.equal(await nameOf("短名", "另起一名"), "另起一名");
});

test("AU-R33 a new role has its first version; a code is taken for ever, a name until its role is deleted", async () => {
  const admin = await administrator();
  const mark = newId().slice(-6).replaceAll("-", "");
  const body = { code: `fresh${mark}`, name: `新-${mark}`, category: "销售", description: "说明" };
  const { data } = await admin.call(createRole, { body });
  assert.deepEqual(data.draft, {
    name: body.name,
    category: "销售",
    description: "说明",
    menuKeys: [],
    permissionCodes: [],
    dataScope: "SELF",
    scopeOverrides: {},
    customOrgs: [],
    excludedInterfaces: [],
    fieldRules: {},
    grantableRoleIds: [],
    exclusiveOrgTypes: [],
    partnerKinds: [],
    maxDays: null,
    ownerUserId: null,
  });
  assert.deepEqual([data.builtIn, data.status, data.idleCount], [false, "ENABLED", null]);
  const { list: versions } = (await admin.call(listRoleVersions, { params: { id: data.id }, query: {} })).data;
  assert.deepEqual(
    versions.map(({ version, note, editorName, snapshot }) => [version, note, editorName, snapshot]),
    [[1, "新增角色", admin.user.userName, data.draft]],
  );
  assert.equal((await tried(admin, data.id, { description: "自己的名字" })).msg, "");
  const other = await givenDraftRole(admin);
  assert.equal((await tried(admin, other.id, { name: body.name })).msgCode, "ROLE_NAME_EXISTS");
  await admin.call(deleteRole, { params: { id: data.id }, query: { version: 2 } });
  assert.equal((await admin.call(createRole, { body: { ...body, name: "别名" } })).msgCode, "ROLE_CODE_EXISTS");
  assert.equal((await tried(admin, other.id, { name: body.name })).msg, "");
});

test("AU-R34 a role that was not made on the page gets its first version with its first save or switch", async () => {
  const admin = await administrator();
  const [edited, switched, untouched] = [await givenRole(app), await givenRole(app), await givenDraftRole(admin)];
  const versionsOf = async ({ id }: { id: string }) =>
    (await admin.call(listRoleVersions, { params: { id }, query: {} })).data.list.map((one) => [
      one.version,
      one.note,
      one.editorName,
    ]);
  const [made] = await app.rows<{ at: Date }>("select updated_at as at from role where id = $1", [edited.id]);
  app.passTime(5);
  await saved(admin, edited.id, { description: "改" }, "第一次保存");
  const { userName } = admin.user;
  assert.deepEqual(await versionsOf(edited), [
    [2, "第一次保存", userName],
    [1, "初始版本", "系统"],
  ]);
  const { list: kept } = (await admin.call(listRoleVersions, { params: { id: edited.id }, query: {} })).data;
  assert.equal(kept[1]?.createdAt, wireTime(made?.at ?? app.now()));
  assert.deepEqual([kept[0]?.snapshot.description, kept[1]?.snapshot.description], ["改", null]);
  const body = { reason: "整顿", version: 1 };
  const off = await admin.call(disableRole, { params: { id: switched.id }, body });
  assert.equal(off.data.status, "DISABLED");
  assert.deepEqual(await versionsOf(switched), [
    [2, "停用：整顿", userName],
    [1, "初始版本", "系统"],
  ]);
  assert.partialDeepStrictEqual((await app.auditOf(switched)).at(-1), { actionName: "停用角色", reason: "整顿" });
  assert.deepEqual(await versionsOf(untouched), [[1, "新增角色", userName]]);
  assert.partialDeepStrictEqual((await app.auditOf(edited)).at(-1), { actionName: "编辑角色", reason: "第一次保存" });
});

test("authority 3 a role that a position brings along cannot be deleted", async () => {
  const admin = await administrator();
  const [used, free] = [await givenDraftRole(admin), await givenDraftRole(admin)];
  const positionId = await app.arrange((tx) => givenPosition(tx, `带角色${used.code}`));
  await app.rows("update position set default_role_ids = $2 where id = $1", [positionId, [used.id]]);
  const remove = ({ id, version }: { id: string; version: number }) =>
    admin.call(deleteRole, { params: { id }, query: { version } });
  assert.deepEqual([(await remove(used)).msgCode, (await remove(free)).msg], [commonErrors.referenced().msgCode, ""]);
  const above = await givenDraftRole(admin, { permissionCodes: [list], menuKeys: [page] });
  const delegated = await app.signIn({ permissions: roleCodes, scope: "ORG" });
  await lend(delegated, above);
  const refused = await delegated.call(deleteRole, { params: { id: above.id }, query: { version: above.version } });
  assert.equal(refused.msgCode, "GRANT_EXCEEDS");
});

test("authority 7 whoever made a role is known by the posts that he has; what lies out of sight has no name", async () => {
  const admin = await administrator();
  const organization = await givenOrganization(app);
  const foreign = await givenOrganization(app);
  const reader = await app.signIn({ permissions: roleCodes, scope: "ORG", organization });
  const self = await app.signIn({ permissions: roleCodes, scope: "SELF" });
  const made: Record<string, string> = {};
  const makeBy = async (name: string, makerId: string) => {
    const role = await givenRole(app);
    await app.rows("update role set created_by = $2 where id = $1", [role.id, makerId]);
    made[role.id] = name;
    return role;
  };
  const [colleague, former] = [await givenUser(app), await givenUser(app)];
  await givenMembership(app, { user: colleague, organization });
  await givenMembership(app, { user: former, organization, status: "ENDED", endDate: dayOf(app.now()) });
  await makeBy("colleague", colleague.id);
  const hidden = await makeBy("former", former.id);
  await makeBy("self", self.user.id);
  const seen = async (client: TestClient) =>
    (await client.call(listRoles, { query: { pageSize: 100 } })).data.list.flatMap(({ id }) => made[id] ?? []);
  assert.deepEqual([await seen(reader), await seen(self)], [["colleague"], ["self"]]);
  const { roles } = (await reader.call(getRoleMatrix, {})).data;
  assert.deepEqual(
    roles.map(({ id }) => made[id]),
    ["colleague"],
  );

  const lent = await givenDraftRole(admin);
  const rich = await givenDraftRole(admin, {
    grantableRoleIds: [lent.id, hidden.id],
    customOrgs: [organization, foreign].map(({ id }) => ({ orgId: id, withChildren: false })),
  });
  await lend(reader, rich, lent);
  const { customOrgNames, grantableRoleNames } = await read(reader, rich.id);
  assert.deepEqual(customOrgNames, { [organization.id]: organization.name, [foreign.id]: "其他组织" });
  assert.deepEqual(grantableRoleNames, { [lent.id]: lent.name, [hidden.id]: "其他角色" });
  const all = await read(admin, rich.id);
  assert.deepEqual(all.grantableRoleNames, { [lent.id]: lent.name, [hidden.id]: hidden.name });
  const query = { a: rich.id, b: lent.id };
  const compared = (await reader.call(compareRoles, { query })).data;
  assert.deepEqual([compared.a.id, compared.b.id], [rich.id, lent.id]);
  assert.deepEqual(compared.diff.others, ["名称", "自定义组织", "可授予角色"]);
  assert.equal((await reader.call(compareRoles, { query: { ...query, b: hidden.id } })).msgCode, "COMMON_NOT_FOUND");
});

test("authority 5.5 the matrix is in the order of the names and without deleted roles", async () => {
  const admin = await administrator();
  const mark = newId().slice(-6);
  const [late, early, gone] = [
    await givenDraftRole(admin, {
      permissionCodes: [list],
      menuKeys: [page],
      scopeOverrides: { [list]: "ORG" },
      name: `${mark}乙`,
    }),
    await givenDraftRole(admin, { name: `${mark}丙` }),
    await givenDraftRole(admin, { name: `${mark}甲` }),
  ];
  await admin.call(deleteRole, { params: { id: gone.id }, query: { version: gone.version } });
  const { roles } = (await admin.call(getRoleMatrix, {})).data;
  const names = roles.map(({ name }) => name);
  const [sorted] = await app.rows<{ names: string[] }>(
    "select array_agg(name order by name) as names from role where deleted_at is null",
  );
  assert.deepEqual(names, sorted?.names);
  assert.deepEqual(
    roles.find(({ id }) => id === late.id),
    {
      id: late.id,
      name: late.name,
      status: "ENABLED",
      permissionCodes: [list],
      dataScope: "SELF",
      scopeOverrides: { [list]: "ORG" },
    },
  );
  assert.ok(names.includes(early.name) && !names.includes(gone.name));
});

test("AU-R32 each start weighs all roles anew, by the codes of the release, and leaves the right ones alone", async () => {
  const admin = await administrator();
  const role = await givenDraftRole(admin, { permissionCodes: [list, "authority:user:edit"], menuKeys: [page] });
  const pointsOf = async () => (await read(admin, role.id)).riskPoints;
  const right = await pointsOf();
  assert.ok(right > 0);
  const other = await givenDraftRole(admin);
  await app.rows("update role set risk_points = 77 where id = $1", [role.id]);
  await app.arrange(refreshRisk);
  assert.deepEqual([await pointsOf(), (await read(admin, other.id)).riskPoints], [right, 0]);
  await app.arrange(refreshRisk);
  assert.equal((await read(admin, role.id)).version, role.version);
});

test("authority 6 the catalogue holds what is enabled in the menu, in its order, and the id of each call", async () => {
  const admin = await administrator();
  await app.rows("update menu set status = 'DISABLED' where key = 'store.StoreList'");
  const { data } = await admin.call(listPermissions, {});
  await app.rows("update menu set status = 'ENABLED'");
  assert.ok(!data.pages.some(({ key }) => key === "store.StoreList"));
  const rows = await app.rows<{ key: string }>(
    "select key from menu where key <> 'store.StoreList' order by sort, key",
  );
  assert.deepEqual(
    data.pages.map(({ key }) => key),
    rows.map(({ key }) => key),
  );
  const calls = await app.rows<{ id: string; call: string }>(
    "select id, method || ' ' || path as call from api_interface",
  );
  assert.deepEqual(data.interfaceIds, Object.fromEntries(calls.map(({ id, call }) => [call, id])));
});
