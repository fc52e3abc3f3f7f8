import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayAfterWorkdays, dayOf } from "@ops/platform/contract";
import { holidaysOf } from "@ops/platform/server";
import { givenCar, givenConfig } from "@ops/vehicle/server/testing";
import * as contract from "../../contract/index.ts";
import { matchCar } from "../car/published.ts";
import { orderTells } from "../intake/tell-order.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { promiseHistory } from "../promise/published.ts";
import { givenDraftedOrder, givenInvoice, givenLockedOrder, givenPaid, givenPolicy, testApp } from "../testing.ts";
import { changeDesk } from "./testing.ts";

const app = testApp();
const { apply, decide, moneyOf, orderRow, person, refusal, withdraw } = changeDesk(app);
const choiceOf = ({ carConfigId }: { carConfigId: string | null }, optionCodes: string[]) =>
  ({ kind: "CONFIG", carConfigId, optionCodes, extColor: "EX-W01", intColor: "IN-B02" }) as const;

const toldAt = ({ now: at }: { readonly now: Date }) => ({ at, payload: {} });

/** Both levels agree to a change. */
async function agreed(order: { readonly id: string; readonly storeId: string }, optionCodes: string[]) {
  const asked = await apply(order, choiceOf(await orderRow(order), optionCodes));
  assert.equal(asked.msg, "");
  const first = await decide(asked.data.id, { id: order.storeId });
  assert.equal(first.data.state, "REVIEW", first.msg);
  return decide(asked.data.id);
}
const contractsOf = ({ id }: { readonly id: string }) =>
  app.rows("select state, void_reason as why from order_contract where order_id = $1 order by contract_no", [id]);

test("OR-R7 another configuration needs the store and headquarters; until then the old data hold", async () => {
  const order = await givenDraftedOrder(app);
  const asked = await apply(order, choiceOf(order, []));
  assert.match(asked.data.changeNo, /^BG\d{14}$/);
  assert.equal((await orderRow(order)).version, order.version + 1, "whoever saw the order before has to look again");
  assert.deepEqual(
    [asked.data.state, asked.data.priceDiffFen, asked.data.items],
    ["REVIEW", -1_200_000, [{ label: "选装", before: "高阶智驾", after: "无" }]],
  );
  assert.deepEqual((await orderRow(order)).optionCodes, ["OP-ADS"]);
  const again = await apply(order, choiceOf(order, []));
  assert.deepEqual(refusal(again), ["ORDER_CHANGE_OPEN", "已有进行中的变更"]);
  const store = { id: order.storeId };
  assert.equal((await decide(asked.data.id, store)).data.state, "REVIEW");
  assert.equal((await decide(asked.data.id, store)).success, false, "the second level is not the store's");
  assert.deepEqual((await orderRow(order)).optionCodes, ["OP-ADS"]);
  const { data } = await decide(asked.data.id);
  assert.equal(data.state, "EFFECTIVE");
  const changed = await orderRow(order);
  assert.deepEqual([changed.optionCodes, changed.optionNames, changed.snapshot?.totalFen], [[], [], 24_590_000]);
  assert.deepEqual(await contractsOf(order), [
    { state: "VOID", why: "改配" },
    { state: "DRAFT", why: null },
  ]);
});

test("OR-R6 OR-R7 the promise starts again on the day of the effect, with a row of its own", async () => {
  const order = await givenLockedOrder(app);
  app.passTime(3 * 86_400);
  await agreed(order, []);
  const day = addDays(dayOf(app.now()), 42);
  const { promiseOriginal, promiseEffective, eta } = await orderRow(order);
  assert.deepEqual([promiseOriginal, promiseEffective, eta], [order.promiseOriginal, day, day]);
  const [row] = await app.arrange((tx) => promiseHistory(tx, order.id));
  assert.partialDeepStrictEqual(row, { kind: "CONFIG", promisedOn: day, eta: day, party: "CUSTOMER" });
});

test("OR-R7 a cheaper choice lowers what is due, and what was paid beyond it goes back", async () => {
  const order = await givenLockedOrder(app);
  await givenPaid(app, order, 25_290_000);
  await agreed(order, []);
  assert.deepEqual(await moneyOf(order), { due: 24_590_000, paid: 24_590_000, total: 24_590_000, refunds: 1_200_000 });
});

test("OR-R7 a dearer choice waits until its difference is paid, to the fen and without excess", async () => {
  const order = await givenLockedOrder(app);
  await agreed(order, []);
  await givenPaid(app, order, 24_090_000);
  assert.deepEqual(await moneyOf(order), { due: 24_590_000, paid: 24_590_000, total: 24_590_000, refunds: 0 });
  const { data } = await agreed(order, ["OP-ADS"]);
  assert.equal(data.state, "PAY_DIFF");
  assert.deepEqual((await orderRow(order)).optionCodes, []);
  await givenPaid(app, order, 1_199_999);
  assert.deepEqual((await orderRow(order)).optionCodes, []);
  await givenPaid(app, order, 1);
  assert.deepEqual(await moneyOf(order), { due: 25_790_000, paid: 25_790_000, total: 25_790_000, refunds: 0 });
  assert.deepEqual((await orderRow(order)).optionCodes, ["OP-ADS"]);
  const [change] = await app.rows("select state from order_change where id = $1", [data.id]);
  assert.deepEqual(change, { state: "EFFECTIVE" });
});

test("OR-R7 the difference counts from the agreement on, however little was paid before", async () => {
  const order = await givenLockedOrder(app);
  await agreed(order, []);
  const { data } = await agreed(order, ["OP-ADS"]);
  await givenPaid(app, order, 1_199_999);
  const stateOf = async () =>
    (await app.rows<{ state: string }>("select state from order_change where id = $1", [data.id]))[0];
  assert.deepEqual(await stateOf(), { state: "PAY_DIFF" });
  await givenPaid(app, order, 1);
  assert.deepEqual(await stateOf(), { state: "EFFECTIVE" });
});

test("OR-R7 whoever withdraws before the difference is paid gets the old price and the money beyond it back", async () => {
  const order = await givenLockedOrder(app);
  await agreed(order, []);
  await givenPaid(app, order, 24_090_000);
  const { data } = await agreed(order, ["OP-ADS"]);
  await givenPaid(app, order, 500_000);
  const taken = await withdraw(data.id, { id: order.storeId });
  assert.equal(taken.data.state, "WITHDRAWN", taken.msg);
  assert.deepEqual(await moneyOf(order), { due: 24_590_000, paid: 24_590_000, total: 24_590_000, refunds: 500_000 });
  await givenPaid(app, order, 1_200_000);
  assert.deepEqual((await orderRow(order)).optionCodes, []);
  assert.deepEqual(refusal(await withdraw(data.id)), [
    "ORDER_STATE_ILLEGAL",
    "变更单当前状态为【已撤回】，不能执行【撤回】",
  ]);
});

test("OR-R7 OR-R16 an order that was scheduled meanwhile keeps its configuration, although the difference was paid, until it is withdrawn", async () => {
  const order = await givenLockedOrder(app);
  await agreed(order, []);
  const { data } = await agreed(order, ["OP-ADS"]);
  await app.rows("update sales_order set state = 'SCHEDULED' where id = $1", [order.id]);
  await givenPaid(app, order, 1_200_000);
  assert.deepEqual((await orderRow(order)).optionCodes, []);
  const issues = () => app.rows("select text from order_issue where order_id = $1 and cleared_at is null", [order.id]);
  assert.deepEqual(await issues(), [{ text: "差价已付，但订单已排产，改配未生效，请撤回变更" }]);
  await givenInvoice(app, order);
  assert.deepEqual(refusal(await withdraw(data.id)), ["ORDER_INVOICE_ISSUED", "已开票，请先红冲发票"]);
  await app.rows("delete from order_invoice where order_id = $1", [order.id]);
  assert.equal((await withdraw(data.id)).data.state, "WITHDRAWN");
  assert.deepEqual(await issues(), []);
});

test("OR-R7 nobody has a car built or takes one for a choice that is about to change; what is told applies", async () => {
  const operator = await app.signIn({ boolAdmin: true });
  const order = await givenLockedOrder(app);
  const config = { id: order.carConfigId ?? "", modelId: "", seriesId: "", seriesCode: "", configCode: "" };
  const car = await givenCar(app, { config, optionCodes: [] });
  const params = { id: order.id };
  const acts = async () => {
    const { version } = await orderRow(order);
    return [
      (await operator.call(contract.scheduleOrder, { params, body: { version } })).msgCode,
      (await operator.call(contract.matchOrderCar, { params, body: { carId: car.id, version } })).msgCode,
    ];
  };
  await agreed(order, []);
  const { data } = await agreed(order, ["OP-ADS"]);
  assert.equal(data.state, "PAY_DIFF");
  const lightning = app.arrange((tx) => matchCar(tx, { orderId: order.id, carId: car.id }));
  await assert.rejects(lightning, { msgCode: "ORDER_CHANGE_OPEN" });
  assert.deepEqual(await acts(), ["ORDER_CHANGE_OPEN", "ORDER_CHANGE_OPEN"]);
  await withdraw(data.id);
  assert.equal((await apply(order, choiceOf(order, ["OP-ADS"]))).data.state, "REVIEW");
  assert.deepEqual(await acts(), ["ORDER_CHANGE_OPEN", "ORDER_CHANGE_OPEN"]);
  await app.arrange(async (tx) => orderTells["factory.scheduled"](tx, await lockOrderRow(tx, order.id), toldAt(tx)));
  assert.equal((await orderRow(order)).state, "SCHEDULED");
  const other = await givenLockedOrder(app);
  assert.equal((await apply(other, { kind: "PAYMODE", payMode: "LOAN" })).msg, "");
  const { version } = await orderRow(other);
  const { data: built } = await operator.call(contract.scheduleOrder, { params: { id: other.id }, body: { version } });
  assert.equal(built.state, "SCHEDULED");
});

test("OR-R7 a configuration changes in LOCKED alone, within its series, and to another one", async () => {
  const order = await givenLockedOrder(app);
  assert.deepEqual(refusal(await apply(order, choiceOf(order, ["OP-ADS"]))), [
    "ORDER_CHANGE_SAME",
    "变更内容与原来相同",
  ]);
  assert.deepEqual(refusal(await apply(order, { kind: "CONFIG" })), ["ORDER_CHOICE", "请先选择配置"]);
  const other = await givenConfig(app);
  assert.deepEqual(refusal(await apply(order, choiceOf({ carConfigId: other.id }, []))), [
    "ORDER_SERIES_CONFIG",
    "配置不属于所选车系",
  ]);
  const late = ["ORDER_CHANGE_LATE", "订单已排产，不能修改配置"];
  for (const state of ["SCHEDULED", "PRODUCED", "IN_TRANSIT", "ARRIVED", "READY"]) {
    await app.rows("update sales_order set state = $2 where id = $1", [order.id, state]);
    assert.deepEqual(refusal(await apply(order, choiceOf(order, []))), late, state);
  }
  await app.rows("update sales_order set state = 'BIG' where id = $1", [order.id]);
  assert.equal((await apply(order, choiceOf(order, []))).msgCode, "ORDER_STATE_ILLEGAL");
  await app.rows("update sales_order set state = 'LOCKED' where id = $1", [order.id]);
  const asked = await apply(order, choiceOf(order, []));
  await app.arrange(async (tx) => orderTells["factory.scheduled"](tx, await lockOrderRow(tx, order.id), toldAt(tx)));
  assert.deepEqual(refusal(await decide(asked.data.id, { id: order.storeId })), late);
  const { data } = await decide(asked.data.id, { id: order.storeId }, "REJECT");
  assert.equal(data.state, "REJECTED");
});

test("OR-R7 a choice that is sold no longer is not agreed to, but may be rejected", async () => {
  const order = await givenLockedOrder(app);
  const asked = await apply(order, choiceOf(order, []));
  await app.rows("update car_config set status = 'DISABLED' where id = $1", [order.carConfigId]);
  await app.arrange((tx) => tx.invalidate(`vehicle.config:${order.carConfigId}`));
  assert.equal((await decide(asked.data.id, { id: order.storeId })).msgCode, "VEHICLE_NOT_SELLABLE");
  assert.equal((await decide(asked.data.id, { id: order.storeId }, "REJECT")).data.state, "REJECTED");
});

test("OR-R7 OR-R8 OR-R9 whoever decides has two working days for a change, one for a cancellation or a refund", async () => {
  const laterBy = (workdays: number) =>
    app.arrange(async (tx) => dayAfterWorkdays(await holidaysOf(tx), dayOf(tx.now), workdays));
  const dueOf = async (flow: string) => {
    const [row] = await app.rows<{ at: Date }>(
      "select due_at as at from approval where flow = $1 order by waiting_since desc, id desc limit 1",
      [flow],
    );
    return dayOf(row?.at ?? new Date(0));
  };
  const order = await givenLockedOrder(app);
  await apply(order, choiceOf(order, []));
  assert.equal(await dueOf("order.change"), await laterBy(2));
  const paid = await givenLockedOrder(app);
  await givenPaid(app, paid, 25_790_000);
  assert.equal(await dueOf("order.refund"), await laterBy(1));
  const seller = await app.signIn({ permissions: ["order:order:view", "order:price:view", "order:cancel:apply"] });
  const { version } = await orderRow(paid);
  const lines = [{ kind: "DEPOSIT" as const, fen: 500_000 }];
  const body = { reasonCode: "PLAN", party: "CUSTOMER" as const, lines, refundFen: 25_290_000, version };
  const { msg } = await seller.call(contract.applyCancel, { params: { id: paid.id }, body });
  assert.deepEqual([msg, await dueOf("order.cancel")], ["", await laterBy(1)]);
});

test("OR-R7 discounts that were locked stay, also when their policy has ended", async () => {
  const policy = await givenPolicy(app);
  const order = await givenLockedOrder(app, { lines: [{ kind: "TRADE_IN", amountFen: 800_000, policyId: policy.id }] });
  await app.rows("update sales_policy set status = 'DISABLED' where id = $1", [policy.id]);
  await agreed(order, []);
  assert.equal((await moneyOf(order))?.due, 24_590_000 - 800_000);
});

test("OR-R7 a preview tells the difference, the new promise and who decides, and changes nothing", async () => {
  const order = await givenLockedOrder(app);
  const seller = await person({ id: order.storeId });
  const query = {
    kind: "CONFIG",
    carConfigId: order.carConfigId ?? "",
    extColor: "EX-W01",
    intColor: "IN-B02",
  } as const;
  const { data, msg } = await seller.call(contract.previewChange, { params: { id: order.id }, query });
  assert.equal(msg, "");
  assert.deepEqual(data, {
    items: [{ label: "选装", before: "高阶智驾", after: "无" }],
    priceDiffFen: -1_200_000,
    promisedOn: addDays(dayOf(app.now()), 42),
    levels: ["门店审批", "总部审批"],
  });
  assert.deepEqual(await app.rows("select 1 from order_change where order_id = $1", [order.id]), []);
  const poor = await app.signIn({ permissions: ["order:order:view", "order:change:apply"] });
  const unseen = await poor.call(contract.previewChange, { params: { id: order.id }, query });
  assert.equal(unseen.data.priceDiffFen, null);
  const buyer = await seller.call(contract.previewChange, { params: { id: order.id }, query: { kind: "BUYER" } });
  assert.deepEqual(buyer.data.levels, ["门店审批"]);
});

test("OR-R7 an open change holds price, lock and further changes", async () => {
  const order = await givenLockedOrder(app);
  const asked = await apply(order, choiceOf(order, []));
  const hq = await app.signIn({ permissions: ["order:order:view", "order:price:view", "order:price:correct"] });
  const { version } = await orderRow(order);
  const corrected = await hq.call(contract.correctPrice, {
    params: { id: order.id },
    body: { lines: [], reason: "更正", version },
  });
  const open = ["ORDER_CHANGE_OPEN", "已有进行中的变更"];
  assert.deepEqual(refusal(corrected), open);
  const unlocker = await app.signIn({ permissions: ["order:order:view", "order:order:unlock"] });
  const unlocked = await unlocker.call(contract.unlockOrder, {
    params: { id: order.id },
    body: { reason: "客户要求", version },
  });
  assert.deepEqual(refusal(unlocked), open);
  await app.rows("update sales_order set held_reason = '客户失联' where id = $1", [order.id]);
  const held = ["ORDER_HELD", "订单已挂起（客户失联），请先解除挂起"];
  assert.deepEqual(refusal(await decide(asked.data.id, { id: order.storeId })), held);
  assert.deepEqual(refusal(await withdraw(asked.data.id)), held);
});
