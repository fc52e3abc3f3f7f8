import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import * as published from "../index.ts";
import {
  type GivenOrganization,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  testApp,
} from "../testing.ts";

const app = testApp();
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const unit = (parent?: GivenOrganization, name?: string) =>
  givenOrganization(app, { type: "DEPT", ...(parent ? { parent } : {}), ...(name ? { name } : {}) });
const remove = ({ id }: { id: string }) => app.rows("update organization set deleted_at = now() where id = $1", [id]);
const blank = { code: null, sort: 0, shortName: null, regionCode: null, address: null, phone: null };
const told = { reason: "调整", version: 1 };

test("authority 2.3 an organisation is created with all that is said of it, and shown with its people and leaders", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const parent = await unit(undefined, "展示上级");
  const typed = { shortName: "展", regionCode: "320500", address: "展示路1号", phone: "0512-123456", sort: 7 };
  const body = { ...typed, parentId: parent.id, code: "SHOW-1", name: "展示部", type: "DEPT" as const };
  const { data } = await admin.call(contract.createOrganization, { body });
  const params = { id: data.id };
  const child = await givenOrganization(app, { type: "DEPT", parent: { ...parent, ...(await placeOf(data.id)) } });
  const [leader, deputy, both] = [
    await givenUser(app, { userName: "展负责" }),
    await givenUser(app, { userName: "展副职" }),
    await givenUser(app),
  ];
  for (const user of [leader, deputy, both]) await givenMembership(app, { user, organization: data });
  await givenMembership(app, { user: both, organization: child });
  await givenMembership(app, { user: await givenUser(app), organization: child });
  await givenMembership(app, { user: await givenUser(app), organization: child, status: "FUTURE" });
  await givenMembership(app, { user: await givenUser(app), organization: parent });
  const changed = { ...typed, name: "展示部", leaderUserId: leader.id, deputyUserIds: [deputy.id], version: 1 };
  assert.equal((await admin.call(contract.editOrganization, { params, body: changed })).msg, "");

  const log = (await app.auditOf(data)).find(({ diffs }) => diffs.some(({ field }) => field === "leaderUserId"));
  assert.deepEqual(
    log?.diffs.map(({ label, before, after }) => `${label}：${before}→${after}`),
    ["负责人：null→展负责", "副负责人：null→展副职"],
    "the log tells names",
  );
  const shown = (await admin.call(contract.getOrganization, { params })).data;

  const { createdAt, updatedAt, id, ...rest } = shown;
  assert.ok(createdAt && updatedAt && id === data.id);
  assert.deepEqual(rest, {
    parentId: parent.id,
    code: "SHOW-1",
    name: "展示部",
    type: "DEPT",
    status: "ENABLED",
    leaderName: "展负责",
    ownPeople: 3,
    totalPeople: 4,
    ...typed,
    parentName: "展示上级",
    level: 3,
    version: 2,
    pathNames: ["集团总部", "展示上级", "展示部"],
    leaderUserId: leader.id,
    deputyUserIds: [deputy.id],
    deputyNames: ["展副职"],
    regionName: "江苏省 / 苏州市",
    mergedIntoName: null,
    managedBy: null,
    isMovable: true,
  });
  const reader = await app.signIn({ permissions: ["authority:org:list"], scope: "ORG", organization: data });
  const seen = (await reader.call(contract.getOrganization, { params })).data;
  assert.deepEqual(
    [seen.ownPeople, seen.totalPeople],
    [4, 4],
    "what lies below is not counted for whoever does not see it",
  );
});

async function placeOf(id: string): Promise<GivenOrganization> {
  const [row] = await app.rows<GivenOrganization>("select id, name, path, level from organization where id = $1", [id]);
  assert.ok(row);
  return row;
}

test("authority 2.3 names and codes: a deleted one's name is free, its code is not; numbers skip what was chosen by hand", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const parent = await unit();
  const create = (wishes: object) =>
    admin.call(contract.createOrganization, {
      body: { ...blank, parentId: parent.id, type: "DEPT", name: "同名", ...wishes },
    });
  const { data } = await create({ code: "USED-1" });
  await remove(data);
  assert.deepEqual(whyNot(await create({ code: "USED-1" })), ["COMMON_DUPLICATE", "组织编码已存在"]);
  const again = await create({});
  assert.equal(again.msg, "");
  const number = Number(again.data.code.slice(3));
  const nameOf = (n: number) => `ORG${String(n).padStart(6, "0")}`;
  assert.equal((await create({ code: nameOf(number + 1), name: "手选" })).msg, "");
  assert.equal((await create({ name: "再编" })).data.code, nameOf(number + 2));
  assert.equal((await create({ parentId: (await unit()).id, name: "手选" })).msg, "", "elsewhere the name is free");
  const rename = (name: string) => {
    const form = { ...blank, name, leaderUserId: null, deputyUserIds: [], version: 1 };
    const { code: _, ...body } = form;
    return admin.call(contract.editOrganization, { params: { id: again.data.id }, body });
  };
  assert.deepEqual(whyNot(await rename("手选")), ["ORG_NAME_EXISTS", "同级下已存在相同名称的组织"]);
  assert.equal((await rename("同名")).msg, "", "the own name is no other's");
});

test("authority 3 closing looks at enabled children and people in office, each person once; the reason stands in the log", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const dept = await unit();
  await givenOrganization(app, { type: "DEPT", parent: dept, status: "DISABLED" });
  await remove(await unit(dept));
  const [one, two] = [await givenUser(app), await givenUser(app)];
  for (const positionName of ["甲岗", "乙岗"])
    await givenMembership(app, { user: one, organization: dept, positionName });
  await givenMembership(app, { user: two, organization: dept });
  await givenMembership(app, { user: await givenUser(app), organization: dept, status: "FUTURE" });
  await givenMembership(app, { user: await givenUser(app), organization: dept, status: "ENDED" });
  const turn = (endpoint: typeof contract.disableOrganization | typeof contract.enableOrganization, version = 1) =>
    admin.call(endpoint, { params: { id: dept.id }, body: { ...told, version } });
  assert.deepEqual(whyNot(await turn(contract.enableOrganization)), [
    "AUTHORITY_STATE_ILLEGAL",
    "组织当前状态为【启用】，不能执行【启用】",
  ]);
  assert.deepEqual(whyNot(await turn(contract.disableOrganization)), [
    "ORG_HAS_MEMBER",
    "组织下还有2名在任人员，请先转移",
  ]);
  await app.rows("update membership set status = 'ENDED' where user_id = any($1)", [[one.id, two.id]]);
  assert.equal((await turn(contract.disableOrganization)).data.status, "DISABLED");
  assert.equal((await turn(contract.enableOrganization, 2)).data.status, "ENABLED");
  const lines = (await app.auditOf(dept)).map(({ actionName, reason, result }) => [actionName, reason, result]);
  assert.deepEqual(
    lines.filter(([, , result]) => result === "SUCCESS"),
    [
      ["停用组织", "调整", "SUCCESS"],
      ["启用组织", "调整", "SUCCESS"],
    ],
  );
  const { list } = (await admin.call(contract.listOrgChanges, { query: { organizationId: dept.id } })).data;
  assert.ok(list.every(({ doneAt, changeNo }) => doneAt !== null && /^ZC\d{14}$/.test(changeNo)));
  const root = await app.rows<{ id: string }>("select id from organization where parent_id is null");
  const rootId = root[0]?.id ?? "";
  await app.rows("update organization set status = 'DISABLED' where id = $1", [rootId]);
  const opened = await admin.call(contract.enableOrganization, { params: { id: rootId }, body: told });
  assert.equal(opened.data?.status, "ENABLED", "the root has no parent that could be closed");
});

test("authority 3 what a plan or a scope speaks of counts as used, what is over or deleted does not; the root always is", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const msgOf = async ({ id }: { id: string }) =>
    (await admin.call(contract.removeOrganization, { params: { id }, query: { version: 1 } })).msg;
  const used = "组织已被使用，只能停用";
  const [source, target, over] = [await unit(), await unit(), await unit()];
  const [parent, scoped, other] = [await unit(), await unit(), await unit()];
  const plan = (from: Ref, to: Ref, status: string) =>
    app.rows(
      `insert into org_change (id, created_at, created_by, updated_at, updated_by, change_no, kind, source_org_id,
         target_org_id, status, planned_at) values ($1::uuid, now(), $1, now(), $1, $1::uuid::text, 'MOVE', $2, $3, $4, now())`,
      [newId(), from.id, to.id, status],
    );
  await plan(source, target, "PLANNED");
  await plan(over, other, "CANCELED");
  await remove(await unit(parent));
  const role = await givenRole(app, { dataScope: "CUSTOM", customOrgs: [{ orgId: scoped.id, withChildren: true }] });
  assert.deepEqual([await msgOf(source), await msgOf(target), await msgOf(scoped)], [used, used, used]);
  await app.rows("update role set deleted_at = now() where id = $1", [role.id]);
  assert.deepEqual([await msgOf(scoped), await msgOf(over), await msgOf(parent)], ["", "", ""]);
  const [root] = await app.rows<{ id: string }>("select id from organization where parent_id is null");
  await app.rows("update organization set version = 1 where id = $1", [root?.id]);
  assert.equal(await msgOf({ id: root?.id ?? "" }), used);
});

type Ref = { readonly id: string };

test("AU-R43 what a module keeps of an organisation cannot be edited here, but its leaders and its children can; a reference to an unknown module counts too", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const store = await givenOrganization(app);
  const owned = await unit();
  await app.rows("update organization set ref_module = '外部系统' where id = $1", [owned.id]);
  const edit = (one: GivenOrganization, changes: object) => {
    const { code: _, ...form } = { ...blank, name: one.name, leaderUserId: null, deputyUserIds: [], version: 1 };
    return admin.call(contract.editOrganization, { params: { id: one.id }, body: { ...form, ...changes } });
  };
  const changes = [
    { name: "改" },
    { shortName: "改" },
    { regionCode: "320500" },
    { address: "改" },
    { phone: "123456" },
  ];
  for (const change of changes) assert.equal((await edit(store, change)).msgCode, "ORG_MANAGED");
  assert.deepEqual(whyNot(await edit(owned, { name: "改" })), [
    "ORG_MANAGED",
    "该组织由外部系统维护，请在外部系统修改",
  ]);
  assert.equal((await edit(store, { sort: 3 })).data.sort, 3);
  const params = { id: store.id };
  await app.rows("update organization set status = 'DISABLED' where id = $1", [store.id]);
  const opened = await admin.call(contract.enableOrganization, { params, body: { ...told, version: 2 } });
  assert.equal(opened.msgCode, "ORG_MANAGED");
});

test("AU-R43 what modules may ask: by id or code, of a type, below some, by name; closed and deleted ones are not there", async () => {
  const area = await unit(undefined, "发布区");
  const [one, two] = [await unit(area, "发布一"), await unit(area, "发布二")];
  const at = (parent: GivenOrganization, wishes: object = {}) =>
    givenOrganization(app, { type: "DELIVERY", parent, ...wishes });
  const [first, second, nested] = [await at(one), await at(two), await at(await unit(one))];
  await at(one, { status: "DISABLED" });
  await remove(await at(one));
  await at(await unit());
  await givenOrganization(app, { type: "STORE", parent: one });
  const below = await app.arrange((tx) => published.organizationsBelow(tx, [one.id, two.id], "DELIVERY"));
  assert.deepEqual(
    below.map(({ id, topId }) => [id, topId]),
    [
      [first.id, one.id],
      [second.id, two.id],
      [nested.id, one.id],
    ],
  );
  assert.deepEqual(await app.arrange((tx) => published.organizationsBelow(tx, [first.id], "DELIVERY")), []);
  assert.deepEqual(await app.arrange((tx) => published.organizationsBelow(tx, [], "DELIVERY")), []);
  const all = await app.arrange((tx) => published.findOrganizations(tx, "DELIVERY"));
  assert.equal(all.length, 4);
  assert.deepEqual(
    all.map(({ code }) => code),
    all.map(({ code }) => code).toSorted(),
  );

  const find = (by: { id: string } | { code: string }) => app.arrange((tx) => published.findOrganization(tx, by));
  const { code = "" } = (await find({ id: first.id })) ?? {};
  assert.equal((await find({ code }))?.id, first.id);
  assert.equal(await find({ code: "NOSUCH" }), null);
  const gone = await at(one);
  await remove(gone);
  assert.equal(await find({ id: gone.id }), null);
  const names = await app.arrange((tx) => published.organizationNames(tx, [one.id, gone.id, newId()]));
  assert.deepEqual(
    new Map(names),
    new Map([
      [one.id, "发布一"],
      [gone.id, gone.name],
    ]),
  );
  const missing = { msgCode: "COMMON_NOT_FOUND" };
  for (const id of [gone.id, newId()]) {
    await assert.rejects(
      app.arrange((tx) => published.requireOrganization(tx, id)),
      missing,
    );
    await assert.rejects(
      app.arrange((tx) => published.renameOrganization(tx, id, { name: "改" })),
      missing,
    );
  }
});

test("AU-R43 a module renames within the rules of names and divisions, and adopts what was there before", async () => {
  const parent = await unit();
  const [mine, other] = [await unit(parent, "原名"), await unit(parent, "占用")];
  const rename = (changes: Parameters<typeof published.renameOrganization>[2]) =>
    app.arrange((tx) => published.renameOrganization(tx, mine.id, changes));
  await assert.rejects(rename({ name: other.name }), { msgCode: "ORG_NAME_EXISTS" });
  const rows = () =>
    app.rows("select name, address, region_code as region, region_name as words from organization where id = $1", [
      mine.id,
    ]);
  await rename({ name: "原名", regionCode: "320583", address: "甲路" });
  const words = "江苏省 / 苏州市 / 昆山市";
  assert.deepEqual(await rows(), [{ name: "原名", address: "甲路", region: "320583", words }]);
  await app.rows("update organization set region_name = '旧名' where id = $1", [mine.id]);
  await rename({ address: "乙路" });
  await rename({ regionCode: "320583" });
  assert.deepEqual(await rows(), [{ name: "原名", address: "乙路", region: "320583", words: "旧名" }]);
  await rename({ regionCode: null });
  assert.deepEqual(await rows(), [{ name: "原名", address: "乙路", region: null, words: null }]);
  const refId = newId();
  const adopted = await app.arrange((tx) => published.adoptOrganization(tx, mine.id, { refModule: "store", refId }));
  assert.partialDeepStrictEqual(adopted, { id: mine.id, refModule: "store", refId });
});
