import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import * as contract from "@ops/platform/contract";
import { addDays, dayOf } from "@ops/platform/contract";
import { newId } from "../secret/crypto.ts";
import { runSchedule } from "../testing-schedules.ts";
import { withdrawApproval } from "./request.ts";
import { approvalApp, caseFlow, codes, hq, region, store } from "./testing-approvals.ts";
import { approvalWork } from "./work.ts";

const { app, cast, submit, decide, lend, askedOf, noticesOf, workdaysLater } = approvalApp();
beforeEach(() => cast.clear());

const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const applicant = () => cast.person({});
const manager = () => cast.person({ codes: [codes.shop] });
const regional = () => cast.person({ codes: [codes.shop], at: region, reach: [region, store] });
const today = () => dayOf(app.now());
const person = (id: string) => ({ kind: "person", id }) as const;

test("PF-R115 approvals are lent for at most 30 days, to somebody who reaches as far, once at a time", async () => {
  const [boss, chief] = [manager(), regional()];
  const code = async (by: { token: string }, takerId: string, days?: number) => (await lend(by, takerId, days)).msgCode;
  assert.equal(await code(boss, chief.userId, 31), "COMMON_APPROVAL_DELEGATE_DAYS");
  assert.equal(await code(boss, chief.userId, 0), "COMMON_APPROVAL_DELEGATE_DAYS");
  assert.equal(await code(boss, boss.userId), "COMMON_APPROVAL_DELEGATE_SELF");
  assert.deepEqual(whyNot(await lend(chief, boss.userId)), [
    "COMMON_APPROVAL_DELEGATE_SCOPE",
    "张三的审批权限或范围小于您，不能受托",
  ]);
  const other = cast.person({ codes: [codes.money], reach: "ALL" });
  assert.equal(await code(boss, other.userId), "COMMON_APPROVAL_DELEGATE_SCOPE", "without the code");
  assert.equal(await code(applicant(), chief.userId), "COMMON_APPROVAL_DELEGATE_NONE");
  assert.equal(await code(boss, chief.userId, 30), "");
  assert.equal(await code(boss, chief.userId, 1), "COMMON_APPROVAL_DELEGATE_OVERLAP");
  const takers = await app.call(contract.searchDelegationTakers, { query: {} }, boss);
  assert.deepEqual(
    takers.data.map(({ id }) => id),
    [chief.userId],
  );
});

test("PF-R115 two loans of a person share no day, may follow each other, and one that has passed is not made", async () => {
  const [boss, chief, other] = [manager(), regional(), manager()];
  const code = async (startsIn: number, days: number, by = boss) =>
    (await lend(by, chief.userId, days, addDays(today(), startsIn))).msgCode;
  assert.equal(await code(10, 5), "");
  assert.equal(await code(14, 1), "COMMON_APPROVAL_DELEGATE_OVERLAP", "its last day");
  assert.equal(await code(8, 3), "COMMON_APPROVAL_DELEGATE_OVERLAP", "its first day");
  assert.equal(await code(15, 1), "", "the day after");
  assert.equal(await code(9, 1), "", "the day before");
  assert.equal(await code(10, 5, other), "", "somebody else's");
  assert.equal(await code(-2, 2), "COMMON_APPROVAL_DELEGATE_DAYS", "it ended yesterday");
  assert.equal(await code(-2, 3), "", "it ends today");
});

test("PF-R115 both see it, either ends it, and it stands in the log", async () => {
  const [boss, chief, stranger] = [manager(), regional(), manager()];
  const { data } = await lend(boss, chief.userId);
  const seen = async (by: { token: string }) =>
    (await app.call(contract.listApprovalDelegations, {}, by)).data.map(({ isGiven, isOver }) => [isGiven, isOver]);
  assert.deepEqual(
    [await seen(boss), await seen(chief), await seen(stranger)],
    [[[true, false]], [[false, false]], []],
  );
  assert.deepEqual(await noticesOf(chief), ["审批委托"]);
  const end = (by: { token: string }) =>
    app.call(contract.endApprovalDelegation, { params: { id: data.id }, body: { version: data.version } }, by);
  assert.equal((await end(stranger)).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await end(chief)).data.isOver, true);
  const { data: again } = await lend(boss, chief.userId);
  assert.equal(again.isOver, false, "what was ended does not stand in the way of another");
  const ended = await app.call(
    contract.endApprovalDelegation,
    { params: { id: data.id }, body: { version: data.version + 1 } },
    boss,
  );
  assert.equal(ended.msgCode, "COMMON_APPROVAL_DELEGATE_OVER");
  const logged = await app.rows<{ actionName: string }>(
    `select action_name as "actionName" from audit_log where biz_id = $1 order by occurred_at`,
    [data.id],
  );
  assert.deepEqual(
    logged.map(({ actionName }) => actionName),
    ["委托审批", "结束审批委托"],
  );
});

test("PF-R115 whoever was lent the approvals is asked too, decides for the other, and counts as the other (PF-R114)", async () => {
  const [boss, chief] = [manager(), regional()];
  await lend(boss, chief.userId);
  const asked = await submit(applicant());
  assert.deepEqual(await askedOf(asked.id), [boss.userId, chief.userId].toSorted());
  assert.ok((await noticesOf(chief)).includes("样本申请待您审批"));
  await decide(chief, asked);
  const chains = await app.call(contract.listApprovalChains, { params: { bizType: "probe", bizId: asked.id } }, boss);
  assert.equal(chains.data[0]?.levels[0]?.onBehalfOf, `人${boss.userId.slice(-4)}`);
  const mine = await app.call(contract.listApprovals, { query: { box: "DONE" } }, boss);
  assert.equal(mine.data.list[0]?.bizId, asked.id, "decided for the giver, it stands in 已办 of both");
  const own = await submit(boss);
  assert.equal((await decide(chief, own)).msgCode, "COMMON_APPROVAL_SELF");
  const big = await submit(applicant(), 5_000);
  const { data } = await decide(boss, big);
  assert.equal((await decide(chief, { ...big, version: data.version })).msgCode, "COMMON_APPROVAL_TWICE");
});

test("PF-R115 for whom somebody else decided a level decides no second one (PF-R114)", async () => {
  const [giver, taker] = [regional(), regional()];
  await lend(giver, taker.userId);
  const big = await submit(applicant(), 5_000);
  const { data } = await decide(taker, big);
  assert.equal((await decide(giver, { ...big, version: data.version })).msgCode, "COMMON_APPROVAL_TWICE");
});

test("PF-R115 a person who goes hands over the levels that wait for them alone, to somebody who may decide them", async () => {
  const [boss, chief, weak] = [manager(), regional(), applicant()];
  const asked = await submit(applicant());
  assert.deepEqual(await askedOf(asked.id), [boss.userId]);
  const work = (act: (tx: Parameters<typeof approvalWork.countOf>[0]) => Promise<unknown>) => app.arrange(act);
  assert.equal(await work((tx) => approvalWork.countOf(tx, person(boss.userId))), 1);
  await assert.rejects(
    work(async (tx) => approvalWork.checkTaker?.(tx, person(boss.userId), person(weak.userId))),
    { msgCode: "COMMON_APPROVAL_TAKER", message: "张三不能审批样本申请，不能接手" },
  );
  assert.equal(await work((tx) => approvalWork.handOver(tx, person(boss.userId), person(chief.userId))), 1);
  assert.deepEqual(await askedOf(asked.id), [chief.userId]);
  assert.equal(await work((tx) => approvalWork.countOf(tx, person(boss.userId))), 0);
  assert.ok((await noticesOf(chief)).includes("样本申请待您审批"));
  assert.equal((await decide(chief, asked)).data.state, "APPROVED");
});

test("PF-R116 after its work days the holders are reminded, after twice the time the leaders above; nothing is decided", async () => {
  const [boss, by] = [manager(), applicant()];
  const leader = cast.person({ at: hq, reach: "ALL" });
  const blind = cast.person({ at: region, reach: "ALL", isBlind: true });
  const far = cast.person({ at: region, reach: [] });
  cast.leaders.set(region, [leader.userId, blind.userId, far.userId]);
  await app.rows("delete from timer");
  await app.holdTime(async () => {
    const begun = app.now();
    const asked = await submit(by);
    const passTo = async (to: Date) => {
      app.passTime((to.getTime() - app.now().getTime()) / 1_000);
      await app.node.timers.fireAll();
    };
    const [due, late] = [await workdaysLater(begun, 2), await workdaysLater(begun, 4)];
    await passTo(new Date(due.getTime() - 1_000));
    assert.deepEqual(await noticesOf(boss), ["样本申请待您审批"]);
    await passTo(due);
    assert.deepEqual(await noticesOf(boss), ["样本申请审批已超时", "样本申请待您审批"]);
    const overdue = await app.call(contract.listApprovals, { query: { isOverdue: "true" } }, boss);
    assert.deepEqual(
      overdue.data.list.filter(({ bizId }) => bizId === asked.id).map(({ isOverdue }) => isOverdue),
      [true],
    );
    await passTo(new Date(late.getTime() - 1_000));
    assert.deepEqual(await noticesOf(leader), []);
    await passTo(late);
    assert.deepEqual(await noticesOf(leader), ["样本申请审批严重超时"]);
    assert.deepEqual(
      [await noticesOf(blind), await noticesOf(far)],
      [[], []],
      "not of what they may not open (PF-R123)",
    );
    const [row] = await app.rows("select state from approval where biz_id = $1", [asked.id]);
    assert.deepEqual(row, { state: "OPEN" });
  });
});

test("PF-R123 whoever may decide a record without opening it gets no notice about it", async () => {
  const [boss, blind] = [manager(), cast.person({ codes: [codes.shop], isBlind: true })];
  const asked = await submit(applicant());
  assert.deepEqual(await askedOf(asked.id), [boss.userId, blind.userId].toSorted());
  assert.deepEqual([await noticesOf(boss), await noticesOf(blind)], [["样本申请待您审批"], []]);
});

test("PF-R118 work days and limits are parameters with the module's default", async () => {
  const declared = app.node.params.declarations().map(({ key, initial }) => [key, initial]);
  for (const one of [
    ["probe.case.storeWorkdays", 2],
    ["probe.case.moneyWorkdays", 1],
    ["probe.bigFen", 1_000],
  ])
    assert.ok(
      declared.some(([key, initial]) => key === one[0] && initial === one[1]),
      String(one[0]),
    );
  assert.equal(
    declared.some(([key]) => key === "probe.case.regionWorkdays"),
    false,
  );
  const set = async (key: string, value: string) => {
    await app.rows(
      `insert into param (id, created_at, created_by, updated_at, updated_by, key, value)
       values (gen_random_uuid(), now(), gen_random_uuid(), now(), gen_random_uuid(), $1, $2)`,
      [key, value],
    );
    await app.node.params.load(app.node.database.writer);
  };
  manager();
  await set("probe.case.storeWorkdays", "5");
  await set("probe.bigFen", "200");
  await app.holdTime(async () => {
    const { id } = await submit(applicant(), 201);
    const [row] = await app.rows<{ dueAt: Date; levels: string[] }>(
      `select due_at as "dueAt", levels from approval where biz_id = $1`,
      [id],
    );
    assert.deepEqual(row, { dueAt: await workdaysLater(app.now(), 5), levels: ["store", "region", "money"] });
  });
  await app.rows("delete from param");
  await app.node.params.load(app.node.database.writer);
});

test("PF-R118 a level without a holder is shown to administrators, until somebody holds its code", async () => {
  const operator = cast.person({ codes: ["platform:approval:list"], at: hq, reach: "ALL" });
  const asked = await submit(applicant());
  const levels = async () => (await app.call(contract.listFlowLevels, {}, operator)).data;
  const before = await levels();
  assert.deepEqual(before.levels.map(({ levelLabel, holders, unmanned }) => [levelLabel, holders, unmanned]).at(-1), [
    "财务",
    0,
    0,
  ]);
  assert.ok(before.unmanned.some(({ bizId }) => bizId === asked.id));
  assert.ok(before.levels.some(({ levelLabel, unmanned }) => levelLabel === "门店" && unmanned > 0));
  const elsewhere = cast.person({ codes: ["platform:approval:list"], reach: [newId()] });
  const unseen = (await app.call(contract.listFlowLevels, {}, elsewhere)).data;
  assert.deepEqual([unseen.unmanned, unseen.levels.map(({ waiting }) => waiting)], [[], [0, 0, 0]], "out of scope");
  assert.equal((await app.call(contract.listFlowLevels, {}, applicant())).msgCode, "COMMON_FORBIDDEN");
  const card = async () =>
    (await app.call(contract.myTodos, {}, operator)).data.find(({ key }) => key === "platform.approvalUnmanned");
  assert.ok(await card());
  const boss = manager();
  await runSchedule(app, "platform.approvalHolders");
  assert.deepEqual(await askedOf(asked.id), [boss.userId]);
  assert.ok((await noticesOf(boss)).includes("样本申请待您审批"));
  assert.equal(
    (await levels()).unmanned.some(({ bizId }) => bizId === asked.id),
    false,
  );
  cast.leave(boss);
  await runSchedule(app, "platform.approvalHolders");
  assert.ok((await levels()).unmanned.some(({ bizId }) => bizId === asked.id));
});

test("PF-R118 a request that ends while its holders are looked for is left as it ended", async () => {
  const asked = await submit(applicant());
  manager();
  const isWaiting = async () =>
    (await app.rows("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
      .length > 0;
  const { looking } = await app.arrange(async (tx) => {
    await withdrawApproval(tx, caseFlow, asked.id);
    const looking = runSchedule(app, "platform.approvalHolders");
    for (let tries = 0; tries < 200 && !(await isWaiting()); tries++) await sleep(25);
    return { looking };
  });
  await looking;
  assert.deepEqual(await askedOf(asked.id), []);
});

test("PF-R115 a loan counts from its first day to its last", async () => {
  const [boss, chief] = [manager(), regional()];
  await lend(boss, chief.userId, 2, addDays(today(), 1));
  const askedIn = async (days: number) => {
    app.passTime(days * 86_400);
    const { id } = await submit(applicant());
    return (await askedOf(id))?.length;
  };
  await app.holdTime(async () => {
    assert.deepEqual([await askedIn(0), await askedIn(1), await askedIn(1), await askedIn(1)], [1, 2, 2, 1]);
  });
});
