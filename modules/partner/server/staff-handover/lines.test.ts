import assert from "node:assert/strict";
import { test } from "node:test";
import { commonErrors } from "@ops/platform/contract";
import { defineModule, type Holder, type Tx, type WorkInHand } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { freezeStaff, setStaffReadOnly } from "../staff/account/freeze.ts";
import type { StaffRow } from "../staff/tables.ts";
import { refusal } from "../staff/testing.ts";
import { dayIn, givenPartner, givenStaff, givenStore, testApp } from "../testing.ts";
import { handoverJob, resumeHandovers } from "./job.ts";

/** The kinds whose hand-over is refused or fails, if a test wants that. */
let refused: string | null = null;
let broken: string | null = null;

/** Makes work of a module above, stored in a table. */
const work = (kind: WorkInHand["kind"], label: string): WorkInHand => ({
  kind,
  label,
  checkTaker: async () => {
    if (broken === kind) throw new Error("nobody answers");
    if (refused === kind) throw commonErrors.notFound();
  },
  countOf: async (tx: Tx, { id }: Holder) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pile where kind = ${kind} and holder = ${id}`.execute(tx.kysely);
    return rows[0]?.count ?? 0;
  },
  handOver: async (tx: Tx, from: Holder, to: Holder) => {
    const { rows } = await sql`update pile set holder = ${to.id}
      where kind = ${kind} and holder = ${from.id} returning 1`.execute(tx.kysely);
    return rows.length;
  },
});
const above = defineModule({
  name: "pile",
  workInHand: [work("pile.clues", "线索"), work("pile.orders", "订单")],
  onStart: async (tx: Tx) => {
    await sql`create table pile (kind text, holder uuid)`.execute(tx.kysely);
  },
});

const app = testApp(above);
const CODES = ["view", "edit", "leave", "approve"].map((act) => `partner:staff:${act}`);
const adminOf = ({ orgId }: PartnerRow) =>
  app.signIn({ permissions: CODES, scope: "ORG_TREE", organization: { id: orgId ?? "" } });
const step = { step: <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act) };
const hold = (kind: string, { userId }: StaffRow, count = 1) =>
  app.rows("insert into pile select $1, $2 from generate_series(1, $3)", [kind, userId, count]);

async function given() {
  const partner = await givenPartner(app);
  const [giver, taker] = [await givenStaff(app, { partner }), await givenStaff(app, { partner, name: "接手" })];
  await hold("pile.clues", giver, 2);
  await hold("pile.orders", giver);
  const admin = await adminOf(partner);
  const order = async (kinds: readonly string[], staff: StaffRow = giver) => {
    const { version } = (await admin.call(contract.getStaff, { params: { id: staff.id } })).data;
    const receivers = kinds.map((kind) => ({ kind, toStaffId: taker.id }));
    return admin.call(contract.handOverStaff, {
      params: { id: staff.id },
      body: { receivers, reason: "休假", version },
    });
  };
  const stateOf = async ({ id }: StaffRow) => (await admin.call(contract.getStaff, { params: { id } })).data.state;
  const leave = async ({ id }: StaffRow, kinds: readonly string[], isEmergency = false) => {
    const { version } = (await admin.call(contract.getStaff, { params: { id } })).data;
    const receivers = kinds.map((kind) => ({ kind, toStaffId: taker.id }));
    const body = { leaveOn: dayIn(app, 0), receivers, isEmergency, reason: "离开", version };
    return admin.call(contract.leaveStaff, { params: { id }, body });
  };
  return { partner, giver, taker, admin, order, leave, stateOf };
}

test("PT-R14 a person has one running hand-over at a time; those of other people run in parallel", async () => {
  const { partner, giver, order, admin } = await given();
  const other = await givenStaff(app, { partner });
  for (const kind of ["pile.clues", "pile.orders"]) await hold(kind, other);
  const { version } = (await admin.call(contract.getStaff, { params: { id: giver.id } })).data;
  const first = await order(["pile.clues"]);
  assert.equal((await admin.call(contract.getStaff, { params: { id: giver.id } })).data.version, version + 1);
  assert.partialDeepStrictEqual(first.data, { purpose: "HANDOVER", state: "RUNNING", reason: "休假" });
  assert.equal((await order(["pile.orders"])).msgCode, "PARTNER_STAFF_HANDOVER");
  const beside = await order(["pile.orders", "pile.clues"], other);
  assert.equal(beside.msg, "");
  await handoverJob.run(step, { id: first.data.id });
  const othersNow = (await admin.call(contract.getStaffWork, { params: { id: other.id } })).data;
  assert.deepEqual(othersNow.handovers, [beside.data], "nothing of it has begun");
  const [done] = (await admin.call(contract.getStaffWork, { params: { id: giver.id } })).data.handovers;
  assert.partialDeepStrictEqual(done, { state: "DONE", createdByName: admin.user.userName });
  assert.deepEqual(
    done?.steps.map(({ label, toName, status, count, message }) => [label, toName, status, count, message]),
    [["线索", "接手", "DONE", 2, null]],
  );
  const next = await order(["pile.orders"]);
  assert.equal(next.msg, "", "the next begins after it");
  await handoverJob.run(step, { id: next.data.id });
  const all = (await admin.call(contract.getStaffWork, { params: { id: giver.id } })).data;
  assert.deepEqual(
    [all.open, all.handovers.map(({ id, state }) => [id, state])],
    [
      [],
      [
        [next.data.id, "DONE"],
        [first.data.id, "DONE"],
      ],
    ],
  );
  assert.equal((await admin.call(contract.getStaff, { params: { id: giver.id } })).data.state, "ACTIVE");
  assert.partialDeepStrictEqual(await app.auditOf(first.data), [{ reason: "休假" }]);
});

test("PT-R14 only open work is handed over", async () => {
  const { giver, taker, order, leave, stateOf } = await given();
  assert.deepEqual(refusal(await order(["pile.clues"], taker)), [false, "PARTNER_STAFF_NOTHING", "没有需要交接的事项"]);
  refused = "pile.orders";
  assert.equal((await order(["pile.orders"])).msg, commonErrors.notFound().message, "asked before anything begins");
  refused = null;
  await app.rows("delete from pile where holder = $1 and kind = 'pile.orders'", [giver.userId]);
  assert.deepEqual(refusal(await order(["pile.clues", "pile.orders"])), [
    false,
    "PARTNER_STAFF_KIND",
    "交接事项已变化，请重新打开",
  ]);
  assert.equal((await leave(giver, [])).msg, "名下还有：线索2项，请先交接");
  assert.equal((await leave(giver, ["pile.clues"])).data.state, "LEAVING");
  const [row] = await app.rows<{ id: string }>("select id from partner_staff_handover where staff_id = $1", [giver.id]);
  await handoverJob.run(step, { id: row?.id ?? "" });
  assert.equal(await stateOf(giver), "LEFT");
});

test("PT-R14 the latest ten hand-overs are shown", async () => {
  const { giver, admin, order } = await given();
  const { data } = await order(["pile.clues"]);
  await app.rows(
    `insert into partner_staff_handover (id, created_at, created_by, updated_at, updated_by, staff_id, purpose, reason, state)
     select gen_random_uuid(), created_at - n * interval '1 day', created_by, updated_at, updated_by, staff_id, purpose,
       '第' || n || '天前', 'DONE' from partner_staff_handover, generate_series(1, 10) n where id = $1`,
    [data.id],
  );
  const { handovers } = (await admin.call(contract.getStaffWork, { params: { id: giver.id } })).data;
  assert.deepEqual(
    handovers.map(({ reason }) => reason),
    ["休假", ...Array.from({ length: 9 }, (_, at) => `第${at + 1}天前`)],
  );
});

test("PT-R14 work of an unknown kind fails; an error leaves the line waiting for the next try", async () => {
  const { giver, order, admin } = await given();
  const { data } = await order(["pile.clues", "pile.orders"]);
  await app.rows("update partner_staff_handover_step set kind = 'pile.gone' where handover_id = $1 and sort = 0", [
    data.id,
  ]);
  const lines = async () => {
    const [last] = (await admin.call(contract.getStaffWork, { params: { id: giver.id } })).data.handovers;
    return [last?.state, last?.steps.map(({ status, count, message }) => [status, count, message])];
  };
  broken = "pile.orders";
  await assert.rejects(handoverJob.run(step, { id: data.id }), /nobody answers/);
  broken = null;
  const gone = ["FAILED", 0, "该业务已下线"];
  assert.deepEqual(await lines(), ["RUNNING", [gone, ["WAITING", 0, null]]]);
  await handoverJob.run(step, { id: data.id });
  assert.deepEqual(await lines(), ["PARTLY", [gone, ["DONE", 1, null]]]);
});

test("PT-R14 a person is not let go during a hand-over, while others may leave", async () => {
  const { partner, giver, leave, order, stateOf } = await given();
  const free = await givenStaff(app, { partner });
  await hold("pile.clues", free);
  for (const one of [giver, free]) assert.equal((await leave(one, [], true)).data.state, "LEAVING");
  await order(["pile.clues", "pile.orders"]);
  await app.rows("delete from pile where holder in ($1, $2)", [giver.userId, free.userId]);
  await resumeHandovers.run(step);
  assert.deepEqual([await stateOf(giver), await stateOf(free)], ["LEAVING", "LEFT"]);
});

test("PT-R14 a line that the receiver can no longer take fails with its reason, the others are done, and the person stays", async () => {
  const { giver, taker, admin, order, stateOf } = await given();
  const params = { id: giver.id };
  const { version } = (await admin.call(contract.getStaff, { params })).data;
  const body = { leaveOn: dayIn(app, 0), receivers: [], isEmergency: true, reason: "失联", version };
  await admin.call(contract.leaveStaff, { params, body });
  const begun = await order(["pile.clues", "pile.orders"]);
  assert.equal(begun.data.purpose, "LEAVE");
  refused = "pile.orders";
  await handoverJob.run(step, { id: begun.data.id });
  refused = null;
  const linesOf = async () => {
    const [last] = (await admin.call(contract.getStaffWork, { params })).data.handovers;
    return [last?.state, last?.steps.map(({ status, count, message }) => [status, count, message])];
  };
  assert.deepEqual(await linesOf(), [
    "PARTLY",
    [
      ["DONE", 2, null],
      ["FAILED", 1, commonErrors.notFound().message],
    ],
  ]);
  assert.equal(await stateOf(giver), "LEAVING");
  const over = await app.rows("select * from partner_staff_handover where id = $1", [begun.data.id]);
  await handoverJob.run(step, { id: begun.data.id });
  assert.deepEqual(await app.rows("select * from partner_staff_handover where id = $1", [begun.data.id]), over);
  assert.deepEqual((await linesOf())[0], "PARTLY", "what has failed is not tried by itself");
  const again = await order(["pile.orders"]);
  await app.rows("update partner_staff set state = 'TRAINING' where id = $1", [taker.id]);
  await handoverJob.run(step, { id: again.data.id });
  const message = "接手人须为同一伙伴账号可用的在职员工：订单";
  assert.deepEqual(await linesOf(), ["PARTLY", [["FAILED", 0, message]]]);
  await app.rows("update partner_staff set state = 'ACTIVE' where id = $1", [taker.id]);
  const third = await order(["pile.orders"]);
  await resumeHandovers.run(step);
  assert.equal(await stateOf(giver), "LEAVING", "nobody is let go while a hand-over runs");
  await handoverJob.run(step, { id: third.data.id });
  assert.deepEqual([await linesOf(), await stateOf(giver)], [["DONE", [["DONE", 1, null]]], "LEFT"]);
});

test("PT-R14 a hand-over that is idle for five minutes is started again", () =>
  app.holdTime(async () => {
    const { order } = await given();
    const { data } = await order(["pile.clues"]);
    const queued = async () => {
      const rows = await app.rows(
        "select 1 from pgboss.job where name = 'partner.staffHandover' and data::text like $1",
        [`%${data.id}%`],
      );
      return rows.length;
    };
    assert.equal(await queued(), 1);
    const lookAfter = async (seconds: number) => {
      await app.rows("delete from pgboss.job where name = 'partner.staffHandover'");
      app.passTime(seconds);
      await resumeHandovers.run(step);
      return queued();
    };
    assert.equal(await lookAfter(5 * 60), 0);
    assert.equal(await lookAfter(1), 1);
    await handoverJob.run(step, { id: data.id });
    assert.equal(await lookAfter(1), 0, "it has ended");
  }));

test("PT-R14 receivers are usable accounts of the same partner: the place's manager first, then its people, then others", async () => {
  const partner = await givenPartner(app);
  const [store, far] = [await givenStore(app, partner), await givenStore(app, partner)];
  const giver = await givenStaff(app, { partner, storeId: store.id });
  const [distant, near, manager] = [
    await givenStaff(app, { partner, storeId: far.id, positionCode: "MANAGER", name: "远店长" }),
    await givenStaff(app, { partner, storeId: store.id, name: "同店" }),
    await givenStaff(app, { partner, storeId: store.id, positionCode: "MANAGER", name: "店长" }),
  ];
  const office = await givenStaff(app, { partner, positionCode: "ADMIN", name: "总部" });
  const [frozen, readOnly] = [await givenStaff(app, { partner }), await givenStaff(app, { partner })];
  await givenStaff(app, { partner, state: "TRAINING" });
  await givenStaff(app, { partner: await givenPartner(app) });
  await app.arrange((tx) => freezeStaff(tx, frozen, "MANUAL"));
  await app.arrange((tx) => setStaffReadOnly(tx, readOnly, true));
  const admin = await adminOf(partner);
  const { data } = await admin.call(contract.getStaffWork, { params: { id: giver.id } });
  assert.deepEqual(
    data.receivers.map(({ id, note }) => [id, note]),
    [
      [manager.id, `店长 · ${store.name}`],
      [near.id, `销售顾问 · ${store.name}`],
      [distant.id, `店长 · ${far.name}`],
      [office.id, "管理员"],
    ],
  );
  assert.deepEqual(data.open, []);
});

test("PT-R14 a person who was frozen before leaving keeps that reason; one without certificates simply leaves", async () => {
  const { giver, admin } = await given();
  await app.arrange((tx) => freezeStaff(tx, giver, "SECURITY"));
  const leave = async ({ id }: StaffRow, isEmergency: boolean) => {
    const { version } = (await admin.call(contract.getStaff, { params: { id } })).data;
    const body = { leaveOn: dayIn(app, 0), receivers: [], isEmergency, reason: "离开", version };
    return admin.call(contract.leaveStaff, { params: { id }, body });
  };
  assert.deepEqual((await leave(giver, true)).data.state, "LEAVING");
  const [account] = await app.rows("select frozen_reason from app_user where id = $1", [giver.userId]);
  assert.deepEqual(account, { frozenReason: "安全冻结" });
  await app.rows("delete from pile where holder = $1", [giver.userId]);
  await resumeHandovers.run(step);
  const left = (await admin.call(contract.getStaff, { params: { id: giver.id } })).data;
  assert.deepEqual([left.state, left.freezeSources], ["LEFT", []]);
  const [row] = await app.rows<PartnerRow>("select * from partner where id = $1", [left.partnerId]);
  assert.ok(row);
  const training = await givenStaff(app, { partner: row, state: "TRAINING" });
  assert.deepEqual((await leave(training, false)).data.state, "LEFT");
  assert.deepEqual((await leave(training, false)).msgCode, "PARTNER_STAFF_STATE_ILLEGAL");
});
