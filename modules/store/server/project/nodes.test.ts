import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addDays,
  dayOf,
  type Envelope,
  listNotices,
  myTodos,
  removeFile,
  type StoredFile,
} from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenNodesOf, givenProject, givenStore, givenStorePositions, givenStoreStaff, testApp } from "../testing.ts";
import { nodeNotices } from "./jobs.ts";

const app = testApp();
const permissions = ["project:list", "project:view", "node:edit", "node:accept", "node:waive"].map(
  (code) => `store:${code}`,
);
const client = () => app.signIn({ permissions });
type Client = Awaited<ReturnType<typeof client>>;
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const inDays = (days: number) => addDays(dayOf(app.now()), days);

/** Makes a running project whose first node has begun. */
async function begun(wishes: Parameters<typeof givenProject>[1] = {}) {
  const started = { state: "DOING" as const, progress: 50, actualStart: inDays(0), ...wishes.node };
  const project = await givenProject(app, { ...wishes, node: started });
  const { BLD: node } = await givenNodesOf(app, project);
  assert.ok(node);
  return { project, node };
}

const submit = (me: Client, { id, version }: { id: string; version: number }, more: object = {}) =>
  me.call(contract.submitNode, { params: { id }, body: { version, ...more } });
const review = (me: Client, node: { id: string; version: number }, verdict: "ACCEPT" | "RETURN", note?: string) =>
  me.call(contract.reviewNode, {
    params: { id: node.id },
    body: { version: node.version, verdict, ...(note ? { note } : {}) },
  });

/** Uploads a file with this content. */
async function upload(me: Client, content: string): Promise<string> {
  const form = new FormData();
  form.append("bizType", "projectNode");
  form.append("file", new Blob([`%PDF-1.4\n1 0 obj\n<<>>\nendobj\n% ${content}\ntrailer\n<<>>\n%%EOF\n`]), "现场.pdf");
  const headers = { authorization: me.token, applicationid: "1" };
  const response = await fetch(`${app.origin}/common/v1/files`, { method: "POST", headers, body: form });
  const { data, msg }: Envelope<StoredFile> = await response.json();
  assert.ok(data, msg);
  return data.id;
}

const attach = async (
  me: Client,
  node: { id: string },
  more: { content?: string; note?: string; taken?: string } = {},
) => {
  const fileId = await upload(me, more.content ?? newId());
  if (more.taken) await app.rows(`update file set category = 'IMAGE', ${more.taken} where id = $1`, [fileId]);
  const body = { fileId, category: "PHOTO" as const, note: more.note ?? null };
  return me.call(contract.addEvidence, { params: { id: node.id }, body });
};

test("store 3.7 a node is submitted with its pictures and steps, and accepted by somebody else", async () => {
  const [owner, other] = [await client(), await client()];
  const checklist = [
    { text: "拍照", done: true },
    { text: "签字", done: false },
  ];
  const { node, project } = await begun({ owner: owner.user.id, node: { evidenceMin: 1, checklist } });
  assert.deepEqual(whyNot(await submit(owner, node)), ["STORE_NODE_CHECKLIST", "尚有检查项未完成：签字"]);
  await app.rows(`update project_node set checklist = '[{"text":"拍照","done":true}]' where id = $1`, [node.id]);
  assert.deepEqual(whyNot(await submit(owner, node)), ["STORE_EVIDENCE_MIN", "至少上传1张现场图片"]);
  assert.equal((await attach(owner, node)).success, true);
  const handed = await submit(owner, node);
  assert.deepEqual([handed.data.state, handed.data.progress, handed.data.isOwn], ["SUBMITTED", 100, true]);
  assert.equal(handed.data.photos, 1);
  assert.deepEqual(whyNot(await review(owner, handed.data, "ACCEPT")), ["STORE_NODE_SELF", "不能验收本人负责的节点"]);
  assert.equal((await review(other, handed.data, "RETURN")).msgCode, "STORE_NODE_REASON");
  const back = await review(other, handed.data, "RETURN", "图片不清晰");
  assert.deepEqual([back.data.state, back.data.actualEnd], ["DOING", null]);
  assert.equal((await app.auditOf(node)).at(-1)?.reason, "图片不清晰");
  const again = await submit(owner, back.data);
  const done = await review(other, again.data, "ACCEPT");
  assert.deepEqual([done.data.state, done.data.actualEnd], ["DONE", inDays(0)]);
  const { data } = await other.call(contract.getProject, { params: { id: project.id } });
  assert.deepEqual([data.progress, data.state], [10, "RUNNING"]);
  assert.deepEqual(
    data.nodes.map(({ photos, isOwn }) => [photos, isOwn]),
    [
      [1, false],
      [0, false],
      [0, false],
    ],
  );
  assert.equal(data.evidence[0]?.createdByName, owner.user.userName);
  const standing = data.stages.filter((one) => one.standing !== "NONE");
  assert.deepEqual(
    standing.map((one) => [one.stage, one.standing]),
    [
      ["BUILD", "DONE"],
      ["TRAIN", "WAITING"],
      ["OPENING", "WAITING"],
    ],
  );
  assert.equal((await review(other, done.data, "ACCEPT")).msgCode, "STORE_STATE_ILLEGAL");
  const changed = [{ id: node.id, version: done.data.version, progress: 40 }];
  const late = await other.call(contract.saveProjectNodes, { params: { id: project.id }, body: { changed } });
  assert.equal(late.msgCode, "STORE_STATE_ILLEGAL", "what is done stays as it is");
});

test("store 3.7 a late node is submitted with a reason for the delay", async () => {
  const me = await client();
  const { node } = await begun({ planOpenDate: inDays(21), node: {} });
  assert.equal(node.planEnd, inDays(1));
  await app.passTime(86_400);
  const onTime = await client();
  const other = await begun({ planOpenDate: inDays(20) });
  assert.equal((await submit(onTime, other.node)).success, true, "the last day is on time");
  assert.equal((await submit(onTime, node)).success, true);
  const late = await begun({ planOpenDate: inDays(19) });
  assert.deepEqual(whyNot(await submit(onTime, late.node)), ["STORE_NODE_DELAY", "节点已逾期，请填写延期原因"]);
  const told = await submit(onTime, late.node, { delayReason: "雨季" });
  assert.deepEqual([told.data.state, told.data.delayReason], ["SUBMITTED", "雨季"]);
  const own = await app.signIn({ permissions, scope: "SELF" });
  for (const [days, state] of [
    [20, "RUNNING"],
    [19, "RUNNING"],
    [19, "PAUSED"],
  ] as const) {
    const paused = state === "PAUSED" ? { pausedOn: inDays(0) } : {};
    await givenProject(app, { managerUserId: own.user.id, planOpenDate: inDays(days), state, ...paused });
  }
  const { data: todos } = await own.call(myTodos, {});
  assert.equal(todos.find(({ key }) => key === "store.nodeOverdue")?.count, 1, "only what ended before today");
  assert.ok(me);
});

test("store 3.7 a node is waived with a reason, but no milestone, and the project goes on without it", async () => {
  const me = await client();
  const project = await givenProject(app);
  const { BLD, TRN, OPN } = await givenNodesOf(app, project);
  assert.ok(BLD && TRN && OPN);
  const waive = ({ id }: { id: string }) =>
    me.call(contract.waiveNode, { params: { id }, body: { version: 1, reason: "商场统一施工" } });
  assert.deepEqual(whyNot(await waive(OPN)), ["STORE_NODE_FIXED", "里程碑节点不能豁免"]);
  const waived = await waive(BLD);
  assert.deepEqual([waived.data.state, waived.data.waiveReason], ["WAIVED", "商场统一施工"]);
  const changed = [{ id: TRN.id, version: 1, progress: 50 }];
  const saved = await me.call(contract.saveProjectNodes, { params: { id: project.id }, body: { changed } });
  assert.deepEqual([saved.msg, saved.data.progress], ["", 16.7], "30 of the 90 that are left are half done");
  assert.equal(saved.data.stages.find(({ stage }) => stage === "BUILD")?.standing, "NONE");
  const offered = saved.data.nodes.map((node) => contract.nodeActs.acts.waive.when(node));
  assert.deepEqual(offered.slice(1), [true, false]);
  assert.equal((await waive(TRN)).msgCode, "COMMON_VERSION_CONFLICT");
});

test("ST-R24 the same content is evidence once, unless somebody says why", async () => {
  const me = await client();
  const [one, two] = [await begun(), await begun()];
  const content = newId();
  const first = await attach(me, one.node, { content });
  assert.deepEqual([first.msg, first.data.flags, first.data.fileName], ["", [], "现场.pdf"]);
  const place = `${one.project.name}·${one.node.name}`;
  assert.deepEqual(whyNot(await attach(me, two.node, { content })), ["STORE_EVIDENCE_DUP", `图片已在「${place}」使用`]);
  const noted = await attach(me, two.node, { content, note: "两店同一合同" });
  assert.deepEqual([noted.data.flags, noted.data.note], [["DUP"], "两店同一合同"]);
  const stranger = await client();
  const fileId = await upload(stranger, newId());
  const bound = { params: { id: one.node.id }, body: { fileId, category: "PHOTO" as const, note: null } };
  assert.equal((await me.call(contract.addEvidence, bound)).msgCode, "FILE_INVALID", "only the uploader binds a file");
});

test("ST-R24 the data of the camera say whether time and place fit", async () => {
  const me = await client();
  const store = await givenStore(app, { state: "PREPARING", lng: 121.47, lat: 31.23 });
  const { project, node } = await begun({ storeId: store.id });
  const flags = async (taken: string) => (await attach(me, node, { taken })).data.flags;
  const at = (days: number) => `taken_at = '${inDays(days)} 12:00:00+08'`;
  assert.deepEqual(await flags("taken_at = null"), ["NO_FACTS"]);
  assert.deepEqual(await flags(at(-7)), []);
  assert.deepEqual(await flags(at(-8)), ["TIME"]);
  assert.deepEqual(await flags("taken_lng = 121.47, taken_lat = 31.247"), [], "1.9 km");
  assert.deepEqual(await flags("taken_lng = 121.47, taken_lat = 31.249"), ["PLACE"], "2.1 km");
  assert.deepEqual(await flags(`taken_lng = 120, taken_lat = 31, ${at(-30)}`), ["TIME", "PLACE"]);
  assert.deepEqual((await attach(me, node)).data.flags, [], "a paper has no camera");
  const { TRN } = await givenNodesOf(app, project);
  assert.ok(TRN);
  assert.deepEqual(
    (await attach(me, TRN, { taken: at(-30) })).data.flags,
    [],
    "a node that has not begun has no first day",
  );
  const bare = (await begun()).node;
  const far = { taken: "taken_lng = 120, taken_lat = 31" };
  assert.deepEqual((await attach(me, bare, far)).data.flags, [], "a project without a store is nowhere yet");
});

test("ST-R24 evidence goes as long as its node is open, and stays afterwards", async () => {
  const [me, other] = [await client(), await client()];
  const { node } = await begun();
  const [kept, gone] = [await attach(me, node), await attach(me, node)];
  const remove = ({ id, version }: { id: string; version: number }) =>
    me.call(contract.removeEvidence, { params: { id }, query: { version } });
  assert.equal((await remove(gone.data)).success, true);
  const byFile = await me.call(removeFile, { params: { id: kept.data.fileId } });
  assert.deepEqual(whyNot(byFile), ["STORE_EVIDENCE_FILE", "请在项目附件中删除"]);
  const statusOf = async ({ fileId }: { fileId: string }) =>
    (await app.rows("select status from file where id = $1", [fileId]))[0];
  assert.deepEqual(
    [await statusOf(gone.data), await statusOf(kept.data)],
    [{ status: "DELETED" }, { status: "BOUND" }],
  );
  const handed = await submit(me, node);
  const refused = (state: string) => ["STORE_FILE_KEPT", `节点为【${state}】，附件不能删除`];
  assert.deepEqual(whyNot(await remove(kept.data)), refused("待验收"));
  await review(other, handed.data, "ACCEPT");
  assert.deepEqual(whyNot(await remove(kept.data)), refused("已完成"));
  assert.equal((await attach(me, node)).msgCode, "STORE_STATE_ILLEGAL");
});

/** Gives a store everything that it needs to open, and its project a passed verification. */
async function makeReady(storeId: string, projectId: string): Promise<void> {
  const { userId } = await givenStoreStaff(app, { storeId });
  await app.rows("update organization set leader_user_id = $2 where id = $1", [storeId, userId]);
  await app.rows(
    `update store set address = '南京路1号', lng = 121.4, lat = 31.2, phone = '4001234567', legal_entity = '某公司',
       license_no = '91350100M000100Y43', license_file_id = id where id = $1`,
    [storeId],
  );
  const stamp = "created_at, created_by, updated_at, updated_by";
  await app.rows(`insert into store_hours (id, ${stamp}, week) values ($1::uuid, now(), $1, now(), $1, '[]')`, [
    storeId,
  ]);
  await app.rows(
    `insert into project_verification (id, ${stamp}, project_id, kind, round_no, verifier_ids, state)
     values ($1::uuid, now(), $1, now(), $1, $2, 'OPENING', 1, array[$1::uuid], 'PASSED')`,
    [newId(), projectId],
  );
}

test("ST-R4 with the node 开业 a new project is done and its store opens in the same transaction", async () => {
  const me = await client();
  const store = await givenStore(app, { state: "PREPARING" });
  const project = await givenProject(app, { storeId: store.id });
  await app.rows(
    "update project_node set state = 'SUBMITTED', progress = 100, actual_start = plan_start where project_id = $1 and code = 'OPN'",
    [project.id],
  );
  const { OPN } = await givenNodesOf(app, project);
  assert.ok(OPN);
  const refused = await review(me, OPN, "ACCEPT");
  assert.equal(refused.msgCode, "STORE_OPEN_NOT_READY");
  assert.match(refused.msg, /开业验收/);
  const [kept] = await app.rows("select state from project_node where id = $1", [OPN.id]);
  assert.deepEqual(kept, { state: "SUBMITTED" }, "nothing is half done");
  await makeReady(store.id, project.id);
  assert.deepEqual([(await review(me, OPN, "ACCEPT")).msg], [""]);
  const [opened] = await app.rows("select state, opened_on from store where id = $1", [store.id]);
  assert.deepEqual(opened, { state: "OPEN", openedOn: inDays(0) });
  const told = (await app.published(contract.storeOpened)).filter(({ storeId }) => storeId === store.id);
  assert.deepEqual(
    told.map(({ trial }) => trial),
    [false],
  );
  const { data } = await me.call(contract.getProject, { params: { id: project.id } });
  assert.deepEqual([data.state, data.actualOpenDate, data.forecastOpenDate], ["DONE", inDays(0), inDays(0)]);
  const bare = await givenProject(app);
  await app.rows(
    "update project_node set state = 'SUBMITTED', actual_start = plan_start where project_id = $1 and code = 'OPN'",
    [bare.id],
  );
  const { OPN: opening } = await givenNodesOf(app, bare);
  assert.ok(opening);
  assert.deepEqual(whyNot(await review(me, opening, "ACCEPT")), ["STORE_PROJECT_NO_STORE", "请先关联门店"]);
  assert.equal(
    (await review(me, opening, "RETURN", "照片不清")).data?.state,
    "DOING",
    "what is sent back ends nothing",
  );
  const submitted =
    "update project_node set state = 'SUBMITTED', actual_start = plan_start where project_id = $1 and code = 'OPN'";
  for (const kind of ["NEW", "REBUILD"] as const) {
    const trading = await givenStore(app, { state: kind === "NEW" ? "OPEN" : "TRIAL" });
    const again = await givenProject(app, { storeId: trading.id });
    await app.rows("update store_project set kind = $2 where id = $1", [again.id, kind]);
    await app.rows(submitted, [again.id]);
    const { OPN: last } = await givenNodesOf(app, again);
    assert.ok(last);
    assert.equal((await review(me, last, "ACCEPT")).msg, "", "nothing is opened that trades, or that is rebuilt");
    const [after] = await app.rows("select state from store where id = $1", [trading.id]);
    assert.deepEqual(after, { state: trading.state });
  }
});

test("ST-R4 whoever accepts 开业 opens the store of the project, also beyond the own scope", async () => {
  const manager = await app.signIn({ permissions, scope: "SELF" });
  const store = await givenStore(app, { state: "PREPARING" });
  const project = await givenProject(app, { storeId: store.id, managerUserId: manager.user.id });
  await app.rows(
    "update project_node set state = 'SUBMITTED', progress = 100, actual_start = plan_start where project_id = $1 and code = 'OPN'",
    [project.id],
  );
  const { OPN } = await givenNodesOf(app, project);
  assert.ok(OPN);
  await makeReady(store.id, project.id);
  assert.deepEqual(whyNot(await review(manager, OPN, "ACCEPT")), ["", ""]);
  const [opened] = await app.rows("select state from store where id = $1", [store.id]);
  assert.deepEqual(opened, { state: "OPEN" });
});

test("ST-R27 the training is submitted when the people of the store are certified", async () => {
  const me = await client();
  const store = await givenStore(app, { state: "PREPARING", storeType: "SERVICE" });
  await givenStorePositions(app);
  const trained = async (wishes: Parameters<typeof givenProject>[1]) => {
    const project = await givenProject(app, wishes);
    await app.rows(
      "update project_node set state = 'DOING', actual_start = plan_start where project_id = $1 and code = 'TRN'",
      [project.id],
    );
    const { TRN: node } = await givenNodesOf(app, project);
    assert.ok(node);
    return whyNot(await submit(me, node));
  };
  assert.deepEqual(await trained({}), ["STORE_PROJECT_NO_STORE", "请先关联门店"]);
  assert.deepEqual(await trained({ storeId: store.id }), ["", ""], "no standard asks for anything");
  await app.rows(
    `insert into train_standard (id, created_at, created_by, updated_at, updated_by, store_type, store_level, position_code,
       min_heads, min_cert_pct, lead_days)
     values ($1::uuid, now(), $1, now(), $1, 'SERVICE', 'C', 'salesAdvisor', 1, 0, 0)`,
    [newId()],
  );
  assert.deepEqual(await trained({ storeId: store.id }), ["STORE_TRAIN_SHORT", "培训未达标：销售顾问 0/1"]);
  await givenStoreStaff(app, { storeId: store.id });
  assert.deepEqual(await trained({ storeId: store.id }), ["", ""]);
});

test("ST-R28 a node tells its owner before its end, and later those above, once a day", async () => {
  const [owner, manager] = [await client(), await client()];
  const told = async (me: Client) => {
    const { data } = await me.call(listNotices, { query: { pageSize: 100 } });
    return data.list.filter(({ title }) => title === "项目节点提醒").map(({ content }) => content);
  };
  const end = async (days: number, state: "RUNNING" | "PAUSED" = "RUNNING") => {
    const wishes = { owner: owner.user.id, managerUserId: manager.user.id, planOpenDate: inDays(20 + days) };
    const paused = state === "PAUSED" ? { pausedOn: inDays(0) } : {};
    const project = await givenProject(app, { ...wishes, ...paused, state });
    await app.rows("update project_node set state = 'WAIVED' where project_id = $1 and code <> 'BLD'", [project.id]);
    return project.name;
  };
  const names = [await end(-7), await end(-3), await end(-1), await end(0), await end(1), await end(3), await end(7)];
  for (const days of [-8, -2, 2, 8]) await end(days);
  await end(0, "PAUSED");
  const run = () => nodeNotices.run({ step: (act) => app.arrange(act) });
  await run();
  const [text] = await told(owner);
  assert.equal((await told(owner)).length, 1, "one notice per person and day");
  assert.ok(text?.includes(`${names[0]}·施工已逾期7天`) && text.includes("等7个节点"), text);
  const [above] = await told(manager);
  const late = [`${names[0]}·施工已逾期7天`, `${names[1]}·施工已逾期3天`, `${names[2]}·施工已逾期1天`];
  assert.equal(above, late.join("；"), "the manager from the first day after the end");
  await app.rows("update notice set read_at = now() where user_id = $1", [owner.user.id]);
  await run();
  assert.equal((await told(owner)).length, 1, "also after it was read");
});

test("ST-R28 from three days on the leader above is told, from seven those who approve", async () => {
  const { givenOrganization } = await import("@ops/authority/server/testing");
  const region = await givenOrganization(app, { type: "REGION" });
  const store = await givenOrganization(app, { type: "STORE", parent: region });
  const leader = await client();
  await app.rows("update organization set leader_user_id = $2 where id = $1", [region.id, leader.user.id]);
  const above = { organization: region, scope: "ORG_TREE" } as const;
  const head = await app.signIn({ permissions: ["store:project:view", "store:project:approve"], ...above });
  const blind = await app.signIn({ permissions: ["store:project:approve"], ...above });
  const end = async (days: number) => {
    const project = await givenProject(app, { orgId: store.id, planOpenDate: inDays(20 - days) });
    await app.rows("update project_node set state = 'WAIVED' where project_id = $1 and code <> 'BLD'", [project.id]);
    return `${project.name}·施工已逾期${days}天`;
  };
  const [one, three, seven] = [await end(1), await end(3), await end(7)];
  await app.rows("delete from notice");
  await nodeNotices.run({ step: (act) => app.arrange(act) });
  const told = async (userId: string) =>
    (await app.rows<{ content: string }>("select content from notice where user_id = $1", [userId])).map(
      ({ content }) => content,
    );
  assert.deepEqual(await told(leader.user.id), [[seven, three].join("；")]);
  assert.deepEqual([await told(head.user.id), await told(blind.user.id)], [[seven], []], "who may open it (PF-R123)");
  assert.ok(one);
});
