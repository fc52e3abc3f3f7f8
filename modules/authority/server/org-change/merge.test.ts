import assert from "node:assert/strict";
import { test } from "node:test";
import { wireTime } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { brokenPlaces, merging, Parcels } from "../organization/testing.ts";
import { givenMembership, givenOrganization, givenPosition, givenRole, givenUser, testApp } from "../testing.ts";
import { runSchedule } from "../testing-schedules.ts";
import { handOverWork } from "./hand-over.ts";
import { dueChanges, executePlanned } from "./planned.ts";

const parcels = new Parcels();
const app = testApp(parcels.module);
const { preview, merge, mergeAtOnce, statusOf } = merging(app);

type Ref = { readonly id: string };
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const dept = (name: string, parent?: Parameters<typeof givenOrganization>[1] & object) =>
  givenOrganization(app, { type: "DEPT", name, ...parent });

const postsOf = (user: Ref) =>
  app.rows<{ org: string; status: string; primary: boolean; until: string | null }>(
    `select organization_id as org, status, is_primary as primary, end_date as until from membership
     where user_id = $1 order by status, id`,
    [user.id],
  );
const runJob = (changeId: string) => handOverWork.run({ step: (act) => app.arrange(act) }, { changeId });

test("AU-R42 people, records and children go to the target; the source ends as 已并入{target}", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [north, south] = [await dept("北区运营"), await dept("南区运营")];
  const child = await dept("北区一组", { parent: north });
  const inside = await dept("北区一组一队", { parent: child });
  const role = await givenRole(app, { dataScope: "ORG", permissionCodes: ["authority:org:list"] });
  const user = await givenUser(app, { userName: "北区员工" });
  await givenMembership(app, { user, organization: north, roles: [role], isPrimary: true });
  const client = await app.clientOf(user, [north.id]);
  await app.rows("insert into parcel (org_id) values ($1), ($1), ($2)", [north.id, child.id]);

  const { impact, impactToken } = (await preview(admin, north, south)).data;
  assert.partialDeepStrictEqual(impact, {
    fromPath: ["集团总部", "北区运营"],
    toPath: ["集团总部", "南区运营"],
    childCount: 2,
    peopleCount: 1,
    merge: { movedPosts: 1, doubledPosts: 0 },
    work: [{ kind: "parcel.open", label: "待派包裹", count: 2 }],
    sightChanges: [{ userName: "北区员工", gained: 1, lost: 0 }],
  });
  const { data: change } = await merge(admin, north, south, { impactToken });
  assert.partialDeepStrictEqual(change, { kind: "MERGE", status: "RUNNING", doneAt: null });
  await runJob(change.id);
  await runJob(change.id); // the second run changes nothing
  assert.equal(await statusOf(change.id), "DONE");
  assert.deepEqual(await app.rows("select hands from parcel where org_id = $1", [south.id]), [
    { hands: 1 },
    { hands: 1 },
  ]);
  assert.equal((await app.rows("select 1 from parcel where org_id = $1", [child.id])).length, 1);
  assert.deepEqual([parcels.counted[0], parcels.counted.length], [2, 1], "what is about records follows them");

  const { data: source } = await admin.call(contract.getOrganization, { params: { id: north.id } });
  assert.partialDeepStrictEqual(source, { status: "DISABLED", mergedIntoName: "南区运营", ownPeople: 0 });
  const body = { reason: "误操作", version: source.version };
  assert.deepEqual(whyNot(await admin.call(contract.enableOrganization, { params: { id: north.id }, body })), [
    "ORG_MERGED",
    "该组织已并入南区运营，不能启用",
  ]);
  const { data: moved } = await admin.call(contract.getOrganization, { params: { id: inside.id } });
  assert.deepEqual(moved.pathNames, ["集团总部", "南区运营", "北区一组", "北区一组一队"]);
  assert.deepEqual(await brokenPlaces(app), []);
  assert.partialDeepStrictEqual(await postsOf(user), [{ org: south.id, status: "EFFECTIVE", primary: true }]);
  // the session continues in the organisation where the person works now
  assert.equal((await client.call(contract.getOrganization, { params: { id: south.id } })).success, true);
  assert.equal((await client.call(contract.getOrganization, { params: { id: north.id } })).success, false);
  const [, line] = await app.auditOf(north);
  const diffs = [
    { label: "状态", before: "启用", after: "停用" },
    { label: "并入组织", before: "集团总部 / 北区运营", after: "集团总部 / 南区运营" },
  ];
  assert.partialDeepStrictEqual(line, { actionName: "合并组织", diffs });
  assert.partialDeepStrictEqual(await app.auditOf(user), [{ actionName: "合并组织" }]);
});

test("AU-R42 AU-R13 a post that somebody has in both is kept once, with the later end, the roles of both and the primary flag", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [from, to] = [await dept("重复甲"), await dept("重复乙")];
  const [one, two] = [await givenRole(app), await givenRole(app)];
  const user = await givenUser(app);
  const common = { user, positionName: "专员" };
  await givenMembership(app, { ...common, organization: from, roles: [one, two], isPrimary: true });
  await givenMembership(app, { ...common, organization: to, roles: [two], endDate: "2099-01-01" });
  await givenMembership(app, { user, organization: from, positionName: "顾问" });
  assert.deepEqual((await preview(admin, from, to)).data.impact.merge, { movedPosts: 1, doubledPosts: 1 });

  assert.equal((await mergeAtOnce(admin, from, to)).data.status, "DONE");

  const posts = await postsOf(user);
  assert.deepEqual(
    posts.map(({ org, status, primary, until }) => [org === to.id, status, primary, status === "ENDED" || until]),
    [
      [true, "EFFECTIVE", true, null],
      [true, "EFFECTIVE", false, null],
      [false, "ENDED", false, true],
    ],
  );
  const roles = await app.rows<{ id: string }>(
    `select g.role_id as id from role_grant g join membership m on m.id = g.membership_id
     where m.user_id = $1 and m.status = 'EFFECTIVE' and g.status = 'ACTIVE'`,
    [user.id],
  );
  assert.deepEqual(roles.map(({ id }) => id).sort(), [one.id, two.id].sort());
});

test("AU-R42 what was confirmed has to be what happens, at once and at the planned time", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [from, to] = [await dept("变化甲"), await dept("变化乙")];
  const first = (await preview(admin, from, to)).data.impactToken;
  await givenMembership(app, { user: await givenUser(app), organization: from });
  const stale = ["IMPACT_STALE", "影响范围已变化，请重新确认"];
  assert.deepEqual(whyNot(await merge(admin, from, to, { impactToken: first })), stale);

  const plannedAt = wireTime(new Date(app.now().getTime() + 60_000));
  const { impactToken } = (await preview(admin, from, to)).data;
  const { data } = await merge(admin, from, to, { impactToken, plannedAt });
  assert.partialDeepStrictEqual(data, { status: "PLANNED", plannedAt });
  await app.rows("insert into parcel (org_id) values ($1)", [from.id]); // the open business may change in the meantime
  app.passTime(61);
  assert.deepEqual(await app.arrange(dueChanges), [data.id]);
  await Promise.all([1, 2].map(() => app.arrange((tx) => executePlanned(tx, data.id))));
  assert.equal(await statusOf(data.id), "RUNNING");
  await runJob(data.id);
  assert.equal(await statusOf(data.id), "DONE");

  const [late, there] = [await dept("变化丙"), await dept("变化丁")];
  const token = (await preview(admin, late, there)).data.impactToken;
  const again = wireTime(new Date(app.now().getTime() + 60_000));
  const { data: second } = await merge(admin, late, there, { impactToken: token, plannedAt: again });
  await dept("后来的下级", { parent: late });
  app.passTime(61);
  await runSchedule(app, "authority.plannedOrgChanges");
  assert.equal(await statusOf(second.id), "FAILED");
});

test("AU-R42 a hand-over that broke off is taken up again and loses nothing", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [from, to] = [await dept("中断甲"), await dept("中断乙")];
  await app.rows("insert into parcel (org_id) values ($1), ($1), ($1)", [from.id]);
  const { data } = await mergeAtOnce(admin, from, to);
  parcels.isBusy = true;
  await assert.rejects(runJob(data.id));
  parcels.isBusy = false;
  assert.equal(await statusOf(data.id), "RUNNING");
  assert.equal((await app.rows("select 1 from parcel where org_id = $1", [from.id])).length, 3);
  const waiting = () => app.rows("select from pgboss.job where singleton_key = $1 and state = 'created'", [data.id]);
  await app.rows("delete from pgboss.job where singleton_key = $1", [data.id]); // the queue has given up
  await runSchedule(app, "authority.plannedOrgChanges");
  assert.equal((await waiting()).length, 1);
  await runJob(data.id);
  assert.deepEqual(
    (await app.rows<{ hands: number }>("select hands from parcel where org_id = $1", [to.id])).map(
      ({ hands }) => hands,
    ),
    [1, 1, 1],
  );
  await app.rows("delete from pgboss.job where singleton_key = $1", [data.id]);
  await runSchedule(app, "authority.plannedOrgChanges");
  assert.equal((await waiting()).length, 0, "what is done is left alone");
});

test("AU-R42 a merge is refused into itself or below, when closed, too deep, beside a namesake, where people do not fit", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [from, to] = [await dept("规则甲"), await dept("规则乙")];
  const why = async (source: Ref, target: Ref) => whyNot(await preview(admin, source, target));
  const child = await dept("下级", { parent: from });
  assert.deepEqual(await why(from, child), ["ORG_MERGE_SELF", "不能并入自己或下级组织"]);
  assert.deepEqual(await why(from, from), ["ORG_MERGE_SELF", "不能并入自己或下级组织"]);
  assert.deepEqual(await why(from, await dept("已停", { status: "DISABLED" })), ["ORG_DISABLED", "组织已停用"]);
  const store = await givenOrganization(app, { type: "STORE" });
  assert.deepEqual(await why(store, to), ["ORG_MANAGED", "该组织由门店管理维护，请在门店列表修改"]);
  let deep = await dept("深");
  while (deep.level < 8) deep = await dept(`深${deep.level}`, { parent: deep });
  assert.deepEqual(await why(from, deep), ["ORG_DEPTH", "组织层级不能超过8级"]);
  const twin = await dept("下级", { parent: to });
  const refusal = "下级组织「下级」与目标组织的下级重名，请先改名";
  assert.deepEqual(await why(from, to), ["ORG_MERGE_CHILD", refusal]);
  await app.rows("update organization set deleted_at = now() where id = $1", [twin.id]);
  assert.equal((await preview(admin, from, to)).success, true);

  const positionId = await app.arrange((tx) => givenPosition(tx, "门店专用"));
  await app.rows("update position set org_types = '{STORE}' where id = $1", [positionId]);
  const misfit = await givenUser(app);
  await givenMembership(app, { user: misfit, organization: from, positionName: "门店专用" });
  assert.deepEqual(await why(from, to), ["ORG_MERGE_POSITION", "1个任职的职位不适用于目标组织：门店专用，请先调整"]);
  await app.rows("update position set org_types = '{}' where id = $1", [positionId]);
  await app.rows("insert into parcel (org_id) values ($1)", [from.id]);
  await app.rows("insert into parcel (org_id, full_up) values ($1, true)", [to.id]);
  assert.equal((await preview(admin, from, to)).msgCode, "COMMON_REFERENCED");
});

test("AU-R15 AU-R42 nobody merges beyond the own scope, into more own sight, with roles above the own, or the own post", async () => {
  const area = await dept("合并片区");
  const [from, to] = [await dept("片区甲", { parent: area }), await dept("片区乙", { parent: area })];
  const foreign = await dept("片区外");
  const permissions = ["authority:org:merge", "authority:org:list"];
  const manager = await app.signIn({ permissions, scope: "ORG_TREE", organization: area });
  assert.equal((await preview(manager, from, foreign)).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await preview(manager, foreign, to)).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await merge(manager, foreign, to, { impactToken: "x" })).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await preview(manager, from, to)).success, true);

  const strong = await givenRole(app, { dataScope: "ORG", permissionCodes: ["authority:user:list"] });
  await givenMembership(app, { user: await givenUser(app), organization: from, roles: [strong] });
  assert.equal((await preview(manager, from, to)).msgCode, "GRANT_EXCEEDS");

  const overrides = { "authority:org:merge": "ALL" as const };
  const reach = { permissions, scope: "ORG_TREE" as const, scopeOverrides: overrides };
  const gainer = await app.signIn({ ...reach, organization: to });
  const lonely = await dept("片区丙", { parent: area });
  assert.deepEqual(whyNot(await preview(gainer, lonely, to)), [
    "ORG_OWN_GAIN",
    "调整后您自己的数据范围会扩大，请由上级管理员操作",
  ]);
  const own = await app.signIn({ ...reach, organization: from });
  assert.deepEqual(whyNot(await preview(own, from, to)), ["USER_SELF", "不能操作自己的账号"]);
});

test("AU-R42 scopes that a role names are not widened: the preview lists the roles, their holders lose sight", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [from, to] = [await dept("专项甲"), await dept("专项乙")];
  await dept("专项甲下级", { parent: from });
  const customOrgs = [{ orgId: from.id, withChildren: true }];
  const permissionCodes = ["authority:org:list"];
  const role = await givenRole(app, { name: "专项角色", dataScope: "CUSTOM", customOrgs, permissionCodes });
  const user = await givenUser(app, { userName: "专项人员" });
  await givenMembership(app, { user, organization: await dept("别处"), roles: [role], isPrimary: true });
  const { impact } = (await preview(admin, from, to)).data;
  assert.deepEqual(impact.customRoles, ["专项角色"]);
  assert.partialDeepStrictEqual(impact.sightChanges, [{ userName: "专项人员", gained: 0, lost: 2 }]);
  assert.equal((await mergeAtOnce(admin, from, to)).data.status, "DONE");
});

test("AU-R42 of two who merge crosswise at once one wins, and nobody's post is lost", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [one, two] = [await dept("互并甲"), await dept("互并乙")];
  const people = [await givenUser(app), await givenUser(app)] as const;
  await givenMembership(app, { user: people[0], organization: one, isPrimary: true });
  await givenMembership(app, { user: people[1], organization: two, isPrimary: true });
  const tokens = [await preview(admin, one, two), await preview(admin, two, one)].map(({ data }) => data.impactToken);
  const answers = await Promise.all([
    merge(admin, one, two, { impactToken: tokens[0] ?? "" }),
    merge(admin, two, one, { impactToken: tokens[1] ?? "" }),
  ]);
  assert.equal(answers.filter(({ success }) => success).length, 1);
  const left = answers[0]?.success ? two : one;
  for (const user of people) assert.partialDeepStrictEqual(await postsOf(user), [{ org: left.id, primary: true }]);
});
