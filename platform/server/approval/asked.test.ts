import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import * as contract from "@ops/platform/contract";
import { newId } from "../secret/crypto.ts";
import { runSchedule } from "../testing-schedules.ts";
import { approvalApp, codes, hq, region, sibling, store } from "./testing-approvals.ts";
import { approvalWork } from "./work.ts";

const { app, cast, submit, decide, lend, askedOf, rowOf, noticesOf, workdaysLater } = approvalApp();
beforeEach(() => cast.clear());

const applicant = () => cast.person({});
const manager = () => cast.person({ codes: [codes.shop] });
const regional = () => cast.person({ codes: [codes.shop], at: region, reach: [region, sibling, store] });
const central = () => cast.person({ codes: [codes.shop], at: hq, reach: "ALL" });
const operator = () => cast.person({ codes: ["platform:approval:list"], at: hq, reach: "ALL" });
const levelsFor = async (by: { token: string }) => (await app.call(contract.listFlowLevels, {}, by)).data;
const chainOf = async (by: { token: string }, bizId: string) =>
  (await app.call(contract.listApprovalChains, { params: { bizType: "probe", bizId } }, by)).data[0]?.levels ?? [];
const listed = async (by: { token: string }, query: { box?: contract.ApprovalBox; isOverdue?: "true" | "false" }) =>
  (await app.call(contract.listApprovals, { query }, by)).data.list;
const nameOf = ({ userId }: { userId: string }) => `人${userId.slice(-4)}`;
const passTo = async (to: Date) => {
  app.passTime((to.getTime() - app.now().getTime()) / 1_000);
  await app.node.timers.fireAll();
};

test("PF-R114 whom a party has lent the approvals is not asked: the level goes up past this person, or nobody can decide", async () => {
  const [boss, chief, top] = [manager(), regional(), central()];
  await lend(boss, chief.userId);
  const own = await submit(boss);
  assert.deepEqual([(await rowOf(own.id))?.levelOrgId, await askedOf(own.id)], [hq, [top.userId]]);
  assert.equal((await decide(chief, own)).msgCode, "COMMON_APPROVAL_SELF");
  cast.leave(top);
  const stuck = await submit(boss);
  assert.deepEqual([(await rowOf(stuck.id))?.levelOrgId, await askedOf(stuck.id)], [store, []]);
  assert.equal((await decide(chief, stuck)).msgCode, "COMMON_APPROVAL_SELF");
  assert.ok((await levelsFor(operator())).unmanned.some(({ bizId }) => bizId === stuck.id));
  const big = await submit(applicant(), 5_000);
  await decide(boss, big);
  assert.deepEqual(
    [(await rowOf(big.id))?.levelNo, await askedOf(big.id)],
    [2, []],
    "an earlier decider is a party, too",
  );
});

test("PF-R114 once the approvals are no longer lent, the person is asked", async () => {
  const [boss, chief] = [manager(), regional()];
  const { data } = await lend(boss, chief.userId);
  const own = await submit(boss);
  assert.deepEqual(await askedOf(own.id), []);
  await app.call(contract.endApprovalDelegation, { params: { id: data.id }, body: { version: data.version } }, boss);
  await runSchedule(app, "platform.approvalHolders");
  assert.deepEqual(await askedOf(own.id), [chief.userId]);
  assert.equal((await decide(chief, own)).data.state, "APPROVED");
});

test("PF-R114 who had lent the approvals when a level was decided decides no other one, also after that", async () => {
  const [giver, taker, other] = [regional(), regional(), regional()];
  const { data: loan } = await lend(giver, taker.userId);
  const big = await submit(applicant(), 5_000);
  const { data } = await decide(taker, big);
  assert.deepEqual((await chainOf(giver, big.id))[0]?.onBehalfOf, null, "asked in their own right");
  await app.call(contract.endApprovalDelegation, { params: { id: loan.id }, body: { version: loan.version } }, giver);
  assert.equal((await decide(giver, { ...big, version: data.version })).msgCode, "COMMON_APPROVAL_TWICE");
  assert.deepEqual(await askedOf(big.id), [other.userId]);
  assert.ok(!(await listed(giver, {})).some(({ bizId }) => bizId === big.id));
});

test("PF-R114 approvals that are lent after a decision do not count for it, although the loan begins on the same day", async () => {
  const [boss, chief] = [regional(), regional()];
  await app.holdTime(async () => {
    const big = await submit(applicant(), 5_000);
    const { data } = await decide(chief, big);
    app.passTime(60);
    await lend(boss, chief.userId);
    await runSchedule(app, "platform.approvalHolders");
    assert.deepEqual(await askedOf(big.id), [boss.userId]);
    assert.ok((await listed(boss, {})).some(({ bizId }) => bizId === big.id));
    assert.equal((await decide(boss, { ...big, version: data.version })).data?.state, "OPEN");
  });
});

test("PF-R114 a level goes up only to a place that its holder reaches", async () => {
  const boss = manager();
  const narrow = cast.person({ codes: [codes.shop], at: region, reach: [store] });
  const alone = await submit(boss);
  assert.deepEqual([(await rowOf(alone.id))?.levelOrgId, await askedOf(alone.id)], [store, [narrow.userId]]);
  const top = central();
  const asked = await submit(boss);
  assert.deepEqual([(await rowOf(asked.id))?.levelOrgId, await askedOf(asked.id)], [hq, [top.userId]]);
});

test("PF-R115 who decides for several people is marked for all of them, and each finds it in 已办", async () => {
  const [one, two, chief] = [manager(), manager(), regional()];
  await lend(one, chief.userId);
  await lend(two, chief.userId);
  const asked = await submit(applicant());
  await decide(chief, asked);
  const names = [one, two].toSorted((a, b) => (a.userId < b.userId ? -1 : 1)).map(nameOf);
  assert.equal((await chainOf(one, asked.id))[0]?.onBehalfOf, names.join("、"));
  for (const giver of [one, two]) {
    assert.deepEqual(
      (await listed(giver, { box: "DONE" })).map(({ bizId }) => bizId),
      [asked.id],
    );
  }
});

test("PF-R115 the delegate of the person who took a level over is asked, too", async () => {
  const [boss, chief, deputy] = [manager(), regional(), regional()];
  await lend(chief, deputy.userId);
  const asked = await submit(applicant());
  const [from, to] = [boss, chief].map(({ userId }) => ({ kind: "person", id: userId }) as const);
  assert.ok(from && to);
  await app.arrange(async (tx) => approvalWork.checkTaker?.(tx, from, to));
  assert.equal(await app.arrange((tx) => approvalWork.handOver(tx, from, to)), 1);
  assert.deepEqual(await askedOf(asked.id), [chief.userId, deputy.userId].toSorted());
  for (const one of [chief, deputy]) assert.ok((await noticesOf(one)).includes("样本申请待您审批"));
  await decide(deputy, asked);
  assert.equal((await chainOf(boss, asked.id))[0]?.onBehalfOf, nameOf(chief));
});

test("PF-R113 the requests of a merged organisation go to the target, and their people there are asked", async () => {
  const old = manager();
  const here = cast.person({ codes: [codes.shop], at: sibling });
  const [small, big] = [await submit(applicant()), await submit(applicant(), 5_000)];
  await decide(old, big);
  const [from, to] = [store, sibling].map((id) => ({ kind: "organization", id }) as const);
  assert.ok(from && to);
  const count = () => app.arrange((tx) => approvalWork.countOf(tx, from));
  const before = await count();
  assert.ok(before >= 2);
  await app.rows("update probe set org_id = $1 where id = any($2::uuid[])", [sibling, [small.id, big.id]]);
  cast.leave(old);
  await app.arrange(async (tx) => {
    await approvalWork.checkTaker?.(tx, from, to);
    assert.equal(await approvalWork.handOver(tx, from, to), before);
  });
  assert.equal(await count(), 0);
  const places = async (id: string) => {
    const row = await rowOf(id);
    return [row?.orgId, row?.levelOrgId, row?.levelNo];
  };
  assert.deepEqual(
    [await places(small.id), await places(big.id)],
    [
      [sibling, sibling, 1],
      [sibling, region, 2],
    ],
  );
  assert.deepEqual([await askedOf(small.id), await noticesOf(here)], [[here.userId], ["样本申请待您审批"]]);
  assert.equal((await decide(here, small)).data.state, "APPROVED");
});

test("PF-R116 each level begins anew: who is asked, since when, until when, and its own timer", async () => {
  const [boss, chief, by] = [manager(), regional(), applicant()];
  const money = cast.person({ codes: [codes.money], at: hq, reach: "ALL" });
  await app.holdTime(async () => {
    const big = await submit(by, 5_000);
    const standing = async () => {
      const row = await rowOf(big.id);
      const timers = await app.rows<{ at: Date; levelNo: number }>(
        `select due_at as at, (payload->>'levelNo')::int as "levelNo" from timer where key = $1`,
        [row?.id],
      );
      return { asked: row?.asked, since: row?.waitingSince, dueAt: row?.dueAt, timers };
    };
    const begun = app.now();
    const due = await workdaysLater(begun, 2);
    assert.deepEqual(await standing(), {
      asked: [boss.userId],
      since: begun,
      dueAt: due,
      timers: [{ at: due, levelNo: 1 }],
    });
    app.passTime(60);
    const { data: second } = await decide(boss, big);
    assert.deepEqual(await standing(), { asked: [chief.userId], since: app.now(), dueAt: null, timers: [] });
    assert.deepEqual(await noticesOf(chief), ["样本申请待您审批"]);
    app.passTime(60);
    await decide(chief, { ...big, version: second.version });
    const last = await workdaysLater(app.now(), 1);
    assert.deepEqual(await standing(), {
      asked: [money.userId],
      since: app.now(),
      dueAt: last,
      timers: [{ at: last, levelNo: 3 }],
    });
    const after = (ms: number) => contract.wireTime(new Date(begun.getTime() + ms));
    assert.deepEqual(
      (await chainOf(by, big.id)).map(({ decidedAt }) => decidedAt),
      [after(60_000), after(120_000), null],
    );
  });
});

test("PF-R113 REJECT and RETURN end a request at its second level, and the applicant hears it", async () => {
  const [boss, chief] = [manager(), regional()];
  for (const [verdict, state, word] of [
    ["REJECT", "REJECTED", "被驳回"],
    ["RETURN", "RETURNED", "被退回"],
  ] as const) {
    const by = applicant();
    const big = await submit(by, 5_000);
    const { data } = await decide(boss, big);
    assert.equal((await decide(chief, { ...big, version: data.version }, verdict, "金额有误")).data.state, state);
    const row = await rowOf(big.id);
    assert.deepEqual([row?.state, row?.levelNo, row?.asked], [state, 2, []]);
    assert.deepEqual(await noticesOf(by), [`您的样本申请${word}`]);
  }
});

test("PF-R117 待我审批 lists the oldest first, and only the overdue where they are asked for", async () => {
  const [boss, by] = [manager(), applicant()];
  await app.holdTime(async () => {
    const first = await submit(by);
    await passTo(await workdaysLater(app.now(), 2));
    const second = await submit(by);
    const ids = async (query: { isOverdue?: "true" } = {}) =>
      (await listed(boss, query)).map(({ bizId }) => bizId).filter((id) => id === first.id || id === second.id);
    assert.deepEqual([await ids(), await ids({ isOverdue: "true" })], [[first.id, second.id], [first.id]]);
  });
});

test("PF-R116 PF-R124 the reminder travels also while the request is unread", async () => {
  const boss = manager();
  const titles = () => cast.carried.filter(({ userId }) => userId === boss.userId).map(({ title }) => title);
  await app.rows("delete from timer");
  await app.holdTime(async () => {
    await submit(applicant());
    await app.node.events.deliverAll();
    assert.deepEqual(titles(), ["样本申请待您审批"]);
    await passTo(await workdaysLater(app.now(), 2));
    await app.node.events.deliverAll();
    assert.deepEqual(titles(), ["样本申请待您审批", "样本申请审批已超时"]);
  });
});

test("PF-R116 twice the time is told to the nearest leader above who may open the record, an administrator, too", async () => {
  for (const isAdmin of [false, true]) {
    cast.clear();
    manager();
    const blind = cast.person({ at: region, reach: "ALL", isBlind: true });
    const top = cast.person({ at: hq, reach: "ALL", isAdmin });
    cast.leaders.set(region, [blind.userId]);
    cast.leaders.set(hq, [top.userId]);
    await app.rows("delete from timer");
    await app.holdTime(async () => {
      await submit(applicant());
      const [due, late] = [await workdaysLater(app.now(), 2), await workdaysLater(app.now(), 4)];
      await passTo(due);
      await passTo(late);
      assert.deepEqual([await noticesOf(blind), await noticesOf(top)], [[], ["样本申请审批严重超时"]]);
    });
  }
});

test("PF-R118 holders are those who reach where the level stands", async () => {
  cast.person({ codes: [codes.money] });
  cast.person({ codes: [codes.shop] });
  const counted = async () =>
    (await levelsFor(operator())).levels.map(({ levelLabel, holders }) => [levelLabel, holders]);
  assert.deepEqual(await counted(), [
    ["门店", 1],
    ["区域", 0],
    ["财务", 0],
  ]);
  regional();
  cast.person({ codes: [codes.money], at: hq, reach: "ALL" });
  assert.deepEqual(await counted(), [
    ["门店", 2],
    ["区域", 1],
    ["财务", 1],
  ]);
});

test("PF-R115 only those who may take the approvals over are offered", async () => {
  const [boss, chief] = [manager(), regional()];
  cast.person({ codes: [codes.shop], at: sibling });
  const offered = async (by: { token: string }) =>
    (await app.call(contract.searchDelegationTakers, { query: {} }, by)).data.map(({ id }) => id);
  assert.deepEqual([await offered(boss), await offered(chief), await offered(applicant())], [[chief.userId], [], []]);
});

test("PF-R115 the refusals of a delegation in words", async () => {
  const [boss, chief] = [manager(), regional()];
  const text = async (by: { token: string }, takerId: string, days?: number) => (await lend(by, takerId, days)).msg;
  assert.equal(await text(boss, chief.userId, 31), "委托期限最长30天，且结束日期不能早于今天");
  assert.equal(await text(boss, boss.userId), "不能委托给自己");
  assert.equal(await text(applicant(), chief.userId), "您没有可委托的审批权限");
  const { data } = await lend(boss, chief.userId);
  assert.equal(await text(boss, chief.userId), "该期间已有委托，请先结束原委托");
  const end = (version: number) =>
    app.call(contract.endApprovalDelegation, { params: { id: data.id }, body: { version } }, boss);
  assert.equal((await end((await end(data.version)).data.version)).msg, "委托已结束");
});

test("PF-R117 我发起的 and 已办 tell nothing of a record that the reader may no longer open", async () => {
  const [boss, by] = [manager(), applicant()];
  const asked = await submit(by);
  await decide(boss, asked);
  const shown = async (who: { token: string }, box: "SENT" | "DONE") =>
    (await listed(who, { box }))
      .filter(({ bizId }) => bizId === asked.id)
      .map(({ title, facts }) => [title, facts.length]);
  assert.deepEqual([await shown(by, "SENT"), await shown(boss, "DONE")], [[["申请一", 1]], [["申请一", 1]]]);
  await app.rows("update probe set org_id = $1 where id = $2", [newId(), asked.id]);
  assert.deepEqual([await shown(by, "SENT"), await shown(boss, "DONE")], [[["无权查看", 0]], [["无权查看", 0]]]);
});

test("PF-R123 an applicant who may no longer open the record gets no notice of the decision", async () => {
  const boss = manager();
  const [stays, moved] = [applicant(), applicant()];
  const [one, two] = [await submit(stays), await submit(moved)];
  cast.leave(moved);
  await decide(boss, one);
  await decide(boss, two);
  assert.deepEqual([await noticesOf(stays), await noticesOf(moved)], [["您的样本申请已通过"], []]);
});
