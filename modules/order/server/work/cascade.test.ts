import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { givenStore as givenPartnerStore, givenSuspendable } from "@ops/partner/server/testing";
import { givenStore } from "@ops/store/server/testing";
import * as contract from "../../contract/index.ts";
import { insertChange } from "../change/at-once.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import type { OrderRow } from "../order/tables.ts";
import { freeSlot } from "../slot/appointment.ts";
import {
  appointmentsOf,
  givenArrived,
  givenBooked,
  givenChecks,
  givenDutyButler,
  givenLockedOrder,
  orderRow,
  putInState,
  testApp,
} from "../testing.ts";
import { restoreStanding, standingOf } from "./standing.ts";

const app = testApp();
const KINDS = ["order.beforeArrival", "order.atStore"];

/** Makes a partner with a store, another store in its region and somebody there who may supervise. */
async function given() {
  const region = await givenOrganization(app, { type: "REGION" });
  const suspendable = await givenSuspendable(app, "ORDER", { regionId: region.id });
  const { partner, manager, preview, confirm, execute, bringBack, undo } = suspendable;
  const theirs = { operateMode: "PARTNER", partnerId: partner.id } as const;
  const store = await givenStore(app, { ...theirs, organization: await givenPartnerStore(app, partner) });
  const nearby = await givenOrganization(app, { type: "STORE", parent: region });
  const other = await givenStore(app, { organization: nearby });
  const assigning = { permissions: ["order:order:assign"], scope: "ORG_TREE", organization: region } as const;
  const { user: supervisor } = await app.signIn({ ...assigning, userName: "督办人" });
  const suspend = async (...plan: Parameters<typeof confirm>) => {
    const id = await confirm(...plan);
    await execute(id);
    return id;
  };
  const resume = async (id: string) => {
    assert.equal(await bringBack(), "");
    await undo(id);
  };
  return { partner, store, other, supervisor, manager: manager.user, preview, confirm, execute, suspend, resume };
}

const itemsOf = (id: string) =>
  app.rows<{ targetId: string; state: string; message: string | null; restored: string | null; why: string | null }>(
    `select target_id as "targetId", state, message, restored, restore_message as why from partner_cascade_item
     where suspension_id = $1 and kind = any($2) order by item_no`,
    [id, KINDS],
  );
const looks = async ({ id }: { readonly id: string }) => {
  const { state, deliveryStoreId, butlerId, butlerWhy, butlerAt, appointmentAt, carId }: OrderRow = await orderRow(
    app,
    id,
  );
  return { state, deliveryStoreId, butlerId, butlerWhy, butlerAt, appointmentAt, carId };
};
const toldOf = async (orderId: string) =>
  (await app.published(contract.deliveryStoreChanged))
    .filter((told) => told.orderId === orderId)
    .map(({ fromStoreId, storeId }) => [fromStoreId, storeId]);

test("order 15 cascade: orders before 到店 get another store with a change of the BRAND, what is on its way a supervisor, and go back", async () => {
  const { store, other, manager, preview, suspend, resume } = await given();
  const butler = await givenDutyButler(app, store.id);
  const [locked, moving, early] = [
    await givenLockedOrder(app, { deliveryStoreId: store.id }),
    await givenLockedOrder(app, { deliveryStoreId: store.id }),
    await givenLockedOrder(app, { deliveryStoreId: other.id }),
  ];
  await app.rows("update sales_order set butler_id = $2, butler_why = '轮到' where id = any($1)", [
    [locked.id, moving.id],
    butler,
  ]);
  await givenBooked(app, await orderRow(app, locked.id));
  await putInState(app, moving, "IN_TRANSIT");
  const before = [await looks(locked), await looks(moving), await looks(early)];
  const choice = (await preview()).choices.find(({ kind }) => kind === "order.beforeArrival");
  assert.partialDeepStrictEqual(choice, { label: "到店前订单", count: 2, defaultAction: "MOVE_STORE" });
  assert.deepEqual(
    choice?.actions.map(({ label, receivers }) => [label, receivers?.map(({ name }) => name)]),
    [
      ["改交付门店", [other.name]],
      ["留店督办", ["督办人"]],
    ],
  );
  const next = await givenDutyButler(app, other.id);
  const id = await suspend({ kind: "order.beforeArrival", action: "MOVE_STORE", receiverId: other.id });
  assert.partialDeepStrictEqual(await looks(locked), {
    state: "LOCKED",
    deliveryStoreId: other.id,
    butlerId: next,
    appointmentAt: null,
  });
  assert.partialDeepStrictEqual(await looks(moving), { deliveryStoreId: store.id, butlerId: manager.id });
  assert.deepEqual(await looks(early), before[2]);
  const [change] = await app.rows("select kind, party, state from order_change where order_id = $1", [locked.id]);
  assert.deepEqual(change, { kind: "DELIVERY_STORE", party: "BRAND", state: "EFFECTIVE" });
  assert.partialDeepStrictEqual((await app.auditOf(locked)).at(-1), {
    actionName: "随合作伙伴变更",
    diffs: [{ field: "deliveryStoreId", before: store.name, after: other.name }],
  });
  await resume(id);
  assert.deepEqual(await itemsOf(id).then((items) => items.map(({ restored, why }) => [restored, why])), [
    ["RESTORED", null],
    ["RESTORED", null],
  ]);
  assert.deepEqual([await looks(locked), await looks(moving), await looks(early)], before);
  assert.deepEqual(await toldOf(locked.id), [
    [store.id, other.id],
    [other.id, store.id],
  ]);
  const butlers = (await app.published(contract.butlerChanged)).filter(({ orderId }) => orderId === moving.id);
  assert.deepEqual(
    butlers.map(({ fromUserId, userId }) => [fromUserId, userId]),
    [
      [butler, manager.id],
      [manager.id, butler],
    ],
  );
});

test("order 15 cascade: what is 到店 or 待交付 stays under a supervisor, or its car is moved; both go back exactly", async () => {
  const { store, other, supervisor, suspend, resume } = await given();
  const { order } = await givenArrived(app, { deliveryStoreId: store.id });
  await givenBooked(app, await orderRow(app, order.id));
  await givenChecks(app, order, ["PDI"]);
  await putInState(app, order, "READY");
  const before = await looks(order);
  const kept = await suspend({ kind: "order.atStore", action: "SUPERVISE", receiverId: supervisor.id });
  const { butlerId, butlerWhy, state, deliveryStoreId } = await looks(order);
  assert.deepEqual([butlerId, state, deliveryStoreId], [supervisor.id, "READY", store.id]);
  assert.match(butlerWhy ?? "", /暂停，留店督办$/);
  await resume(kept);
  assert.deepEqual(await looks(order), before);

  const moved = await suspend({ kind: "order.atStore", action: "MOVE_CAR", receiverId: other.id });
  const there = { state: "PRODUCED", deliveryStoreId: other.id, appointmentAt: null };
  assert.partialDeepStrictEqual(await looks(order), there);
  const pdi = () =>
    app.rows("select done_at is not null as done from delivery_check where order_id = $1 and code = 'PDI'", [order.id]);
  assert.deepEqual(await pdi(), [{ done: false }]);
  await resume(moved);
  assert.deepEqual(await looks(order), before);
  assert.deepEqual(await pdi(), [{ done: true }]);
  assert.deepEqual(
    (await appointmentsOf(app, order)).map((one) => Object(one).state),
    ["CANCELLED", "BOOKED"],
  );
});

test("order 15 cascade: an order that somebody has gone on with stays where it is, one with an open change is not moved", async () => {
  const { store, other, suspend, resume } = await given();
  const [gone, open] = [
    await givenLockedOrder(app, { deliveryStoreId: store.id }),
    await givenLockedOrder(app, { deliveryStoreId: store.id }),
  ];
  const { order: lost } = await givenArrived(app, { deliveryStoreId: store.id });
  await givenBooked(app, await orderRow(app, lost.id));
  const asked = { kind: "PAYMODE", party: "CUSTOMER", reason: "换", before: {}, after: {}, priceDiffFen: 0 } as const;
  await app.arrange(async (tx) => insertChange(tx, open, asked));
  const id = await suspend(
    { kind: "order.beforeArrival", action: "MOVE_STORE", receiverId: other.id },
    { kind: "order.atStore", action: "MOVE_CAR", receiverId: other.id },
  );
  const items = new Map((await itemsOf(id)).map((item) => [item.targetId, item]));
  assert.deepEqual([items.get(open.id)?.state, items.get(open.id)?.message], ["FAILED", "已有进行中的变更"]);
  assert.equal((await looks(open)).deliveryStoreId, store.id);
  await putInState(app, gone, "SCHEDULED");
  await app.rows("update delivery_slot set booked = capacity where store_id = $1", [store.id]);
  await resume(id);
  const after = new Map((await itemsOf(id)).map((item) => [item.targetId, item]));
  assert.deepEqual([after.get(gone.id)?.restored, after.get(gone.id)?.why], ["KEPT", "订单已有新的进展"]);
  assert.equal((await looks(gone)).deliveryStoreId, other.id);
  assert.match(after.get(lost.id)?.why ?? "", /原预约时段已不可用/);
  assert.partialDeepStrictEqual(await looks(lost), {
    state: "ARRIVED",
    deliveryStoreId: store.id,
    appointmentAt: null,
  });
});

test("order 15 cascade: of a long reason the change keeps 100 characters, as many as it may have", async () => {
  const { partner, store, other, confirm, execute } = await given();
  const order = await givenLockedOrder(app, { deliveryStoreId: store.id });
  const id = await confirm({ kind: "order.beforeArrival", action: "MOVE_STORE", receiverId: other.id });
  await app.rows("update partner_suspension set reason = $2 where id = $1", [id, "欠".repeat(150)]);
  await execute(id);
  const [change] = await app.rows<{ reason: string }>("select reason from order_change where order_id = $1", [
    order.id,
  ]);
  assert.equal(change?.reason, `合作伙伴${partner.shortName}已暂停：`.padEnd(100, "欠"));
});

test("order 15 cascade: a fault is no lost slot: nothing is put back then", async () => {
  const { id: deliveryStoreId } = await givenStore(app);
  const { order } = await givenArrived(app, { deliveryStoreId });
  await givenBooked(app, await orderRow(app, order.id));
  const restore = app.arrange(async (tx) => {
    const booked = await lockOrderRow(tx, order.id);
    const before = await standingOf(tx, booked);
    await freeSlot(tx, booked, { party: "BRAND", reason: "门店停业" });
    const told = {
      before: { ...before, booked: { ...before.booked, storeId: "nowhere" } },
      after: await standingOf(tx, booked),
    };
    return restoreStanding(tx, booked, told);
  });
  await assert.rejects(restore, /invalid input syntax for type uuid: "nowhere"/);
  assert.notEqual((await looks(order)).appointmentAt, null);
});

test("order 15 cascade: a slot that begins now or has begun is not taken again, one that is to come is", async () => {
  for (const [seconds, told] of [
    [0, "订单已移回，原预约时段已不可用，请重新预约"],
    [-1, "订单已移回，原预约时段已不可用，请重新预约"],
    [1, "RESTORED"],
  ] as const) {
    const { id: deliveryStoreId } = await givenStore(app);
    const { order } = await givenArrived(app, { deliveryStoreId });
    await givenBooked(app, await orderRow(app, order.id));
    await app.holdTime(async () => {
      const outcome = await app.arrange(async (tx) => {
        const booked = await lockOrderRow(tx, order.id);
        const before = await standingOf(tx, booked);
        await freeSlot(tx, booked, { party: "BRAND", reason: "门店停业" });
        const after = await standingOf(tx, booked);
        const startAt = new Date(tx.now.getTime() + seconds * 1_000);
        return restoreStanding(tx, booked, {
          before: { ...before, booked: before.booked && { ...before.booked, startAt } },
          after,
        });
      });
      assert.equal(outcome, told, String(seconds));
    });
    const states = (await appointmentsOf(app, order)).map((one) => Object(one).state);
    assert.deepEqual(states, told === "RESTORED" ? ["CANCELLED", "BOOKED"] : ["CANCELLED"]);
  }
});
