import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayAfterWorkdays, dayOf, listApprovals } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenNodesOf, givenProject, testApp } from "../testing.ts";
import { projectWork } from "./work.ts";

const app = testApp();
const codes = ["list", "view", "edit", "approve", "pause", "terminate"].map((code) => `store:project:${code}`);
const client = () => app.signIn({ permissions: [...codes, "store:node:edit"] });
type Client = Awaited<ReturnType<typeof client>>;
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const inDays = (days: number) => addDays(dayOf(app.now()), days);

const ask = (me: Client, { id, version }: { id: string; version: number }, planOpenDate: string) =>
  me.call(contract.rebaselineProject, { params: { id }, body: { planOpenDate, reason: "物业延期交房", version } });
const decide = (me: Client, { id, version }: { id: string; version: number }, verdict: "APPROVE" | "REJECT") =>
  me.call(contract.decideRebaseline, { params: { id }, body: { verdict, version } });

test("ST-R29 a new baseline is approved by headquarters, and the old ones are kept", async () => {
  const [me, head] = [await client(), await client()];
  const project = await givenProject(app);
  const openDate = addDays(project.planOpenDate, 15);
  assert.equal((await ask(me, project, inDays(-1))).msgCode, "STORE_REBASELINE_DAY");
  const asked = (await ask(me, project, openDate)).data;
  assert.equal((await app.auditOf(project)).at(-1)?.reason, "物业延期交房");
  const early = await ask(me, await givenProject(app), inDays(0));
  assert.equal(early.msg, "", "today is not too early");
  assert.equal((await decide(head, early.data, "APPROVE")).msgCode, "STORE_NODE_DATE", "its nodes would lie outside");
  const draft = await givenProject(app, { state: "DRAFT" });
  assert.equal((await ask(me, draft, openDate)).msgCode, "STORE_STATE_ILLEGAL");
  assert.deepEqual(
    [asked.rebaselineOpenDate, asked.planOpenDate, asked.baselineVer],
    [openDate, project.planOpenDate, 1],
  );
  assert.equal((await ask(me, asked, openDate)).msgCode, "STORE_REBASELINE_PENDING");
  const pause = { params: { id: project.id }, body: { version: asked.version, reason: "停" } };
  assert.equal((await me.call(contract.pauseProject, pause)).msgCode, "STORE_REBASELINE_PENDING");
  const { BLD } = await givenNodesOf(app, project);
  const changed = [{ id: BLD?.id ?? "", version: 1, progress: 30 }];
  const saved = (await me.call(contract.saveProjectNodes, { params: { id: project.id }, body: { changed } })).data;
  const box = await head.call(listApprovals, { query: { box: "WAITING", kind: "store.rebaseline", pageSize: 100 } });
  const waiting = box.data.list.find(({ bizId }) => bizId === project.id);
  assert.deepEqual(
    [waiting?.levelLabel, waiting?.bizVersion],
    ["总部审批", saved.version],
    "progress goes on meanwhile",
  );
  const workdays = dayAfterWorkdays(new Map(), inDays(0), 2);
  assert.equal(waiting?.dueAt?.slice(0, 10), workdays, "within two work days");
  assert.equal((await decide(me, saved, "APPROVE")).success, false, "nobody approves their own request");
  const { data } = await decide(head, saved, "APPROVE");
  assert.deepEqual(
    [data.planOpenDate, data.baselineOpenDate, data.baselineVer, data.rebaselineOpenDate, data.slip],
    [openDate, openDate, 2, null, 0],
  );
  assert.deepEqual(
    data.nodes.map(({ planEnd, baselineEnd }) => [planEnd, baselineEnd]),
    [-20, -10, 0].map((days) => [addDays(openDate, days), addDays(openDate, days)]),
  );
  const kept = await app.rows(
    "select ver, open_date, reason from project_baseline where project_id = $1 order by ver",
    [project.id],
  );
  assert.deepEqual(kept, [
    { ver: 1, openDate: project.planOpenDate, reason: null },
    { ver: 2, openDate, reason: "物业延期交房" },
  ]);
  assert.deepEqual(whyNot(await decide(head, data, "APPROVE")), ["STORE_REBASELINE_NONE", "没有待审批的基线调整"]);
});

test("ST-R29 a refused baseline changes nothing, and a terminated project waits for nobody", async () => {
  const [me, head] = [await client(), await client()];
  const project = await givenProject(app);
  const openDate = addDays(project.planOpenDate, 15);
  const asked = (await ask(me, project, openDate)).data;
  const { data } = await decide(head, asked, "REJECT");
  assert.deepEqual([data.planOpenDate, data.baselineVer, data.rebaselineOpenDate], [project.planOpenDate, 1, null]);
  const again = (await ask(me, data, openDate)).data;
  const body = { version: again.version, reason: "不再开店" };
  assert.equal(
    (await me.call(contract.terminateProject, { params: { id: project.id }, body })).data.state,
    "TERMINATED",
  );
  const [row] = await app.rows("select state from approval where biz_id = $1 order by applied_at desc limit 1", [
    project.id,
  ]);
  assert.deepEqual(row, { state: "WITHDRAWN" });
});

test("ST-R29 a new baseline is decided on also after the project went to another manager", async () => {
  const [me, head, to] = [await client(), await client(), await client()];
  const project = await givenProject(app, { managerUserId: me.user.id });
  const openDate = addDays(project.planOpenDate, 15);
  const { id } = (await ask(me, project, openDate)).data;
  const [work] = projectWork;
  await app.arrange(async (tx) =>
    work?.handOver(tx, { kind: "person", id: me.user.id }, { kind: "person", id: to.user.id }),
  );
  const now = (await head.call(contract.getProject, { params: { id } })).data;
  assert.equal(now.managerUserId, to.user.id);
  const decided = await decide(head, now, "APPROVE");
  assert.deepEqual([decided.msg, decided.data.baselineOpenDate], ["", openDate]);
});

test("store 15 projects and nodes of a person are handed over to somebody else", async () => {
  const [from, to] = [await client(), await client()];
  const mine = { managerUserId: from.user.id, owner: from.user.id };
  const project = await givenProject(app, mine);
  await givenProject(app, { ...mine, state: "TERMINATED" });
  await app.rows("update project_node set state = 'WAIVED' where project_id <> $1 or code = 'BLD'", [project.id]);
  const holder = ({ user }: Client) => ({ kind: "person" as const, id: user.id });
  for (const [work, count] of [
    [projectWork[0], 1],
    [projectWork[1], 2],
  ] as const) {
    assert.ok(work);
    const counted = (who: Client) => app.arrange((tx) => work.countOf(tx, holder(who)));
    assert.equal(await counted(from), count);
    const place = { kind: "organization", id: project.orgId } as const;
    assert.equal(await app.arrange((tx) => work.countOf(tx, place)), 0);
    const beyond = async (who: Parameters<typeof work.countOf>[1]) =>
      app.arrange(async (tx) => work.beyondOf?.(tx, who));
    assert.deepEqual(await beyond(holder(from)), { count: 0, blocking: 0 });
    assert.deepEqual(await beyond(place), { count: 0, blocking: 0 });
    assert.equal(await app.arrange((tx) => work.handOver(tx, holder(from), holder(to))), count);
    assert.deepEqual([await counted(from), await counted(to)], [0, count]);
  }
  const told = (await app.auditOf(project)).map(({ summary }) => summary);
  assert.deepEqual(told.toSorted(), ["移交节点培训", "移交节点开业", "移交门店项目"].toSorted());
});
