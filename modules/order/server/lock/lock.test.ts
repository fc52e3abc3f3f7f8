import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf } from "@ops/platform/contract";
import { givenStore } from "@ops/store/server/testing";
import { givenPhoto } from "@ops/vehicle/server/testing";
import * as contract from "../../contract/index.ts";
import {
  appointmentsOf,
  givenBooked,
  givenDutyButler,
  givenLockedOrder,
  givenOrder,
  givenPaid,
  newIdNo,
  testApp,
} from "../testing.ts";

const app = testApp();
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const CODES = ["create", "edit", "list", "view", "verify", "lock", "unlock", "hold", "assign"].map(
  (act) => `order:order:${act}`,
);
const adviser = () => app.signIn({ permissions: CODES });
type Client = Awaited<ReturnType<typeof adviser>>;
const TICKS = ["CHOICE", "DEPOSIT", "PROMISE"] as const;

/** An order that lacks nothing for its lock but the identity and the customer's word. */
async function bigOrder() {
  const { id: deliveryStoreId } = await givenStore(app);
  const order = await givenOrder(app, { deliveryStoreId, payMode: "FULL", cityCode: "310100" });
  return givenPaid(app, order, 500_000);
}

async function verify(seller: Client, order: { id: string; version: number }, idNo = newIdNo()) {
  const fileIds = [await givenPhoto(app, seller.user, "customer")];
  const { id, version } = order;
  return seller.call(contract.verifyIdentity, { params: { id }, body: { idNo, fileIds, version } });
}

/** Asks for a code and reads it from the message that the customer got. */
async function codeFor(seller: Client, { id, version }: { id: string; version: number }) {
  app.passTime(61); // a phone gets one code a minute
  const asked = await seller.call(contract.sendLockCode, { params: { id }, body: { version } });
  assert.equal(asked.msg, "");
  return lastCode();
}

async function lastCode(): Promise<string> {
  const [sent] = await app.rows<{ params: { code: string } }>(
    "select params from sms_outbox where template_code = 'CONFIRM_CODE' order by created_at desc, id desc limit 1",
  );
  return sent?.params.code ?? "";
}

const lock = (seller: Client, { id, version }: { id: string; version: number }, wishes: object = {}) =>
  seller.call(contract.lockOrder, { params: { id }, body: { ticks: [...TICKS], code: "000000", version, ...wishes } });

/** Goes the whole way to the lock. */
async function locked(seller: Client, order: { id: string; version: number }) {
  await verify(seller, order);
  const answer = await lock(seller, order, { code: await codeFor(seller, order) });
  assert.equal(answer.msg, "");
  return answer.data;
}

test("OR-R5 OR-R6 a lock freezes choice and price and promises the lock day and the longest cycle", async () => {
  const [seller, order] = [await adviser(), await bigOrder()];
  const data = await locked(seller, order);
  const day = addDays(dayOf(app.now()), 42);
  assert.deepEqual(
    [data.state, data.promiseOriginal, data.promiseEffective, data.eta, data.lockedAt !== null],
    ["LOCKED", day, day, day, true],
  );
  const [row] = await app.rows<{
    snapshot: { totalFen: number; cycleMaxDays: number; lines: object[] };
    total: number;
  }>("select snapshot, lock_total_fen::int as total from sales_order join order_money using (id) where id = $1", [
    order.id,
  ]);
  assert.deepEqual([row?.snapshot.totalFen, row?.total, row?.snapshot.cycleMaxDays], [25_790_000, 25_790_000, 42]);
  assert.equal(row?.snapshot.lines.length, 4);
  const told = await app.rows<{ name: string }>(
    "select name from event_outbox where payload ->> 'orderId' = $1 order by id desc limit 2",
    [order.id],
  );
  assert.deepEqual(told.map(({ name }) => name).sort(), ["order.locked", "order.promiseChanged"]);
  const contracts = await app.rows("select state from order_contract where order_id = $1", [order.id]);
  assert.deepEqual(contracts, [{ state: "DRAFT" }]);
});

test("OR-R5 the lock needs three ticks, the customer's code for this version, and his identity", async () => {
  const [seller, order] = [await adviser(), await bigOrder()];
  const send = () => seller.call(contract.sendLockCode, { params: { id: order.id }, body: { version: order.version } });
  assert.deepEqual(refusal(await send()), ["ORDER_ID_UNVERIFIED", "购车人身份未核验"]);
  assert.equal((await lock(seller, order)).msgCode, "ORDER_ID_UNVERIFIED");
  await verify(seller, order);
  assert.deepEqual(refusal(await lock(seller, order, { ticks: ["CHOICE", "DEPOSIT", "DEPOSIT"] })), [
    "ORDER_LOCK_CHECK",
    "请勾选全部确认项",
  ]);
  const code = await codeFor(seller, order);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
  assert.deepEqual(refusal(await lock(seller, order, { code: wrong })), ["ORDER_LOCK_CODE", "验证码不正确或已失效"]);
  const { seriesId, carConfigId, optionCodes, extColor, intColor, deliveryStoreId, payMode, cityCode } = order;
  const choice = { seriesId, carConfigId, optionCodes, extColor, intColor, deliveryStoreId, payMode, cityCode };
  const params = { id: order.id };
  const { data: noted } = await seller.call(contract.editOrder, {
    params,
    body: { ...choice, remark: "改了备注", version: order.version },
  });
  assert.equal((await lock(seller, noted, { code })).msgCode, "ORDER_LOCK_CODE", "a code of another version");
  const { data } = await lock(seller, noted, { code: await codeFor(seller, noted) });
  assert.equal(data.state, "LOCKED");
});

test("OR-R5 the lock needs 大定, a choice that is sold, way of paying, city and an open delivering store", async () => {
  const seller = await adviser();
  const order = await bigOrder();
  await verify(seller, order);
  const send = async () =>
    refusal(await seller.call(contract.sendLockCode, { params: { id: order.id }, body: { version: order.version } }));
  const withColumn = async (change: string, back: string) => {
    await app.rows(`update sales_order set ${change} where id = $1`, [order.id]);
    const told = await send();
    await app.rows(`update sales_order set ${back} where id = $1`, [order.id]);
    return told;
  };
  assert.deepEqual(await withColumn("pay_mode = null, city_code = null", "pay_mode = 'FULL', city_code = '310100'"), [
    "ORDER_LOCK_FIELDS",
    "请先填写：付款方式、上牌城市",
  ]);
  const store = order.deliveryStoreId;
  const [code, text] = await withColumn("delivery_store_id = null", `delivery_store_id = '${store}'`);
  assert.deepEqual([code, text], ["ORDER_LOCK_FIELDS", "请先填写：交付门店"]);
  assert.equal((await withColumn("state = 'SMALL'", "state = 'BIG'"))[0], "ORDER_STATE_ILLEGAL");
  assert.equal((await withColumn("held_reason = '资料不全'", "held_reason = null"))[0], "ORDER_HELD");
  assert.equal((await withColumn("ext_color = 'EX-B01'", "ext_color = 'EX-W01'"))[0], "VEHICLE_NOT_SELLABLE");
  await app.rows("update store set state = 'PREPARING' where id = $1", [store]);
  assert.equal((await send())[0], "STORE_NOT_TRADING");
});

test("OR-R5 the identity is the number of the original, with one or two photos, by whom and when", async () => {
  const seller = await adviser();
  const order = await bigOrder();
  const idNo = newIdNo();
  const body = { idNo, fileIds: [], version: order.version };
  const none = await seller.call(contract.verifyIdentity, { params: { id: order.id }, body });
  assert.deepEqual(refusal(none), ["COMMON_PARAM", "请上传1–2张证件照片"]);
  const photos = [1, 2, 3].map(() => givenPhoto(app, seller.user, "customer"));
  const three = { ...body, fileIds: await Promise.all(photos) };
  const many = await seller.call(contract.verifyIdentity, { params: { id: order.id }, body: three });
  assert.deepEqual(refusal(many), ["COMMON_PARAM", "请上传1–2张证件照片"]);
  assert.equal((await verify(seller, order, "11010519491231002Y")).msgCode, "COMMON_PARAM", "the check digit");
  assert.equal((await verify(seller, order, idNo)).msg, "");
  assert.deepEqual(refusal(await verify(seller, order, newIdNo())), ["ORDER_ID_OTHER", "证件号与登记的不一致"]);
  const [row] = await app.rows<{ by: string; files: string[] }>(
    "select identity_verified_by as by, identity_file_ids as files from customer where id = $1",
    [order.customerId],
  );
  assert.deepEqual([row?.by, row?.files.length], [seller.user.id, 1]);
  const photosFor = async (...more: string[]) => {
    const reader = await app.signIn({ permissions: ["order:customer:view", ...more] });
    const { data } = await reader.call(contract.getCustomer, { params: { id: order.customerId } });
    return data.identityFiles.map(({ id }) => id);
  };
  assert.deepEqual(await photosFor("order:customer:unmask"), row?.files, "shown to those who may see the number");
  assert.deepEqual(await photosFor(), []);
  const rival = await bigOrder();
  assert.equal((await verify(seller, rival, idNo)).msgCode, "ORDER_CUSTOMER_ID", "the number of somebody else");
});

test("OR-R11 an unlock gives the place of its appointment back", async () => {
  const [seller, order] = [await adviser(), await givenLockedOrder(app)];
  await givenBooked(app, order);
  const body = { version: order.version + 1, reason: "客户改色" };
  const { data, msg } = await seller.call(contract.unlockOrder, { params: { id: order.id }, body });
  assert.equal(msg, "");
  assert.equal(data.appointmentAt, null);
  const cancelled = { state: "CANCELLED", party: "BRAND", reason: "客户改色", booked: 0 };
  assert.deepEqual(await appointmentsOf(app, order), [cancelled]);
});

test("OR-R6 an unlock takes the promise back; the next lock makes a new one", async () => {
  const [seller, order] = [await adviser(), await bigOrder()];
  const { version } = await locked(seller, order);
  const params = { id: order.id };
  const { data } = await seller.call(contract.unlockOrder, { params, body: { version, reason: "客户改色" } });
  assert.deepEqual(
    [data.state, data.promiseOriginal, data.promiseEffective, data.eta, data.lockedAt],
    ["BIG", null, null, null, null],
  );
  const [money] = await app.rows<{ total: number | null }>(
    "select lock_total_fen as total from order_money where id = $1",
    [order.id],
  );
  assert.equal(money?.total, null);
  const twice = await seller.call(contract.unlockOrder, { params, body: { version: data.version, reason: "再次" } });
  assert.equal(twice.msgCode, "ORDER_STATE_ILLEGAL");
  await app.rows("update series_rule set cycle_max_days = 50 where id = $1", [order.ruleId]);
  const again = await lock(seller, data, { code: await codeFor(seller, data) });
  assert.equal(again.data.promiseOriginal, addDays(dayOf(app.now()), 50));
  const { data: history } = await seller.call(contract.getOrderHistory, { params });
  assert.deepEqual(
    history.promises.map(({ no, kind }) => [no, kind]),
    [
      [1, "LOCK"],
      [2, "UNLOCK"],
      [3, "LOCK"],
    ],
  );
});

test("OR-R17 the butler is whoever is on duty with the smallest load by weight, then who has waited longest", async () => {
  const seller = await adviser();
  const order = await bigOrder();
  const storeId = order.deliveryStoreId ?? "";
  const [a, b, c] = [
    await givenDutyButler(app, storeId, 1),
    await givenDutyButler(app, storeId, 2),
    await givenDutyButler(app, storeId, 1),
  ];
  const give = async (butlerId: string, count: number, hoursAgo: number, state = "LOCKED") => {
    for (let n = 0; n < count; n++) {
      const { id } = await givenOrder(app);
      await app.rows(
        `update sales_order set state = $3, locked_at = now(), butler_id = $2, butler_at = now() - make_interval(hours => $4)
         where id = $1`,
        [id, butlerId, state, hoursAgo],
      );
    }
  };
  await give(a, 6, 9);
  await give(b, 8, 1);
  await give(c, 4, 2);
  await give(c, 3, 5, "BIG");
  const params = { id: order.id };
  const { data: people } = await seller.call(contract.listButlers, { params });
  assert.deepEqual(
    people.map(({ userId, open, weight }) => [userId, open, weight]),
    [
      [c, 4, 1],
      [b, 8, 2],
      [a, 6, 1],
    ],
  );
  const data = await locked(seller, order);
  assert.equal(data.butlerId, c);
  assert.match(data.butlerWhy ?? "", /^在手4 ÷ 权重1 = 4\.0，上次分配\d{4}-/);
  const told = await app.rows<{ content: string }>("select content from notice where user_id = $1", [c]);
  assert.match(told[0]?.content ?? "", /^新锁单：.+，承诺交付\d{4}-\d\d-\d\d$/);
});

test("OR-R17 without anybody on duty nobody is chosen; by hand it needs a reason, and after the lock it is told", async () => {
  const seller = await adviser();
  const order = await bigOrder();
  const data = await locked(seller, order);
  assert.equal(data.butlerId, null);
  const butler = await givenDutyButler(app, order.deliveryStoreId ?? "");
  const params = { id: order.id };
  const assign = (version: number, wishes: object) =>
    seller.call(contract.assignOrder, { params, body: { reason: "熟悉该客户", version, ...wishes } });
  const nobody = await assign(data.version, {});
  assert.deepEqual(refusal(nobody), ["ORDER_ASSIGN_NOBODY", "交付管家与销售顾问至少选择一项"]);
  const { data: given } = await assign(data.version, { butlerId: butler });
  assert.deepEqual([given.butlerId, given.butlerWhy], [butler, "熟悉该客户"]);
  const { data: same } = await assign(given.version, { butlerId: butler });
  const { user: colleague } = await app.signIn({ organization: { id: order.storeId } });
  const { data: sold } = await assign(same.version, { advisorId: colleague.id });
  assert.deepEqual([sold.butlerId, sold.advisorId], [butler, colleague.id]);
  const [money] = await app.rows<{ advisor: string }>("select advisor_id as advisor from order_money where id = $1", [
    order.id,
  ]);
  assert.equal(money?.advisor, colleague.id, "the money follows the adviser");
  const told = await app.rows(
    "select payload ->> 'userId' as to from event_outbox where name = 'order.butlerChanged' and payload ->> 'orderId' = $1",
    [order.id],
  );
  assert.deepEqual(told, [{ to: butler }], "once for one change");
});

test("OR-R17 an unlock gives up the butler of the lock and tells it; one who was chosen before stays", async () => {
  const seller = await adviser();
  const unlock = (id: string, version: number) =>
    seller.call(contract.unlockOrder, { params: { id }, body: { version, reason: "客户改色" } });
  const order = await bigOrder();
  const butler = await givenDutyButler(app, order.deliveryStoreId ?? "");
  const { version, butlerId } = await locked(seller, order);
  assert.equal(butlerId, butler);
  const { data } = await unlock(order.id, version);
  assert.deepEqual([data.state, data.butlerId, data.butlerWhy], ["BIG", null, null]);
  const told = (await app.published(contract.butlerChanged)).filter(({ orderId }) => orderId === order.id);
  assert.deepEqual(
    told.map(({ fromUserId, userId }) => [fromUserId, userId]),
    [[butler, null]],
  );
  const known = await bigOrder();
  const body = { reason: "熟悉该客户", butlerId: butler, version: known.version };
  const { data: given } = await seller.call(contract.assignOrder, { params: { id: known.id }, body });
  app.passTime(1);
  const kept = await locked(seller, { ...known, version: given.version });
  assert.equal((await unlock(known.id, kept.version)).data.butlerId, butler);
});
