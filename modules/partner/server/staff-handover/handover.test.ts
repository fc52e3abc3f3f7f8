import assert from "node:assert/strict";
import { test } from "node:test";
import { accountsOf } from "@ops/authority/server";
import { dayOf } from "@ops/platform/contract";
import { defineModule, type Holder, type Tx, type WorkInHand } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { freezeStaff } from "../staff/account/freeze.ts";
import type { StaffRow } from "../staff/tables.ts";
import { dayIn, givenPartner, givenPartnerRole, givenStaff, givenStore, testApp } from "../testing.ts";
import { handoverJob, resumeHandovers } from "./job.ts";

/** The kind at which the worker dies, if a test wants that. */
let dies: string | null = null;

/** Makes work of a module above, such as clues and orders. */
const work = (kind: WorkInHand["kind"], label: string): WorkInHand => ({
  kind,
  label,
  countOf: async (tx: Tx, { id }: Holder) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from held where kind = ${kind} and holder = ${id}`.execute(tx.kysely);
    return rows[0]?.count ?? 0;
  },
  handOver: async (tx: Tx, from: Holder, to: Holder) => {
    if (dies === kind) throw new Error("the worker died");
    const { rows } = await sql`update held set holder = ${to.id}, moves = moves + 1
      where kind = ${kind} and holder = ${from.id} returning 1`.execute(tx.kysely);
    return rows.length;
  },
});
const above = defineModule({
  name: "above",
  workInHand: [work("above.clues", "线索"), work("above.orders", "订单")],
  onStart: async (tx: Tx) => {
    await sql`create table held (kind text, holder uuid, moves int not null default 0)`.execute(tx.kysely);
  },
});

const app = testApp(above);
const CODES = ["view", "edit", "leave", "approve"].map((act) => `partner:staff:${act}`);
const adminOf = ({ orgId }: PartnerRow) =>
  app.signIn({ permissions: CODES, scope: "ORG_TREE", organization: { id: orgId ?? "" } });
const refusal = ({ success, msgCode, msg }: { success: boolean; msgCode: string; msg: string }) => [
  success,
  msgCode,
  msg,
];
const runJob = (id: string) => handoverJob.run({ step: (act) => app.arrange(act) }, { id });
const today = () => dayOf(app.now());

const givenHeld = (kind: string, { userId }: StaffRow, count: number) =>
  app.rows("insert into held select $1, $2 from generate_series(1, $3)", [kind, userId, count]);
const heldBy = async ({ userId }: StaffRow) =>
  (await app.rows<{ kind: string }>("select kind from held where holder = $1 order by kind", [userId])).map(
    ({ kind }) => kind,
  );
async function lastHandover({ id }: StaffRow): Promise<string> {
  const [row] = await app.rows<{ id: string }>(
    "select id from partner_staff_handover where staff_id = $1 order by created_at desc limit 1",
    [id],
  );
  return row?.id ?? "";
}

async function given() {
  const partner = await givenPartner(app);
  const [leaver, taker] = [
    await givenStaff(app, { partner }),
    await givenStaff(app, { partner, positionCode: "MANAGER" }),
  ];
  await givenHeld("above.clues", leaver, 3);
  await givenHeld("above.orders", leaver, 1);
  return { partner, leaver, taker, admin: await adminOf(partner) };
}

const leaveBody = ({ version }: StaffRow, rest: object = {}) => ({
  leaveOn: today(),
  receivers: [],
  isEmergency: false,
  reason: "个人原因",
  version,
  ...rest,
});
const toAll = (taker: StaffRow) => ["above.clues", "above.orders"].map((kind) => ({ kind, toStaffId: taker.id }));

test("PT-R14 nobody leaves with open work; the refusal names it", async () => {
  const { admin, leaver } = await given();
  const answer = await admin.call(contract.leaveStaff, { params: { id: leaver.id }, body: leaveBody(leaver) });
  assert.deepEqual(refusal(answer), [false, "PARTNER_STAFF_OPEN", "名下还有：线索3项、订单1项，请先交接"]);
});

test("PT-R14 the last day lies between the first one and today", async () => {
  const partner = await givenPartner(app);
  const [admin, leaver] = [await adminOf(partner), await givenStaff(app, { partner, joinOn: dayIn(app, -30) })];
  const leave = (leaveOn: string) =>
    admin.call(contract.leaveStaff, { params: { id: leaver.id }, body: leaveBody(leaver, { leaveOn }) });
  const wrong = [false, "PARTNER_STAFF_LEAVE_ON", "离职日期须在入职日期与今天之间"];
  assert.deepEqual(refusal(await leave(dayIn(app, 1))), wrong);
  assert.deepEqual(refusal(await leave(dayIn(app, -31))), wrong);
  assert.equal((await leave(dayIn(app, -30))).data.state, "LEFT");
});

test("PT-R14 one call hands everything over: the account is blocked at once, and closed when nothing is left", async () => {
  const { admin, leaver, taker } = await given();
  const params = { id: leaver.id };
  const before = (await admin.call(contract.getStaffWork, { params })).data;
  assert.deepEqual(
    before.open.map(({ label, count }) => [label, count]),
    [
      ["线索", 3],
      ["订单", 1],
    ],
  );
  assert.equal(before.receivers[0]?.id, taker.id); // the manager of the place comes first
  const leaving = await admin.call(contract.leaveStaff, {
    params,
    body: leaveBody(leaver, { receivers: toAll(taker) }),
  });
  assert.deepEqual([leaving.data.state, leaving.data.account], ["LEAVING", "FROZEN"]);
  const again = await admin.call(contract.handOverStaff, {
    params,
    body: { receivers: toAll(taker), reason: "再次", version: leaving.data.version },
  });
  assert.deepEqual(refusal(again), [false, "PARTNER_STAFF_HANDOVER", "交接正在处理中，请稍后再试"]);
  await runJob(await lastHandover(leaver));
  assert.deepEqual(await heldBy(taker), ["above.clues", "above.clues", "above.clues", "above.orders"]);
  const left = (await admin.call(contract.getStaff, { params })).data;
  assert.deepEqual([left.state, left.account, left.leaveOn], ["LEFT", "CLOSED", today()]);
  const account = (await app.arrange((tx) => accountsOf(tx, [leaver.userId ?? ""]))).get(leaver.userId ?? "");
  assert.equal(account?.status, "LEFT");
  const [handover] = (await admin.call(contract.getStaffWork, { params })).data.handovers;
  assert.deepEqual(
    [handover?.state, handover?.steps.map(({ count, status }) => [count, status])],
    [
      "DONE",
      [
        [3, "DONE"],
        [1, "DONE"],
      ],
    ],
  );
});

test("PT-R14 if a worker dies half-way, another one does the rest, and nothing twice", async () => {
  const { admin, leaver, taker } = await given();
  await admin.call(contract.leaveStaff, {
    params: { id: leaver.id },
    body: leaveBody(leaver, { receivers: toAll(taker) }),
  });
  const id = await lastHandover(leaver);
  dies = "above.orders";
  await assert.rejects(runJob(id));
  dies = null;
  assert.deepEqual(await heldBy(leaver), ["above.orders"]);
  await runJob(id);
  await runJob(id);
  const moves = await app.rows<{ moves: number }>("select distinct moves from held where holder = $1", [taker.userId]);
  assert.deepEqual(moves, [{ moves: 1 }]);
  assert.equal((await admin.call(contract.getStaff, { params: { id: leaver.id } })).data.state, "LEFT");
});

test("PT-R14 in an emergency the account is frozen at once and the hand-over follows", async () => {
  const { admin, leaver, taker } = await given();
  const params = { id: leaver.id };
  const leaving = await admin.call(contract.leaveStaff, { params, body: leaveBody(leaver, { isEmergency: true }) });
  assert.deepEqual([leaving.data.state, leaving.data.account], ["LEAVING", "FROZEN"]);
  const account = (await app.arrange((tx) => accountsOf(tx, [leaver.userId ?? ""]))).get(leaver.userId ?? "");
  assert.equal(account?.frozenReason, "离职交接");
  const begun = await admin.call(contract.handOverStaff, {
    params,
    body: { receivers: toAll(taker), reason: "补交接", version: leaving.data.version },
  });
  assert.equal(begun.data.purpose, "LEAVE");
  await runJob(begun.data.id);
  assert.equal((await admin.call(contract.getStaff, { params })).data.state, "LEFT");
});

test("PT-R14 a leaving person is let go when the work has ended by itself", async () => {
  const { admin, leaver } = await given();
  const params = { id: leaver.id };
  await admin.call(contract.leaveStaff, { params, body: leaveBody(leaver, { isEmergency: true }) });
  const look = () => resumeHandovers.run({ step: (act) => app.arrange(act) });
  await look();
  assert.equal((await admin.call(contract.getStaff, { params })).data.state, "LEAVING");
  await app.rows("delete from held where holder = $1", [leaver.userId]);
  await look();
  assert.equal((await admin.call(contract.getStaff, { params })).data.state, "LEFT");
});

test("PT-R14 work goes to people of the same partner whose accounts can be used", async () => {
  const { admin, leaver, taker } = await given();
  const stranger = await givenStaff(app, { partner: await givenPartner(app) });
  const order = (toStaffId: string) =>
    admin.call(contract.handOverStaff, {
      params: { id: leaver.id },
      body: { receivers: [{ kind: "above.clues", toStaffId }], reason: "交接", version: leaver.version },
    });
  const message = "接手人须为同一伙伴账号可用的在职员工：线索";
  assert.deepEqual(refusal(await order(stranger.id)), [false, "PARTNER_STAFF_RECEIVER", message]);
  await app.arrange((tx) => freezeStaff(tx, taker, "MANUAL"));
  assert.deepEqual(refusal(await order(taker.id)), [false, "PARTNER_STAFF_RECEIVER", message]);
});

test("PT-R14 a person who moves to another store must hand over first", async () => {
  const { partner, leaver } = await given();
  const store = await givenStore(app, partner);
  const admin = await adminOf(partner);
  const moved = await admin.call(contract.moveStaff, {
    params: { id: leaver.id },
    body: { storeId: store.id, reason: "调店", version: leaver.version },
  });
  assert.deepEqual(refusal(moved), [false, "PARTNER_STAFF_OPEN", "名下还有：线索3项、订单1项，请先交接"]);
});

test("section 3.3: a person who left comes back with the same number and account, unless restricted", async () => {
  const partner = await givenPartner(app);
  const phone = "13688880001";
  const staff = await givenStaff(app, { partner, phone, positionCode: "ADMIN" });
  const admin = await adminOf(partner);
  const params = { id: staff.id };
  const early = await admin.call(contract.leaveStaff, { params, body: leaveBody(staff, { leaveOn: "2020-01-01" }) });
  assert.deepEqual(refusal(early), [false, "PARTNER_STAFF_LEAVE_ON", "离职日期须在入职日期与今天之间"]);
  const left = await admin.call(contract.leaveStaff, { params, body: leaveBody(staff) });
  assert.equal(left.data.state, "LEFT"); // there was no open work
  const role = await givenPartnerRole(app);
  const again = {
    storeId: null,
    positionCode: "ADMIN",
    joinOn: today(),
    contractType: "FULL" as const,
    roleIds: [role.id],
    version: left.data.version,
  };
  const office = await app.signIn({ permissions: ["partner:staff:blacklist"], scope: "ALL" });
  const entry = { name: "某", idNo: null, phone, reason: "飞单", untilOn: null };
  const listed = await office.call(contract.addToBlacklist, { body: entry });
  const black = await admin.call(contract.rehireStaff, { params, body: again });
  assert.deepEqual(refusal(black), [false, "PARTNER_STAFF_BLACK", "该人员在限制名单中，不能录入"]);
  await office.call(contract.removeFromBlacklist, { params: { id: listed.data.id }, query: { version: 1 } });
  const back = await admin.call(contract.rehireStaff, { params, body: again });
  assert.deepEqual([back.data.state, back.data.staffNo], ["REVIEW", staff.staffNo]);
  const approved = await admin.call(contract.approveStaff, { params, body: { version: back.data.version } });
  assert.deepEqual([approved.data.state, approved.data.account], ["ACTIVE", "USABLE"], approved.msg);
  const [row] = await app.rows<{ userId: string }>('select user_id as "userId" from partner_staff where id = $1', [
    staff.id,
  ]);
  assert.equal(row?.userId, staff.userId);
});
