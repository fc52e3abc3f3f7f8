import assert from "node:assert/strict";
import { test } from "node:test";
import { defineModule, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenMember, givenMembership, givenOrganization, givenRole, givenUser, testApp } from "../testing.ts";

/** A module above that points at positions. */
const pointed = new Set<string>();
const usages = [
  { entity: "position", label: "岗位设置", countOf: async (_tx: Tx, id: string) => Number(pointed.has(id)) },
];
const app = testApp(defineModule({ name: "postProbe", usages }));
const fields = { orgTypes: ["STORE" as const], defaultRoleIds: [], rank: 10 };
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];

test("authority 2.2 positions have a code that stays, a name of their own, places and default roles", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const role = await givenRole(app, { name: "交付" });
  const create = (code: string, name: string) =>
    admin.call(contract.createPosition, { body: { ...fields, code, name, defaultRoleIds: [role.id] } });

  const { data } = await create("deliverer", "交付专员");
  assert.partialDeepStrictEqual(data, { status: "ENABLED", defaultRoleNames: ["交付"], holders: 0, version: 1 });
  assert.deepEqual(whyNot(await create("deliverer", "别的")), ["COMMON_DUPLICATE", "职位编码已存在"]);
  assert.deepEqual(whyNot(await create("other", "交付专员")), ["COMMON_DUPLICATE", "职位名称已存在"]);
  const body = { ...fields, name: "交付顾问", status: "DISABLED" as const, version: 1 };
  const edited = await admin.call(contract.editPosition, { params: { id: data.id }, body });
  assert.partialDeepStrictEqual(edited.data, { code: "deliverer", name: "交付顾问", status: "DISABLED" });
  const found = await admin.call(contract.listPositions, { query: { keyword: "deliver", orgType: "STORE" } });
  assert.deepEqual(
    found.data.list.map(({ name }) => name),
    ["交付顾问"],
  );
});

test("authority 5.4 positions are found by part of name or code, and by the types of organisation they fit", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const given = (code: string, name: string, orgTypes: ("STORE" | "CITY")[]) =>
    admin.call(contract.createPosition, { body: { ...fields, orgTypes, code, name } });
  await given("seek_store", "寻店员", ["STORE"]);
  await given("seek_city", "寻城员", ["CITY", "STORE"]);
  await given("seek_any", "寻任意", []);
  await given("hidden_city", "别的", ["CITY"]);
  const found = async (query: { keyword?: string; orgType?: "STORE" | "CITY" | "DEPT" }) =>
    (await admin.call(contract.listPositions, { query })).data.list.map(({ code }) => code).toSorted();
  assert.deepEqual(await found({ keyword: "寻" }), ["seek_any", "seek_city", "seek_store"]);
  assert.deepEqual(await found({ keyword: "SEEK_C" }), ["seek_city"]);
  assert.deepEqual(await found({ keyword: "seek_", orgType: "STORE" }), ["seek_any", "seek_city", "seek_store"]);
  assert.deepEqual(await found({ keyword: "seek_", orgType: "CITY" }), ["seek_any", "seek_city"]);
  assert.deepEqual(await found({ keyword: "seek_", orgType: "DEPT" }), ["seek_any"]);
});

test("authority 12 a position that is or was held cannot be deleted", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  await givenMember(app);
  const { data } = await admin.call(contract.listPositions, { query: { keyword: "店长" } });
  const [held] = data.list;
  assert.ok(held && held.holders > 0);
  const remove = (id: string) => admin.call(contract.removePosition, { params: { id }, query: { version: 1 } });
  assert.deepEqual(whyNot(await remove(held.id)), ["COMMON_REFERENCED", "该数据已被引用，无法删除"]);
  const free = await admin.call(contract.createPosition, { body: { ...fields, code: "free", name: "没人" } });
  pointed.add(free.data.id);
  assert.deepEqual(whyNot(await remove(free.data.id)), ["COMMON_REFERENCED", "该数据已被引用，无法删除"]);
  pointed.clear();
  assert.equal((await remove(free.data.id)).success, true);
});

test("AU-R15 default roles are a way of granting: only those lent to the operator, none above the own rights", async () => {
  const organization = await givenOrganization(app);
  const codes = ["authority:position:list", "authority:position:edit"];
  const [foreign, lent, above] = [
    await givenRole(app, { permissionCodes: [] }),
    await givenRole(app, { permissionCodes: ["authority:position:list"], dataScope: "ORG" }),
    await givenRole(app, { permissionCodes: ["authority:user:delete"], dataScope: "ORG" }),
  ];
  const own = await givenRole(app, { permissionCodes: codes, dataScope: "ORG" });
  await app.rows("update role set grantable_role_ids = $1 where id = $2", [[lent.id, above.id], own.id]);
  const user = await givenUser(app);
  await givenMembership(app, { user, organization, roles: [own], isPrimary: true });
  const operator = await app.clientOf(user, [organization.id]);
  const create = (code: string, roleId: string) =>
    operator.call(contract.createPosition, { body: { ...fields, code, name: code, defaultRoleIds: [roleId] } });

  assert.deepEqual(whyNot(await create("p1", foreign.id)), ["ROLE_NOT_GRANTABLE", "该角色不在您的可授予范围内"]);
  assert.equal((await create("p2", above.id)).msgCode, "GRANT_EXCEEDS");
  assert.equal((await create("p3", lent.id)).success, true);
  const { data } = await operator.call(contract.listPositionRoles, {});
  assert.deepEqual(data.map(({ id }) => id).sort(), [lent.id, above.id].sort());
});

test("AU-R18 default roles change only for holders whom the operator may grant to, and never for himself", async () => {
  const [home, foreign] = [await givenOrganization(app), await givenOrganization(app)];
  const codes = ["authority:position:list", "authority:position:edit", "authority:grant:edit"];
  const own = await givenRole(app, { permissionCodes: codes, dataScope: "ORG_TREE" });
  const lent = await givenRole(app, { permissionCodes: ["authority:position:list"], dataScope: "ORG" });
  await app.rows("update role set grantable_role_ids = $1 where id = $2", [[lent.id], own.id]);
  const [user, inside, outside] = [await givenUser(app), await givenUser(app), await givenUser(app)];
  const hold = (holder: typeof user, organization: typeof home, positionName: string) =>
    givenMembership(app, { user: holder, organization, positionName, isPrimary: true });
  await givenMembership(app, { user, organization: home, roles: [own], positionName: "区域店长", isPrimary: true });
  await hold(inside, home, "本店顾问");
  await hold(outside, foreign, "各店顾问");
  await givenMembership(app, { user: inside, organization: home, positionName: "各店顾问" });
  const operator = await app.clientOf(user, [home.id]);
  const set = async (name: string, defaultRoleIds: string[]) => {
    const [row] = await app.rows<{ id: string; version: number }>("select id, version from position where name = $1", [
      name,
    ]);
    assert.ok(row);
    const body = { ...fields, name, defaultRoleIds, status: "ENABLED" as const, version: row.version };
    return operator.call(contract.editPosition, { params: { id: row.id }, body });
  };
  const outOfScope = ["USER_OUT_OF_SCOPE", "该用户不在您的管理范围内"];

  assert.deepEqual(whyNot(await set("区域店长", [lent.id])), ["USER_SELF", "不能操作自己的账号"]);
  assert.deepEqual(whyNot(await set("各店顾问", [lent.id])), outOfScope);
  assert.equal((await set("本店顾问", [lent.id])).success, true);
  assert.equal((await set("本店顾问", [])).success, true);
  await app.rows("update position set default_role_ids = $1 where name = '各店顾问'", [[lent.id]]);
  assert.deepEqual(whyNot(await set("各店顾问", [])), outOfScope); // taking away is guarded as well (AU-R16)
  assert.equal((await set("各店顾问", [lent.id])).success, true); // the rest of the position stays editable
});
