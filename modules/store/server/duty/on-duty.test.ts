import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf, instantOf, startOfDay, wireTime } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { type DutyPerson, onDuty, onDutyCounts } from "../index.ts";
import { givenStore, testApp } from "../testing.ts";
import type { MemberRow } from "./tables.ts";
import { givenMember, givenShifts, nextMonday } from "./testing.ts";

const app = testApp();
const codes = ["store:duty:list", "store:duty:edit"];

/** The store of the vector: 周可 in the early shift with weight 3, 林涛 in the late one, on two days alike. */
async function givenVector() {
  const { id: storeId } = await givenStore(app);
  await givenShifts(app, storeId);
  const zhou = await givenMember(app, { storeId, name: "周可", weight: 3 });
  const lin = await givenMember(app, { storeId, name: "林涛" });
  const monday = nextMonday(app);
  const keeper = await app.signIn({ permissions: codes });
  const cell = ({ userId }: MemberRow, day: number, shiftCode: "A" | "B") => ({
    userId,
    day: addDays(monday, day),
    kind: "SHIFT" as const,
    shiftCode,
  });
  const days = [cell(zhou, 0, "A"), cell(zhou, 1, "A"), cell(lin, 0, "B"), cell(lin, 1, "B")];
  const body = { storeId, monday, days, isPublishing: true, version: null };
  const { msg } = await keeper.call(contract.saveDutyRoster, { body });
  assert.equal(msg, "");
  return { storeId, zhou, lin, monday, keeper, days };
}

const ask = (storeId: string, at: string, withinMinutes?: number) =>
  app.arrange((tx) =>
    onDuty(tx, {
      storeId,
      family: "SALES",
      at: instantOf(`${at}:00`),
      ...(withinMinutes === undefined ? {} : { withinMinutes }),
    }),
  );
const told = (people: readonly DutyPerson[]) =>
  people.map(({ userId, weight, from, until }) => [userId, weight, wireTime(from), wireTime(until)]);
const idsOf = (people: readonly DutyPerson[]) => people.map(({ userId }) => userId);

test("ST-R31 the vector: who is on duty at a time, and who comes on duty within some minutes", async () => {
  const { storeId, zhou, lin, monday } = await givenVector();
  const early = [zhou.userId, 3, `${monday} 10:00:00`, `${monday} 18:00:00`];
  const late = [lin.userId, 1, `${monday} 13:00:00`, `${monday} 21:00:00`];
  assert.deepEqual(told(await ask(storeId, `${monday} 12:00`)), [early]);
  assert.deepEqual(
    told(await ask(storeId, `${monday} 15:00`)),
    [early, late].toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );
  assert.deepEqual(told(await ask(storeId, `${monday} 19:30`)), [late]);
  assert.deepEqual(told(await ask(storeId, `${monday} 21:00`)), []);
  const next = addDays(monday, 1);
  const tomorrow = [zhou.userId, 3, `${next} 10:00:00`, `${next} 18:00:00`];
  assert.deepEqual(told(await ask(storeId, `${monday} 21:00`, 900)), [tomorrow]);
  assert.deepEqual(told(await ask(storeId, `${monday} 21:00`, 779)), [], "one minute too early");
  assert.deepEqual(told(await ask(storeId, `${monday} 21:00`, 780)), [tomorrow]);
  assert.equal((await ask(storeId, `${monday} 21:00`, 960)).length, 2);
  assert.deepEqual(told(await ask(storeId, `${next} 21:00`, 5_000)), [], "at most a day ahead, and then all rest");
});

test("ST-R31 only members of the family with a usable account, who are not paused, in a store that trades", async () => {
  const { storeId, zhou, lin, monday } = await givenVector();
  const at = `${monday} 15:00`;
  const both = [zhou.userId, lin.userId].toSorted();
  assert.deepEqual(idsOf(await ask(storeId, at)), both);
  await app.rows("update duty_member set families = '{DELIVERY}' where id = $1", [zhou.id]);
  assert.deepEqual(idsOf(await ask(storeId, at)), [lin.userId]);
  await app.rows("update duty_member set families = '{SALES,DELIVERY}' where id = $1", [zhou.id]);
  assert.deepEqual(idsOf(await ask(storeId, at)), both);
  await app.rows("update app_user set status = 'DISABLED' where id = $1", [lin.userId]);
  assert.deepEqual(idsOf(await ask(storeId, at)), [zhou.userId]);
  await app.rows("update duty_member set paused_reason = '投诉', paused_until = $2 where id = $1", [zhou.id, monday]);
  assert.deepEqual(idsOf(await ask(storeId, at)), []);
  const next = `${addDays(monday, 1)} 12:00`;
  assert.deepEqual(idsOf(await ask(storeId, next)), [zhou.userId], "the day after the pause");
  for (const [state, isThere] of [
    ["TRIAL", true],
    ["SUSPENDED", false],
    ["PREPARING", false],
    ["CLOSED", false],
  ] as const) {
    const suspended = state === "SUSPENDED";
    await app.rows("update store set state = $2, suspend_source = $3, state_before = $4 where id = $1", [
      storeId,
      state,
      suspended ? "MANUAL" : null,
      suspended ? "OPEN" : null,
    ]);
    assert.equal((await ask(storeId, next)).length, isThere ? 1 : 0, state);
  }
});

test("ST-R31 in a week that is not published everybody is on duty while the store is open; counts of many stores", async () => {
  const { storeId, monday, zhou, lin } = await givenVector();
  const draft = await givenStore(app);
  const member = await givenMember(app, { storeId: draft.id });
  await givenShifts(app, draft.id);
  const keeper = await app.signIn({ permissions: codes });
  const days = [{ userId: member.userId, day: monday, kind: "LEAVE" as const, shiftCode: null }];
  const body = { storeId: draft.id, monday, days, isPublishing: false, version: null };
  await keeper.call(contract.saveDutyRoster, { body });
  const hours = [member.userId, 1, `${monday} 10:00:00`, `${monday} 21:00:00`];
  assert.deepEqual(told(await ask(draft.id, `${monday} 10:00`)), [hours]);
  assert.deepEqual(told(await ask(draft.id, `${monday} 09:59`)), []);
  assert.deepEqual(told(await ask(draft.id, `${monday} 21:00`)), []);
  const { id: none } = await givenStore(app);
  const counts = await app.arrange((tx) =>
    onDutyCounts(tx, {
      storeIds: [storeId, draft.id, none],
      family: "SALES",
      at: instantOf(`${monday} 15:00:00`),
    }),
  );
  assert.deepEqual(
    [...counts],
    [
      [storeId, 2],
      [draft.id, 1],
      [none, 0],
    ],
  );
  await keeper.call(contract.saveDutyRoster, { body: { ...body, isPublishing: true, version: 2 } });
  assert.deepEqual(told(await ask(draft.id, `${monday} 15:00`)), [], "on leave in a published week");
  const after = `${addDays(monday, 7)} 20:00`;
  assert.deepEqual(idsOf(await ask(storeId, after)), [zhou.userId, lin.userId].toSorted(), "the week after is no plan");
});

test("ST-R31 停派 acts at once for at most 30 days and ends by itself after its last day", async () => {
  const { storeId } = await givenStore(app).then(({ id }) => ({ storeId: id }));
  const member = await givenMember(app, { storeId });
  const keeper = await app.signIn({ permissions: codes });
  const today = dayOf(app.now());
  const params = { id: member.id };
  const pause = (until: string, version = 1) =>
    keeper.call(contract.pauseDutyMember, { params, body: { reason: "客户投诉", until, version } });
  const whyNot = async (until: string, version?: number) => (await pause(until, version)).msg;
  assert.equal(await whyNot(addDays(today, -1)), "停派日期须在今天起30天内");
  assert.equal(await whyNot(addDays(today, 31)), "停派日期须在今天起30天内");
  const { data } = await pause(addDays(today, 30));
  assert.deepEqual([data.pausedReason, data.pausedUntil, data.version], ["客户投诉", addDays(today, 30), 2]);
  const logged = await app.rows("select from audit_log where reason = '客户投诉' and biz_id = any($1)", [
    [member.id, storeId],
  ]);
  assert.equal(logged.length, 1);
  assert.equal(await whyNot(today, 2), "该人员已停派");
  const resumed = await keeper.call(contract.resumeDutyMember, { params, body: { version: 2 } });
  assert.deepEqual([resumed.data.pausedReason, resumed.data.pausedUntil], [null, null]);
  assert.equal((await app.rows("select from timer where key = $1", [member.id])).length, 0);
  assert.equal((await keeper.call(contract.resumeDutyMember, { params, body: { version: 3 } })).msg, "该人员没有停派");
  const noon = `${today} 12:00`;
  await pause(today, 3);
  assert.deepEqual(await ask(storeId, noon), []);
  const state = async () => {
    const [row] = await app.rows<{ paused: string | null }>(
      "select paused_until::text as paused from duty_member where id = $1",
      [member.id],
    );
    return row?.paused;
  };
  await app.node.timers.fireAll();
  assert.equal(await state(), today, "not before its last day is over");
  app.passTime((startOfDay(addDays(today, 1)).getTime() - app.now().getTime()) / 1000 + 1);
  await app.node.timers.fireAll();
  assert.equal(await state(), null);
});
