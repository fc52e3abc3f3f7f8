import assert from "node:assert/strict";
import { test } from "node:test";
import { userInfo } from "@ops/authority/contract";
import { defineModule, type Holder, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import {
  addDeposit,
  approvePartnerChange,
  cancelExit,
  confirmSuspension,
  getSuspension,
  listPartnerChanges,
  listSuspensions,
  previewExit,
  previewSuspension,
  requestPartnerChange,
  resumePartner,
  startExit,
  submitSuspension,
  terminatePartner,
} from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { executeJob } from "../suspension/execute.ts";
import { browserOf, givenGoodStanding, givenPeople, worker } from "../suspension/testing.ts";
import { undoJob } from "../suspension/undo.ts";
import { dayIn, givenContract, givenPartner, givenStaff, givenStore, givenUpload, testApp } from "../testing.ts";
import { closeJob, resumeCloses } from "./close.ts";

/** A module above with open orders of organisations and stores of partners. */
const orders = defineModule({
  name: "orderProbe",
  workInHand: [
    {
      kind: "orderProbe.open",
      label: "订单",
      countOf: async (tx: Tx, { id }: Holder) => {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from probe_order
          where holder_id = ${id}`.execute(tx.kysely);
        return rows[0]?.count ?? 0;
      },
      handOver: async () => 0,
    },
  ],
  usages: [
    {
      entity: "partner",
      label: "门店",
      countOf: async (tx: Tx, id) => {
        const { rows } = await sql`select 1 from probe_store where partner_id = ${id}`.execute(tx.kysely);
        return rows.length;
      },
    },
  ],
  onStart: async (tx: Tx) => {
    await sql`create table if not exists probe_order (holder_id uuid)`.execute(tx.kysely);
    await sql`create table if not exists probe_store (partner_id uuid)`.execute(tx.kysely);
  },
});
const app = testApp(orders);
const permissions = [
  "partner:partner:view",
  "partner:partner:terminate",
  "partner:partner:resume",
  "partner:partner:suspend",
  "partner:suspension:view",
];
const reason = "合作到期不再续签";

async function given(wishes: Partial<PartnerRow> = {}) {
  const me = await app.signIn({ permissions });
  const partner = await givenPartner(app, { managerId: me.user.id, ...wishes });
  await givenGoodStanding(app, partner, ["CLUE", "STOCK"]);
  const people = await givenPeople(app, partner, 3);
  return { me, partner, people, params: { id: partner.id } };
}
type Case = Awaited<ReturnType<typeof given>>;

async function versionOf({ partner }: Case): Promise<number> {
  const [row] = await app.rows<{ version: number }>("select version from partner where id = $1", [partner.id]);
  return row?.version ?? 0;
}

async function exiting(one: Case) {
  const body = { reason, fileIds: [], plan: [], version: await versionOf(one) };
  const begun = await one.me.call(startExit, { params: one.params, body });
  assert.equal(begun.msg, "");
  await executeJob.run(worker(app), { id: begun.data.id });
  return begun.data;
}

const end = async (one: Case) =>
  one.me.call(terminatePartner, { params: one.params, body: { reason, version: await versionOf(one) } });

const stateOf = async ({ partner }: Case) =>
  (
    await app.rows<{ state: string; flags: string[] }>("select state, flags from partner where id = $1", [partner.id])
  )[0];

test("PT-R7 an exit stops new business at once and makes accounts read-only", async () => {
  const one = await given();
  const [person] = one.people;
  assert.ok(person);
  const { data } = await one.me.call(previewExit, { params: one.params });
  const accounts = data.choices.find(({ kind }) => kind === "partner.accounts");
  assert.deepEqual([accounts?.count, accounts?.actions.map(({ label }) => label)], [3, ["保留为只读"]]);
  const client = await browserOf(app, person);
  const exit = await exiting(one);
  assert.deepEqual(await stateOf(one), { state: "EXITING", flags: [] });
  assert.equal((await client.call(userInfo, {})).status, 200, "they still see what they have to hand over");
  const done = (await one.me.call(getSuspension, { params: { id: exit.id } })).data;
  assert.deepEqual([done.kind, done.state, done.items.done], ["TERMINATE", "DONE", 4]);
  const rows = await app.rows("select 1 from app_user where read_only and id = any($1::uuid[])", [
    one.people.map(({ userId }) => userId),
  ]);
  assert.equal(rows.length, 3);
});

test("PT-R7 an exit withdraws an open draft of a suspension", async () => {
  const one = await given();
  await one.me.call(previewSuspension, { params: one.params, body: { reason, fileIds: [] } });
  await exiting(one);
  const { data } = await one.me.call(listSuspensions, { params: one.params });
  assert.deepEqual(
    data.map(({ kind, state, stateReason }) => [kind, state, stateReason]),
    [
      ["TERMINATE", "DONE", null],
      ["SUSPEND", "REJECTED", "已发起清退"],
    ],
  );
});

test("PT-R7 a partner ends only when nothing is open: work and stores of other modules, reviews, money", async () => {
  const one = await given();
  const early = await end(one);
  assert.deepEqual(
    [early.msgCode, early.msg],
    ["PARTNER_STATE_ILLEGAL", "合作伙伴当前状态为【合作中】，不能执行【终止】"],
  );
  await exiting(one);
  await app.rows("insert into probe_order values ($1), ($1), ($2)", [one.partner.orgId, one.people[0]?.userId]);
  await app.rows("insert into probe_store values ($1), ($2)", [one.partner.id, one.partner.orgId]);
  await app.rows("update partner_staff set state = 'LEAVING' where id = $1", [one.people[1]?.id]);
  const open = await end(one);
  assert.deepEqual([open.msgCode, open.msg], ["PARTNER_EXIT_OPEN", "尚有未结业务：订单3、门店1、离职交接中员工1"]);
  const shown = (await one.me.call(previewExit, { params: one.params })).data.open;
  assert.deepEqual(shown, ["订单3", "门店1", "离职交接中员工1"]);
  await app.rows("delete from probe_order");
  await app.rows("delete from probe_store");
  await app.rows("update partner_staff set state = 'ACTIVE' where id = $1", [one.people[1]?.id]);
  assert.equal((await end(one)).success, true);
});

test("PT-R7 open work is listed with its numbers: of stores, people, reviews, money and the exit itself", async () => {
  const [one, other] = [await given(), await given()];
  const open = async ({ me, params }: Case) => (await me.call(previewExit, { params })).data.open;
  assert.deepEqual([await open(one), await open(other)], [[], []]);
  const [store, centre] = [await givenStore(app, one.partner), await givenStore(app, one.partner, "DELIVERY")];
  await givenStaff(app, { partner: one.partner, state: "TRAINING" });
  await app.rows("insert into probe_order values ($1), ($2)", [store.id, centre.id]);
  const next = { startOn: dayIn(app, 400), endOn: dayIn(app, 500) };
  await givenContract(app, one.partner, { ...next, state: "REVIEW" });
  await givenContract(app, other.partner, { ...next, state: "APPROVED" });
  const finance = await app.signIn({ permissions: ["partner:deposit:edit"] });
  const pay = ({ params }: Case, amountFen: number) =>
    finance.call(addDeposit, { params, body: { kind: "PAY", amountFen, happenedOn: dayIn(app, 0), voucher: "PZ1" } });
  await pay(one, 123_45);
  await pay(other, 1);
  assert.deepEqual(await open(one), ["订单2", "审批中合同1", "保证金余额123.45元未退还"]);
  assert.deepEqual(await open(other), ["保证金余额0.01元未退还"]);
  await app.rows("delete from probe_order");

  const body = { reason, fileIds: [], plan: [], version: await versionOf(other) };
  const { data: exit } = await other.me.call(startExit, { params: other.params, body });
  assert.equal((await end(other)).msg, "级联处理正在进行，请稍后再试");
  await assert.rejects(executeJob.run(worker(app, 3), { id: exit.id }), /the worker dies/);
  await suspendedByTwo(one);
  await app.rows("update partner_cascade_item set state = 'FAILED' where suspension_id <> $1", [exit.id]);
  const left = await app.rows("select 1 from partner_cascade_item where suspension_id = $1 and state <> 'DONE'", [
    exit.id,
  ]);
  assert.ok(left.length > 0);
  assert.deepEqual(await open(other), [`清退处理未完成${left.length}`, "保证金余额0.01元未退还"]);
  assert.deepEqual(await open(one), ["审批中合同1", "保证金余额123.45元未退还"]);
  await executeJob.run(worker(app), { id: exit.id });
  const last = await end(other);
  assert.deepEqual([last.msgCode, last.msg], ["PARTNER_EXIT_OPEN", "尚有未结业务：保证金余额0.01元未退还"]);
});

test("PT-R7 an exit keeps its evidence, and cannot begin while a suspension is running", async () => {
  const one = await given();
  const { data: seen } = await one.me.call(previewSuspension, { params: one.params, body: { reason, fileIds: [] } });
  const draft = { plan: [], version: seen.version };
  const { data } = await one.me.call(submitSuspension, { params: one.params, body: draft });
  const second = await app.signIn({ permissions });
  await second.call(confirmSuspension, { params: { id: data.id }, body: { version: data.version } });
  const fileId = await givenUpload(app, one.me, "partnerSuspension");
  const begin = async () => {
    const body = { reason, fileIds: [fileId], plan: [], version: await versionOf(one) };
    return one.me.call(startExit, { params: one.params, body });
  };
  assert.equal((await begin()).msg, "级联处理正在进行，请稍后再试");
  await executeJob.run(worker(app), { id: data.id });
  const begun = await begin();
  assert.equal(begun.msg, "");
  const [file] = await app.rows("select status, biz_id from file where id = $1", [fileId]);
  assert.deepEqual(file, { status: "BOUND", bizId: begun.data.id });
});

test("PT-R7 at the end accounts are closed and the organisation is archived, however often the job runs", async () => {
  const one = await given();
  const { partner } = one;
  const gone = await givenStaff(app, { partner, state: "LEFT", stateReason: "个人原因", leaveOn: "2026-02-03" });
  const [waiting, training] = [
    await givenStaff(app, { partner, state: "REVIEW" }),
    await givenStaff(app, { partner, state: "TRAINING" }),
  ];
  await exiting(one);
  assert.equal((await end(one)).msg, "");
  const partnerId = one.partner.id;
  await assert.rejects(closeJob.run(worker(app, 2), { partnerId }), /the worker dies/);
  await closeJob.run(worker(app), { partnerId });
  await closeJob.run(worker(app), { partnerId });
  const people = await app.rows(
    `select s.state, u.status from partner_staff s join app_user u on u.id = s.user_id where s.partner_id = $1`,
    [partnerId],
  );
  assert.deepEqual(
    people,
    Array.from({ length: 3 }, () => ({ state: "LEFT", status: "LEFT" })),
  );
  const [place] = await app.rows("select status from organization where id = $1", [partner.orgId]);
  assert.deepEqual(place, { status: "DISABLED" });
  const told = await app.rows(
    "select state, state_reason, leave_on from partner_staff where id = any($1::uuid[]) order by state, leave_on",
    [[gone.id, waiting.id, training.id]],
  );
  const ended = { stateReason: "伙伴合作终止", leaveOn: dayIn(app, 0) };
  assert.deepEqual(told, [
    { state: "LEFT", stateReason: "个人原因", leaveOn: "2026-02-03" },
    { state: "LEFT", ...ended },
    { state: "REJECTED", ...ended },
  ]);
  assert.equal((await stateOf(one))?.state, "TERMINATED");
});

test("PT-R7 the accounts of a terminated partner are closed even if the queue gave up, and then left alone", async () => {
  const one = await given();
  const partnerId = one.partner.id;
  const queued = async () => {
    const asked = "select 1 from pgboss.job where name = 'partner.close' and data::text like $1";
    return (await app.rows(asked, [`%${partnerId}%`])).length;
  };
  const giveUp = () => app.rows("delete from pgboss.job where name = 'partner.close'");
  await exiting(one);
  assert.equal((await end(one)).msg, "");
  await giveUp();
  await resumeCloses.run(worker(app));
  assert.equal(await queued(), 0, "it may be alive");
  app.passTime(6 * 60);
  await resumeCloses.run(worker(app));
  assert.equal(await queued(), 1);
  await closeJob.run(worker(app), { partnerId });
  await giveUp();
  await resumeCloses.run(worker(app));
  assert.equal(await queued(), 0, "it is done");
});

test("PT-R7 if people of the brand work in its organisation, it is not archived and the manager is told why", async () => {
  const one = await given();
  const { id: partnerId, orgId, shortName } = one.partner;
  await app.signIn({ organization: { id: orgId ?? "" } });
  await exiting(one);
  assert.equal((await end(one)).msg, "");
  await closeJob.run(worker(app), { partnerId });
  assert.deepEqual(await app.rows("select status from organization where id = $1", [orgId]), [{ status: "ENABLED" }]);
  const told = await app.rows<{ content: string }>(
    "select content from notice where user_id = $1 and title = '组织节点未能停用'",
    [one.me.user.id],
  );
  assert.deepEqual(told, [{ content: `${shortName}已终止，组织节点未能停用：组织下还有1名在任人员，请先转移` }]);
});

async function suspendedByTwo({ me, partner, params }: Case): Promise<string> {
  const { data: seen } = await me.call(previewSuspension, { params, body: { reason, fileIds: [] } });
  const { data: draft } = await me.call(submitSuspension, { params, body: { plan: [], version: seen.version } });
  const second = await app.signIn({ permissions });
  const body = { version: draft.version };
  assert.equal((await second.call(confirmSuspension, { params: { id: draft.id }, body })).msg, "", partner.id);
  await executeJob.run(worker(app), { id: draft.id });
  return draft.id;
}

test("PT-R7 nobody can suspend a partner alone: a cancelled exit of a working partner is undone exactly", async () => {
  const one = await given();
  const look = () =>
    app.rows("select state, freeze_sources, is_read_only from partner_staff where partner_id = $1 order by id", [
      one.partner.id,
    ]);
  const before = [await look(), await stateOf(one)];
  const body = { reason, fileIds: [], plan: [], version: await versionOf(one) };
  const { data: exit } = await one.me.call(startExit, { params: one.params, body });
  assert.deepEqual(await stateOf(one), { state: "EXITING", flags: [] }, "no new business with the commit");
  const cancel = async () =>
    one.me.call(cancelExit, { params: one.params, body: { reason, version: await versionOf(one) } });
  assert.equal((await cancel()).msg, "级联处理正在进行，请稍后再试");
  await executeJob.run(worker(app), { id: exit.id });
  assert.equal((await cancel()).msg, "");
  assert.equal((await stateOf(one))?.state, "ACTIVE");
  await undoJob.run(worker(app), { id: exit.id });
  assert.deepEqual([await look(), await stateOf(one)], before);
});

test("PT-R8 a cancelled exit leaves a suspended partner suspended; resumed, everything is as it was", async () => {
  const one = await given();
  const look = () =>
    app.rows(
      `select s.state, s.freeze_sources, s.is_read_only, u.read_only, u.frozen_reason from partner_staff s
       join app_user u on u.id = s.user_id where s.partner_id = $1 order by s.id`,
      [one.partner.id],
    );
  const before = [await look(), await stateOf(one)];
  const suspension = await suspendedByTwo(one);
  const exit = await exiting(one);
  const back = await one.me.call(cancelExit, { params: one.params, body: { reason, version: await versionOf(one) } });
  assert.equal(back.success, true);
  assert.deepEqual(await stateOf(one), { state: "SUSPENDED", flags: [] });
  const resumed = await one.me.call(resumePartner, {
    params: one.params,
    body: { reason, version: await versionOf(one) },
  });
  assert.equal(resumed.msg, "");
  await undoJob.run(worker(app), { id: exit.id });
  await undoJob.run(worker(app), { id: suspension });
  assert.deepEqual([await look(), await stateOf(one)], before);
});

test("PT-R19 a requested name is not approved for a stopped partner, and is refused when the partner leaves", async () => {
  const one = await given();
  const { fullName, shortName, uscc } = one.partner;
  const clerk = await app.signIn({ permissions: ["partner:partner:view", "partner:partner:edit"] });
  const asked = await clerk.call(requestPartnerChange, {
    params: one.params,
    body: { fullName: `新${fullName}`, shortName, uscc, reason: "工商变更" },
  });
  const legal = await app.signIn({ permissions: ["partner:partner:view", "partner:partner:approve"] });
  const grant = { params: { id: asked.data.id }, body: { version: asked.data.version } };
  await app.rows("update partner set state = 'SUSPENDED' where id = $1", [one.partner.id]);
  const refused = await legal.call(approvePartnerChange, grant);
  assert.deepEqual(
    [refused.msgCode, refused.msg],
    ["PARTNER_FIELD_LOCKED", "当前为【已暂停】，不能修改公司名称和信用代码"],
  );
  await app.rows("update partner set state = 'ACTIVE' where id = $1", [one.partner.id]);
  await exiting(one);
  const { data } = await legal.call(listPartnerChanges, { params: one.params });
  assert.deepEqual(
    data.map(({ state, note }) => [state, note]),
    [["REJECTED", "已发起清退"]],
  );
});
