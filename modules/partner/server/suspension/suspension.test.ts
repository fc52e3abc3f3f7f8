import assert from "node:assert/strict";
import { test } from "node:test";
import { userInfo } from "@ops/authority/contract";
import { type JobRun, newId } from "@ops/platform/server";
import {
  confirmSuspension,
  getSuspension,
  listCascadeItems,
  listSuspensions,
  previewSuspension,
  refreshPreview,
  rejectSuspension,
  retrySuspension,
  submitSuspension,
} from "../../contract/index.ts";
import { givenPartner, givenStaff, givenUpload, testApp } from "../testing.ts";
import { draftSuspension } from "./draft.ts";
import { executeJob, watchSuspensions } from "./execute.ts";
import { browserOf, cluesOf, givenClues, givenPeople, OpenClues, worker } from "./testing.ts";
import { permissions, plan, reason, storyOf } from "./testing-story.ts";

const clues = new OpenClues();
const app = testApp(clues.module);
const { given, submitted, suspended, resumed, snapshot } = storyOf(app);

test("PT-R7 the preview counts what lies with the partner, kind by kind, with the choices of each", async () => {
  const { partner, first } = await given({ staff: 4, clues: 4 });
  await givenStaff(app, { partner, state: "TRAINING" });
  const { data } = await first.call(previewSuspension, {
    params: { id: partner.id },
    body: { reason, fileIds: [] },
  });
  assert.deepEqual(
    data.choices.map(({ label, count, defaultAction }) => [label, count, defaultAction]),
    [
      ["权限开关", 1, "OFF"],
      ["员工账号", 4, "FREEZE"],
      ["接口账号", 0, "STOP"],
      ["未结线索", 4, "HOLD"],
    ],
  );
  assert.deepEqual(data.choices[0]?.sample, ["线索下发、订单代下"]);
  assert.equal(data.choices[1]?.sample.length, 3, "some of them are named");
  const filters = { partnerId: partner.id, state: "ACTIVE" };
  assert.deepEqual(data.choices[1]?.listed, { route: "/Partner/staff", filters });
  assert.deepEqual([data.state, data.isStale, data.isSubmitted], ["DRAFT", false, false]);
  const [row] = await app.rows<{ state: string }>("select state from partner where id = $1", [partner.id]);
  assert.equal(row?.state, "ACTIVE", "a preview touches nothing");
});

test("PT-R7 evidence stays with the draft, whoever takes it up, and is seen by the second person", async () => {
  const one = await given();
  const params = { id: one.partner.id };
  const fileIds = [await givenUpload(app, one.first, "partnerSuspension")];
  await one.first.call(previewSuspension, { params, body: { reason, fileIds } });
  const again = await one.second.call(previewSuspension, { params, body: { reason: "另一原因", fileIds: [] } });
  assert.deepEqual([again.msg, again.data.reason], ["", "另一原因"]);
  assert.deepEqual(
    again.data.files.map(({ id }) => id),
    fileIds,
  );
});

test("PT-R7 a second person confirms; whoever handed it in cannot", async () => {
  const one = await given({ staff: 1 });
  const draft = await submitted(one);
  assert.equal(draft.isSubmitted, true);
  const params = { id: draft.id };
  const body = { version: draft.version };
  const self = await one.first.call(confirmSuspension, { params, body });
  assert.deepEqual([self.msgCode, self.msg], ["PARTNER_TWO_PERSON", "须由另一人复核"]);
  const [done, again] = await Promise.all([
    one.second.call(confirmSuspension, { params, body }),
    (await app.signIn({ permissions })).call(confirmSuspension, { params, body }),
  ]);
  assert.deepEqual([done.success, again.success].toSorted(), [false, true], "two at once: one of them");
  const [row] = await app.rows("select state, state_reason from partner where id = $1", [one.partner.id]);
  assert.deepEqual(row, { state: "SUSPENDED", stateReason: reason });
});

test("PT-R7 what was not handed in, or was turned down, cannot be confirmed", async () => {
  const one = await given();
  const { data } = await one.first.call(previewSuspension, {
    params: { id: one.partner.id },
    body: { reason, fileIds: [] },
  });
  const params = { id: data.id };
  const early = await one.second.call(confirmSuspension, { params, body: { version: data.version } });
  assert.deepEqual([early.msgCode, early.msg], ["PARTNER_SUSPENSION_NOT_SUBMITTED", "暂停单尚未提交复核"]);
  const draft = await submitted(one);
  const refused = await one.second.call(rejectSuspension, {
    params,
    body: { reason: "证据不足", version: draft.version },
  });
  assert.deepEqual([refused.data.state, refused.data.stateReason], ["REJECTED", "证据不足"]);
  const late = await one.second.call(confirmSuspension, { params, body: { version: refused.data.version } });
  assert.deepEqual(
    [late.msgCode, late.msg],
    ["PARTNER_SUSPENSION_STATE_ILLEGAL", "暂停单当前状态为【已驳回】，不能执行【确认】"],
  );
});

test("PT-R7 numbers that are old or moved by more than 5 % are looked at again; the plan stays", async () => {
  const one = await given({ clues: 40 });
  const draft = await submitted(one);
  const params = { id: draft.id };
  const confirm = (version: number) => one.second.call(confirmSuspension, { params, body: { version } });
  await givenClues(app, one.partner.orgId ?? "", 2);
  assert.equal((await one.second.call(getSuspension, { params })).data.isStale, false, "5 % is not more than 5 %");
  await givenClues(app, one.partner.orgId ?? "", 1);
  const moved = await confirm(draft.version);
  assert.deepEqual([moved.msgCode, moved.msg], ["PARTNER_PREVIEW_OLD", "影响数据已变化，请重新预览"]);
  const looked = await one.second.call(refreshPreview, { params, body: { version: draft.version } });
  assert.deepEqual(
    [
      looked.data.isStale,
      looked.data.isSubmitted,
      looked.data.lines.find(({ kind }) => kind === "clueProbe.open")?.seen,
    ],
    [false, true, 43],
  );
  await app.holdTime(async () => {
    const again = await one.second.call(refreshPreview, { params, body: { version: looked.data.version } });
    app.passTime(15 * 60);
    assert.equal((await one.second.call(getSuspension, { params })).data.isStale, false, "15 minutes it counts");
    app.passTime(1);
    assert.equal((await confirm(again.data.version)).msgCode, "PARTNER_PREVIEW_OLD");
    const last = await one.second.call(refreshPreview, { params, body: { version: again.data.version } });
    assert.equal((await confirm(last.data.version)).success, true);
  });
});

test("PT-R7 the plan names a receiver where its action asks for one, and only known actions", async () => {
  const one = await given({ clues: 1 });
  const params = { id: one.partner.id };
  const { data } = await one.first.call(previewSuspension, { params, body: { reason, fileIds: [] } });
  const submit = (wished: ReturnType<typeof plan>) =>
    one.first.call(submitSuspension, { params, body: { plan: wished, version: data.version } });
  const nobody = await submit(plan("MOVE"));
  assert.deepEqual([nobody.msgCode, nobody.msg], ["PARTNER_PLAN_RECEIVER", "请选择未结线索的接收方"]);
  const odd = await submit([{ kind: "clueProbe.other", action: "MOVE", receiverId: null }]);
  assert.equal(odd.msgCode, "PARTNER_PREVIEW_OLD");
  const unknown = await submit([{ kind: "clueProbe.open", action: "BURN", receiverId: null }]);
  assert.equal(unknown.msgCode, "PARTNER_PREVIEW_OLD");
  clues.receivers = [{ id: newId(), name: "邻店" }];
  assert.equal((await submit(plan("MOVE", newId()))).msgCode, "PARTNER_PLAN_RECEIVER", "nobody that was offered");
  assert.equal((await submit(plan("MOVE", clues.receivers[0]?.id))).msg, "");
  const empty = await given();
  await submitted(empty, plan("MOVE"));
});

test("PT-R7 everything is touched once and noted with what it was: flags off, accounts frozen and out, clues moved", async () => {
  const one = await given({ clues: 5 });
  const other = await givenPartner(app);
  clues.receivers = [{ id: other.orgId ?? "", name: "邻店" }];
  const [staff] = await givenPeople(app, one.partner, 2);
  assert.ok(staff);
  const open = await browserOf(app, staff);
  assert.equal((await open.call(userInfo, {})).status, 200);

  const done = await suspended(one, plan("MOVE", other.orgId));

  assert.deepEqual([done.state, done.items.all, done.items.done, done.items.failed], ["DONE", 8, 8, 0]);
  assert.deepEqual(
    done.lines.map(({ label, seen, actionLabel, receiverName, all, done: treated }) => [
      label,
      seen,
      actionLabel,
      receiverName,
      all,
      treated,
    ]),
    [
      ["权限开关", 1, "全部关闭，门店与人员退出分配", null, 1, 1],
      ["员工账号", 2, "冻结账号并结束会话", null, 2, 2],
      ["接口账号", 0, "停用密钥", null, 0, 0],
      ["未结线索", 5, "转至指定门店", "邻店", 5, 5],
    ],
  );
  assert.equal((await open.call(userInfo, {})).status, 401, "the open browser is out with the next call");
  assert.deepEqual([done.choices, done.isStale, done.isSubmitted], [[], false, false], "nothing is left to choose");
  const [, staffs, accounts, off, moved] = await snapshot(one.partner);
  assert.ok(staffs.every((row) => JSON.stringify(row).includes("PARTNER_SUSPEND")));
  assert.ok(accounts.every((row) => JSON.stringify(row).includes("伙伴暂停")));
  const flags = ["CLUE", "ORDER", "STOCK", "SUBSIDY"].map((flag) => `${flag} SUSPEND`);
  const switchedOff = off.map(({ flag, source }) => `${flag} ${source}`).sort();
  assert.deepEqual(switchedOff, flags, "also flags of a contract that begins meanwhile stay off");
  assert.ok(moved.every(({ storeId, moves }) => storeId === other.orgId && moves === 1));
  const items = await one.first.call(listCascadeItems, { params: { id: done.id }, query: { kind: "clueProbe.open" } });
  assert.deepEqual(
    [items.data.total, items.data.list[0]?.kindLabel, items.data.list[0]?.actionLabel],
    [5, "未结线索", "转至指定门店"],
  );
  const all = await one.second.call(listCascadeItems, { params: { id: done.id }, query: { pageSize: 100 } });
  const people = await app.rows<{ label: string }>(
    "select name || '（' || staff_no || '）' as label from partner_staff where partner_id = $1 order by id",
    [one.partner.id],
  );
  const labels = ["线索下发、订单代下", ...people.map(({ label }) => label), ...moved.map(({ no }) => `线索${no}`)];
  assert.deepEqual(
    all.data.list.map(({ id, itemNo, label, state, message, restored, restoreMessage }) => [
      id,
      itemNo,
      label,
      state,
      message,
      restored,
      restoreMessage,
    ]),
    labels.map((label, at) => [String(at + 1), at + 1, label, "DONE", null, null, null]),
  );
  const [before] = await app.rows<{ before: unknown }>(
    "select before from partner_cascade_item where suspension_id = $1 and kind = 'partner.flags'",
    [done.id],
  );
  assert.deepEqual(before?.before, { flags: ["CLUE", "ORDER"] });
});

test("PT-R7 accounts may be kept read-only instead", async () => {
  const one = await given({ staff: 2 });
  const done = await suspended(one, [{ kind: "partner.accounts", action: "READ_ONLY", receiverId: null }]);
  const [, staffs] = await snapshot(one.partner);
  assert.ok(staffs.every((row) => JSON.stringify(row).includes('"isReadOnly":true')));
  await resumed(one, done.id);
  assert.ok((await snapshot(one.partner))[1].every((row) => JSON.stringify(row).includes('"isReadOnly":false')));
});

test("PT-R7 an execution that dies after 60 of 200 goes on at 61 with 重试, and does nothing twice", async () => {
  const one = await given({ clues: 199 });
  const { id, version } = await submitted(one);
  await one.second.call(confirmSuspension, { params: { id }, body: { version } });
  // the steps are: begin, find open items (none yet), gather, find open items, then 59 items after the flags
  const steps = 1 + 1 + 1 + 1 + 59;
  await assert.rejects(executeJob.run(worker(app, steps), { id }), /the worker dies/);
  const middle = (await one.first.call(getSuspension, { params: { id } })).data;
  assert.deepEqual([middle.state, middle.items.all, middle.items.done], ["EXECUTING", 200, 60]);

  await watchSuspensions.run(worker(app));
  assert.equal((await one.first.call(getSuspension, { params: { id } })).data.state, "EXECUTING", "it may be alive");
  app.passTime(6 * 60);
  await watchSuspensions.run(worker(app));
  const halted = (await one.first.call(getSuspension, { params: { id } })).data;
  assert.equal(halted.state, "PARTLY");
  assert.equal(
    (await one.first.call(retrySuspension, { params: { id }, body: { version: halted.version } })).success,
    true,
  );
  const order: number[] = [];
  clues.meanwhile = (no) => order.push(no);
  await Promise.all([executeJob.run(worker(app), { id }), executeJob.run(worker(app), { id })]);
  clues.meanwhile = () => undefined;

  const done = (await one.first.call(getSuspension, { params: { id } })).data;
  assert.deepEqual([done.state, done.items.done], ["DONE", 200]);
  const rows = await cluesOf(app, one.partner.orgId ?? "");
  assert.ok(rows.every(({ moves }) => moves === 1));
  assert.equal(order.length, 140);
  assert.equal(order[0], rows[59]?.no, "the 61st item is the 60th clue");
});

test("PT-R7 what fails is listed with its reason and tried again; the others are done", async () => {
  const one = await given({ clues: 3 });
  const [first] = await cluesOf(app, one.partner.orgId ?? "");
  clues.meanwhile = (no) => {
    if (no === first?.no) throw new Error("the clue is broken");
  };
  const partly = await suspended(one);
  assert.deepEqual([partly.state, partly.items.failed, partly.items.done], ["PARTLY", 1, 3]);
  const query = { state: "FAILED" } as const;
  const failed = await one.first.call(listCascadeItems, { params: { id: partly.id }, query });
  assert.deepEqual(
    failed.data.list.map(({ label, message }) => [label, message]),
    [[`线索${first?.no}`, "处理出错，请重试"]],
  );
  clues.meanwhile = () => undefined;
  await one.first.call(retrySuspension, { params: { id: partly.id }, body: { version: partly.version } });
  await executeJob.run(worker(app), { id: partly.id });
  const done = (await one.first.call(getSuspension, { params: { id: partly.id } })).data;
  assert.deepEqual([done.state, done.items.failed, done.items.done], ["DONE", 0, 4]);
});

test("PT-R7 what comes to the partner while it runs is seen to as well; each thing costs one transaction", async () => {
  const one = await given({ staff: 20, clues: 20 });
  const { id, version } = await submitted(one);
  await one.second.call(confirmSuspension, { params: { id }, body: { version } });
  let steps = 0;
  const late: JobRun = {
    step: async (act) => {
      if (++steps === 10) await givenClues(app, one.partner.orgId ?? "", 1);
      return app.arrange(act);
    },
  };
  await executeJob.run(late, { id });
  const done = (await one.first.call(getSuspension, { params: { id } })).data;
  assert.deepEqual([done.state, done.items.done], ["DONE", 42]);
  assert.ok(steps <= done.items.done + 10, `${steps} transactions for 42 things`);
});

test("PT-R7 out of scope there is no suspension", async () => {
  const one = await given();
  const draft = await submitted(one);
  const stranger = await app.signIn({ permissions, scope: "ORG" });
  const params = { id: draft.id };
  assert.equal((await stranger.call(getSuspension, { params })).msgCode, "COMMON_NOT_FOUND");
  const confirmed = await stranger.call(confirmSuspension, { params, body: { version: draft.version } });
  assert.equal(confirmed.msgCode, "COMMON_NOT_FOUND");
  assert.equal((await stranger.call(listSuspensions, { params: { id: one.partner.id } })).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await stranger.call(listCascadeItems, { params, query: {} })).msgCode, "COMMON_NOT_FOUND");
});

test("PT-R7 a draft that a rule makes waits for the manager, who is told once; there is no second", async () => {
  const one = await given();
  const wanted = { partnerId: one.partner.id, reason: "营业执照过期45天" };
  for (let n = 0; n < 2; n++) await app.arrange((tx) => draftSuspension(tx, wanted));
  const { data } = await one.first.call(listSuspensions, { params: { id: one.partner.id } });
  assert.deepEqual(
    data.map(({ state, isSubmitted, reason: why }) => [state, isSubmitted, why]),
    [["DRAFT", false, "营业执照过期45天"]],
  );
  const told = await app.rows("select 1 from notice where user_id = $1 and content = $2", [
    one.first.user.id,
    `${one.partner.shortName}：营业执照过期45天，请决定是否暂停合作`,
  ]);
  assert.equal(told.length, 1);
  const blind = await app.signIn({ permissions: ["partner:partner:suspend"] });
  const theirs = await givenPartner(app, { managerId: blind.user.id });
  await app.arrange((tx) => draftSuspension(tx, { partnerId: theirs.id, reason: "合同到期" }));
  const unseen = await app.rows("select title from notice where user_id = $1", [blind.user.id]);
  assert.deepEqual(unseen, [], "PF-R123 who may not open it");
  const [row] = await app.rows<{ state: string }>("select state from partner where id = $1", [one.partner.id]);
  assert.equal(row?.state, "ACTIVE", "never an automatic suspension");
});
