import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenNodesOf, givenProject, givenProjectTemplate, givenStore, testApp } from "../testing.ts";
import { projectNightly } from "./jobs.ts";

const app = testApp();
const permissions = [
  "project:list",
  "project:view",
  "project:create",
  "project:edit",
  "project:start",
  "project:pause",
  "project:terminate",
  "node:edit",
  "node:waive",
].map((code) => `store:${code}`);
const client = () => app.signIn({ permissions });
type Client = Awaited<ReturnType<typeof client>>;
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const inDays = (days: number) => addDays(dayOf(app.now()), days);
const versioned = ({ id, version }: { id: string; version: number }) => ({ params: { id }, body: { version } });
const detailOf = async (me: Client, { id }: { id: string }) =>
  (await me.call(contract.getProject, { params: { id } })).data;

/** The body of a new project that takes its 60 days from today on. */
async function formOf(more: object = {}) {
  await givenProjectTemplate(app);
  const { id: orgId } = await givenOrganization(app, { type: "REGION" });
  const place = { orgId, storeType: "EXPERIENCE", operateMode: "DIRECT", cityCode: "310100" } as const;
  const days = { planStart: inDays(0), planOpenDate: inDays(60) };
  return {
    name: "上海虹口店",
    kind: "NEW" as const,
    storeId: null,
    managerUserId: null,
    budgetFen: null,
    ...place,
    ...days,
    ...more,
  };
}

test("ST-R18 a new project has the nodes of its template, planned backwards from the opening", async () => {
  const me = await client();
  const form = await formOf();
  await app.rows("update project_template set nodes = jsonb_set(nodes, '{0,checklist}', '[\"拍照\"]')");
  const { data } = await me.call(contract.createProject, { body: form });
  assert.deepEqual(data.nodes[0]?.checklist, [{ text: "拍照", done: false }]);
  assert.match(data.projectNo, /^XM\d{6}$/);
  const standing = ({ risk, stage, forecastOpenDate, progress, plannedProgress }: typeof data) =>
    [risk, stage, forecastOpenDate, progress, plannedProgress].join(" ");
  assert.deepEqual([data.state, standing(data)], ["DRAFT", "NORMAL   0 0"]);
  assert.deepEqual(
    data.nodes.map(({ code, planStart, planEnd, durationDays, state }) => [
      code,
      planStart,
      planEnd,
      durationDays,
      state,
    ]),
    [
      ["BLD", inDays(31), inDays(40), 10, "NOT_STARTED"],
      ["TRN", inDays(46), inDays(50), 5, "NOT_STARTED"],
      ["OPN", inDays(60), inDays(60), 1, "NOT_STARTED"],
    ],
  );
  const { planStart, planOpenDate } = form;
  const draft = { name: "改名", storeId: null, budgetFen: null, costFen: null, managerUserId: null, planStart };
  const edit = (more: object) =>
    me.call(contract.editProject, {
      params: { id: data.id },
      body: { ...draft, planOpenDate, version: data.version, ...more },
    });
  const renamed = await edit({ planOpenDate: inDays(61) });
  assert.deepEqual(
    [renamed.msg, renamed.data?.nodes[0]?.planEnd, renamed.data && standing(renamed.data)],
    ["", inDays(41), "NORMAL   0 0"],
    "all nodes of a draft follow its opening, and it has no forecast yet",
  );
  const refused = async (more: object) => whyNot(await me.call(contract.createProject, { body: await formOf(more) }));
  const outside = ["STORE_NODE_DATE", "节点日期超出项目周期"];
  assert.deepEqual(await refused({ planOpenDate: inDays(28) }), outside);
  assert.deepEqual(await refused({ planOpenDate: inDays(29) }), ["", ""], "the first node begins on the first day");
  assert.deepEqual(await refused({ planOpenDate: inDays(20) }), [
    "STORE_PROJECT_DAYS",
    "计划开业日期须晚于计划开始日期20天以上",
  ]);
  assert.deepEqual(await refused({ kind: "REBUILD" }), ["STORE_PROJECT_STORE", "请选择门店"]);
  for (const blank of [
    { cityCode: undefined },
    { orgId: undefined },
    { storeType: undefined },
    { operateMode: undefined },
  ]) {
    assert.equal((await refused(blank))[0], "STORE_PROJECT_PLACE");
  }
  const closed = await givenStore(app, { state: "CLOSED" });
  assert.equal((await refused({ storeId: closed.id }))[0], "STORE_PROJECT_STORE_GONE");
  const none = { cityCode: null, provinceCode: null, storeCode: null, serviceCityCodes: [] };
  const unknown = await givenStore(app, none);
  assert.equal((await refused({ storeId: unknown.id }))[0], "STORE_PROJECT_PLACE", "its city is not known");
  const { id: storeId } = await givenStore(app, {
    storeType: "MALL",
    cityCode: "330100",
    provinceCode: "330000",
    serviceCityCodes: ["330100"],
  });
  assert.deepEqual(await refused({ kind: "REBUILD", storeId }), ["STORE_PROJECT_TEMPLATE", "未找到适用的项目模板"]);
  const linked = await me.call(contract.createProject, { body: await formOf({ storeId }) });
  const { orgId, storeType, cityCode } = linked.data;
  assert.deepEqual(
    [orgId, storeType, cityCode],
    [storeId, "MALL", "330100"],
    "a project with a store is where the store is",
  );
});

test("ST-R26 a blank manager is matched at saving, with the reason, and is the owner of the nodes", async () => {
  const me = await client();
  const form = await formOf();
  const { user } = await app.signIn();
  await app.rows(
    `insert into project_manager (id, created_at, created_by, updated_at, updated_by, user_id, region_org_ids, valid_from)
     values ($1::uuid, now(), $1, now(), $1, $2, array[$3::uuid], '2020-01-01')`,
    [newId(), user.id, form.orgId],
  );
  const matched = (await me.call(contract.createProject, { body: form })).data;
  assert.deepEqual([matched.managerUserId, matched.managerReason], [user.id, "按大区匹配，在管项目0/8"]);
  const { name, storeId, budgetFen, planStart, planOpenDate } = matched;
  const values = { name, storeId, budgetFen, costFen: null, planStart, planOpenDate };
  const edit = async (version: number, managerUserId: string | null) => {
    const body = { ...values, managerUserId, version };
    return (await me.call(contract.editProject, { params: { id: matched.id }, body })).data;
  };
  const same = await edit(matched.version, user.id);
  assert.equal(same.managerReason, matched.managerReason);
  const other = await edit(same.version, me.user.id);
  assert.deepEqual([other.managerUserId, other.managerReason], [me.user.id, null], "who was chosen was not matched");
  assert.deepEqual(new Set(matched.nodes.map(({ ownerUserId }) => ownerUserId)), new Set([user.id]));
  const chosen = (await me.call(contract.createProject, { body: { ...form, managerUserId: me.user.id } })).data;
  assert.deepEqual([chosen.managerUserId, chosen.managerReason], [me.user.id, null]);
  await app.rows("update app_user set status = 'DISABLED' where id = $1", [user.id]);
  const nobody = (await me.call(contract.createProject, { body: form })).data;
  assert.deepEqual([nobody.managerUserId, nobody.managerReason], [null, null], "who cannot sign in manages nothing");
  assert.deepEqual(whyNot(await me.call(contract.startProject, versioned(nobody))), [
    "STORE_PROJECT_MANAGER",
    "请先指定项目经理",
  ]);
});

test("store 3.6 a project starts with owners and dates, and its plan is the first baseline", async () => {
  const me = await client();
  const draft = await givenProject(app, { state: "DRAFT", managerUserId: me.user.id });
  await app.rows("update project_node set owner_user_id = null where project_id = $1 and code <> 'OPN'", [draft.id]);
  assert.deepEqual(whyNot(await me.call(contract.startProject, versioned(draft))), [
    "STORE_PROJECT_OWNER",
    "请先指定节点负责人：施工、培训",
  ]);
  await app.rows("update project_node set owner_user_id = $2 where project_id = $1", [draft.id, me.user.id]);
  await app.rows("update project_node set predecessor_codes = '{OPN}' where project_id = $1 and code = 'BLD'", [
    draft.id,
  ]);
  assert.equal((await me.call(contract.startProject, versioned(draft))).msgCode, "STORE_NODE_CYCLE");
  await app.rows("update project_node set predecessor_codes = '{}' where project_id = $1 and code = 'BLD'", [draft.id]);
  const span =
    "update project_node set plan_start = plan_start + $2::int, plan_end = plan_end + $2::int where project_id = $1 and code = 'BLD'";
  await app.rows(span, [draft.id, -60]);
  assert.equal((await me.call(contract.startProject, versioned(draft))).msgCode, "STORE_NODE_DATE");
  await app.rows(span, [draft.id, 60]);
  const { data } = await me.call(contract.startProject, versioned(draft));
  assert.deepEqual(
    [data.state, data.baselineVer, data.baselineOpenDate, data.forecastOpenDate, data.slip],
    ["RUNNING", 1, draft.planOpenDate, draft.planOpenDate, 0],
  );
  assert.ok(
    data.nodes.every(
      ({ planStart, baselineStart, planEnd, baselineEnd }) => planStart === baselineStart && planEnd === baselineEnd,
    ),
  );
  assert.deepEqual(await app.rows("select ver, open_date from project_baseline where project_id = $1", [data.id]), [
    { ver: 1, openDate: draft.planOpenDate },
  ]);
  assert.deepEqual(whyNot(await me.call(contract.startProject, versioned(data))), [
    "STORE_STATE_ILLEGAL",
    "门店项目当前状态为【进行中】，不能执行【启动】",
  ]);
});

test("ST-R20 nodes begin after those before them; only a draft gets other nodes", async () => {
  const me = await client();
  const project = await givenProject(app);
  const nodes = await givenNodesOf(app, project);
  const save = (body: object) => me.call(contract.saveProjectNodes, { params: { id: project.id }, body });
  const progress = (code: string, value: number) => ({
    id: nodes[code]?.id ?? "",
    version: nodes[code]?.version ?? 0,
    progress: value,
  });
  assert.deepEqual(whyNot(await save({ changed: [progress("TRN", 10)] })), [
    "STORE_PRED_UNDONE",
    "前置节点未完成：施工",
  ]);
  const added = {
    code: "NEW",
    stage: "DESIGN",
    name: "设计",
    weight: 5,
    checklist: [],
    planStart: project.planStart,
    planEnd: project.planStart,
  };
  assert.deepEqual(whyNot(await save({ added: [added] })), [
    "STORE_STATE_ILLEGAL",
    "门店项目当前状态为【进行中】，不能执行【增删节点】",
  ]);
  assert.equal((await save({ removedIds: [nodes["OPN"]?.id] })).msgCode, "STORE_STATE_ILLEGAL");
  const longer = { id: nodes["BLD"]?.id ?? "", version: 1, planEnd: addDays(nodes["BLD"]?.planEnd ?? "", 2) };
  const [planned] = (await save({ changed: [longer] })).data.nodes;
  assert.deepEqual([planned?.durationDays, planned?.state, planned?.actualStart], [12, "NOT_STARTED", null]);
  const draft = await givenProject(app, { state: "DRAFT" });
  const own = await givenNodesOf(app, draft);
  const compose = (body: object) => me.call(contract.saveProjectNodes, { params: { id: draft.id }, body });
  const ring = [
    { ...added, code: "D1", planStart: draft.planStart, planEnd: draft.planStart, predecessorCodes: ["D2"] },
    { ...added, code: "D2", planStart: draft.planStart, planEnd: draft.planStart, predecessorCodes: ["D1"] },
  ];
  assert.deepEqual(whyNot(await compose({ added: ring })), ["STORE_NODE_CYCLE", "前置节点存在循环依赖：D1→D2→D1"]);
  const [first] = ring;
  const outside = { ...first, predecessorCodes: [], planStart: addDays(draft.planStart, -1) };
  assert.deepEqual(whyNot(await compose({ added: [outside] })), ["STORE_NODE_DATE", "节点日期超出项目周期"]);
  const backwards = { ...outside, planStart: addDays(draft.planStart, 1) };
  assert.equal((await compose({ added: [backwards] })).msgCode, "STORE_NODE_DAYS");
  const early = { id: own["BLD"]?.id ?? "", version: 1, progress: 10 };
  assert.equal((await compose({ changed: [early] })).msg, "门店项目当前状态为【草稿】，不能执行【填报进度】");
  const one = { ...first, predecessorCodes: [] };
  const fine = await compose({ added: [one, { ...one, code: "D0" }], removedIds: [] });
  assert.deepEqual(
    fine.data.nodes.map(({ code, durationDays }) => `${code} ${durationDays}`),
    ["BLD 10", "TRN 5", "OPN 1", "D1 1", "D0 1"],
  );
  assert.equal((await compose({ removedIds: [own["BLD"]?.id] })).msg, "前置节点不存在：BLD");
  const gone = await compose({ removedIds: fine.data.nodes.slice(-2).map(({ id }) => id) });
  assert.deepEqual(
    gone.data.nodes.map(({ code }) => code),
    ["BLD", "TRN", "OPN"],
  );
  const foreign = { id: nodes["TRN"]?.id ?? "", version: 1, weight: 1 };
  assert.equal((await compose({ changed: [{ id: foreign.id, version: 1, progress: 0 }] })).msgCode, "COMMON_NOT_FOUND");
});

test("ST-R21 saved progress gives the forecast that the page foresees, and the plan stays", async () => {
  const me = await client();
  const project = await givenProject(app, { planOpenDate: inDays(28) });
  const nodes = await givenNodesOf(app, project);
  const build = nodes["BLD"];
  assert.ok(build);
  const save = (change: object) =>
    me.call(contract.saveProjectNodes, {
      params: { id: project.id },
      body: { changed: [{ id: build.id, version: 1, ...change }] },
    });
  const began = (await save({ progress: 10 })).data;
  const [first] = began.nodes;
  assert.deepEqual([first?.state, first?.actualStart, first?.forecastEnd], ["DOING", inDays(0), inDays(8)]);
  assert.deepEqual([began.stage, began.progress, began.forecastOpenDate], ["BUILD", 1, project.planOpenDate]);
  assert.equal(began.stages.find(({ stage }) => stage === "BUILD")?.standing, "DOING");
  const stale = await save({ progress: 20 });
  assert.equal(stale.msgCode, "COMMON_VERSION_CONFLICT");
  assert.partialDeepStrictEqual(stale.data, { id: project.id, version: began.version }, "the page compares with it");
  await app.passTime(20 * 86_400);
  const later = await client();
  await projectNightly.run({ step: (act) => app.arrange(act) });
  const shown = await detailOf(later, project);
  // 9 of 10 days are left from today on: 8 days later, then 5 days of training and the day of the opening.
  assert.deepEqual(
    [shown.nodes[0]?.forecastEnd, shown.nodes[1]?.forecastEnd, shown.forecastOpenDate],
    [inDays(8), inDays(13), inDays(14)],
  );
  assert.deepEqual([shown.slip, shown.planOpenDate, shown.version], [6, project.planOpenDate, began.version]);
  assert.equal(shown.nodes[0]?.overdueDays, 12, "ST-R19 the days since its planned end");
  assert.equal(shown.risk, "LATE", "ST-R23 a node that is more than 7 days overdue");
  assert.equal(shown.stages.find(({ stage }) => stage === "BUILD")?.standing, "LATE");
  const more = { changed: [{ id: build.id, version: 2, progress: 20 }] };
  const [going] = (await later.call(contract.saveProjectNodes, { params: { id: project.id }, body: more })).data.nodes;
  assert.deepEqual([going?.state, going?.actualStart], ["DOING", first?.actualStart], "it began once");
  let steps = 0;
  const end = "update store_project set state = 'TERMINATED', forecast_open_date = null where id = $1";
  await projectNightly.run({
    step: async (act) => {
      const answer = await app.arrange(act);
      if (steps++ === 0) await app.rows(end, [project.id]);
      return answer;
    },
  });
  const ended = await detailOf(later, project);
  assert.equal(ended.forecastOpenDate, null, "a project that ends meanwhile is left as it is");
});

test("ST-R29 a paused project is not overdue, and 顺延 adds the days of the pause to what is not finished", async () => {
  const me = await client();
  const makes = async () => {
    const project = await givenProject(app, { planOpenDate: inDays(25) });
    const reason = { ...versioned(project), body: { version: project.version, reason: "等待审批" } };
    return (await me.call(contract.pauseProject, reason)).data;
  };
  const [shifted, kept] = [await makes(), await makes()];
  assert.deepEqual([shifted.state, shifted.pausedOn, shifted.stateReason], ["PAUSED", inDays(0), "等待审批"]);
  const refused = { changed: [{ id: shifted.nodes[0]?.id ?? "", version: 1, progress: 10 }] };
  const saved = await me.call(contract.saveProjectNodes, { params: { id: shifted.id }, body: refused });
  assert.equal(saved.msg, "门店项目当前状态为【已暂停】，不能执行【编排节点】");
  await app.passTime(10 * 86_400);
  const again = await client();
  const before = await detailOf(again, shifted);
  assert.deepEqual([before.nodes[0]?.overdueDays, before.stages[2]?.standing], [0, "WAITING"]);
  const resume = (id: string, version: number, isShifting: boolean) =>
    again.call(contract.resumeProject, { params: { id }, body: { version, isShifting } });
  const on = (await resume(shifted.id, shifted.version, true)).data;
  assert.deepEqual(
    [on.state, on.planOpenDate, on.baselineOpenDate, on.pausedOn],
    ["RUNNING", addDays(shifted.planOpenDate, 10), shifted.planOpenDate, null],
  );
  assert.deepEqual(
    on.nodes.map(({ planEnd, baselineEnd }) => planEnd === addDays(baselineEnd ?? "", 10)),
    [true, true, true],
  );
  const off = (await resume(kept.id, kept.version, false)).data;
  assert.deepEqual(
    [off.planOpenDate, off.nodes[0]?.planEnd, off.nodes[0]?.overdueDays],
    [kept.planOpenDate, kept.nodes[0]?.planEnd, 5],
  );
});

test("store 5.6 a new opening day of a running project moves unfinished nodes only if somebody says so", async () => {
  const me = await client();
  const { name, storeId, budgetFen, ...project } = await givenProject(app);
  const days = { planStart: project.planStart, planOpenDate: addDays(project.planOpenDate, 7) };
  const values = { name, storeId, budgetFen, costFen: 100, managerUserId: project.managerUserId, ...days };
  const edit = (more: object) =>
    me.call(contract.editProject, {
      params: { id: project.id },
      body: { ...values, version: project.version, ...more },
    });
  assert.equal((await edit({})).msgCode, "STORE_PROJECT_SHIFT");
  assert.equal((await edit({ isShifting: true, managerUserId: null })).msgCode, "STORE_PROJECT_MANAGER");
  const { data } = await edit({ isShifting: true });
  assert.deepEqual(
    [data.planOpenDate, data.slip, data.baselineOpenDate, data.nodes[0]?.planEnd],
    [days.planOpenDate, 7, project.planOpenDate, addDays(days.planOpenDate, -20)],
  );
  assert.deepEqual([data.costFen, data.risk], [100, "WARN"]);
  const early = { isShifting: true, version: data.version, planOpenDate: addDays(days.planStart, 25) };
  assert.equal((await edit(early)).msgCode, "STORE_NODE_DATE");
  const { id } = await givenStore(app, { state: "PREPARING" });
  const linked = (await edit({ storeId: id, version: data.version })).data;
  assert.deepEqual([linked.storeId, linked.orgId], [id, id], "the store exists now");
  assert.equal(linked.nodes[0]?.version, data.nodes[0]?.version, "nodes of the same opening day stay as they are");
  const other = await givenStore(app, { state: "PREPARING" });
  const fixed = ["STORE_PROJECT_STORE_FIXED", "项目已关联门店，不能更换"];
  const { version } = linked;
  assert.deepEqual(whyNot(await edit({ storeId: other.id, version })), fixed, "it stays with its store");
  assert.deepEqual(whyNot(await edit({ storeId: null, version })), fixed);
  await app.rows(
    "update store_project set rebaseline_open_date = plan_open_date + 9, rebaseline_reason = '延期' where id = $1",
    [project.id],
  );
  const waiting = { isShifting: true, storeId: id, version: linked.version };
  const meanwhile = await edit({ ...waiting, planOpenDate: addDays(linked.planOpenDate, 1) });
  assert.equal(meanwhile.msgCode, "STORE_REBASELINE_PENDING");
  await app.rows("update store_project set rebaseline_open_date = null, rebaseline_reason = null where id = $1", [
    project.id,
  ]);
  await app.rows(
    "update project_node set state = 'DONE', actual_start = plan_start, actual_end = plan_end where project_id = $1 and code = 'BLD'",
    [project.id],
  );
  const begins = addDays(linked.nodes[0]?.planStart ?? "", 1);
  assert.equal((await edit({ storeId: id, version, planStart: begins })).msg, "", "only what is to come lies inside");
});

test("store 3.6 a terminated project cancels its open nodes and stays over", async () => {
  const me = await client();
  const project = await givenProject(app);
  const body = { version: project.version, reason: "不再开店" };
  const { data } = await me.call(contract.terminateProject, { params: { id: project.id }, body });
  assert.deepEqual([data.state, new Set(data.nodes.map(({ state }) => state))], ["TERMINATED", new Set(["CANCELLED"])]);
  assert.deepEqual(new Set(data.stages.map(({ standing }) => standing)), new Set(["NONE"]));
  const again = { params: { id: project.id }, body: { version: data.version } };
  assert.equal((await me.call(contract.startProject, again)).msgCode, "STORE_STATE_ILLEGAL");
});
