import assert from "node:assert/strict";
import { test } from "node:test";
import { setParam } from "@ops/authority/server/testing";
import { addDays, removeFile } from "@ops/platform/contract";
import { insertRecord, newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { rectifications } from "../project/tables.ts";
import { givenNodesOf, givenProject, givenStore, testApp } from "../testing.ts";
import { conditionalScore, passScore } from "./params.ts";

const app = testApp();
const permissions = ["project:list", "project:view", "node:edit", "verify:edit"].map((code) => `store:${code}`);
const client = () => app.signIn({ permissions });
type Client = Awaited<ReturnType<typeof client>>;
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];

const begin = (me: Client, project: { id: string }, verifierIds = [me.user.id]) =>
  me.call(contract.addVerification, { params: { id: project.id }, body: { kind: "OPENING", verifierIds } });
const save = (me: Client, round: { id: string; version: number }, items: object[], isFinal = true) =>
  me.call(contract.saveVerification, {
    params: { id: round.id },
    body: { items: items as contract.VerificationItem[], isFinal, version: round.version },
  });
const detailOf = async (me: Client, { id }: { id: string }) =>
  (await me.call(contract.getProject, { params: { id } })).data;

/** The id of a picture that this person has just uploaded. */
async function picture(me: Client, bizType: "projectVerification" | "projectRectification"): Promise<string> {
  const id = newId();
  await app.rows(
    `insert into file (id, created_at, created_by, updated_at, updated_by, file_name, ext, mime, size, sha256, category,
       biz_type, uploader_id, store, status, stored_at)
     values ($1::uuid, $4, $2, $4, $2, 'a.jpg', 'jpg', 'image/jpeg', 1, sha256(''), 'IMAGE', $3, $2::uuid, 'pg', 'TEMP', $4)`,
    [id, me.user.id, bizType, app.now()],
  );
  return id;
}

const sheet = (first: number, second: number) => [
  { code: "O1", score: first },
  { code: "O2", score: second },
];
const failed = async (me: Client, more: object = {}) => ({
  code: "O2",
  score: 40,
  isFailed: true,
  note: "地面未清洁",
  fileIds: [await picture(me, "projectVerification")],
  ...more,
});

test("ST-R25 the sum of a sheet decides, and a submitted sheet is frozen", async () => {
  const me = await client();
  const project = await givenProject(app);
  const round = (await begin(me, project)).data;
  assert.deepEqual([round.roundNo, round.state, round.isVerifier], [1, "WAITING", true]);
  assert.deepEqual(whyNot(await begin(me, project)), ["STORE_VERIFY_OPEN", "上一轮开业验收尚未完成"]);
  const draft = await save(me, round, [{ code: "O1", score: 40 }], false);
  assert.deepEqual([draft.data.state, draft.data.totalScore], ["DOING", null]);
  assert.equal((await begin(me, project)).msgCode, "STORE_VERIFY_OPEN", "one that has begun is not over either");
  assert.deepEqual(whyNot(await save(me, draft.data, [{ code: "O1", score: 40 }])), [
    "STORE_VERIFY_ITEMS",
    "验收单不完整：O2",
  ]);
  assert.equal((await save(me, draft.data, [{ code: "X", score: 1 }], false)).msgCode, "STORE_VERIFY_ITEMS");
  const twice = [...sheet(40, 20), { code: "O1", score: 20 }];
  assert.equal((await save(me, draft.data, twice, false)).msg, "验收单不完整：O1", "each line once");
  assert.deepEqual(whyNot(await save(me, draft.data, sheet(40.01, 60))), [
    "STORE_VERIFY_SCORE",
    "验收项O1的得分不能超过40",
  ]);
  const passed = await save(me, draft.data, sheet(40, 45));
  assert.deepEqual([passed.data.state, passed.data.totalScore], ["PASSED", 85]);
  assert.deepEqual(whyNot(await save(me, passed.data, sheet(40, 60))), [
    "STORE_STATE_ILLEGAL",
    "验收当前状态为【通过】，不能执行【填写验收单】",
  ]);
  const second = (await begin(me, project)).data;
  assert.equal(second.roundNo, 2, "a correction is a new round");
  assert.equal((await save(me, second, sheet(40, 29.99))).data.state, "FAILED");
  assert.equal((await begin(me, project)).data.roundNo, 3);
});

test("ST-R25 a failed veto fails the round, and what fails needs a note and a picture", async () => {
  const me = await client();
  const project = await givenProject(app);
  const gone = await client();
  await app.rows("update app_user set status = 'DISABLED' where id = $1", [gone.user.id]);
  assert.equal((await begin(me, project, [gone.user.id])).msgCode, "STORE_VERIFY_PERSON");
  const round = (await begin(me, project)).data;
  const early = { code: "O2", score: 1, fileIds: [await picture(me, "projectVerification")] };
  const drafted = await save(me, round, [early], false);
  const removed = await me.call(removeFile, { params: { id: early.fileIds[0] ?? "" } });
  assert.equal(removed.msg, "", "a sheet that is not submitted gives its pictures back");
  const veto = {
    code: "O1",
    score: 40,
    isFailed: true,
    note: "消防未过",
    fileIds: [await picture(me, "projectVerification")],
  };
  for (const bare of [{ note: "" }, { fileIds: [] }]) {
    assert.deepEqual(
      whyNot(
        await save(me, drafted.data, [
          { ...veto, ...bare },
          { code: "O2", score: 60 },
        ]),
      ),
      ["STORE_VERIFY_EVIDENCE", "不合格项须填写说明并上传图片：O1"],
    );
  }
  const { data } = await save(me, drafted.data, [veto, { code: "O2", score: 60 }]);
  assert.deepEqual([data.state, data.totalScore], ["FAILED", 100]);
  assert.deepEqual((await detailOf(me, project)).rectifications, [], "only conditions are put right");
});

test("ST-R25 a conditional round is passed when everything was put right, and a verifier closes it", async () => {
  const [me, owner, outsider] = [await client(), await client(), await client()];
  const project = await givenProject(app, { managerUserId: owner.user.id });
  const round = (await begin(me, project)).data;
  const first = { code: "O1", score: 30 };
  assert.deepEqual(whyNot(await save(me, round, sheet(40, 44.99))), [
    "STORE_VERIFY_FAILED",
    "总分低于85，请标记不合格项",
  ]);
  const late = await failed(me, { deadline: addDays(project.planOpenDate, 1) });
  assert.deepEqual(whyNot(await save(me, round, [first, late])), [
    "STORE_RECTIFY_DEADLINE",
    "整改期限不能晚于计划开业日期",
  ]);
  await app.rows("update store_project set manager_user_id = null where id = $1", [project.id]);
  const unowned = await save(me, round, [first, await failed(me)]);
  assert.equal(unowned.msgCode, "STORE_RECTIFY_OWNER", "somebody has to put it right");
  await app.rows("update store_project set manager_user_id = $2 where id = $1", [project.id, owner.user.id]);
  const shownIn = await failed(me, { level: "MAJOR", deadline: project.planOpenDate });
  const conditional = await save(me, round, [first, shownIn]);
  assert.deepEqual([conditional.data.state, conditional.data.totalScore], ["CONDITIONAL", 70]);
  const [demand] = (await detailOf(me, project)).rectifications;
  assert.ok(demand);
  assert.deepEqual(
    [demand.requirement, demand.level, demand.ownerUserId, demand.deadline, demand.state, demand.beforeFileIds.length],
    ["地面未清洁", "MAJOR", owner.user.id, project.planOpenDate, "OPEN", 1],
  );
  const finish = (afterFileIds: string[]) =>
    owner.call(contract.finishRectification, { params: { id: demand.id }, body: { afterFileIds, version: 1 } });
  assert.deepEqual(whyNot(await finish([])), ["STORE_RECTIFY_PICTURE", "请上传整改后图片"]);
  const close = (by: Client, version: number) =>
    by.call(contract.closeRectification, { params: { id: demand.id }, body: { version } });
  assert.equal((await close(me, 1)).msgCode, "STORE_STATE_ILLEGAL");
  const finished = await finish([await picture(owner, "projectRectification")]);
  assert.deepEqual([finished.data.state, finished.data.isOwn, finished.data.isVerifier], ["CHECKING", true, false]);
  const offered = (isVerifier: boolean, isOwn: boolean) =>
    contract.rectificationActs.acts.close.when({ ...finished.data, isVerifier, isOwn });
  assert.deepEqual([offered(true, false), offered(true, true), offered(false, false)], [true, false, false]);
  assert.deepEqual(whyNot(await close(outsider, 2)), ["STORE_VERIFY_MINE", "您不是本次验收的验收人"]);
  await app.rows("update project_verification set verifier_ids = verifier_ids || $2::uuid where id = $1", [
    round.id,
    owner.user.id,
  ]);
  assert.deepEqual(whyNot(await close(owner, 2)), ["STORE_RECTIFY_SELF", "整改须由责任人以外的验收人关闭"]);
  const kept = async (by: Client, id = "") => whyNot(await by.call(removeFile, { params: { id } }));
  assert.deepEqual(await kept(me, shownIn.fileIds[0]), ["STORE_FILE_KEPT", "验收为【有条件通过】，附件不能删除"]);
  assert.deepEqual(await kept(owner, finished.data.afterFileIds[0]), [
    "STORE_FILE_KEPT",
    "整改项为【待复核】，附件不能删除",
  ]);
  const base = {
    projectId: project.id,
    verificationId: round.id,
    itemCode: "O1",
    requirement: "补拍",
    level: "NORMAL" as const,
  };
  const other = await app.arrange((tx) =>
    insertRecord(tx, rectifications, {
      ...base,
      ownerUserId: owner.user.id,
      deadline: project.planOpenDate,
      beforeFileIds: [],
    }),
  );
  assert.equal((await close(me, 2)).data.state, "CLOSED");
  const half = await detailOf(me, project);
  assert.equal(half.verifications[0]?.state, "CONDITIONAL", "one thing is left");
  assert.deepEqual(
    half.rectifications.map(({ id, isVerifier, isOwn }) => [id === demand.id, isVerifier, isOwn]).toSorted(),
    [
      [false, true, false],
      [true, true, false],
    ],
  );
  const again = [await picture(owner, "projectRectification")];
  await owner.call(contract.finishRectification, {
    params: { id: other.id },
    body: { afterFileIds: again, version: 1 },
  });
  await me.call(contract.closeRectification, { params: { id: other.id }, body: { version: 2 } });
  const shown = await detailOf(me, project);
  assert.deepEqual([shown.verifications[0]?.state, shown.verifications[0]?.totalScore], ["PASSED", 70]);
});

test("ST-R25 verifiers own no node of the project, and only they fill in the sheet", async () => {
  const [me, owner] = [await client(), await client()];
  const project = await givenProject(app, { owner: owner.user.id });
  const refusal = ["STORE_VERIFY_OWNER", "验收人不能是本项目节点负责人"];
  assert.deepEqual(whyNot(await begin(me, project, [me.user.id, owner.user.id])), refusal);
  const round = (await begin(me, project)).data;
  assert.deepEqual(whyNot(await save(owner, round, sheet(40, 60))), ["STORE_VERIFY_MINE", "您不是本次验收的验收人"]);
  const { BLD } = await givenNodesOf(app, project);
  await app.rows("update project_node set owner_user_id = $2 where id = $1", [BLD?.id, me.user.id]);
  assert.deepEqual(whyNot(await save(me, round, sheet(40, 60))), refusal, "also one who has got a node meanwhile");
  const none = await me.call(contract.addVerification, {
    params: { id: project.id },
    body: { kind: "BUILD", verifierIds: [me.user.id] },
  });
  assert.deepEqual(whyNot(none), ["STORE_VERIFY_CHECKS", "项目模板没有工程验收的验收项"]);
});

test("ST-R25 the limits are parameters", async () => {
  for (const limit of [passScore, conditionalScore]) {
    assert.deepEqual(["0", "1", "100", "101"].map(limit.parse), [null, 1, 100, null]);
  }
  const me = await client();
  await setParam(app, passScore, "90");
  const round = (await begin(me, await givenProject(app))).data;
  assert.equal((await save(me, round, sheet(40, 49.99))).msg, "总分低于90，请标记不合格项");
  assert.equal((await save(me, round, sheet(40, 50))).data.state, "PASSED");
  await setParam(app, passScore, "85");
});

test("ST-R4 a store with a new project opens after its 开业验收, and with conditions when what is major is closed", async () => {
  const reader = await app.signIn({ permissions: ["store:store:list", "store:store:view"] });
  const me = await client();
  const store = await givenStore(app, { state: "PREPARING" });
  const itemOf = async () => {
    const { data } = await reader.call(contract.getReadiness, { params: { id: store.id } });
    const found = data.find(({ key }) => key === "VERIFIED");
    return found ? [found.no, found.isReady, found.note] : null;
  };
  assert.equal(await itemOf(), null, "a store without a project is not asked");
  await givenProject(app, { storeId: store.id, state: "TERMINATED" });
  assert.equal(await itemOf(), null);
  const project = await givenProject(app, { storeId: store.id });
  assert.deepEqual(await itemOf(), [6, false, "尚未验收"]);
  const round = (await begin(me, project)).data;
  assert.deepEqual(await itemOf(), [6, false, "待验收"]);
  const major = await failed(me, { level: "MAJOR" });
  await save(me, round, [{ code: "O1", score: 40 }, major]);
  assert.deepEqual(await itemOf(), [6, false, "有条件通过，重大整改项1项未关闭"]);
  await app.rows("update project_rectification set level = 'NORMAL' where project_id = $1", [project.id]);
  assert.deepEqual(await itemOf(), [6, true, "有条件通过"]);
  const next = (await begin(me, project)).data;
  assert.deepEqual(await itemOf(), [6, false, "待验收"], "the latest round counts");
  await save(me, next, sheet(40, 60));
  assert.deepEqual(await itemOf(), [6, true, "通过"]);
  await app.rows("update store_project set kind = 'REBUILD' where id = $1", [project.id]);
  assert.equal(await itemOf(), null, "rebuilding a store does not open it");
});
