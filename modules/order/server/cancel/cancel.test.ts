import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf } from "@ops/platform/contract";
import { givenStore } from "@ops/store/server/testing";
import { carRow, givenCar } from "@ops/vehicle/server/testing";
import type { OrderStatus } from "../../contract/index.ts";
import * as contract from "../../contract/index.ts";
import { matchCar } from "../car/published.ts";
import { givenLockedOrder, givenPaid, testApp } from "../testing.ts";
import { Costs, cancelStory } from "./testing.ts";

const app = testApp();
const costs = new Costs();
const { given, orderOf, seller, approver, preview, apply, applied, openOf, decide, approveAll, refundsOf, toldOf } =
  cancelStory(app);
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];

test("OR-R8 at LOCKED the deposit stays: of 65 000 paid 60 000.00 go back, the newest payment first, after 门店 and 区域", async () => {
  const [adviser, order] = [await seller(), await given("LOCKED")];
  const { data: shown } = await preview(adviser, order);
  assert.deepEqual(
    [shown.party, shown.paidFen, shown.deductFen, shown.refundFen, shown.levels],
    ["CUSTOMER", 6_500_000, 500_000, 6_000_000, ["门店", "区域"]],
  );
  assert.deepEqual(shown.charges, [{ kind: "DEPOSIT", label: "定金", fen: 500_000, source: "订单" }]);
  assert.deepEqual(
    shown.plan.map(({ amountFen }) => amountFen),
    [6_000_000],
  );
  const open = await applied(adviser, order);
  assert.match(open.cancelNo, /^TD\d{14}$/);
  assert.deepEqual(
    [open.state, open.fromState, open.deductFen, open.refundFen, open.chain?.levels.map(({ label }) => label)],
    ["REVIEW", "LOCKED", 500_000, 6_000_000, ["门店", "区域"]],
  );
  assert.equal((await orderOf(order)).state, "CANCEL_REVIEW");
  assert.deepEqual(await refundsOf(order), [], "nothing goes back before everybody has agreed");
  const done = await approveAll(adviser, order);
  assert.equal(done.state, "DONE");
  assert.equal((await orderOf(order)).state, "CANCELLED");
  assert.deepEqual(await refundsOf(order), [{ why: "CANCEL", fen: 6_000_000, state: "APPROVED" }]);
  assert.partialDeepStrictEqual(await toldOf(order, "order.cancelled"), [
    { orderId: order.id, party: "CUSTOMER", fromStatus: "LOCKED" },
  ]);
});

test("OR-R8 what is decided is not decided again: the refusal names what was asked for", async () => {
  const [adviser, order, clerk] = [await seller(), await given("LOCKED"), await approver()];
  await applied(adviser, order);
  const done = await approveAll(adviser, order);
  const words = (act: string) => ["ORDER_STATE_ILLEGAL", `退订单当前状态为【已退订】，不能执行【${act}】`];
  assert.deepEqual(refusal(await decide(clerk, done)), words("退订通过"));
  assert.deepEqual(refusal(await decide(clerk, done, "REJECT", "不同意")), words("驳回"));
});

test("OR-R8 at IN_TRANSIT with 物流费 1 800.00 and 权益扣回 2 434.56: 9 234.56 stay, 55 765.44 go back, after 区域 and 总部", async (t) => {
  costs.fen.RIGHTS = () => 243_456;
  costs.fen.FREIGHT = () => 180_000;
  t.after(() => Object.assign(costs.fen, { RIGHTS: undefined, FREIGHT: undefined }));
  const [adviser, order] = [await seller(), await given("IN_TRANSIT")];
  const open = await applied(adviser, order);
  assert.deepEqual(
    open.lines.map(({ kind, label, fen, takenFen, uncoveredFen, source }) => [
      kind,
      label,
      fen,
      takenFen,
      uncoveredFen,
      source,
    ]),
    [
      ["DEPOSIT", "定金", 500_000, 500_000, 0, "订单"],
      ["FREIGHT", "物流费", 180_000, 180_000, 0, "物流费模块"],
      ["RIGHTS", "权益扣回", 243_456, 243_456, 0, "权益扣回模块"],
    ],
  );
  assert.deepEqual([open.deductFen, open.refundFen], [923_456, 5_576_544]);
  await approveAll(adviser, order);
  assert.deepEqual(await refundsOf(order), [{ why: "CANCEL", fen: 5_576_544, state: "APPROVED" }]);
});

test("OR-R8 lines and levels follow from the state of the order and from who is the reason", async (t) => {
  costs.fen.FREIGHT = () => 1;
  costs.fen.RIGHTS = () => 2;
  t.after(() => Object.assign(costs.fen, { RIGHTS: undefined, FREIGHT: undefined }));
  const adviser = await seller();
  const shownAt = async (state: OrderStatus, party: "CUSTOMER" | "BRAND" = "CUSTOMER") => {
    const { data } = await preview(adviser, await given(state), party);
    return [data.charges.map(({ kind, fen }) => `${kind} ${fen}`).join(), data.levels.join(), data.refundFen];
  };
  assert.deepEqual(await shownAt("SMALL"), ["", "", 100_000]);
  assert.deepEqual(await shownAt("BIG"), ["", "", 500_000]);
  assert.deepEqual(await shownAt("LOCKED"), ["DEPOSIT 500000", "门店,区域", 6_000_000]);
  for (const state of ["SCHEDULED", "PRODUCED", "IN_TRANSIT", "ARRIVED"] as const) {
    assert.deepEqual(await shownAt(state), ["DEPOSIT 500000,FREIGHT 1,RIGHTS 2", "区域,总部", 5_999_997], state);
  }
  assert.deepEqual(await shownAt("READY"), [
    "DEPOSIT 500000,FREIGHT 1,RIGHTS 2,PAPERS 50000",
    "区域,总部,财务",
    5_949_997,
  ]);
  assert.deepEqual(await shownAt("LOCKED", "BRAND"), ["", "门店", 6_500_000]);
  assert.deepEqual(await shownAt("READY", "BRAND"), ["", "门店", 6_500_000]);
  assert.deepEqual(await shownAt("SMALL", "BRAND"), ["", "", 100_000]);
  const unpaid = await preview(adviser, await given("UNPAID"));
  assert.deepEqual(refusal(unpaid), ["ORDER_STATE_ILLEGAL", "订单当前状态为【待支付】，不能执行【申请退订】"]);
  const over = await preview(adviser, await given("CLOSED"));
  assert.equal(over.msgCode, "ORDER_STATE_ILLEGAL");
});

test("OR-R8 大定 is taken back at once within 7 days, from the 8th on 门店 has to agree, also after an unlock", async () => {
  const [adviser, order] = [await seller(), await given("BIG")];
  const levels = async (days: number) => {
    await app.rows("update order_stage set at = $3 where order_id = $1 and to_state = $2", [
      order.id,
      "BIG",
      new Date(app.now().getTime() - days * 86_400_000),
    ]);
    return (await preview(adviser, order)).data.levels;
  };
  assert.deepEqual([await levels(0), await levels(7), await levels(8)], [[], [], ["门店"]]);
  await app.rows("update sales_order set stage_at = $2 where id = $1", [order.id, app.now()]);
  assert.deepEqual(await levels(9), ["门店"], "a later return to 大定 makes it no younger");
  const open = await applied(adviser, order);
  assert.deepEqual([open.state, open.deductFen, open.refundFen], ["REVIEW", 0, 500_000]);
});

test("OR-R8 the brand is the reason by itself when the promise passed more than 30 days ago", async () => {
  const [adviser, order] = [await seller(), await given("ARRIVED")];
  const partyAfter = async (days: number) => {
    const day = addDays(dayOf(app.now()), -days);
    await app.rows("update sales_order set promise_original = $2, promise_effective = $2 where id = $1", [
      order.id,
      day,
    ]);
    const { data } = await preview(adviser, order, "CUSTOMER");
    return [data.party, data.isLate, data.deductFen, data.levels.join()];
  };
  assert.deepEqual(await partyAfter(30), ["CUSTOMER", false, 500_000, "区域,总部"]);
  assert.deepEqual(await partyAfter(31), ["BRAND", true, 0, "门店"]);
  const open = await applied(adviser, order);
  assert.deepEqual([open.party, open.refundFen], ["BRAND", 6_500_000]);
  await approveAll(adviser, order);
  assert.partialDeepStrictEqual(await toldOf(order, "order.cancelled"), [{ party: "BRAND", fromStatus: "ARRIVED" }]);
});

test("OR-R8 at SMALL it is done at once: nobody is asked and everything goes back", async () => {
  const [adviser, order] = [await seller(), await given("SMALL")];
  await app.rows("update sales_order set held_reason = '投诉' where id = $1", [order.id]);
  const { data, msg } = await apply(adviser, order);
  assert.deepEqual([msg, data.state], ["", "CANCELLED"], "also a held one");
  const cancel = await openOf(adviser, order);
  assert.deepEqual([cancel.state, cancel.chain, cancel.refundFen], ["DONE", null, 100_000]);
  assert.deepEqual(await refundsOf(order), [{ why: "CANCEL", fen: 100_000, state: "APPROVED" }]);
  assert.equal((await preview(adviser, order)).msgCode, "ORDER_STATE_ILLEGAL");
});

test("OR-R8 a waived line needs a reason and adds 总部; more than the line is not waived", async () => {
  const [adviser, order] = [await seller(), await given("LOCKED")];
  const waived = { DEPOSIT: 200_000 };
  assert.deepEqual(refusal(await apply(adviser, order, { waived })), ["ORDER_CANCEL_WAIVE_REASON", "请填写减免原因"]);
  const much = await apply(adviser, order, { waived: { DEPOSIT: 500_001 }, waiveReason: "老客户" });
  assert.deepEqual(refusal(much), ["ORDER_CANCEL_WAIVE", "减免金额不能超过应扣金额"]);
  const open = await applied(adviser, order, { waived, waiveReason: "老客户" });
  assert.deepEqual([open.deductFen, open.refundFen, open.waiveReason], [300_000, 6_200_000, "老客户"]);
  assert.deepEqual(
    open.chain?.levels.map(({ label }) => label),
    ["门店", "区域", "总部"],
  );
  await approveAll(adviser, order);
  assert.deepEqual(
    (await refundsOf(order)).map(({ fen }) => fen),
    [6_000_000, 200_000],
    "the newest payment first, then the one before",
  );
});

test("OR-R8 lines take at most what was paid, one after the other; the rest is 未覆盖", async (t) => {
  costs.fen.FREIGHT = () => 400_000;
  t.after(() => Object.assign(costs.fen, { FREIGHT: undefined }));
  const adviser = await seller();
  const order = await givenLockedOrder(app);
  await app.rows("update sales_order set state = 'READY' where id = $1", [order.id]);
  await givenPaid(app, order, 100_000);
  const open = await applied(adviser, await orderOf(order));
  assert.deepEqual([open.paidFen, open.deductFen, open.refundFen, open.plan], [600_000, 600_000, 0, []]);
  assert.deepEqual(
    open.lines.map(({ kind, takenFen, uncoveredFen }) => [kind, takenFen, uncoveredFen]),
    [
      ["DEPOSIT", 500_000, 0],
      ["FREIGHT", 100_000, 300_000],
      ["PAPERS", 0, 50_000],
    ],
  );
  await approveAll(adviser, await orderOf(order));
  assert.deepEqual(await refundsOf(order), [], "nothing is left to go back");
});

test("OR-R8 what differs from the preview is a conflict, and another sum is refused", async (t) => {
  const [adviser, order] = [await seller(), await given("PRODUCED")];
  const { data: shown } = await preview(adviser, order);
  const body = {
    reasonCode: "PRICE",
    party: "CUSTOMER" as const,
    lines: shown.charges.map(({ kind, fen }) => ({ kind, fen })),
    refundFen: shown.refundFen,
    version: order.version,
  };
  const send = (wishes: object = {}) =>
    adviser.call(contract.applyCancel, { params: { id: order.id }, body: { ...body, ...wishes } });
  assert.deepEqual(refusal(await send({ refundFen: shown.refundFen + 1 })), [
    "ORDER_REFUND_SUM",
    "退款金额与扣款金额之和须等于已付金额",
  ]);
  assert.equal((await send({ lines: [] })).msgCode, "COMMON_VERSION_CONFLICT");
  assert.equal((await send({ lines: [{ kind: "DEPOSIT", fen: 499_999 }] })).msgCode, "COMMON_VERSION_CONFLICT");
  assert.equal((await send({ lines: [{ kind: "PAPERS", fen: 500_000 }] })).msgCode, "COMMON_VERSION_CONFLICT");
  assert.equal((await send({ reasonCode: "NOWHERE" })).msgCode, "COMMON_PARAM");
  costs.fen.FREIGHT = () => 100;
  t.after(() => Object.assign(costs.fen, { FREIGHT: undefined }));
  const late = await send();
  assert.equal(late.msgCode, "COMMON_VERSION_CONFLICT", "the car has left meanwhile");
  assert.deepEqual(
    [late.data.version, late.data.charges.map(({ kind, fen }) => [kind, fen])],
    [
      order.version,
      [
        ["DEPOSIT", 500_000],
        ["FREIGHT", 100],
      ],
    ],
    "the applicant is shown what it costs now",
  );
  await givenPaid(app, order, 1);
  Object.assign(costs.fen, { FREIGHT: undefined });
  assert.equal((await send()).msgCode, "ORDER_REFUND_SUM", "more was paid meanwhile");
});

test("OR-R8 an order that somebody has changed is refused with what its cancellation costs now, to the selling side alone", async (t) => {
  costs.fen.FREIGHT = () => 100;
  t.after(() => Object.assign(costs.fen, { FREIGHT: undefined }));
  const [order, other] = [await given("PRODUCED"), await givenStore(app)];
  await app.rows("update sales_order set version = version + 1, delivery_store_id = $2 where id = $1", [
    order.id,
    other.id,
  ]);
  const send = async (by: Awaited<ReturnType<typeof seller>>, party: "CUSTOMER" | "BRAND") =>
    by.call(contract.applyCancel, {
      params: { id: order.id },
      body: { reasonCode: "PRICE", party, lines: [], refundFen: 0, version: order.version },
    });
  const late = await send(await seller(), "CUSTOMER");
  assert.deepEqual(
    [late.msgCode, late.data.version, late.data.charges.map(({ kind }) => kind)],
    ["COMMON_VERSION_CONFLICT", order.version + 1, ["DEPOSIT", "FREIGHT"]],
  );
  assert.deepEqual((await send(await seller(), "BRAND")).data.charges, []);
  const delivering = await app.signIn({
    permissions: ["order:order:view", "order:cancel:apply"],
    scope: "ORG",
    organization: other,
  });
  assert.equal((await send(delivering, "CUSTOMER")).msgCode, "COMMON_NOT_FOUND");
});

test("OR-R8 the car leaves while somebody decides: a conflict, the plan is kept; it is rejected and applied for again", async (t) => {
  costs.fen.FREIGHT = (status) => (status === "IN_TRANSIT" ? 180_000 : 0);
  t.after(() => Object.assign(costs.fen, { FREIGHT: undefined }));
  const [adviser, order] = [await seller(), await given("PRODUCED")];
  const open = await applied(adviser, order);
  await decide(await approver(), open);
  await app.rows("update sales_order set prev_state = 'IN_TRANSIT' where id = $1", [order.id]);
  const [hq, waiting] = [await approver(), await openOf(adviser, order)];
  const late = await decide(hq, waiting);
  assert.equal(late.msgCode, "COMMON_VERSION_CONFLICT");
  const kept = await openOf(adviser, order);
  assert.deepEqual([kept.state, kept.version, kept.refundFen], ["REVIEW", waiting.version, 6_000_000]);
  assert.equal((await orderOf(order)).state, "CANCEL_REVIEW");
  assert.deepEqual(await refundsOf(order), []);
  assert.deepEqual(refusal(await decide(hq, waiting, "REJECT")), ["ORDER_CANCEL_NOTE", "请填写驳回原因"]);
  assert.equal((await decide(hq, waiting, "REJECT", "车辆已发运")).data.state, "REJECTED");
  assert.equal((await orderOf(order)).state, "IN_TRANSIT", "where it has come to meanwhile");
  const again = await applied(adviser, order);
  assert.deepEqual([again.deductFen, again.refundFen], [680_000, 5_820_000]);
});

test("OR-R8 an order that comes to where others have to agree is not cancelled by those who agreed before", async () => {
  const [adviser, order] = [await seller(), await given("LOCKED")];
  await decide(await approver(), await applied(adviser, order));
  await app.rows("update sales_order set prev_state = 'SCHEDULED' where id = $1", [order.id]);
  const [region, waiting] = [await approver(), await openOf(adviser, order)];
  assert.equal((await decide(region, waiting)).msgCode, "COMMON_VERSION_CONFLICT");
  assert.equal((await orderOf(order)).state, "CANCEL_REVIEW");
  await app.rows("update sales_order set prev_state = 'LOCKED' where id = $1", [order.id]);
  assert.equal((await decide(region, waiting)).data.state, "DONE");
});

test("OR-R9 money that arrives while somebody decides makes the plan wrong: nothing is refunded by it", async () => {
  const [adviser, order] = [await seller(), await given("LOCKED")];
  const open = await applied(adviser, order);
  await decide(await approver(), open);
  await givenPaid(app, order, 7);
  const last = await decide(await approver(), await openOf(adviser, order));
  assert.deepEqual(refusal(last), ["ORDER_REFUND_SUM", "退款金额与扣款金额之和须等于已付金额"]);
  assert.deepEqual(await refundsOf(order), []);
});

test("OR-R8 withdrawn by its applicant alone; the order is back, as old as it was, and money paid meanwhile counts", async () => {
  const [adviser, order] = [await seller(), await given("BIG")];
  await app.rows("update order_stage set at = at - interval '20 days' where order_id = $1", [order.id]);
  await app.rows("update sales_order set stage_at = stage_at - interval '20 days' where id = $1", [order.id]);
  const before = (await orderOf(order)).stageAt;
  const open = await applied(adviser, order);
  const withdraw = (by: typeof adviser) =>
    by.call(contract.withdrawCancel, {
      params: { id: open.id },
      body: { version: open.version, reason: "客户改主意" },
    });
  assert.deepEqual(refusal(await withdraw(await seller())), ["ORDER_CANCEL_OTHER", "只能由申请人撤回"]);
  assert.equal((await withdraw(adviser)).data.state, "WITHDRAWN");
  const back = await orderOf(order);
  assert.deepEqual([back.state, back.prevState, back.stageAt.getTime()], ["BIG", null, before.getTime()]);
  assert.equal((await withdraw(adviser)).msgCode, "COMMON_VERSION_CONFLICT");
  const late = await decide(await approver(), { id: open.id, version: open.version + 1 });
  assert.equal(late.msgCode, "ORDER_STATE_ILLEGAL");
  const { data } = await adviser.call(contract.getOrderRequests, { params: { id: order.id } });
  assert.deepEqual(
    data.cancels.map(({ state, chain }) => [state, chain?.state]),
    [["WITHDRAWN", "WITHDRAWN"]],
  );
});

test("OR-R8 财务 decides the last level of a ready order with its own code, and nobody decides twice or his own", async () => {
  const [adviser, order] = [await seller(), await given("READY")];
  const both = await app.signIn({ permissions: ["order:order:view", "order:cancel:approve", "order:refund:approve"] });
  const finance = await approver("order:refund:approve");
  let open = await applied(adviser, order);
  assert.equal((await decide(finance, open)).msgCode, "COMMON_FORBIDDEN", "not its turn");
  assert.equal((await decide(adviser, open)).msgCode, "COMMON_FORBIDDEN");
  open = (await decide(both, open)).data;
  assert.equal((await decide(both, open)).msgCode, "COMMON_APPROVAL_TWICE");
  open = (await decide(await approver(), open)).data;
  assert.equal((await decide(await approver(), open)).msgCode, "COMMON_FORBIDDEN", "the level of 财务");
  assert.equal((await decide(finance, open)).data.state, "DONE");
  const own = await app.signIn({ permissions: ["order:order:view", "order:cancel:apply", "order:cancel:approve"] });
  const second = await given("LOCKED");
  assert.equal((await decide(own, await applied(own, second))).msgCode, "COMMON_APPROVAL_SELF");
});

test("OR-R8 a cancelled order gives its car back, and cars that were built for it are free", async () => {
  const adviser = await seller();
  const order = await givenLockedOrder(app);
  const config = { id: order.carConfigId ?? "", modelId: "", seriesId: "", seriesCode: "", configCode: "" };
  const [car, built] = [await givenCar(app, { config }), await givenCar(app, { config })];
  await app.arrange((tx) => matchCar(tx, { orderId: order.id, carId: car.id }));
  await app.rows("update car set build_order_no = $2 where id = $1", [built.id, order.orderNo]);
  const bound = await orderOf(order);
  await applied(adviser, bound);
  await approveAll(adviser, bound);
  const [row, free] = [await carRow(app, car), await carRow(app, built)];
  assert.deepEqual([row.holdState, row.stockKind], ["RETURNED", "CANCELLED"]);
  assert.equal(free.buildOrderNo, null);
  const { carId, vin } = await orderOf(order);
  assert.deepEqual([carId, vin], [car.id, car.vin], "the order remembers which car it had");
});

test("OR-R8 the delivering store sees the request and who decides, but no amount; it neither previews nor applies", async () => {
  const { id: delivery } = await givenStore(app);
  const [adviser, order] = [await seller(), await given("LOCKED", { deliveryStoreId: delivery })];
  const open = await applied(adviser, order);
  const codes = ["order:order:view", "order:price:view", "order:cancel:apply", "order:cancel:approve"];
  const butler = await app.signIn({ permissions: codes, scope: "ORG", organization: { id: delivery } });
  const seen = await openOf(butler, order);
  assert.deepEqual(
    [seen.state, seen.paidFen, seen.deductFen, seen.refundFen, seen.lines, seen.plan],
    ["REVIEW", null, null, null, [], []],
  );
  assert.equal(seen.chain?.levels.length, 2);
  assert.equal((await preview(butler, order)).msgCode, "COMMON_NOT_FOUND");
  const other = await given("LOCKED", { deliveryStoreId: delivery });
  const body = { reasonCode: "PLAN", party: "BRAND" as const, refundFen: 0, version: other.version };
  const tried = await butler.call(contract.applyCancel, { params: { id: other.id }, body });
  assert.equal(tried.msgCode, "COMMON_NOT_FOUND");
  const stranger = await app.signIn({ permissions: codes, scope: "ORG" });
  assert.equal((await decide(stranger, open)).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await stranger.call(contract.getCancel, { params: { id: open.id } })).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await decide(await app.signIn({ permissions: [] }), open)).msgCode, "COMMON_FORBIDDEN");
});
