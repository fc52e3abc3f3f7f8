import assert from "node:assert/strict";
import { test } from "node:test";
import { commonErrors } from "@ops/platform/contract";
import {
  cancelExit,
  confirmSuspension,
  getSuspension,
  listCascadeItems,
  listSuspensions,
  resumePartner,
  retrySuspension,
  startExit,
} from "../../contract/index.ts";
import { givenPartner, givenStaff, testApp } from "../testing.ts";
import { executeJob } from "./execute.ts";
import { cluesOf, OpenClues, worker } from "./testing.ts";
import { plan, reason, storyOf } from "./testing-story.ts";
import { undoJob } from "./undo.ts";

const clues = new OpenClues();
const app = testApp(clues.module);
const { given, submitted, suspended, resumed, snapshot, queued, emptyQueue } = storyOf(app);
type Case = Awaited<ReturnType<typeof given>>;
const versionOf = async ({ partner }: Case) => {
  const [row] = await app.rows<{ version: number }>("select version from partner where id = $1", [partner.id]);
  return row?.version ?? 0;
};
/** Finds the people who got this notice, sorted. */
const heardBy = async (content: string) =>
  (await app.rows<{ id: string }>("select user_id as id from notice where content = $1", [content]))
    .map(({ id }) => id)
    .sort();
const logOf = async (id: string) =>
  (await app.auditOf({ id })).flatMap(({ actionName, summary }) => (actionName === "级联处理" ? [summary] : []));

test("PT-R8 suspended and resumed at once, everything is exactly as it was", async () => {
  const one = await given({ staff: 3, clues: 6 });
  const before = await snapshot(one.partner);
  const { id } = await suspended(one);
  const undone = await resumed(one, id);
  assert.deepEqual([undone.state, undone.items.restored, undone.items.kept], ["UNDONE", 10, 0]);
  assert.deepEqual(await snapshot(one.partner), before);
});

test("PT-R8 clues worked elsewhere meanwhile stay and are listed: 137 of 143 come back", async () => {
  const one = await given({ clues: 143 });
  const { id } = await suspended(one);
  const rows = await cluesOf(app, one.partner.orgId ?? "");
  const worked = rows.slice(0, 6).map(({ no }) => no);
  await app.rows("update probe_clue set note = '已到店', state = 'WON' where no = any($1::int[])", [worked]);
  const undone = await resumed(one, id);
  const line = undone.lines.find(({ kind }) => kind === "clueProbe.open");
  assert.deepEqual([line?.restored, line?.kept], [137, 6]);
  const kept = await one.first.call(listCascadeItems, { params: { id }, query: { restored: "KEPT" } });
  assert.deepEqual(
    kept.data.list.map(({ label, restoreMessage }) => [label, restoreMessage]),
    worked.map((no) => [`线索${no}`, "线索已被其他门店跟进"]),
  );
  const won = await app.rows("select 1 from probe_clue where no = any($1::int[]) and state = 'WON'", [worked]);
  assert.equal(won.length, 6, "the new work is not lost");
});

test("PT-R8 a person frozen also for another reason stays frozen", async () => {
  const one = await given({ staff: 3 });
  const ids = (
    await app.rows<{ id: string }>("select id from partner_staff where partner_id = $1 order by id", [one.partner.id])
  ).map((row) => row.id);
  const also = "update partner_staff set freeze_sources = array_append(freeze_sources, $2) where id = $1";
  await app.rows(also, [ids[0], "MANUAL"]);
  const { id } = await suspended(one);
  await app.rows(also, [ids[1], "CERT_EXPIRED"]);
  const undone = await resumed(one, id);
  assert.deepEqual([undone.items.restored, undone.items.kept], [3, 1]);
  const rows = await app.rows<{ sources: string[] }>(
    "select freeze_sources as sources from partner_staff where partner_id = $1 order by id",
    [one.partner.id],
  );
  assert.deepEqual(
    rows.map(({ sources }) => sources),
    [["MANUAL"], ["CERT_EXPIRED"], []],
  );
  const kept = await one.first.call(listCascadeItems, { params: { id }, query: { restored: "KEPT" } });
  assert.equal(kept.data.list[0]?.restoreMessage, "仍因认证过期冻结");
});

test("PT-R8 whoever was read-only before the suspension stays so; the others work again", async () => {
  const one = await given({ staff: 2 });
  const people = await app.rows<{ id: string; userId: string }>(
    "select id, user_id from partner_staff where partner_id = $1 order by id",
    [one.partner.id],
  );
  const [kept, other] = people;
  assert.ok(kept && other);
  await app.rows("update partner_staff set is_read_only = true where id = $1", [kept.id]);
  await app.rows("update app_user set read_only = true where id = $1", [kept.userId]);
  const before = await snapshot(one.partner);
  const { id } = await suspended(one, [
    { kind: "partner.accounts", action: "READ_ONLY", receiverId: null },
    { kind: "clueProbe.open", action: "HOLD", receiverId: null },
  ]);
  const readOnly = async () =>
    (
      await app.rows<{ staff: boolean; account: boolean }>(
        `select s.is_read_only as staff, u.read_only as account from partner_staff s join app_user u on u.id = s.user_id
         where s.partner_id = $1 order by s.id`,
        [one.partner.id],
      )
    ).map(({ staff, account }) => [staff, account]);
  assert.deepEqual(await readOnly(), [
    [true, true],
    [true, true],
  ]);
  await resumed(one, id);
  assert.deepEqual(await readOnly(), [
    [true, true],
    [false, false],
  ]);
  assert.deepEqual(await snapshot(one.partner), before);
});

test("PT-R8 nobody resumes without a contract in force and valid papers, nor while things are being moved", async () => {
  const one = await given({ clues: 1 });
  const { id, version } = await submitted(one);
  await one.second.call(confirmSuspension, { params: { id }, body: { version } });
  const resume = async () => {
    const [row] = await app.rows<{ version: number }>("select version from partner where id = $1", [one.partner.id]);
    return one.first.call(resumePartner, {
      params: { id: one.partner.id },
      body: { reason: "好了", version: row?.version ?? 0 },
    });
  };
  const early = await resume();
  assert.deepEqual([early.msgCode, early.msg], ["PARTNER_SUSPENSION_RUNNING", "级联处理正在进行，请稍后再试"]);
  await executeJob.run(worker(app), { id });
  await app.rows("update partner_contract set state = 'TERMINATED' where partner_id = $1", [one.partner.id]);
  await app.rows("update partner_qualification set state = 'EXPIRED' where partner_id = $1 and kind = 'LICENSE'", [
    one.partner.id,
  ]);
  const unfit = await resume();
  assert.deepEqual([unfit.msgCode, unfit.msg], ["PARTNER_NOT_READY", "尚未完成：生效中的主合同、有效资质（营业执照）"]);
  const paperIs = (state: string) =>
    app.rows("update partner_qualification set state = $2 where partner_id = $1 and kind = 'LICENSE'", [
      one.partner.id,
      state,
    ]);
  await paperIs("VALID");
  assert.equal((await resume()).msg, "尚未完成：生效中的主合同");
  await app.rows("update partner_contract set state = 'EFFECTIVE' where partner_id = $1", [one.partner.id]);
  await paperIs("WAITING");
  assert.equal((await resume()).msg, "尚未完成：有效资质（营业执照）", "nobody has looked at it yet");
  await paperIs("VALID");
  assert.equal((await resume()).msg, "");
});

/** Suspends a partner with several clues, one of which fails. */
async function broken(wishes: { staff?: number; clues?: number }) {
  const one = await given(wishes);
  const [first] = await cluesOf(app, one.partner.orgId ?? "");
  clues.meanwhile = (no) => {
    if (no === first?.no) throw new Error("the clue is broken");
  };
  const partly = await suspended(one);
  clues.meanwhile = () => undefined;
  return { one, partly };
}

/** Undoes a suspension while one clue is missing. Answers a function that brings the clue back. */
async function brokenUndo(one: Case, id: string) {
  const [first] = await cluesOf(app, one.partner.orgId ?? "");
  await app.rows("update probe_clue set no = -no where no = $1", [first?.no]);
  const undoing = await resumed(one, id);
  return { undoing, giveBack: () => app.rows("update probe_clue set no = -no where no = $1", [-(first?.no ?? 0)]) };
}

test("PT-R7 PT-R8 重试 goes on with what failed, in both directions, and leaves what is done and other partners alone", async () => {
  const { partly: halted } = await broken({ clues: 3 });
  await app.rows("update partner_cascade_item set state = 'WAITING' where suspension_id = $1 and item_no = 4", [
    halted.id,
  ]);
  const stuck = await given({ clues: 2 });
  const stuckId = (await suspended(stuck)).id;
  await brokenUndo(stuck, stuckId);
  const others = () =>
    Promise.all([
      app.rows("select * from partner_suspension where id in ($1, $2) order by id", [halted.id, stuckId]),
      app.rows("select * from partner_cascade_item where suspension_id in ($1, $2) order by 1, 2", [
        halted.id,
        stuckId,
      ]),
    ]);
  const before = await others();

  const { one, partly } = await broken({ staff: 1, clues: 3 });
  const { id } = partly;
  const counts = { all: 5, done: 4, failed: 1, restored: 0, kept: 0, restoreFailed: 0 };
  assert.deepEqual([partly.state, partly.items], ["PARTLY", counts]);
  const retry = (version: number) => one.first.call(retrySuspension, { params: { id }, body: { version } });
  await emptyQueue(id);
  const again = await retry(partly.version);
  assert.deepEqual([again.data.state, await queued(id)], ["EXECUTING", ["partner.suspensionExecute"]]);
  await executeJob.run(worker(app), { id });
  const done = (await one.first.call(getSuspension, { params: { id } })).data;
  assert.deepEqual([done.state, done.items], ["DONE", { ...counts, done: 5, failed: 0 }]);
  assert.ok((await cluesOf(app, one.partner.orgId ?? "")).every(({ moves }) => moves === 1));

  const { undoing, giveBack } = await brokenUndo(one, id);
  assert.deepEqual([undoing.state, undoing.items], ["UNDOING", { ...done.items, restored: 4, restoreFailed: 1 }]);
  const failed = await one.first.call(listCascadeItems, { params: { id }, query: { restored: "FAILED" } });
  assert.deepEqual(
    failed.data.list.map(({ itemNo, restoreMessage }) => [itemNo, restoreMessage]),
    [[3, commonErrors.notFound().message]],
  );
  await giveBack();
  await emptyQueue(id);
  const on = await retry(undoing.version);
  assert.deepEqual([on.data.state, await queued(id)], ["UNDOING", ["partner.suspensionUndo"]]);
  const twice = await retry(on.data.version);
  assert.equal(twice.msg, "暂停单当前状态为【恢复中】，不能执行【重试】");
  await undoJob.run(worker(app), { id });
  const undone = (await one.first.call(getSuspension, { params: { id } })).data;
  assert.deepEqual([undone.state, undone.items], ["UNDONE", { ...done.items, restored: 5 }]);
  assert.deepEqual(await others(), before);
});

test("PT-R7 the record tells who did what, of each suspension of the partner its own", async () => {
  const { one, partly } = await broken({ staff: 1, clues: 2 });
  const { id } = partly;
  await resumed(one, id);
  const second = await suspended(one, plan());
  const { data } = await one.second.call(listSuspensions, { params: { id: one.partner.id } });
  const [first, other] = [one.first.user.userName, one.second.user.userName];
  const named = {
    partnerId: one.partner.id,
    partnerName: one.partner.shortName,
    kind: "SUSPEND",
    reason,
    isSubmitted: false,
    isMine: false,
    submittedByName: first,
    confirmedByName: other,
    createdByName: first,
  };
  assert.partialDeepStrictEqual(data, [
    {
      ...named,
      id: second.id,
      state: "DONE",
      undoneByName: null,
      undoneAt: null,
      items: { all: 4, done: 4, failed: 0, restored: 0, kept: 0, restoreFailed: 0 },
    },
    {
      ...named,
      id,
      state: "UNDONE",
      undoneByName: first,
      items: { all: 4, done: 3, failed: 1, restored: 3, kept: 0, restoreFailed: 0 },
    },
  ]);
  const own = await one.first.call(listSuspensions, { params: { id: one.partner.id } });
  assert.deepEqual(
    own.data.map(({ isMine }) => isMine),
    [true, true],
  );
});

test("PT-R20 only those concerned hear of a suspension, with who takes over and with its own numbers", async () => {
  const one = await given({ staff: 1 });
  const admin = await givenStaff(app, { partner: one.partner, positionCode: "ADMIN" });
  const lead = await app.signIn({ permissions: ["partner:partner:view"] });
  await app.signIn({ boolAdmin: true });
  await app.signIn({ permissions: ["clueProbe:clue:assign"] });
  await app.rows("update organization set leader_user_id = $2 where id = $1", [one.partner.regionId, lead.user.id]);
  await suspended(await given({ clues: 1 }));
  const name = one.partner.shortName;
  const people = [one.first.user.id, lead.user.id, admin.userId].sort();
  const { id } = await suspended(one);
  const stopped = `${name}已暂停合作，原因：${reason}；未结业务由${one.first.user.userName}接手`;
  assert.deepEqual([await heardBy(stopped), await logOf(id)], [people, ["暂停已完成：已处理3项"]]);
  const also = "update partner_staff set freeze_sources = array_append(freeze_sources, 'MANUAL') where id = $1";
  await app.rows(also, [admin.id]);
  await resumed(one, id);
  assert.deepEqual(await heardBy(`${name}已恢复合作，恢复账号1个，未恢复1项见明细`), people);
  assert.deepEqual((await logOf(id)).at(-1), "恢复完成：已恢复2项，未恢复1项");

  const near = await givenPartner(app);
  clues.receivers = [
    { id: near.id, name: "远店" },
    { id: near.orgId ?? "", name: "邻店" },
  ];
  const next = await suspended(one, plan("MOVE", near.orgId));
  assert.deepEqual(await heardBy(`${name}已暂停合作，原因：${reason}；未结业务由邻店接手`), people);
  await resumed(one, next.id);
  assert.deepEqual(await heardBy(`${name}已恢复合作，恢复账号2个，未恢复0项见明细`), people, "of this time alone");
});

test("PT-R20 what failed is logged with its number, and what was never done does not count as kept back", async () => {
  const { one, partly } = await broken({ staff: 1, clues: 2 });
  assert.deepEqual(await logOf(partly.id), ["暂停部分完成：已处理3项，1项失败"]);
  await resumed(one, partly.id);
  const told = `${one.partner.shortName}已恢复合作，恢复账号1个，未恢复0项见明细`;
  assert.deepEqual((await heardBy(told)).includes(one.first.user.id), true);
  assert.deepEqual((await logOf(partly.id)).at(-1), "恢复完成：已恢复3项，未恢复0项");
});

test("PT-R8 PT-R20 an exit and the suspension before it are undone together and told once, each account once", async () => {
  const one = await given({ staff: 2 });
  const params = { id: one.partner.id };
  const { id } = await suspended(one);
  const exit = { reason: "协商退出", fileIds: [], plan: [], version: await versionOf(one) };
  const begun = await one.first.call(startExit, { params, body: exit });
  assert.equal(begun.msg, "");
  await executeJob.run(worker(app), { id: begun.data.id });
  const name = one.partner.shortName;
  const left = `${name}已进入清退，原因：协商退出；未结业务由${one.first.user.userName}接手`;
  assert.deepEqual([await heardBy(left), await logOf(begun.data.id)], [[one.first.user.id], ["清退已完成：已处理3项"]]);
  await one.first.call(cancelExit, { params, body: { reason: "留用", version: await versionOf(one) } });
  await app.holdTime(async () => {
    const back = await one.first.call(resumePartner, {
      params,
      body: { reason: "好了", version: await versionOf(one) },
    });
    assert.deepEqual(
      back.data.map((undoing) => undoing.id),
      [begun.data.id, id],
      "the newest first",
    );
    const other = await given({ staff: 1 });
    const elsewhere = await suspended(other);
    const body = { reason: "好了", version: await versionOf(other) };
    assert.equal((await other.first.call(resumePartner, { params: { id: other.partner.id }, body })).msg, "");
    await undoJob.run(worker(app), { id: begun.data.id });
    const told = `${name}已恢复合作，恢复账号2个，未恢复0项见明细`;
    assert.deepEqual(
      [await heardBy(told), (await logOf(begun.data.id)).at(-1)],
      [[], "恢复完成：已恢复3项，未恢复0项"],
      "not before the last of them has ended",
    );
    await undoJob.run(worker(app), { id });
    assert.deepEqual(await heardBy(told), [one.first.user.id]);
    assert.deepEqual((await logOf(id)).at(-1), "恢复完成：已恢复3项，未恢复0项");
    await undoJob.run(worker(app), { id: elsewhere.id });
  });
});

test("PT-R20 PF-R123 manager, region and those who look after what was touched and may open it hear of the suspension and of its end", async () => {
  const one = await given({ staff: 2, clues: 1 });
  const [assign, view] = ["clueProbe:clue:assign", "partner:partner:view"];
  const head = await app.signIn({ permissions: [assign, view] });
  const lead = await app.signIn({ permissions: [view] });
  const elsewhere = await app.signIn({ permissions: [assign, view], scope: "ORG_TREE" });
  const blind = await app.signIn({ permissions: [assign] });
  await app.rows("update organization set leader_user_id = $2 where id = $1", [one.partner.regionId, lead.user.id]);
  const { id } = await suspended(one);
  const name = one.partner.shortName;
  const told = (content: string) =>
    app.rows<{ id: string }>("select user_id as id from notice where content = $1", [content]);
  const wanted = [one.first, head, lead].map(({ user }) => user.id);
  const hear = async (content: string) => {
    const heard = (await told(content)).map((row) => row.id);
    assert.ok(
      wanted.every((userId) => heard.includes(userId)),
      content,
    );
    for (const { user } of [elsewhere, blind]) assert.ok(!heard.includes(user.id), "PF-R123 who may not open it");
  };
  await hear(`${name}已暂停合作，原因：${reason}；未结业务由${one.first.user.userName}接手`);
  await resumed(one, id);
  await hear(`${name}已恢复合作，恢复账号2个，未恢复0项见明细`);
});
