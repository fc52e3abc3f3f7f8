import assert from "node:assert/strict";
import { test } from "node:test";
import { staffInPost, staffLeft, staffOffPost, staffTransferred } from "@ops/authority/contract";
import { givenUser } from "@ops/authority/server/testing";
import { givenPartner, givenStaff } from "@ops/partner/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenSeat } from "../headcount/testing.ts";
import { givenStore, givenStorePositions, testApp } from "../testing.ts";
import { enrolDuty } from "./members.ts";

const app = testApp();
const at = new Date().toISOString();

async function membersOf(storeId: string) {
  const rows = await app.rows<{ userId: string; families: string[]; weight: number }>(
    `select user_id as "userId", families, weight from duty_member where store_id = $1 order by created_at`,
    [storeId],
  );
  return rows.map(({ userId, families, weight }) => [userId, families.join(), weight]);
}

async function publish(event: typeof staffInPost | typeof staffLeft | typeof staffOffPost, post: object) {
  await app.arrange((tx) => tx.publish(event, { ...Object(post), at }));
  await app.node.events.deliverAll();
}

test("ST-R31 members follow posts: who comes in post becomes one, who goes is none and leaves the days to come", async () => {
  await givenStorePositions(app);
  const { id: storeId } = await givenStore(app);
  const [sales, delivery, manager, other] = [
    await givenUser(app),
    await givenUser(app),
    await givenUser(app),
    await givenUser(app),
  ];
  const inPost = (userId: string, positionCode: string | null) =>
    publish(staffInPost, { userId, storeId, positionCode });
  await inPost(sales.id, "salesAdvisor");
  await inPost(sales.id, "salesAdvisor");
  await inPost(delivery.id, "deliverySpecialist");
  await inPost(manager.id, "storeManager");
  await inPost(other.id, null);
  await inPost(other.id, "unknown");
  assert.deepEqual(await membersOf(storeId), [
    [sales.id, "SALES", 1],
    [delivery.id, "DELIVERY", 1],
    [manager.id, "", 1],
  ]);
  const keeper = await app.signIn({ permissions: ["store:duty:list", "store:duty:edit"] });
  const { data } = await keeper.call(contract.listDutyMembers, { query: { storeId } });
  const { id = "" } = data.find(({ userId }) => userId === manager.id) ?? {};
  const ticked = { families: ["SALES" as const], weight: 2, version: 1 };
  await keeper.call(contract.editDutyMember, { params: { id }, body: ticked });
  await inPost(manager.id, "storeManager");
  assert.deepEqual((await membersOf(storeId))[2], [manager.id, "SALES", 2], "a 店长 stays ticked in");
  const today = dayOf(app.now());
  for (const day of [addDays(today, -1), today, addDays(today, 1)]) {
    await app.rows("insert into duty_day (store_id, day, user_id, kind) values ($1, $2, $3, 'REST')", [
      storeId,
      day,
      sales.id,
    ]);
  }
  const { id: second } = await givenStore(app);
  await publish(staffInPost, { userId: sales.id, storeId: second, positionCode: "salesAdvisor" });
  assert.deepEqual(await membersOf(second), [[sales.id, "SALES", 1]], "also a member of another store");
  await app.rows("insert into duty_day (store_id, day, user_id, kind) values ($1, $2, $3, 'REST')", [
    second,
    today,
    sales.id,
  ]);
  await inPost(sales.id, "deliverySpecialist");
  assert.deepEqual((await membersOf(storeId))[0], [sales.id, "DELIVERY", 1], "another position is another family");
  await publish(staffLeft, { userId: sales.id, storeId, positionCode: "salesAdvisor" });
  const paused = data.find(({ userId }) => userId === delivery.id)?.id ?? "";
  const pause = { reason: "客户投诉", until: today, version: 1 };
  assert.equal((await keeper.call(contract.pauseDutyMember, { params: { id: paused }, body: pause })).msg, "");
  const timers = () => app.rows("select 1 from timer where kind = 'store.dutyResume' and key = $1", [paused]);
  assert.equal((await timers()).length, 1);
  await publish(staffOffPost, { userId: delivery.id, storeId, positionCode: "deliverySpecialist" });
  await publish(staffOffPost, { userId: delivery.id, storeId, positionCode: "deliverySpecialist" });
  assert.equal((await timers()).length, 0);
  assert.deepEqual(await membersOf(storeId), [[manager.id, "SALES", 2]]);
  const days = await app.rows<{ day: string }>(
    "select day::text as day from duty_day where user_id = $1 order by day",
    [sales.id],
  );
  assert.deepEqual(days, [{ day: addDays(today, -1) }, { day: today }], "past days, and those in the other store");
  assert.equal((await membersOf(second)).length, 1);
});

test("ST-R31 a transfer moves the membership with its weight; who is still in training there is no member", async () => {
  await givenStorePositions(app);
  const [{ id: from }, { id: to }] = [await givenStore(app), await givenStore(app)];
  const transferred = async (userId: string, fromStoreId: string, storeId: string, positionCode = "salesAdvisor") => {
    await app.arrange((tx) => tx.publish(staffTransferred, { userId, fromStoreId, storeId, positionCode, at }));
    await app.node.events.deliverAll();
  };
  const [ready, trainee] = [await givenUser(app), await givenUser(app)];
  for (const { id: userId } of [ready, trainee]) {
    await publish(staffInPost, { userId, storeId: from, positionCode: "salesAdvisor" });
  }
  await app.rows("update duty_member set weight = 7 where user_id = $1", [ready.id]);
  await givenSeat(app, { storeId: to, state: "IN_POST", userId: ready.id });
  await givenSeat(app, { storeId: to, state: "TRAINING", userId: trainee.id });
  await transferred(ready.id, from, to);
  await transferred(trainee.id, from, to);
  assert.deepEqual([await membersOf(from), await membersOf(to)], [[], [[ready.id, "SALES", 7]]]);
  const tomorrow = addDays(dayOf(app.now()), 1);
  const planned = [to, tomorrow, ready.id];
  await app.rows("insert into duty_day (store_id, day, user_id, kind) values ($1, $2, $3, 'REST')", planned);
  await app.rows("update duty_member set paused_until = $1, paused_reason = '培训' where user_id = $2", [
    tomorrow,
    ready.id,
  ]);
  await transferred(ready.id, to, to, "deliverySpecialist");
  assert.deepEqual(await membersOf(to), [[ready.id, "DELIVERY", 7]], "another position of the same store");
  const days = await app.rows("select 1 from duty_day where store_id = $1 and day = $2 and user_id = $3", planned);
  const paused = await app.rows("select 1 from duty_member where user_id = $1 and paused_until = $2", [
    ready.id,
    tomorrow,
  ]);
  assert.deepEqual([days.length, paused.length], [1, 1], "the roster and the pause stay");
  await transferred(ready.id, to, to, "storeManager");
  assert.deepEqual(await membersOf(to), [[ready.id, "DELIVERY", 7]], "a 店长 stays ticked in");
  await publish(staffInPost, { userId: trainee.id, storeId: to, positionCode: "salesAdvisor" });
  assert.equal((await membersOf(to)).length, 2);
  await transferred(trainee.id, to, to, "deliverySpecialist");
  assert.equal((await membersOf(to)).length, 1, "who is trained for another position takes no turns");
  await transferred(ready.id, to, to, "unknown");
  assert.deepEqual(await membersOf(to), [], "a position that takes no turns");
});

test("ST-R31 people of partners are members too, and a store that is taken in enrols everybody in post", async () => {
  await givenStorePositions(app);
  const partner = await givenPartner(app);
  const store = await givenStore(app, { operateMode: "PARTNER", partnerId: partner.id });
  const staff = await givenStaff(app, { partner, storeId: store.id });
  await givenStaff(app, { partner, storeId: store.id, state: "TRAINING" });
  await app.node.events.deliverAll();
  await app.rows("delete from duty_member where store_id = $1", [store.id]);
  const own = await givenUser(app);
  await givenSeat(app, { storeId: store.id, state: "IN_POST", userId: own.id, positionCode: "deliverySpecialist" });
  await givenSeat(app, { storeId: store.id, state: "TRAINING" });
  await app.arrange((tx) => enrolDuty(tx, [store.id]));
  await app.arrange((tx) => enrolDuty(tx, [store.id]));
  const enrolled = [
    [own.id, "DELIVERY", 1],
    [staff.userId, "SALES", 1],
  ];
  assert.deepEqual((await membersOf(store.id)).toSorted(), enrolled.toSorted());
  const { id: unknown } = await givenUser(app);
  await publish(staffInPost, { userId: own.id, storeId: unknown, positionCode: "salesAdvisor" });
  assert.deepEqual(await membersOf(unknown), [], "a store that is not taken in yet");
});
