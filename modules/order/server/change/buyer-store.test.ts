import assert from "node:assert/strict";
import { test } from "node:test";
import { givenStore } from "@ops/store/server/testing";
import { carRow, givenCar } from "@ops/vehicle/server/testing";
import * as contract from "../../contract/index.ts";
import { matchCar } from "../car/published.ts";
import {
  appointmentsOf,
  givenBooked,
  givenDraftedOrder,
  givenDutyButler,
  givenInvoice,
  givenInvoiceable,
  givenLockedOrder,
  givenOrder,
  givenPaid,
  newCustomer,
  testApp,
} from "../testing.ts";
import { moveStoreAtOnce } from "./at-once.ts";
import { changeDesk } from "./testing.ts";

const app = testApp();
const { apply, decide, orderRow, person, refusal } = changeDesk(app);
const buyer = () => ({ kind: "BUYER", customer: newCustomer(), relation: "SPOUSE" }) as const;

test("OR-R7 another buyer takes buyer and owner over, with identity and contract anew, and is told", async () => {
  const order = await givenDraftedOrder(app);
  const asked = await apply(order, buyer());
  assert.equal(asked.msg, "");
  assert.deepEqual([asked.data.relation, asked.data.files.length], ["SPOUSE", 1]);
  assert.equal((await orderRow(order)).customerId, order.customerId);
  const { data } = await decide(asked.data.id, { id: order.storeId });
  assert.equal(data.state, "EFFECTIVE");
  const { customerId, ownerId } = await orderRow(order);
  assert.notEqual(customerId, order.customerId);
  assert.equal(ownerId, customerId);
  const told = await app.published(contract.buyerChanged);
  assert.partialDeepStrictEqual(told.at(-1), { orderId: order.id, fromCustomerId: order.customerId, customerId });
  const contracts = await app.rows("select state from order_contract where order_id = $1 order by contract_no", [
    order.id,
  ]);
  assert.deepEqual(contracts, [{ state: "VOID" }, { state: "DRAFT" }]);
  const [verified] = await app.rows("select identity_verified_at as at from customer where id = $1", [customerId]);
  assert.deepEqual(verified, { at: null });
});

test("order 5 a change tells who has to agree and who has; what is done at once has no chain", async () => {
  const order = await givenLockedOrder(app);
  const levelsOf = ({ chain }: contract.OrderChange) => chain?.levels.map(({ label, verdict }) => [label, verdict]);
  const asked = await apply(order, buyer());
  assert.deepEqual(levelsOf(asked.data), [["门店审批", null]], asked.msg);
  const decided = await decide(asked.data.id, { id: order.storeId });
  assert.deepEqual(levelsOf(decided.data), [["门店审批", "APPROVE"]]);
  const atOnce = await apply(order, { kind: "PAYMODE", payMode: "LEASE" });
  assert.equal(atOnce.data.chain, null, atOnce.msg);
});

test("OR-R10 an order whose buyer may be another one is not invoiced", async () => {
  const order = await givenInvoiceable(app);
  await apply(order, buyer());
  const clerk = await app.signIn({ permissions: ["order:order:view", "order:invoice:manage"] });
  const { version } = await orderRow(order);
  const asked = await clerk.call(contract.applyInvoice, { params: { id: order.id }, body: { kind: "CAR", version } });
  assert.deepEqual(refusal(asked), ["ORDER_CHANGE_OPEN", "已有进行中的变更"]);
});

test("OR-R7 an owner who is somebody else stays, and before the lock there is no contract", async () => {
  const other = await givenOrder(app);
  const order = await givenPaid(app, await givenOrder(app, { ownerId: other.customerId }), 500_000);
  const asked = await apply(order, buyer());
  await decide(asked.data.id, { id: order.storeId });
  assert.equal((await orderRow(order)).ownerId, other.customerId);
  assert.deepEqual(await app.rows("select 1 from order_contract where order_id = $1", [order.id]), []);
});

test("OR-R7 another buyer needs his name, the relation and a proof, an order from SMALL to READY, and no invoice", async () => {
  const order = await givenLockedOrder(app);
  assert.deepEqual(refusal(await apply(order, { kind: "BUYER" })), ["ORDER_CHANGE_BUYER", "请填写新购车人"]);
  assert.deepEqual(refusal(await apply(order, { ...buyer(), relation: null })), [
    "ORDER_CHANGE_RELATION",
    "请选择与原购车人关系",
  ]);
  assert.deepEqual(refusal(await apply(order, { ...buyer(), fileIds: [] })), ["ORDER_CHANGE_PROOF", "请上传关系证明"]);
  const unpaid = await givenOrder(app);
  assert.equal((await apply(unpaid, buyer())).msgCode, "ORDER_STATE_ILLEGAL");
  await givenInvoice(app, order);
  assert.deepEqual(refusal(await apply(order, buyer())), ["ORDER_INVOICE_ISSUED", "已开票，请先红冲发票"]);
  for (const state of ["SMALL", "BIG", "LOCKED", "SCHEDULED", "PRODUCED", "IN_TRANSIT", "ARRIVED", "READY"]) {
    const asked = await givenLockedOrder(app);
    await app.rows("update sales_order set state = $2 where id = $1", [asked.id, state]);
    assert.equal((await apply(asked, buyer())).msg, "", state);
  }
});

test("OR-R7 an invoice that was issued meanwhile stops the new buyer, and the lock waits for him", async () => {
  const order = await givenLockedOrder(app);
  const asked = await apply(order, buyer());
  await givenInvoice(app, order);
  assert.equal((await decide(asked.data.id, { id: order.storeId })).msgCode, "ORDER_INVOICE_ISSUED");
  const early = await givenPaid(app, await givenOrder(app, { payMode: "FULL", cityCode: "310100" }), 500_000);
  const seller = await app.signIn({ permissions: ["order:order:lock", "order:order:view"] });
  const isOpen = async () => (await seller.call(contract.getOrder, { params: { id: early.id } })).data.isChangeOpen;
  assert.equal(await isOpen(), false);
  await apply(early, buyer());
  assert.equal(await isOpen(), true, "told with the order");
  const { version } = await orderRow(early);
  const code = await seller.call(contract.sendLockCode, { params: { id: early.id }, body: { version } });
  assert.deepEqual(refusal(code), ["ORDER_CHANGE_OPEN", "已有进行中的变更"]);
});

test("OR-R7 a preview of another place of delivery names both stores, and refuses one that does no business", async () => {
  const order = await givenLockedOrder(app);
  const seller = await person({ id: order.storeId });
  const target = await givenStore(app, { name: "新交付中心" });
  const preview = (deliveryStoreId: string) =>
    seller.call(contract.previewChange, {
      params: { id: order.id },
      query: { kind: "DELIVERY_STORE", deliveryStoreId },
    });
  const { data, msg } = await preview(target.id);
  assert.equal(msg, "");
  assert.equal(data.items[0]?.after, "新交付中心");
  await app.rows("update store set state = 'CLOSED' where id = $1", [target.id]);
  assert.equal((await preview(target.id)).msgCode, "STORE_NOT_TRADING");
  assert.equal((await preview(order.id)).msgCode, "COMMON_NOT_FOUND");
});

test("OR-R7 the new store decides about a new place of delivery, and its people see the request before the order", async () => {
  const order = await givenLockedOrder(app);
  const [target, stranger] = [await givenStore(app, { name: "新交付中心" }), await givenStore(app)];
  const butlerId = await givenDutyButler(app, target.id);
  await givenBooked(app, order);
  const asked = await apply(order, { kind: "DELIVERY_STORE", deliveryStoreId: target.id });
  assert.equal(asked.data.items[0]?.after, "新交付中心", asked.msg);
  const there = await person(target);
  assert.equal((await there.call(contract.getOrder, { params: { id: order.id } })).msgCode, "COMMON_NOT_FOUND");
  const shown = await there.call(contract.getChange, { params: { id: asked.data.id } });
  assert.deepEqual([shown.data.orderNo, shown.data.priceDiffFen], [order.orderNo, null]);
  assert.equal((await decide(asked.data.id, stranger)).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await decide(asked.data.id, { id: order.storeId })).success, false, "the old store does not decide");
  const { data } = await decide(asked.data.id, target);
  assert.equal(data.state, "EFFECTIVE");
  const moved = await orderRow(order);
  assert.deepEqual([moved.deliveryStoreId, moved.butlerId, moved.state], [target.id, butlerId, "LOCKED"]);
  assert.equal(moved.appointmentAt, null);
  const { party, reason } = asked.data;
  assert.deepEqual(await appointmentsOf(app, order), [{ state: "CANCELLED", party, reason, booked: 0 }]);
  assert.match(moved.butlerWhy ?? "", /^在手0 ÷ 权重1 = 0.0/);
  const [told, given] = [
    await app.published(contract.deliveryStoreChanged),
    await app.published(contract.butlerChanged),
  ];
  assert.partialDeepStrictEqual(told.at(-1), { orderId: order.id, fromStoreId: order.storeId, storeId: target.id });
  assert.partialDeepStrictEqual(given.at(-1), { orderId: order.id, fromUserId: null, userId: butlerId });
});

test("OR-R7 OR-R13 the car is seen by the new store, and stands there already or not", async () => {
  const order = await givenLockedOrder(app);
  const target = await givenStore(app);
  const config = { id: order.carConfigId ?? "", modelId: "", seriesId: "", seriesCode: "", configCode: "" };
  const car = await givenCar(app, { config });
  await app.arrange((tx) => matchCar(tx, { orderId: order.id, carId: car.id }));
  await app.rows("update car set place_kind = 'STORE', place_id = $2 where id = $1", [car.id, target.id]);
  const asked = await apply(order, { kind: "DELIVERY_STORE", deliveryStoreId: target.id });
  await decide(asked.data.id, target);
  const { state, butlerId } = await orderRow(order);
  assert.deepEqual([state, butlerId], ["ARRIVED", null]);
  const told = (await app.published(contract.orderArrived)).filter(({ orderId }) => orderId === order.id);
  assert.deepEqual(
    told.map(({ storeId }) => storeId),
    [target.id],
  );
  assert.deepEqual((await carRow(app, car)).holdOrgIds.toSorted(), [order.storeId, target.id].toSorted());
});

test("OR-R7 a place of delivery changes from LOCKED to PRODUCED, to another store that trades", async () => {
  const order = await givenLockedOrder(app);
  const target = await givenStore(app);
  const to = (deliveryStoreId: string | null) => apply(order, { kind: "DELIVERY_STORE", deliveryStoreId });
  assert.deepEqual(refusal(await to(null)), ["ORDER_CHANGE_STORE", "请选择新的交付门店"]);
  assert.deepEqual(refusal(await to(order.storeId)), ["ORDER_CHANGE_SAME", "变更内容与原来相同"]);
  const preparing = await givenStore(app, { state: "PREPARING" });
  assert.equal((await to(preparing.id)).success, false);
  for (const state of ["IN_TRANSIT", "ARRIVED", "READY"]) {
    await app.rows("update sales_order set state = $2 where id = $1", [order.id, state]);
    assert.deepEqual(refusal(await to(target.id)), ["ORDER_CHANGE_SHIPPED", "车辆已发运，不能更换交付门店"], state);
  }
  for (const state of ["LOCKED", "SCHEDULED", "PRODUCED"]) {
    const other = await givenLockedOrder(app);
    await app.rows("update sales_order set state = $2 where id = $1", [other.id, state]);
    assert.equal((await apply(other, { kind: "DELIVERY_STORE", deliveryStoreId: target.id })).msg, "", state);
  }
});

test("OR-R7 the brand moves orders of a store at once, as a change of its own", async () => {
  const order = await givenLockedOrder(app);
  const target = await givenStore(app);
  await app.arrange(async (tx) => moveStoreAtOnce(tx, order, { storeId: target.id, reason: "门店闭店" }));
  assert.equal((await orderRow(order)).deliveryStoreId, target.id);
  const [change] = await app.rows("select party, state, reason from order_change where order_id = $1", [order.id]);
  assert.deepEqual(change, { party: "BRAND", state: "EFFECTIVE", reason: "门店闭店" });
});

test("OR-R7 another way of paying needs nobody, starts loan and lease anew, and ends with the invoice", async () => {
  const order = await givenLockedOrder(app, { payMode: "LOAN" });
  await app.rows("update sales_order set loan_state = 'APPROVED', lease_no = 'Z1' where id = $1", [order.id]);
  assert.deepEqual(refusal(await apply(order, { kind: "PAYMODE" })), ["ORDER_CHANGE_PAY_MODE", "请选择新的付款方式"]);
  assert.deepEqual(refusal(await apply(order, { kind: "PAYMODE", payMode: "LOAN" })), [
    "ORDER_CHANGE_SAME",
    "变更内容与原来相同",
  ]);
  const { data } = await apply(order, { kind: "PAYMODE", payMode: "LEASE", relation: "SPOUSE" });
  assert.equal(data.relation, null, "only a buyer has a relation");
  assert.deepEqual([data.state, data.items], ["EFFECTIVE", [{ label: "付款方式", before: "贷款", after: "租赁" }]]);
  const { payMode, loanState, leaseNo } = await orderRow(order);
  assert.deepEqual([payMode, loanState, leaseNo], ["LEASE", "NONE", null]);
  await givenInvoice(app, order);
  assert.equal((await apply(order, { kind: "PAYMODE", payMode: "FULL" })).msgCode, "ORDER_INVOICE_ISSUED");
});
