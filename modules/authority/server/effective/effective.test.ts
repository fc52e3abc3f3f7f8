import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@ops/platform/contract";
import { compareUsers, getEffectiveRights } from "../../contract/index.ts";
import { bumpRights } from "../rights/bump.ts";
import { givenMembership, givenOrganization, givenRole, givenUser, type TestClient, testApp } from "../testing.ts";

const app = testApp();
const LIST = "authority:user:list";
const EXPORT = "authority:user:delete";
const VIEW = "authority:explain:view";

/** 王敏 of the worked example, with two authority codes in place of clue list and clue export. */
async function givenWangMin() {
  const shanghai = await givenOrganization(app, { type: "CITY" });
  const pudong = await givenOrganization(app, { parent: shanghai });
  await givenOrganization(app, { parent: shanghai });
  const user = await givenUser(app, { userName: "王敏" });
  const page = "authority.UserManagement";
  const store = await givenRole(app, { permissionCodes: [LIST, EXPORT], dataScope: "ORG", menuKeys: [page] });
  const city = await givenRole(app, { permissionCodes: [LIST], dataScope: "ORG_TREE" });
  const atStore = await givenMembership(app, { user, organization: pudong, roles: [store], isPrimary: true });
  const atCity = await givenMembership(app, {
    user,
    organization: shanghai,
    roles: [city],
    positionName: "代理城市经理",
  });
  return { user, shanghai, pudong, store, city, atStore, atCity };
}

async function effective(client: TestClient, id: string, membershipId?: string) {
  const { data, msg } = await client.call(getEffectiveRights, { params: { id }, query: { membershipId } });
  assert.ok(data, msg);
  return data;
}

test("AU-R21 the worked example, with user list and user delete in place of clue list and export", async () => {
  const { user, shanghai, pudong, atStore, atCity } = await givenWangMin();
  const admin = await app.signIn({ boolAdmin: true });
  const scopes = async (membershipId?: string) =>
    (await effective(admin, user.id, membershipId)).codes.map(({ code, scope }) => [
      code,
      scope.words,
      scope.organizationCount,
    ]);

  assert.deepEqual(await scopes(atStore.id), [
    [EXPORT, pudong.name, 1],
    [LIST, pudong.name, 1],
  ]);
  assert.deepEqual(await scopes(atCity.id), [[LIST, `${shanghai.name}及下级`, 3]]);
  assert.deepEqual(await scopes(), [
    [EXPORT, pudong.name, 1],
    [LIST, `${shanghai.name}及下级`, 3],
  ]);
});

test("AU-R24 each page, code and interface names the role, the kind of grant, the post and the validity it comes from", async () => {
  const { user, pudong, shanghai, store, city } = await givenWangMin();
  await app.rows(`update role_grant set valid_to = '2099-07-01 00:00+08', source = 'POSITION' where role_id = $1`, [
    store.id,
  ]);
  const rights = await effective(await app.signIn({ boolAdmin: true }), user.id);

  const sourceOf = (id: string | undefined) => rights.sources.find((source) => source.id === id);
  const names = (ids: readonly string[]) => ids.map((id) => sourceOf(id)?.roleName).sort();
  const code = rights.codes.find((line) => line.code === EXPORT);
  assert.deepEqual(
    [code?.name, code?.risk, names(code?.sourceIds ?? []), code?.hasOther],
    ["删除用户", "HIGH", [store.name], false],
  );
  assert.partialDeepStrictEqual(sourceOf(code?.sourceIds[0]), {
    roleId: store.id,
    grantKind: "POSITION",
    post: `${pudong.name}(店长)`,
    validTo: "2099-07-01 00:00:00",
  });
  const list = rights.codes.find((line) => line.code === LIST);
  assert.deepEqual(names(list?.sourceIds ?? []), [store.name, city.name].sort());
  assert.deepEqual(
    rights.pages.map(({ title, sourceIds }) => [title, names(sourceIds)]),
    [["账号权限管理 / 用户管理", [store.name]]],
  );
  const called = rights.interfaces.find(({ path, method }) => path === "/user/v1/users/{id}" && method === "DELETE");
  assert.deepEqual([called?.use, called?.code, names(called?.sourceIds ?? [])], ["CALLABLE", EXPORT, [store.name]]);
  assert.deepEqual(
    rights.posts.map(({ name, isPrimary }) => [name, isPrimary]),
    [
      [`${pudong.name}(店长)`, true],
      [`${shanghai.name}(代理城市经理)`, false],
    ],
  );
});

test("AU-R20 an interface is callable when it is in service and a role that grants its code does not leave it out", async () => {
  const { user, store, atStore } = await givenWangMin();
  const admin = await app.signIn({ boolAdmin: true });
  const [row] = await app.rows<{ id: string }>(
    "select id from api_interface where method = 'DELETE' and path = '/user/v1/users/{id}'",
  );
  const useOf = async () =>
    (await effective(admin, user.id, atStore.id)).interfaces.find(({ id }) => id === row?.id)?.use;
  assert.equal(await useOf(), "CALLABLE");
  await app.rows("update role set excluded_interfaces = array[$2::uuid] where id = $1", [store.id, row?.id]);
  assert.equal(await useOf(), "EXCLUDED");
  await app.rows("update role set excluded_interfaces = '{}' where id = $1", [store.id]);
  await app.rows("update api_interface set status = 'DISABLED' where id = $1", [row?.id]);
  assert.equal(await useOf(), "DISABLED");
  await app.rows("update api_interface set status = 'ENABLED' where id = $1", [row?.id]);
});

test("AU-R22 without a role nothing is effective; a boolAdmin has every code and page from no role", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const user = await givenUser(app);
  await givenMembership(app, { user, organization: await givenOrganization(app), isPrimary: true });
  const none = await effective(admin, user.id);
  assert.deepEqual([none.pages, none.codes, none.interfaces, none.sources], [[], [], [], []]);

  const all = await effective(admin, admin.user.id);
  assert.equal(all.boolAdmin, true);
  const code = all.codes.find((line) => line.code === VIEW);
  assert.deepEqual([code?.scope.words, code?.sourceIds], ["全部数据", []]);
  assert.ok(all.pages.length > 10);
});

test("AU-R24 a delegated administrator sees the rights, but of the grants only those that he could give", async () => {
  const organization = await givenOrganization(app);
  const client = await app.signIn({ permissions: [VIEW, LIST], scope: "ORG", organization });
  const user = await givenUser(app);
  const role = await givenRole(app, { permissionCodes: [LIST], dataScope: "ORG" });
  await givenMembership(app, { user, organization, roles: [role], isPrimary: true });

  const rights = await effective(client, user.id);
  assert.deepEqual([rights.sources, rights.otherSources], [[], 1]);
  assert.partialDeepStrictEqual(rights.codes, [{ code: LIST, sourceIds: [], hasOther: true }]);
});

test("AU-R24 people, and memberships of others, outside the reader's scope do not exist", async () => {
  const { user, atStore } = await givenWangMin();
  const organization = await givenOrganization(app);
  const client = await app.signIn({ permissions: [VIEW], scope: "ORG", organization });
  const inside = await givenUser(app);
  await givenMembership(app, { user: inside, organization, isPrimary: true });
  const ask = async (id: string, membershipId?: string) =>
    (await client.call(getEffectiveRights, { params: { id }, query: { membershipId } })).msgCode;

  assert.equal(await ask(inside.id), "");
  assert.equal(await ask(user.id), "COMMON_NOT_FOUND");
  assert.equal(await ask(inside.id, atStore.id), "COMMON_NOT_FOUND");
  const compare = async (a: string, b: string) => (await client.call(compareUsers, { query: { a, b } })).msgCode;
  assert.equal(await compare(inside.id, client.user.id), "");
  assert.equal(await compare(inside.id, user.id), "COMMON_NOT_FOUND");
  assert.equal(await compare(user.id, inside.id), "COMMON_NOT_FOUND");
});

test("AU-R24 权限对比 puts two people side by side", async () => {
  const { user, pudong, store } = await givenWangMin();
  const other = await givenUser(app);
  const role = await givenRole(app, { permissionCodes: [LIST], dataScope: "ALL" });
  await givenMembership(app, { user: other, organization: pudong, roles: [role], isPrimary: true });
  const admin = await app.signIn({ boolAdmin: true });
  const { data } = await admin.call(compareUsers, { query: { a: user.id, b: other.id } });

  assert.partialDeepStrictEqual(data.a, { userName: "王敏", on: null });
  assert.deepEqual(data.b.posts, [`${pudong.name}(店长)`]);
  assert.deepEqual(data.codes.map(({ code, a, b }) => [code, a?.words ?? null, b?.words ?? null]).at(0), [
    EXPORT,
    pudong.name,
    null,
  ]);
  assert.equal(data.codes.find(({ code }) => code === LIST)?.b?.words, "全部数据");
  assert.partialDeepStrictEqual(
    data.roles.find(({ id }) => id === store.id),
    { a: true, b: false },
  );
  assert.deepEqual(
    data.pages.map(({ title, a, b }) => [title, a, b]),
    [["账号权限管理 / 用户管理", true, false]],
  );
});

test("AU-R24 权限对比 shows one person on two days: grants, memberships and role versions as they were", async () => {
  const { user, store, city, atCity } = await givenWangMin();
  const ago = (days: number) => new Date(app.now().getTime() - days * 86_400_000);
  await app.rows("update membership set created_at = $2 where user_id = $1", [user.id, ago(20)]);
  await app.rows("update role_grant set created_at = $2, valid_from = $2 where role_id = any($1)", [
    [store.id, city.id],
    ago(20),
  ]);
  // three days ago the city post ended; two days ago the store's role lost the second code
  await app.rows("update membership set status = 'ENDED', updated_at = $2, end_date = $3 where id = $1", [
    atCity.id,
    ago(3),
    dayOf(ago(3)),
  ]);
  const snapshot = {
    permissionCodes: [LIST, EXPORT],
    menuKeys: [],
    dataScope: "ORG",
    scopeOverrides: {},
    customOrgs: [],
  };
  await app.rows(
    `insert into role_version (id, role_id, version, snapshot, note, editor_id, created_at)
     values ($1, $1, 1, $2, '', $1, $3), ($4, $1, 2, $5, '', $1, $6)`,
    [
      store.id,
      JSON.stringify(snapshot),
      ago(19),
      user.id,
      JSON.stringify({ ...snapshot, permissionCodes: [LIST] }),
      ago(2),
    ],
  );
  await app.rows("update role set permission_codes = $2 where id = $1", [store.id, [LIST]]);
  await app.arrange((tx) => bumpRights(tx, "everyone"));

  const admin = await app.signIn({ boolAdmin: true });
  const { data } = await admin.call(compareUsers, { query: { a: user.id, aOn: dayOf(ago(5)) } });
  assert.deepEqual([data.a.posts.length, data.b.posts.length], [2, 1]);
  const words = data.codes.map(({ code, a, b }) => [code, a !== null, b !== null]);
  assert.deepEqual(words, [
    [EXPORT, true, false],
    [LIST, true, true],
  ]);
  assert.deepEqual(
    data.codes.map(({ a, b }) => [a?.organizationCount, b?.organizationCount]),
    [
      [1, undefined],
      [3, 1],
    ],
  );
});
