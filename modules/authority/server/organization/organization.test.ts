import assert from "node:assert/strict";
import { test } from "node:test";
import { suggestAddresses } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import * as published from "../index.ts";
import { givenMember, givenMembership, givenOrganization, givenRole, givenUser, testApp } from "../testing.ts";

const app = testApp();

const blank = { code: null, sort: 0, shortName: null, regionCode: null, address: null, phone: null };
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];

test("authority 2.3 a new organisation gets its place, its number and a log line; its name is free among siblings only", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const region = await givenOrganization(app, { type: "REGION" });
  const create = (name: string, code: string | null = null) =>
    admin.call(contract.createOrganization, { body: { ...blank, parentId: region.id, name, type: "CITY", code } });

  const { data } = await create("苏州");
  assert.match(data.code, /^ORG\d{6}$/);
  assert.partialDeepStrictEqual(data, { parentName: region.name, level: 3, status: "ENABLED", managedBy: null });
  assert.deepEqual(data.pathNames, ["集团总部", region.name, "苏州"]);
  assert.partialDeepStrictEqual(await app.auditOf(data), [{ actionName: "新增组织", bizType: "organization" }]);

  assert.deepEqual(whyNot(await create("苏州")), ["ORG_NAME_EXISTS", "同级下已存在相同名称的组织"]);
  assert.equal((await create("无锡", "WX")).success, true);
  assert.deepEqual(whyNot(await create("常州", "WX")), ["COMMON_DUPLICATE", "组织编码已存在"]);
  const unnamed = await create(" ");
  assert.equal(unnamed.msg, "请输入组织名称！");
});

test("authority 3 depth ends at 8, neither region nor city stands below a store, a disabled parent takes no child", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const create = (parentId: string, type: contract.OrganizationTypeCode) =>
    admin.call(contract.createOrganization, { body: { ...blank, parentId, name: newId(), type } });
  let deepest = await givenOrganization(app, { type: "DEPT" });
  while (deepest.level < 8) deepest = await givenOrganization(app, { type: "DEPT", parent: deepest });
  const store = await givenOrganization(app, { type: "STORE" });
  const team = await givenOrganization(app, { type: "DEPT", parent: store });
  const closed = await givenOrganization(app, { type: "DEPT", status: "DISABLED" });

  assert.deepEqual(whyNot(await create(deepest.id, "DEPT")), ["ORG_DEPTH", "组织层级不能超过8级"]);
  assert.deepEqual(whyNot(await create(store.id, "CITY")), ["ORG_TYPE", "门店下不能再挂大区或城市"]);
  assert.deepEqual(whyNot(await create(team.id, "REGION")), ["ORG_TYPE", "门店下不能再挂大区或城市"]);
  assert.deepEqual(whyNot(await create(closed.id, "DEPT")), ["ORG_DISABLED", "组织已停用"]);
  assert.equal((await create(store.id, "DEPT")).success, true);
});

test("PF-R102 an organisation keeps the code of its division and the names as they were when it was chosen", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const area = await givenOrganization(app, { type: "REGION" });
  const body = { ...blank, parentId: area.id, name: "昆山", type: "CITY" as const, regionCode: "320583" };
  const { data } = await admin.call(contract.createOrganization, { body });
  assert.partialDeepStrictEqual(data, { regionCode: "320583", regionName: "江苏省 / 苏州市 / 昆山市" });

  const params = { id: data.id };
  const edit = (changes: object, version: number) => {
    const { name, shortName, address, phone, sort, leaderUserId, deputyUserIds, regionCode } = data;
    const form = { name, shortName, regionCode, address, phone, sort, leaderUserId, deputyUserIds, version };
    return admin.call(contract.editOrganization, { params, body: { ...form, ...changes } });
  };
  await app.rows("update region set name = '新昆山市' where code = '320583'");
  assert.equal((await edit({ sort: 9 }, 1)).data.regionName, "江苏省 / 苏州市 / 昆山市");
  const replaced = await edit({ regionCode: "330103" }, 2); // 下城区 is part of 拱墅区 now
  assert.partialDeepStrictEqual(replaced.data, { regionCode: "330105", regionName: "浙江省 / 杭州市 / 拱墅区" });
  assert.deepEqual(whyNot(await edit({ regionCode: "999999" }, 3)), ["LBS_UNKNOWN", "行政区划不存在，请重新选择"]);
  assert.partialDeepStrictEqual((await edit({ regionCode: null }, 3)).data, { regionCode: null, regionName: null });
});

test("PF-R106 addresses of stores are suggested to those who may see them", async () => {
  const [mine, other] = [
    await givenOrganization(app, { name: "联想甲店" }),
    await givenOrganization(app, { name: "联想乙店" }),
  ];
  await app.rows("update organization set address = '联想路' || name, region_code = '320506' where id = any($1)", [
    [mine.id, other.id],
  ]);
  const names = async (by: Awaited<ReturnType<typeof app.signIn>>) =>
    (await by.call(suggestAddresses, { query: { keyword: "联想", cityCode: "320500" } })).data.map(({ name }) => name);
  const permissions = ["authority:org:list"];
  assert.deepEqual(await names(await app.signIn({ boolAdmin: true })), ["联想乙店", "联想甲店"].toSorted());
  assert.deepEqual(await names(await app.signIn({ permissions, scope: "ORG", organization: mine })), ["联想甲店"]);
  assert.deepEqual(await names(await app.signIn({ permissions: [], organization: mine })), []);
});

test("PF-R102 suggested are stores and delivery centres in use that have an address there; found by name or address", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const given = async (name: string, wishes: Parameters<typeof givenOrganization>[1], columns: string) => {
    const { id } = await givenOrganization(app, { ...wishes, name });
    await app.rows("update organization set address = '候选街1号', region_code = '320506' where id = $1", [id]);
    await app.rows(`update organization set ${columns} where id = $1`, [id]);
  };
  await given("候选店", {}, "sort = 1");
  await given("候选交付", { type: "DELIVERY" }, "sort = 1");
  await given("候选街外的名字", {}, "address = '别处'");
  await given("只凭地址", {}, "sort = 1");
  await given("候选部门", { type: "DEPT" }, "sort = 1");
  await given("候选停用店", {}, "status = 'DISABLED'");
  await given("候选已删店", {}, "deleted_at = now()");
  await given("候选无地址店", {}, "address = null");
  await given("候选外地店", {}, "region_code = '330105'");
  const found = async (query: { keyword: string; cityCode?: string }) =>
    (await admin.call(suggestAddresses, { query })).data.map(({ name }) => name).toSorted();
  const here = ["候选交付", "候选店", "候选街外的名字", "只凭地址"];
  assert.deepEqual(await found({ keyword: "候选", cityCode: "320500" }), here.toSorted());
  assert.deepEqual(await found({ keyword: "候选" }), [...here, "候选外地店"].toSorted());
  assert.deepEqual(await found({ keyword: "候选街1号", cityCode: "330100" }), ["候选外地店"]);
});

test("AU-R43 stores, partners and carriers belong to their modules; here only order and leaders change", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const store = await givenOrganization(app, { type: "STORE" });
  const leader = await givenUser(app, { userName: "钱店长" });
  await givenMembership(app, { user: leader, organization: store });
  const refusal = ["ORG_MANAGED", "该组织由门店管理维护，请在门店列表修改"];
  const params = { id: store.id };
  const { data } = await admin.call(contract.getOrganization, { params });
  const form = { name: data.name, shortName: null, regionCode: null, address: null, phone: null, sort: 5 };
  const edit = (changes: object) =>
    admin.call(contract.editOrganization, {
      params,
      body: { ...form, leaderUserId: null, deputyUserIds: [], version: 1, ...changes },
    });
  const body = { reason: "关店", version: 1 };

  const created = { ...blank, parentId: store.id, name: "新店", type: "STORE" as const };
  assert.deepEqual(whyNot(await admin.call(contract.createOrganization, { body: created })), refusal);
  const center = { ...created, name: "新交付中心", type: "DELIVERY" as const };
  assert.deepEqual(whyNot(await admin.call(contract.createOrganization, { body: center })), refusal);
  assert.deepEqual(whyNot(await edit({ name: "改名店" })), refusal);
  assert.deepEqual(whyNot(await edit({ address: "别处" })), refusal);
  assert.deepEqual(whyNot(await admin.call(contract.disableOrganization, { params, body })), refusal);
  const removed = await admin.call(contract.removeOrganization, { params, query: { version: 1 } });
  assert.deepEqual(whyNot(removed), refusal);
  assert.deepEqual(data.managedBy, { module: "门店管理", page: "门店列表" });

  const led = await edit({ leaderUserId: leader.id, sort: 7 });
  assert.partialDeepStrictEqual(led.data, { leaderName: "钱店长", sort: 7, version: 2 });
});

test("AU-R43 a module creates, renames and closes the organisation in the transaction of its own record", async () => {
  const city = await givenOrganization(app, { type: "CITY" });
  const refId = newId();
  const made = await app.arrange((tx) =>
    published.createOrganization(tx, { parentId: city.id, name: "园区店", type: "STORE", refModule: "store", refId }),
  );
  assert.partialDeepStrictEqual(made, { name: "园区店", status: "ENABLED", path: `${city.path}${made.id}/` });
  const renamed = await app.arrange((tx) => published.renameOrganization(tx, made.id, { name: "园区体验中心" }));
  assert.equal(renamed.name, "园区体验中心");
  assert.equal((await app.arrange((tx) => published.requireOrganization(tx, made.id))).name, "园区体验中心");

  const user = await givenUser(app);
  await givenMembership(app, { user, organization: made });
  const close = () => app.arrange((tx) => published.disableOrganization(tx, made.id, "闭店"));
  await assert.rejects(close, { msgCode: "ORG_HAS_MEMBER", message: "组织下还有1名在任人员，请先转移" });
  await app.rows("update membership set status = 'ENDED' where organization_id = $1", [made.id]);
  assert.equal((await close()).status, "DISABLED");
  assert.equal((await close()).status, "DISABLED");
  const require = () => app.arrange((tx) => published.requireOrganization(tx, made.id));
  await assert.rejects(require, { msgCode: "ORG_DISABLED", message: "组织已停用" });
});

test("authority 3 closing asks for an empty organisation and puts it into the history; opening restores it", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const dept = await givenOrganization(app, { type: "DEPT" });
  const child = await givenOrganization(app, { type: "DEPT", parent: dept });
  const user = await givenUser(app);
  await givenMembership(app, { user, organization: child });
  const turn = (to: "disable" | "enable", id: string, version: number) => {
    const endpoint = to === "disable" ? contract.disableOrganization : contract.enableOrganization;
    return admin.call(endpoint, { params: { id }, body: { reason: "调整", version } });
  };

  assert.deepEqual(whyNot(await turn("disable", dept.id, 1)), ["ORG_HAS_CHILD", "存在启用的下级组织，无法停用"]);
  const occupied = await turn("disable", child.id, 1);
  assert.deepEqual(whyNot(occupied), ["ORG_HAS_MEMBER", "组织下还有1名在任人员，请先转移"]);
  await app.rows("update membership set status = 'ENDED' where organization_id = $1", [child.id]);
  assert.equal((await turn("disable", child.id, 1)).data.status, "DISABLED");
  assert.equal((await turn("disable", dept.id, 1)).data.status, "DISABLED");
  assert.deepEqual(whyNot(await turn("disable", dept.id, 2)), [
    "AUTHORITY_STATE_ILLEGAL",
    "组织当前状态为【停用】，不能执行【停用】",
  ]);
  assert.deepEqual(whyNot(await turn("enable", child.id, 2)), [
    "ORG_PARENT_DISABLED",
    "上级组织已停用，请先启用上级组织",
  ]);
  assert.equal((await turn("enable", dept.id, 2)).data.status, "ENABLED");
  const { data } = await admin.call(contract.listOrgChanges, { query: { organizationId: dept.id } });
  assert.deepEqual(
    data.list.map(({ kind, status, reason }) => [kind, status, reason]),
    [
      ["ENABLE", "DONE", "调整"],
      ["DISABLE", "DONE", "调整"],
    ],
  );
});

test("authority 3 only what was never used can be deleted", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const remove = (id: string) => admin.call(contract.removeOrganization, { params: { id }, query: { version: 1 } });
  const used = ["ORG_USED", "组织已被使用，只能停用"];
  const dept = () => givenOrganization(app, { type: "DEPT" });
  const [parent, manned, scoped, free] = [await dept(), await dept(), await dept(), await dept()];
  await givenOrganization(app, { type: "DEPT", parent });
  await givenMembership(app, { user: await givenUser(app), organization: manned, status: "ENDED" });
  await givenRole(app, { dataScope: "CUSTOM", customOrgs: [{ orgId: scoped.id, withChildren: false }] });

  for (const { id } of [parent, manned, scoped]) assert.deepEqual(whyNot(await remove(id)), used);
  assert.equal((await remove(free.id)).success, true);
  assert.equal((await remove(free.id)).msgCode, "COMMON_NOT_FOUND");
});

test("authority 2.3 leaders are active and in office here or above; candidates are the same people", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const region = await givenOrganization(app, { type: "REGION" });
  const city = await givenOrganization(app, { type: "CITY", parent: region });
  const [above, gone, stranger] = [
    await givenUser(app, { userName: "赵区总" }),
    await givenUser(app, { userName: "孙停用", status: "DISABLED" }),
    await givenMember(app, { userName: "李路人" }),
  ];
  for (const user of [above, gone]) await givenMembership(app, { user, organization: region });
  const params = { id: city.id };
  const form = { name: city.name, shortName: null, regionCode: null, address: null, phone: null, sort: 0, version: 1 };
  const lead = (leaderUserId: string | null, deputyUserIds: string[] = []) =>
    admin.call(contract.editOrganization, { params, body: { ...form, leaderUserId, deputyUserIds } });
  const unfit = (name: string) => ["ORG_LEADER", `${name}未在本组织或上级组织任职，不能设为负责人`];

  assert.deepEqual(whyNot(await lead(stranger.id)), unfit("李路人"));
  assert.deepEqual(whyNot(await lead(null, [gone.id])), unfit("孙停用"));
  assert.partialDeepStrictEqual((await lead(above.id)).data, { leaderName: "赵区总", version: 2 });
  const { data } = await admin.call(contract.listLeaderCandidates, { params, query: { keyword: "赵" } });
  assert.deepEqual(data, [{ userId: above.id, userName: "赵区总", post: `${region.name}(店长)` }]);
});

test("E2 of two editors of one version the second is told", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const dept = await givenOrganization(app, { type: "DEPT" });
  const form = { shortName: null, regionCode: null, address: null, phone: null, sort: 0, version: 1 };
  const rename = (name: string) =>
    admin.call(contract.editOrganization, {
      params: { id: dept.id },
      body: { ...form, name, leaderUserId: null, deputyUserIds: [] },
    });

  const answers = await Promise.all([rename("甲部门"), rename("乙部门")]);

  assert.deepEqual(answers.map(({ success }) => success).sort(), [false, true]);
  assert.ok(answers.some(({ msgCode }) => msgCode === "COMMON_VERSION_CONFLICT"));
});
