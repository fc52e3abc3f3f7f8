import assert from "node:assert/strict";
import { test } from "node:test";
import { givenUser } from "@ops/authority/server/testing";
import { wireTime } from "@ops/platform/contract";
import { givenStore } from "@ops/store/server/testing";
import { assignOrder, batchAssign, getOrder, listButlers, listOrderAdvisers } from "../../contract/index.ts";
import { givenDutyButler, givenLockedOrder, givenOrder, testApp } from "../testing.ts";
import { releaseButler } from "./change.ts";

const app = testApp();
const manager = () => app.signIn({ permissions: ["assign", "list", "view"].map((act) => `order:order:${act}`) });

test("OR-R17 of those who never had an order the first by number comes first, and whoever had one after them; each with load and last time", async () => {
  const { id: storeId } = await givenStore(app);
  const order = await givenLockedOrder(app, { deliveryStoreId: storeId });
  const people = [
    await givenDutyButler(app, storeId),
    await givenDutyButler(app, storeId),
    await givenDutyButler(app, storeId),
  ];
  const [first = "", , last = ""] = people;
  const { id: handed } = await givenLockedOrder(app);
  const at = new Date(app.now().getTime() - 3_600_000);
  await app.rows("update sales_order set state = 'CLOSED', butler_id = $2, butler_at = $3 where id = $1", [
    handed,
    first,
    at,
  ]);
  const { data } = await (await manager()).call(listButlers, { params: { id: order.id } });
  assert.deepEqual(
    data.map(({ userId, open, weight, lastAt }) => [userId, open, weight, lastAt]),
    [
      ...people
        .slice(1)
        .toSorted()
        .map((userId) => [userId, 0, 1, null]),
      [first, 0, 1, wireTime(at)],
    ],
  );
  assert.ok(people.includes(last));
});

test("OR-R17 before a delivering store is named nobody is there to choose", async () => {
  const order = await givenOrder(app);
  assert.deepEqual((await (await manager()).call(listButlers, { params: { id: order.id } })).data, []);
});

test("OR-R17 an order shows its butler by name, and the plan of many who has it or that nobody has", async () => {
  const client = await manager();
  const [named, bare] = [await givenLockedOrder(app), await givenLockedOrder(app)];
  const [old, next] = [await givenUser(app, { userName: "原管家" }), await givenUser(app, { userName: "新管家" })];
  await app.rows("update sales_order set butler_id = $2 where id = $1", [named.id, old.id]);
  const nameOf = async (id: string) => (await client.call(getOrder, { params: { id } })).data.butlerName;
  assert.deepEqual([await nameOf(named.id), await nameOf(bare.id)], ["原管家", null]);
  const body = { ids: [named.id, bare.id], butlerId: next.id };
  const { data } = await client.call(batchAssign.preview, { body });
  const before = new Map(data.rows.map((row) => [row.recordId, Object(row.before)["交付管家"]]));
  assert.deepEqual([before.get(named.id), before.get(bare.id)], ["原管家", "未分配"]);
});

test("order 7 another adviser is somebody of the store that sells, as with a new order; a butler may come from anywhere", async () => {
  const [client, order] = [
    await manager(),
    await givenLockedOrder(app, { deliveryStoreId: (await givenStore(app)).id }),
  ];
  const at = async (id: string | null) => (await app.signIn({ organization: { id: id ?? "" } })).user;
  const [colleague, stranger] = [await at(order.storeId), await at(order.deliveryStoreId)];
  const assign = (wishes: { readonly advisorId: string; readonly butlerId?: string }) =>
    client.call(assignOrder, { params: { id: order.id }, body: { reason: "调整", version: order.version, ...wishes } });
  const refused = await assign({ advisorId: stranger.id, butlerId: stranger.id });
  assert.deepEqual([refused.msgCode, refused.msg], ["ORDER_ADVISOR_STORE", "销售顾问须是下单门店的在岗人员"]);
  const { data: offered } = await client.call(listOrderAdvisers, { params: { id: order.id } });
  assert.deepEqual(
    offered.map(({ id, name, positionName }) => [id, name, positionName !== ""]),
    [[colleague.id, colleague.userName, true]],
  );
  const { data } = await assign({ advisorId: colleague.id, butlerId: stranger.id });
  assert.deepEqual([data.advisorId, data.butlerId], [colleague.id, stranger.id], "nothing was changed before");
});

test("OR-R17 an unlock keeps whoever was chosen before the lock, and gives up whoever came with it or since, also without a time", async () => {
  const order = await givenLockedOrder(app);
  const { id: butlerId } = await givenUser(app);
  const lockedAt = new Date(app.now().getTime() - 60_000);
  const at = (seconds: number) => new Date(lockedAt.getTime() + seconds * 1_000);
  const given = { ...order, butlerId, butlerWhy: "轮到", lockedAt };
  const release = (butlerAt: Date | null) => app.arrange((tx) => releaseButler(tx, { ...given, butlerAt }));
  const none = { butlerId: null, butlerWhy: null, butlerAt: null };
  assert.deepEqual(
    [await release(at(-1)), await release(at(0)), await release(at(1)), await release(null)],
    [{}, none, none, none],
  );
  const unlocked = await app.arrange((tx) => releaseButler(tx, { ...given, lockedAt: null, butlerAt: at(-1) }));
  assert.deepEqual(unlocked, none);
  assert.deepEqual(await app.arrange((tx) => releaseButler(tx, { ...given, butlerId: null, butlerAt: null })), {});
});
