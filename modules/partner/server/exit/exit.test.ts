import assert from "node:assert/strict";
import { test } from "node:test";
import { userInfo } from "@ops/authority/contract";
import { defineModule, type Holder, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import {
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
import type { PartnerRow } from "../partner/tables.ts";
import { executeJob } from "../suspension/execute.ts";
import { browserOf, givenGoodStanding, givenPeople, worker } from "../suspension/testing.ts";
import { undoJob } from "../suspension/undo.ts";
import { givenPartner, givenStore, testApp } from "../testing.ts";
import { closeJob } from "./close.ts";

/** A module above whose orders lie with organisations. */
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
  onStart: async (tx: Tx) => {
    await sql`create table if not exists probe_order (holder_id uuid)`.execute(tx.kysely);
  },
});
const app = testApp(orders);
const permissions = [
  ...["partner:partner:terminate", "partner:partner:resume", "partner:partner:suspend"],
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

test("PT-R7 an exit stops new business at once and leaves accounts to look only", async () => {
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

test("PT-R7 an exit takes an open draft of a suspension with it", async () => {
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

test("PT-R7 a partner ends only when nothing is open: work of other modules, reviews, money", async () => {
  const one = await given();
  const early = await end(one);
  assert.deepEqual(
    [early.msgCode, early.msg],
    ["PARTNER_STATE_ILLEGAL", "合作伙伴当前状态为【合作中】，不能执行【终止】"],
  );
  await exiting(one);
  await app.rows("insert into probe_order values ($1), ($1), ($2)", [one.partner.orgId, one.people[0]?.userId]);
  await app.rows("update partner_staff set state = 'LEAVING' where id = $1", [one.people[1]?.id]);
  const open = await end(one);
  assert.deepEqual([open.msgCode, open.msg], ["PARTNER_EXIT_OPEN", "尚有未结业务：订单3、离职交接中员工1"]);
  assert.deepEqual((await one.me.call(previewExit, { params: one.params })).data.open, ["订单3", "离职交接中员工1"]);
  await app.rows("delete from probe_order");
  await app.rows("update partner_staff set state = 'ACTIVE' where id = $1", [one.people[1]?.id]);
  assert.equal((await end(one)).success, true);
});

test("PT-R7 with the end accounts are closed and the organisation is archived, however often the job runs", async () => {
  const one = await given();
  const store = await givenStore(app, one.partner);
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
  const places = await app.rows("select distinct status from organization where id = any($1::uuid[])", [
    [one.partner.orgId, store.id],
  ]);
  assert.deepEqual(places, [{ status: "DISABLED" }], "with its stores");
  assert.equal((await stateOf(one))?.state, "TERMINATED");
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

test("PT-R7 nobody suspends a partner alone: an exit that began with a working partner, cancelled, is undone exactly", async () => {
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

test("PT-R19 a name that waits to be granted is not granted to a partner that was stopped, and is refused when it goes", async () => {
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
