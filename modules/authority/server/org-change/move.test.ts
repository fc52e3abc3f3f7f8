import assert from "node:assert/strict";
import { test } from "node:test";
import { wireTime } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { brokenPlaces, moving } from "../organization/testing.ts";
import {
  type GivenOrganization,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  type TestClient,
  testApp,
} from "../testing.ts";
import { dueChanges, executePlanned } from "./planned.ts";

const app = testApp();
const { preview, tokenOf, move } = moving();
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const stale = ["IMPACT_STALE", "影响范围已变化，请重新确认"];
type Ref = { readonly id: string };

const region = (name: string) => givenOrganization(app, { type: "REGION", name });

async function givenHolder(organization: Ref, scope: "ORG_TREE" | "ORG" | "ALL", userName: string) {
  const user = await givenUser(app, { userName });
  const role = await givenRole(app, { dataScope: scope, permissionCodes: ["authority:user:list"] });
  await givenMembership(app, { user, organization, roles: [role], isPrimary: true, positionName: "经理" });
  return user;
}

async function givenCity(parent: GivenOrganization, stores: number): Promise<GivenOrganization> {
  const city = await givenOrganization(app, { type: "CITY", parent });
  for (let n = 0; n < stores; n++) await givenOrganization(app, { parent: city });
  return city;
}

test("AU-R41 moving 苏州 with 6 stores: the manager it leaves loses 7 organisations, the one it joins gains 7", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [east, jiangsu] = [await region("华东"), await region("江苏")];
  const city = await givenCity(east, 6);
  const east7 = await givenHolder(east, "ORG_TREE", "华东经理");
  const gains = await givenHolder(jiangsu, "ORG_TREE", "江苏经理");
  await givenHolder(east, "ORG", "华东职员"); // sees only the region, before and after
  await givenHolder(east, "ALL", "全国审计"); // sees everything, before and after
  const both = await givenHolder(east, "ORG_TREE", "两地经理");
  const tree = await givenRole(app, { dataScope: "ORG_TREE", permissionCodes: ["authority:user:list"] });
  await givenMembership(app, { user: both, organization: jiangsu, roles: [tree] });
  const insider = await givenHolder(east, "ORG_TREE", "身在苏州");
  await givenMembership(app, { user: insider, organization: city, roles: [tree] }); // keeps the whole city
  await givenRole(app, { name: "苏州专项", dataScope: "CUSTOM", customOrgs: [{ orgId: city.id, withChildren: true }] });

  const { data } = await preview(admin, city, jiangsu);

  assert.partialDeepStrictEqual(data.impact, {
    childCount: 6,
    storeCount: 6,
    peopleCount: 1,
    customRoles: ["苏州专项"],
  });
  assert.deepEqual(data.impact.fromPath, ["集团总部", "华东", city.name]);
  assert.deepEqual(data.impact.toPath, ["集团总部", "江苏", city.name]);
  assert.deepEqual([data.impact.gainingPeople, data.impact.losingPeople], [1, 1]);
  assert.deepEqual(
    data.impact.sightChanges.map(({ userName, post, gained, lost }) => [userName, post, gained, lost]).sort(),
    [
      ["华东经理", "华东(经理)", 0, 7],
      ["江苏经理", "江苏(经理)", 7, 0],
    ],
  );

  const loser = await app.clientOf(east7, [east.id]);
  const gainer = await app.clientOf(gains, [jiangsu.id]);
  const sees = async (client: TestClient) =>
    (await client.call(contract.listOrganizationMembers, { params: { id: city.id }, query: {} })).success;
  assert.deepEqual([await sees(loser), await sees(gainer)], [true, false]);
  const done = await move(admin, city, jiangsu, { impactToken: data.impactToken });
  assert.partialDeepStrictEqual(done.data, { status: "DONE", kind: "MOVE", targetName: "江苏" });
  assert.match(done.data.changeNo, /^ZC\d{14}$/);
  assert.deepEqual([await sees(loser), await sees(gainer)], [false, true]);
  assert.deepEqual(await brokenPlaces(app), []);
  const [, line] = await app.auditOf(city);
  const path = { label: "组织路径", before: `集团总部 / 华东 / ${city.name}`, after: `集团总部 / 江苏 / ${city.name}` };
  assert.partialDeepStrictEqual(line, { actionName: "移动组织", diffs: [path] });
});

test("AU-R41 what somebody sees inside the moved part anyway is neither lost nor gained", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [from, to] = [await region("内甲"), await region("内乙")];
  const city = await givenOrganization(app, { type: "CITY", parent: from });
  const store = await givenOrganization(app, { parent: city });
  await givenOrganization(app, { parent: city });
  const user = await givenHolder(from, "ORG_TREE", "半路人");
  const single = await givenRole(app, { dataScope: "ORG", permissionCodes: ["authority:user:list"] });
  await givenMembership(app, { user, organization: store, roles: [single] });

  const { data } = await preview(admin, city, to);

  assert.deepEqual(
    data.impact.sightChanges.map(({ userName, lost }) => [userName, lost]),
    [["半路人", 2]],
  );
});

test("authority 3 a move is refused under itself, too deep, below a store, beside its own name, to where it is", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const top = await region("规则大区");
  const city = await givenCity(top, 1);
  const store = await givenOrganization(app, { parent: top });
  let deep = await givenOrganization(app, { type: "DEPT" });
  while (deep.level < 7) deep = await givenOrganization(app, { type: "DEPT", parent: deep });
  const twin = await region("同名大区");
  await givenOrganization(app, { type: "CITY", parent: twin, name: city.name });
  const closed = await givenOrganization(app, { type: "DEPT", status: "DISABLED" });
  const why = async (source: Ref, target: Ref) => whyNot(await preview(admin, source, target));

  assert.deepEqual(await why(top, city), ["ORG_CYCLE", "不能移动到自己或下级组织"]);
  assert.deepEqual(await why(top, top), ["ORG_CYCLE", "不能移动到自己或下级组织"]);
  assert.deepEqual(await why(city, deep), ["ORG_DEPTH", "组织层级不能超过8级"]);
  assert.deepEqual(await why(city, store), ["ORG_TYPE", "门店下不能再挂大区或城市"]);
  assert.deepEqual(await why(city, twin), ["ORG_NAME_EXISTS", "同级下已存在相同名称的组织"]);
  assert.deepEqual(await why(city, top), ["ORG_SAME_PARENT", "该组织已在所选上级组织下"]);
  assert.deepEqual(await why(city, closed), ["ORG_DISABLED", "组织已停用"]);
});

test("AU-R41 a changed impact has to be confirmed anew, also after more than ten minutes; an unchanged one counts", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [from, to] = [await region("旧区"), await region("新区")];
  const city = await givenCity(from, 2);
  const impactToken = await tokenOf(admin, city, to);
  await givenOrganization(app, { parent: city });
  assert.deepEqual(whyNot(await move(admin, city, to, { impactToken })), stale);
  const anew = await tokenOf(admin, city, to);
  await givenHolder(from, "ORG_TREE", "后来者");
  assert.deepEqual(whyNot(await move(admin, city, to, { impactToken: anew })), stale);
  const last = await tokenOf(admin, city, to);
  app.passTime(601);
  assert.equal((await move(admin, city, to, { impactToken: last })).data.status, "DONE");
});

test("AU-R41 a planned move waits for its time, can be taken back, and happens once", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [from, to] = [await region("计划甲"), await region("计划乙")];
  const city = await givenCity(from, 1);
  const plannedAt = wireTime(new Date(app.now().getTime() + 3_600_000));
  const impactToken = await tokenOf(admin, city, to);
  const past = await move(admin, city, to, { impactToken, plannedAt: "2020-01-01 00:00:00" });
  assert.deepEqual(whyNot(past), ["ORG_PLANNED_PAST", "计划执行时间必须晚于当前时间"]);
  const first = await move(admin, city, to, { impactToken, plannedAt });
  assert.partialDeepStrictEqual(first.data, { status: "PLANNED", plannedAt });
  const second = await move(admin, city, to, { impactToken, plannedAt });
  assert.deepEqual(whyNot(second), ["ORG_CHANGE_PENDING", "该组织已有待执行的变更，请先撤销"]);
  const cancel = (version: number) =>
    admin.call(contract.cancelOrgChange, { params: { id: first.data.id }, body: { version } });
  assert.equal((await cancel(1)).data.status, "CANCELED");
  assert.equal((await cancel(2)).msgCode, "AUTHORITY_STATE_ILLEGAL");

  const { data } = await move(admin, city, to, { impactToken, plannedAt });
  assert.deepEqual(await app.arrange(dueChanges), []);
  app.passTime(3_601);
  const due = await app.arrange(dueChanges);
  assert.deepEqual(due, [data.id]);
  await Promise.all([1, 2].map(() => app.arrange((tx) => executePlanned(tx, data.id))));
  const [row] = await app.rows<{ parent: string }>("select parent_id as parent from organization where id = $1", [
    city.id,
  ]);
  assert.equal(row?.parent, to.id);
  assert.deepEqual(await brokenPlaces(app), []);
  const lines = await app.auditOf(city);
  assert.equal(lines.filter(({ actionName }) => actionName === "执行计划的组织变更").length, 1);
});

test("authority 10 a planned move whose impact has changed fails and says why", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [from, to] = [await region("失败甲"), await region("失败乙")];
  const city = await givenCity(from, 1);
  const plannedAt = wireTime(new Date(app.now().getTime() + 60_000));
  const { data } = await move(admin, city, to, { impactToken: await tokenOf(admin, city, to), plannedAt });
  await givenOrganization(app, { parent: city });
  app.passTime(61);
  await app.arrange((tx) => executePlanned(tx, data.id));
  const { list } = (await admin.call(contract.listOrgChanges, { query: { organizationId: city.id } })).data;
  assert.partialDeepStrictEqual(list, [{ status: "FAILED", failure: "影响范围已变化，请重新确认", doneAt: null }]);
});

test("AU-R41 AU-R21 a planned move is done only if its planner may do it then, in the posts of then", async () => {
  const permissions = ["authority:org:move", "authority:org:list"];
  const plan = async (name: string) => {
    const area = await region(name);
    const [from, to] = [await givenOrganization(app, { parent: area }), await givenOrganization(app, { parent: area })];
    const city = await givenOrganization(app, { type: "DEPT", parent: from });
    const planner = await app.signIn({ permissions, scope: "ORG_TREE", organization: area });
    const plannedAt = wireTime(new Date(app.now().getTime() + 60_000));
    const { data } = await move(planner, city, to, { impactToken: await tokenOf(planner, city, to), plannedAt });
    assert.equal(data.status, "PLANNED");
    return { planner, from, city, id: data.id };
  };
  const outcome = async (id: string) => {
    await app.arrange((tx) => executePlanned(tx, id));
    const [row] = await app.rows<{ status: string; failure: string | null }>(
      "select status, failure from org_change where id = $1",
      [id],
    );
    return [row?.status, row?.failure];
  };
  const [off, demoted, twofold, elsewhere, fine] = [
    await plan("停用者"),
    await plan("降权者"),
    await plan("双岗者"),
    await plan("调离者"),
    await plan("在岗者"),
  ];
  await app.rows("update app_user set status = 'DISABLED' where id = $1", [off.planner.user.id]);
  for (const { planner } of [demoted, twofold]) {
    await app.rows(
      `update role_grant set status = 'REVOKED' from membership m where m.id = membership_id and m.user_id = $1`,
      [planner.user.id],
    );
  }
  const role = await givenRole(app, { permissionCodes: permissions, dataScope: "ALL" });
  const organization = await givenOrganization(app);
  // another post than the one of the plan
  await givenMembership(app, { user: twofold.planner.user, organization, roles: [role] });
  const moved = "update membership set organization_id = $2 where user_id = $1";
  await app.rows(moved, [elsewhere.planner.user.id, elsewhere.from.id]);
  app.passTime(61);
  const forbidden = ["FAILED", "您没有该操作的权限，请联系管理员！"];
  assert.deepEqual(await outcome(off.id), forbidden);
  assert.deepEqual(await outcome(demoted.id), forbidden);
  assert.deepEqual(await outcome(twofold.id), forbidden);
  assert.deepEqual(await outcome(elsewhere.id), forbidden);
  assert.deepEqual(await outcome(fine.id), ["DONE", null]);
  const told = await app.rows("select 1 from notice where title = '计划的组织变更未执行' and user_id = $1", [
    demoted.planner.user.id,
  ]);
  assert.equal(told.length, 1);
});

test("AU-R41 roles that the operator does not see are a number in the preview; the token is the same for everybody", async () => {
  const area = await region("隐名片区");
  const [from, to] = [await givenOrganization(app, { parent: area }), await givenOrganization(app, { parent: area })];
  const part = await givenOrganization(app, { type: "DEPT", parent: from });
  await givenRole(app, { name: "机要专项", dataScope: "CUSTOM", customOrgs: [{ orgId: part.id, withChildren: true }] });
  const permissions = ["authority:org:move", "authority:org:list"];
  const manager = await app.signIn({ permissions, scope: "ORG_TREE", organization: area });
  const { data } = await preview(manager, part, to);
  assert.deepEqual(data.impact.customRoles, ["其他1个角色"]);
  const admin = await app.signIn({ boolAdmin: true });
  const whole = (await preview(admin, part, to)).data;
  assert.deepEqual([whole.impact.customRoles, whole.impactToken], [["机要专项"], data.impactToken]);
});

test("authority 12 of two opposite moves at once the second fails and the tree stays whole", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await region(`对调甲${round}`), await region(`对调乙${round}`)];
    await givenCity(one, 2);
    await givenCity(two, 2);
    const tokens = [await tokenOf(admin, one, two), await tokenOf(admin, two, one)] as const;
    const answers = await Promise.all([
      move(admin, one, two, { impactToken: tokens[0] }),
      move(admin, two, one, { impactToken: tokens[1] }),
    ]);
    assert.equal(answers.filter(({ success }) => success).length, 1);
    const refused = answers.find(({ success }) => !success);
    assert.deepEqual(refused && whyNot(refused), ["ORG_CYCLE", "不能移动到自己或下级组织"]);
    assert.deepEqual(await brokenPlaces(app), []);
  }
});

test("AU-R15 nobody moves what lies outside the own scope, or widens the own sight by a move", async () => {
  const [mine, foreign] = [await region("我的大区"), await region("别的大区")];
  const [city, hidden] = [await givenCity(mine, 1), await givenCity(foreign, 1)];
  const permissions = ["authority:org:move", "authority:user:list"];
  const manager = await app.signIn({ permissions, scope: "ORG_TREE", organization: mine });
  assert.equal((await preview(manager, hidden, mine)).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await preview(manager, city, foreign)).msgCode, "COMMON_NOT_FOUND");
  const forged = await move(manager, hidden, mine, { impactToken: "x" });
  assert.equal(forged.msgCode, "COMMON_NOT_FOUND");

  const overrides = { "authority:org:move": "ALL" as const };
  const mover = await app.signIn({ permissions, scope: "ORG_TREE", scopeOverrides: overrides, organization: mine });
  assert.deepEqual(whyNot(await preview(mover, hidden, mine)), [
    "ORG_OWN_GAIN",
    "调整后您自己的数据范围会扩大，请由上级管理员操作",
  ]);
  assert.equal((await preview(mover, city, foreign)).success, true);
});
