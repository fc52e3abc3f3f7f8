import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as contract from "@ops/platform/contract";
import { listApprovalChains } from "@ops/platform/contract";
import { newId } from "../secret/crypto.ts";
import { approvalTodo } from "./boxes.ts";
import { decideApproval } from "./decide.ts";
import { levelTimer } from "./due.ts";
import { withdrawApproval } from "./request.ts";
import { approvalApp, caseFlow, codes, hq, region, store, submitCase } from "./testing-approvals.ts";

const { app, cast, submit, decide, withdraw } = approvalApp();
beforeEach(() => cast.clear());

const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const self = ["COMMON_APPROVAL_SELF", "不能审批自己的申请"];
const twice = ["COMMON_APPROVAL_TWICE", "同一人不能审批两级"];
const changed = ["COMMON_APPROVAL_CHANGED", "申请内容已变化，请刷新后重新审批"];
const applicant = () => cast.person({});
const manager = () => cast.person({ codes: [codes.shop] });
const regional = () => cast.person({ codes: [codes.shop], at: region, reach: [region, store] });
const finance = () => cast.person({ codes: [codes.money], at: hq, reach: "ALL" });
const list = async (by: { token: string }, query: { box?: contract.ApprovalBox; kind?: string } = {}) =>
  (await app.call(contract.listApprovals, { query }, by)).data.list;
const inTodo = async (by: { token: string }, id: string) => (await list(by)).some(({ bizId }) => bizId === id);
const chainOf = async (by: { token: string }, bizId: string) =>
  (await app.call(listApprovalChains, { params: { bizType: "probe", bizId } }, by)).data[0];
const stateOf = async (id: string) =>
  (
    await app.rows<{ state: string; levelNo: number; levelOrgId: string }>(
      'select state, level_no as "levelNo", level_org_id as "levelOrgId" from approval where biz_id = $1',
      [id],
    )
  )[0];

test("PF-R113 the facts say which levels there are; each is decided by holders of its code at its place", async () => {
  const [boss, chief, money] = [manager(), regional(), finance()];
  const by = applicant();
  const small = await submit(by, 1_000);
  assert.equal((await decide(boss, small)).data.state, "APPROVED");
  const big = await submit(by, 1_001);
  const forbidden = "COMMON_FORBIDDEN";
  assert.equal((await decide(money, big)).msgCode, forbidden, "another code");
  const { data: first } = await decide(boss, big, "APPROVE", "同意");
  assert.equal(first.state, "OPEN");
  const second = { ...big, version: first.version };
  const colleague = manager();
  assert.equal((await decide(colleague, second)).msgCode, forbidden, "the code, but not at the region");
  assert.deepEqual([await inTodo(colleague, big.id), await inTodo(chief, big.id)], [false, true]);
  const { data: third } = await decide(chief, second);
  assert.equal((await stateOf(big.id))?.levelOrgId, hq);
  const below = cast.person({ codes: [codes.money], reach: [store] });
  assert.equal((await decide(below, { ...big, version: third.version })).msgCode, forbidden, "not at headquarters");
  assert.equal((await decide(money, { ...big, version: third.version })).data.state, "APPROVED");
  const chain = await chainOf(by, big.id);
  assert.deepEqual(
    chain?.levels.map(({ label, verdict, names, note }) => [label, verdict, names, note]),
    [
      ["门店", "APPROVE", [`人${boss.userId.slice(-4)}`], "同意"],
      ["区域", "APPROVE", [`人${chief.userId.slice(-4)}`], ""],
      ["财务", "APPROVE", [`人${money.userId.slice(-4)}`], ""],
    ],
  );
});

test("PF-R113 REJECT and RETURN end a request at any level, the applicant hears why, and it may be asked for anew", async () => {
  const [boss, by] = [manager(), applicant()];
  for (const [verdict, state, title] of [
    ["REJECT", "REJECTED", "您的样本申请被驳回"],
    ["RETURN", "RETURNED", "您的样本申请被退回"],
  ] as const) {
    const big = await submit(by, 5_000);
    assert.equal((await decide(boss, big, verdict, "材料不全")).data.state, state);
    assert.equal((await stateOf(big.id))?.state, state);
    const notices = await app.rows<{ title: string; content: string }>(
      "select title, content from notice where user_id = $1 and read_at is null and title = $2",
      [by.userId, title],
    );
    assert.deepEqual(notices, [{ title, content: "申请一（S1）：材料不全" }]);
    assert.equal(await inTodo(boss, big.id), false);
  }
});

test("PF-R113 taken back, a request waits for nobody and is decided by nobody", async () => {
  const [boss, by] = [manager(), applicant()];
  const asked = await submit(by);
  await withdraw(asked.id);
  assert.deepEqual(whyNot(await decide(boss, asked)), changed);
  assert.deepEqual([(await stateOf(asked.id))?.state, await inTodo(boss, asked.id)], ["WITHDRAWN", false]);
  await withdraw(asked.id);
  assert.deepEqual(
    await app.rows(
      "select from timer where kind = 'platform.approvalLevel' and key in (select id::text from approval where biz_id = $1)",
      [asked.id],
    ),
    [],
  );
});

test("PF-R113 what was shown is frozen: a record that changed since is not decided, and two at once decide once", async () => {
  const [boss, other, by] = [manager(), manager(), applicant()];
  const asked = await submit(by);
  await app.rows("update probe set version = version + 1 where id = $1", [asked.id]);
  assert.equal((await decide(boss, asked)).msgCode, "COMMON_VERSION_CONFLICT");
  assert.deepEqual(whyNot(await decide(boss, { ...asked, version: asked.version + 1 })), changed);
  assert.deepEqual((await list(boss)).find(({ bizId }) => bizId === asked.id)?.facts, [
    { label: "金额", text: "100分" },
  ]);
  const raced = await submit(by, 5_000);
  const answers = await Promise.all([decide(boss, raced), decide(other, raced)]);
  assert.deepEqual(answers.map(({ success }) => success).toSorted(), [false, true]);
  assert.equal((await stateOf(raced.id))?.levelNo, 2, "one level, not two");
  const refused = answers.find(({ success }) => !success);
  assert.ok(["COMMON_VERSION_CONFLICT", "COMMON_APPROVAL_CHANGED"].includes(refused?.msgCode ?? ""), refused?.msgCode);
});

test("PF-R113 a module that does not ask for the code of the level first is refused just the same", async () => {
  manager();
  const asked = await submit(applicant());
  const decideAt = (version: number) =>
    app.arrange((tx) => decideApproval(tx, caseFlow, { bizId: asked.id, version, verdict: "APPROVE" }));
  await assert.rejects(decideAt(asked.version + 1), { msgCode: "COMMON_APPROVAL_CHANGED" });
  assert.equal((await decideAt(asked.version)).state, "APPROVED");
  await assert.rejects(decideAt(asked.version), { msgCode: "COMMON_APPROVAL_CHANGED" }, "decided already");
  const undeclared = { bizId: asked.id, version: asked.version, verdict: "APPROVE" } as const;
  await assert.rejects(
    app.arrange((tx) => decideApproval(tx, { kind: "probe.nothing" }, undeclared)),
    /no module declares approvals of the kind probe.nothing/,
  );
});

test("PF-R116 nobody is reminded of a request that ended while its timer fired", async () => {
  const [boss, by] = [manager(), applicant()];
  const asked = await submit(by);
  const [row] = await app.rows<{ id: string }>("select id from approval where biz_id = $1", [asked.id]);
  await withdraw(asked.id);
  await app.rows("delete from notice where user_id = $1", [boss.userId]);
  for (const step of ["OPENED", "DUE", "LATE"] as const) {
    await app.arrange((tx) => levelTimer.handle(tx, { id: row?.id ?? "", levelNo: 1, step }));
  }
  assert.deepEqual(await app.rows("select title from notice where user_id = $1", [boss.userId]), []);
  assert.deepEqual(await askedOf(asked.id), []);
});

test("PF-R113 a record has one open request of a kind", async () => {
  const asked = await submit(applicant());
  const again = app.rows(
    `insert into approval select gen_random_uuid(), flow, biz_id, biz_no, biz_version, org_id, title, facts, levels, level_no,
       level_code, level_org_id, is_at_record, state, applicant_id, parties, applied_at, waiting_since from approval where biz_id = $1`,
    [asked.id],
  );
  await assert.rejects(again, /approval_one_open/);
});

test("PF-R114 nobody decides a request of their own, nor through an API client, and programs make none", async () => {
  const boss = manager();
  const asked = await submit(boss);
  assert.deepEqual(whyNot(await decide(boss, asked)), self);
  const program = cast.person({ codes: [codes.shop], standsFor: boss.userId });
  assert.deepEqual(whyNot(await decide(program, asked)), self);
  assert.deepEqual([await inTodo(boss, asked.id), await inTodo(program, asked.id)], [false, false]);
  const filed = await app.call(contract.listApprovals, { query: { box: "SENT" } }, boss);
  assert.equal(filed.data.list[0]?.bizId, asked.id);
  const made = await app.call(submitCase, { body: { fen: 1 } }, program);
  assert.equal(made.msgCode, "COMMON_PERSON_ONLY");
});

test("PF-R114 whoever wrote what somebody else asks for decides it as little, and it waits for others", async () => {
  const [author, other] = [manager(), manager()];
  const asked = await submit(applicant(), 100, author.userId);
  assert.deepEqual(whyNot(await decide(author, asked)), self);
  assert.deepEqual([await inTodo(author, asked.id), await inTodo(other, asked.id)], [false, true]);
  assert.deepEqual(await askedOf(asked.id), [other.userId]);
  assert.equal((await decide(other, asked)).data.state, "APPROVED");
});

test("PF-R114 nobody decides two levels of a request", async () => {
  const [boss, chief] = [manager(), regional()];
  const big = await submit(applicant(), 5_000);
  const { data } = await decide(chief, big);
  const second = { ...big, version: data.version };
  assert.deepEqual(whyNot(await decide(chief, second)), twice);
  const program = cast.person({ codes: [codes.shop], at: region, reach: "ALL", standsFor: chief.userId });
  assert.deepEqual(whyNot(await decide(program, second)), twice);
  assert.deepEqual([await inTodo(chief, big.id), await inTodo(boss, big.id)], [false, false]);
  assert.equal((await decide(regional(), second)).data.state, "OPEN");
});

test("PF-R114 a level whose only holder at its organisation asks for it goes up to the next one above", async () => {
  const [boss, chief] = [manager(), regional()];
  const asked = await submit(boss);
  assert.equal((await stateOf(asked.id))?.levelOrgId, region);
  assert.deepEqual(await askedOf(asked.id), [chief.userId]);
  const other = manager();
  assert.equal((await decide(other, asked)).msgCode, "COMMON_FORBIDDEN", "it stands at the region now");
  assert.equal((await decide(chief, asked)).data.state, "APPROVED");
  const held = await submit(boss);
  assert.deepEqual([(await stateOf(held.id))?.levelOrgId, await askedOf(held.id)], [store, [other.userId]]);
  cast.person({ codes: [codes.shop], at: hq, reach: "ALL" });
  cast.leave(boss);
  cast.leave(other);
  const above = await submit(chief);
  assert.equal(
    (await stateOf(above.id))?.levelOrgId,
    store,
    "whoever asks holds it elsewhere, not at the organisation",
  );
  const plain = await submit(applicant());
  assert.equal((await stateOf(plain.id))?.levelOrgId, store);
  cast.clear();
  const alone = await submit(manager());
  assert.deepEqual([(await stateOf(alone.id))?.levelOrgId, await askedOf(alone.id)], [store, []], "nobody above");
});

async function askedOf(id: string): Promise<string[]> {
  const rows = await app.rows<{ asked: string[] }>("select asked from approval where biz_id = $1", [id]);
  return (rows[0]?.asked ?? []).toSorted();
}

test("PF-R117 待我审批 shows what the reader can decide now, with all that it takes; 我发起的 and 已办 beside it", async () => {
  const [boss, by] = [manager(), applicant()];
  const stranger = cast.person({ codes: [codes.shop], reach: [newId()] });
  const asked = await submit(by, 5_000);
  const [shown] = (await list(boss)).filter(({ bizId }) => bizId === asked.id);
  assert.partialDeepStrictEqual(shown, {
    kind: "probe.case",
    kindLabel: "样本申请",
    bizNo: "S1",
    bizVersion: asked.version,
    title: "申请一",
    applicantName: `人${by.userId.slice(-4)}`,
    organizationName: "一店",
    levelLabel: "门店",
    levelNo: 1,
    levelCount: 3,
    isOverdue: false,
    state: "OPEN",
    overlay: "probe",
    mostTogether: 50,
    calls: [
      { verdict: "APPROVE", path: `/probe/v1/cases/${asked.id}/decide`, noteIn: "note", needsNote: false },
      { verdict: "RETURN", body: { verdict: "RETURN" }, needsNote: true },
      { verdict: "REJECT", body: { verdict: "REJECT" }, needsNote: true },
    ],
  });
  assert.deepEqual([await inTodo(stranger, asked.id), await inTodo(by, asked.id)], [false, false]);
  assert.deepEqual(
    (await list(by, { box: "SENT" })).map(({ bizId, calls }) => [bizId, calls]),
    [[asked.id, []]],
  );
  assert.deepEqual(await list(boss, { box: "DONE" }), []);
  await decide(boss, asked);
  assert.deepEqual(
    (await list(boss, { box: "DONE" })).map(({ bizId }) => bizId),
    [asked.id],
  );
  assert.equal((await list(boss, { kind: "other.kind" })).length, 0);
  const unreadable = await app.call(listApprovalChains, { params: { bizType: "probe", bizId: asked.id } }, stranger);
  assert.equal(unreadable.msgCode, "COMMON_NOT_FOUND");
});

test("PF-R117 the chain of an open request names who is asked now, since when and until when, of later levels nobody", async () => {
  const [boss, by] = [manager(), applicant()];
  regional();
  const big = await submit(by, 5_000);
  const shown = async () =>
    (await chainOf(by, big.id))?.levels.map(({ names, verdict, waitingSince, dueAt }) => [
      names,
      verdict,
      waitingSince !== null,
      dueAt !== null,
    ]);
  const nobody = [[], null, false, false];
  assert.deepEqual(await shown(), [[[`人${boss.userId.slice(-4)}`], null, true, true], nobody, nobody]);
  await decide(boss, big, "REJECT", "材料不全");
  assert.deepEqual(await shown(), [[[`人${boss.userId.slice(-4)}`], "REJECT", true, false], nobody, nobody]);
});

test("PF-R117 the card of the home page counts what 待我审批 shows, and open pages hear of a change", async () => {
  const [boss, by] = [manager(), applicant()];
  const counted = async () =>
    (await app.call(contract.myTodos, {}, boss)).data.find(({ key }) => key === "platform.approval")?.count ?? 0;
  const before = await counted();
  const asked = await submit(by);
  assert.equal(await counted(), before + 1);
  await decide(boss, asked);
  assert.equal(await counted(), before);
  const other = await submit(by);
  const changed = await app.arrange(async (tx) => {
    await withdrawApproval(tx, caseFlow, other.id);
    return [...tx.trail.tables];
  });
  assert.ok(
    approvalTodo.tables.some((table) => changed.includes(table)),
    "what is written counts the card anew",
  );
});
