import assert from "node:assert/strict";
import { test } from "node:test";
import { givenPartner } from "@ops/partner/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import { givenStore } from "@ops/store/server/testing";
import { givenConfig } from "@ops/vehicle/server/testing";
import * as contract from "../../contract/index.ts";
import {
  givenChoice,
  givenOrder,
  givenPaid,
  givenPolicy,
  givenRule,
  givenVerified,
  newCustomer,
  newIdNo,
  newOrderBody,
  testApp,
} from "../testing.ts";

const app = testApp();
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const CODES = ["create", "edit", "list", "view", "hold"].map((act) => `order:order:${act}`);
const adviser = (...more: string[]) => app.signIn({ permissions: [...CODES, ...more] });

const bodyOf = (wishes: object = {}) => newOrderBody(app, wishes);

test("OR-R1 an order for the same customer and configuration asks, and goes in with a reason", async () => {
  const seller = await adviser();
  const body = await bodyOf();
  const first = await seller.call(contract.createOrder, { body });
  assert.match(first.data.orderNo, /^SO\d{14}$/);
  const again = await seller.call(contract.createOrder, { body });
  assert.deepEqual(refusal(again), [
    "ORDER_DUPLICATE",
    `该客户已有进行中的同配置订单${first.data.orderNo}，确认再次下单？`,
  ]);
  const { data } = await seller.call(contract.createOrder, { body: { ...body, duplicateReason: "给家人再购一台" } });
  assert.notEqual(data.orderNo, first.data.orderNo);
  assert.equal((await app.auditOf(data)).at(0)?.reason, "给家人再购一台");
  const { id: otherConfig, seriesId } = await givenConfig(app);
  await givenRule(app, { seriesId });
  const other = await seller.call(contract.createOrder, { body: { ...body, seriesId, carConfigId: otherConfig } });
  assert.equal(other.success, true, "another configuration is no duplicate");
  const bare = { ...body, carConfigId: null, optionCodes: [], extColor: null, intColor: null };
  assert.equal((await seller.call(contract.createOrder, { body: bare })).success, true, "without a choice neither");
});

test("OR-R1 orders at their end are no duplicates", async () => {
  const seller = await adviser();
  for (const state of ["CANCELLED", "CLOSED", "DELIVERED"]) {
    const body = await bodyOf();
    const { data } = await seller.call(contract.createOrder, { body });
    const handedAt = state === "DELIVERED" ? app.now() : null;
    await app.rows("update sales_order set state = $2, delivered_at = $3, locked_at = $3 where id = $1", [
      data.id,
      state,
      handedAt,
    ]);
    assert.equal((await seller.call(contract.createOrder, { body })).success, true, state);
  }
});

test("OR-R1 a phone belongs to one name and an id number to one customer", async () => {
  const seller = await adviser();
  const idNo = newIdNo();
  const body = await bodyOf({ customer: newCustomer({ idNo }) });
  const { data } = await seller.call(contract.createOrder, { body });
  const { customer } = body;
  const renamed = { ...body, customer: { ...customer, name: "王小明" }, duplicateReason: "再购" };
  assert.deepEqual(refusal(await seller.call(contract.createOrder, { body: renamed })), [
    "ORDER_CUSTOMER_NAME",
    `该手机号已登记为${data.customerName}，请核对`,
  ]);
  const rival = { ...body, customer: newCustomer({ idNo }) };
  assert.deepEqual(refusal(await seller.call(contract.createOrder, { body: rival })), [
    "ORDER_CUSTOMER_ID",
    "该证件号已登记在其他客户名下",
  ]);
  const company = { ...body, customer: { ...customer, type: "COMPANY" as const, idNo: undefined } };
  const { data: ofCompany } = await seller.call(contract.createOrder, { body: company });
  assert.notEqual(ofCompany.customerId, data.customerId, "a company may have the phone of its owner");
  const wrong = { ...company, customer: { ...company.customer, phone: "13600009999", idNo: newIdNo() } };
  assert.deepEqual(refusal(await seller.call(contract.createOrder, { body: wrong })), [
    "ORDER_CUSTOMER_ID_FORM",
    "企业的证件号不正确",
  ]);
});

test("OR-R1 a known customer gets the id number that was missing, and keeps the one that he has", async () => {
  const seller = await adviser();
  const body = await bodyOf();
  const { data } = await seller.call(contract.createOrder, { body });
  const idNo = newIdNo();
  const told = { ...body, duplicateReason: "再购", customer: { ...body.customer, idNo } };
  const { data: second } = await seller.call(contract.createOrder, { body: told });
  assert.equal(second.customerId, data.customerId);
  assert.equal((await seller.call(contract.createOrder, { body: told })).success, true, "the same number again");
  const other = { ...told, customer: { ...body.customer, idNo: newIdNo() } };
  assert.equal((await seller.call(contract.createOrder, { body: other })).msgCode, "ORDER_CUSTOMER_ID_OTHER");
  const [row] = await app.rows<{ masked: string }>("select id_no_masked as masked from customer where id = $1", [
    data.customerId,
  ]);
  assert.equal(row?.masked?.slice(-2), idNo.slice(-2));
});

test("OR-R1 two orders at once make one customer", async () => {
  const seller = await adviser();
  const body = await bodyOf();
  const orders = await Promise.all(
    [1, 2, 3, 4].map((n) => seller.call(contract.createOrder, { body: { ...body, duplicateReason: `第${n}台` } })),
  );
  assert.deepEqual(
    orders.map(({ success }) => success),
    [true, true, true, true],
  );
  assert.equal(new Set(orders.map(({ data }) => data.customerId)).size, 1);
});

test("OR-R1 create: the store trades, its partner takes orders, and the series has a rule today", async () => {
  const seller = await adviser();
  const closed = await givenStore(app, { state: "PREPARING" });
  const notTrading = await seller.call(contract.createOrder, { body: await bodyOf({ storeId: closed.id }) });
  assert.equal(notTrading.msgCode, "STORE_NOT_TRADING");
  const { id: carConfigId, seriesId } = await givenConfig(app);
  const body = await bodyOf({ seriesId, carConfigId });
  const create = () => seller.call(contract.createOrder, { body });
  const name = (
    await app.rows<{ name: string }>("select series_name as name from car_series where id = $1", [seriesId])
  )[0]?.name;
  assert.deepEqual(refusal(await create()), ["ORDER_RULE_MISSING", `车系${name}没有生效的订单规则`]);
  const today = dayOf(app.now());
  await givenRule(app, { seriesId, validFrom: addDays(today, 1) });
  assert.equal((await create()).msgCode, "ORDER_RULE_MISSING", "tomorrow's is not in force");
  await givenRule(app, { seriesId, validFrom: addDays(today, -9), validTo: addDays(today, -1) });
  assert.equal((await create()).msgCode, "ORDER_RULE_MISSING", "nor is yesterday's");
  const rule = await givenRule(app, { seriesId, validFrom: today, validTo: today });
  const { data } = await create();
  assert.equal(data.state, "UNPAID");
  const [row] = await app.rows<{ ruleId: string }>('select rule_id as "ruleId" from sales_order where id = $1', [
    data.id,
  ]);
  assert.equal(row?.ruleId, rule.id);
});

test("OR-R1 create: a store of a partner without 订单代下 takes no orders; with it the source is 伙伴", async () => {
  const seller = await adviser();
  const partner = await givenPartner(app, { flags: ["CLUE"] });
  const store = await givenStore(app, { operateMode: "PARTNER", partnerId: partner.id });
  const body = await bodyOf({ storeId: store.id });
  assert.deepEqual(refusal(await seller.call(contract.createOrder, { body })), [
    "ORDER_PARTNER_OFF",
    "合作伙伴已停用订单代下，不能下单",
  ]);
  await app.rows("update partner set flags = '{CLUE,ORDER}' where id = $1", [partner.id]);
  assert.equal((await seller.call(contract.createOrder, { body })).data.source, "PARTNER");
  const own = await seller.call(contract.createOrder, { body: await bodyOf() });
  assert.equal(own.data.source, "STORE");
});

test("OR-R2 the price is the sum of its lines; the car comes from the quote, the rest is typed", async () => {
  const seller = await adviser("order:price:view");
  const policy = await givenPolicy(app);
  const body = await bodyOf({ lines: [{ kind: "TRADE_IN", amountFen: 800_000, policyId: policy.id }] });
  const { data } = await seller.call(contract.createOrder, { body });
  assert.deepEqual([data.dueFen, data.paidFen, data.balanceFen], [24_990_000, 0, 24_990_000]);
  const { data: money } = await seller.call(contract.getOrderMoney, { params: { id: data.id } });
  assert.deepEqual(
    money.lines.map(({ kind, name, amountFen }) => [kind, name, amountFen]),
    [
      ["BASE", money.lines[0]?.name, 23_990_000],
      ["COLOR", "珍珠白", 600_000],
      ["COLOR", "墨黑", 0],
      ["OPTION", "高阶智驾", 1_200_000],
      ["TRADE_IN", policy.name, -800_000],
    ],
  );
  assert.deepEqual([data.extColorName, data.intColorName, data.optionNames], ["珍珠白", "墨黑", ["高阶智驾"]]);
  const packed = await bodyOf({ lines: [{ kind: "PACK", name: "尊享包", amountFen: 990_000 }] });
  assert.equal((await seller.call(contract.createOrder, { body: packed })).data.dueFen, 26_780_000);
});

test("OR-R2 a line beyond the limit of its policy needs the right to correct prices at the store", async () => {
  const policy = await givenPolicy(app, { kind: "DISCOUNT", limitFen: 300_000 });
  const line = (amountFen: number) => ({ lines: [{ kind: "DISCOUNT", amountFen, policyId: policy.id }] });
  const seller = await adviser();
  assert.equal((await seller.call(contract.createOrder, { body: await bodyOf(line(300_000)) })).success, true);
  assert.deepEqual(refusal(await seller.call(contract.createOrder, { body: await bodyOf(line(300_001)) })), [
    "ORDER_PRICE_LIMIT",
    "优惠超出政策上限3,000.00元，请由有价格权限的人员录入",
  ]);
  const elsewhere = await app.signIn({
    permissions: [...CODES, "order:price:correct"],
    scopeOverrides: { "order:price:correct": "ORG" },
  });
  const refused = await elsewhere.call(contract.createOrder, { body: await bodyOf(line(300_001)) });
  assert.equal(refused.msgCode, "ORDER_PRICE_LIMIT", "the right is one of another organisation");
  const corrector = await adviser("order:price:correct");
  assert.equal((await corrector.call(contract.createOrder, { body: await bodyOf(line(300_001)) })).success, true);
  const much = await corrector.call(contract.createOrder, { body: await bodyOf(line(25_790_001)) });
  assert.deepEqual(refusal(much), ["ORDER_PRICE_BELOW", "优惠合计不能超过车价"]);
  const whole = await corrector.call(contract.createOrder, { body: await bodyOf(line(25_790_000)) });
  assert.equal(whole.success, true, "down to nothing");
});

test("OR-R2 a line names a policy of its kind that is in force for the series", async () => {
  const seller = await adviser();
  const today = dayOf(app.now());
  const tryLine = async (wishes: Parameters<typeof givenPolicy>[1], kind = "DISCOUNT") => {
    const policy = await givenPolicy(app, { kind: "DISCOUNT", ...wishes });
    const line = { kind, amountFen: 1, policyId: policy.id };
    return (await seller.call(contract.createOrder, { body: await bodyOf({ lines: [line] }) })).msgCode;
  };
  assert.equal(await tryLine({ validFrom: today, validTo: today }), "");
  assert.equal(await tryLine({ validFrom: addDays(today, 1) }), "ORDER_POLICY_OFF");
  assert.equal(await tryLine({ validTo: addDays(today, -1) }), "ORDER_POLICY_OFF");
  assert.equal(await tryLine({ status: "DISABLED" }), "ORDER_POLICY_OFF");
  assert.equal(await tryLine({ seriesIds: [(await givenConfig(app)).seriesId] }), "ORDER_POLICY_OFF");
  assert.equal(await tryLine({}, "FEE"), "ORDER_POLICY_KIND");
  const bare = { lines: [{ kind: "FEE", amountFen: 1 }] };
  assert.deepEqual(refusal(await seller.call(contract.createOrder, { body: await bodyOf(bare) })), [
    "ORDER_LINE_POLICY",
    "费用须选择优惠政策",
  ]);
  const choice = await givenChoice(app);
  const own = await givenPolicy(app, { kind: "FEE", seriesIds: [choice.seriesId], limitFen: 5 });
  const fee = { ...choice, lines: [{ kind: "FEE", amountFen: 5, policyId: own.id }] };
  assert.equal((await seller.call(contract.createOrder, { body: await bodyOf(fee) })).success, true);
  const pack = { lines: [{ kind: "PACK", amountFen: 1, policyId: own.id }] };
  assert.equal((await seller.call(contract.createOrder, { body: await bodyOf(pack) })).msgCode, "ORDER_LINE_PACK");
});

test("OR-R2 a choice that is not sold, or of another series, is refused; lines need a choice", async () => {
  const seller = await adviser();
  const other = await givenConfig(app);
  const elsewhere = await seller.call(contract.createOrder, { body: await bodyOf({ carConfigId: other.id }) });
  assert.deepEqual(refusal(elsewhere), ["ORDER_SERIES_CONFIG", "配置不属于所选车系"]);
  const colour = await seller.call(contract.createOrder, { body: await bodyOf({ extColor: null }) });
  assert.equal(colour.msgCode, "VEHICLE_NOT_SELLABLE");
  const bare = {
    carConfigId: null,
    optionCodes: [],
    extColor: null,
    intColor: null,
    lines: [{ kind: "PACK", amountFen: 1 }],
  };
  assert.equal((await seller.call(contract.createOrder, { body: await bodyOf(bare) })).msgCode, "ORDER_CHOICE");
});

test("OR-R5 after the lock choice, price, store and way of paying stay; city, tags and remark may change", async () => {
  const order = await givenOrder(app);
  await givenPaid(app, order, 500_000);
  await app.rows("update sales_order set state = 'LOCKED', locked_at = now() where id = $1", [order.id]);
  const seller = await adviser();
  const { data } = await seller.call(contract.getOrder, { params: { id: order.id } });
  const { seriesId, carConfigId, optionCodes, extColor, intColor, deliveryStoreId, payMode, tags } = data;
  const stored = { seriesId, carConfigId, optionCodes, extColor, intColor, deliveryStoreId, payMode, tags, lines: [] };
  const edit = (wishes: object, version = data.version) =>
    seller.call(contract.editOrder, { params: { id: order.id }, body: { ...stored, ...wishes, version } });
  assert.deepEqual(refusal(await edit({ extColor: "EX-B01" })), ["ORDER_FIELD_LOCKED", "锁单后不能修改外观"]);
  assert.deepEqual(refusal(await edit({ payMode: "LOAN" })), ["ORDER_FIELD_LOCKED", "锁单后不能修改付款方式"]);
  assert.deepEqual(refusal(await edit({ lines: [{ kind: "PACK", amountFen: 1 }] })), [
    "ORDER_FIELD_LOCKED",
    "锁单后不能修改价格",
  ]);
  const { data: noted } = await edit({ cityCode: "310100", tags: ["大客户"], remark: "周末联系" });
  assert.deepEqual([noted.cityCode, noted.tags, noted.remark], ["310100", ["大客户"], "周末联系"]);
  await app.rows("update sales_order set state = 'CLOSED' where id = $1", [order.id]);
  assert.equal((await edit({ remark: "x" }, noted.version)).msgCode, "ORDER_STATE_ILLEGAL");
});

test("OR-R5 lines that an edit leaves out stay, before the lock and after it; without a configuration there are none", async () => {
  const order = await givenOrder(app, { lines: [{ kind: "PACK", name: "充电包", amountFen: 100_000 }] });
  const seller = await adviser("order:price:view");
  const params = { id: order.id };
  const { seriesId, carConfigId, optionCodes, extColor, intColor } = order;
  const choice = { seriesId, carConfigId, optionCodes, extColor, intColor };
  const edit = async (body: object) => {
    const { data: now } = await seller.call(contract.getOrder, { params });
    return seller.call(contract.editOrder, { params, body: { ...choice, ...body, version: now.version } });
  };
  const packs = async () => {
    const { data } = await seller.call(contract.getOrderMoney, { params });
    return data.lines.filter(({ kind }) => kind === "PACK").map(({ amountFen }) => amountFen);
  };
  await edit({ remark: "周末联系" });
  assert.deepEqual(await packs(), [100_000]);
  await app.rows("update sales_order set state = 'LOCKED', locked_at = now() where id = $1", [order.id]);
  assert.equal((await edit({ remark: "改天联系" })).data.remark, "改天联系");
  assert.deepEqual(await packs(), [100_000]);
  await app.rows("update sales_order set state = 'UNPAID', locked_at = null where id = $1", [order.id]);
  const { data } = await edit({ carConfigId: null, optionCodes: [], extColor: null, intColor: null });
  assert.equal(data.carConfigId, null);
  assert.deepEqual(await packs(), []);
});

test("OR-R5 an order tells whether its buyer is verified, and the days that its series takes", async () => {
  const order = await givenOrder(app);
  const seller = await adviser();
  const look = async () => (await seller.call(contract.getOrder, { params: { id: order.id } })).data;
  assert.partialDeepStrictEqual(await look(), {
    isIdentityVerified: false,
    cycleMinDays: 28,
    cycleMaxDays: 42,
    carId: null,
  });
  const { orderNo } = order;
  const listed = async () => (await seller.call(contract.listOrders, { query: { orderNo } })).data.list;
  assert.deepEqual([(await listed())[0]?.id, (await listed())[0]?.isIdentityVerified], [order.id, false]);
  await givenVerified(app, order);
  assert.equal((await look()).isIdentityVerified, true);
  assert.equal((await listed())[0]?.isIdentityVerified, true, "so that 核验身份 is offered in the list alike");
});

test("OR-R5 hold stops what people do with an order until it is released", async () => {
  const order = await givenOrder(app);
  const operator = await adviser();
  const on = (version: number, reason = "客户失联") => ({ params: { id: order.id }, body: { version, reason } });
  const { data: held } = await operator.call(contract.holdOrder, on(order.version));
  assert.equal(held.heldReason, "客户失联");
  assert.equal((await operator.call(contract.holdOrder, on(held.version))).msgCode, "ORDER_HELD_ALREADY");
  const { seriesId, tags } = held;
  const body = { seriesId, tags, lines: [], version: held.version };
  assert.deepEqual(refusal(await operator.call(contract.editOrder, { params: { id: order.id }, body })), [
    "ORDER_HELD",
    "订单已挂起（客户失联），请先解除挂起",
  ]);
  assert.equal((await givenPaid(app, order, 500_000)).state, "BIG", "what is told still applies");
  const { data: now } = await operator.call(contract.getOrder, { params: { id: order.id } });
  const { data: free } = await operator.call(contract.releaseOrder, on(now.version, "已联系上"));
  assert.equal(free.heldReason, null);
  assert.equal((await operator.call(contract.releaseOrder, on(free.version))).msgCode, "ORDER_NOT_HELD");
});

test("order 7 the adviser of a new order is somebody of its store; others are neither offered nor accepted", async () => {
  const [store, other] = [await givenStore(app), await givenStore(app)];
  const codes = { permissions: [...CODES, "order:price:view"], scope: "ORG" } as const;
  const [seller, colleague] = [
    await app.signIn({ ...codes, organization: store }),
    await app.signIn({ organization: store, userName: "同店顾问" }),
  ];
  const stranger = await app.signIn({ organization: other });
  const { data: offered } = await seller.call(contract.listAdvisers, { query: { storeId: store.id } });
  assert.deepEqual(offered.map(({ id }) => id).toSorted(), [seller.user.id, colleague.user.id].toSorted());
  assert.ok(offered.every(({ positionName }) => positionName !== ""));
  const elsewhere = await seller.call(contract.listAdvisers, { query: { storeId: other.id } });
  assert.equal(elsewhere.msgCode, "COMMON_NOT_FOUND");
  const place = async (advisorId: string) =>
    seller.call(contract.createOrder, { body: await bodyOf({ storeId: store.id, advisorId }) });
  assert.equal((await place(colleague.user.id)).data.advisorId, colleague.user.id);
  const refused = await place(stranger.user.id);
  assert.deepEqual(refusal(refused), ["ORDER_ADVISOR_STORE", "销售顾问须是下单门店的在岗人员"]);
  await app.rows("update app_user set status = 'DISABLED' where id = $1", [colleague.user.id]);
  assert.equal((await place(colleague.user.id)).msgCode, "ORDER_ADVISOR_STORE", "nobody sells who cannot sign in");
});

test("order 7 whoever of the store places an order and names nobody is its adviser and sees its price; others are not", async () => {
  const store = await givenStore(app);
  const wishes = { permissions: [...CODES, "order:price:view"], organization: store } as const;
  const scopeOverrides = { "order:order:create": "ORG" } as const;
  const seller = await app.signIn({ ...wishes, scope: "SELF", scopeOverrides });
  const { data: own } = await seller.call(contract.createOrder, { body: await bodyOf({ storeId: store.id }) });
  assert.equal(own.advisorId, seller.user.id);
  const { data: money } = await seller.call(contract.getOrderMoney, { params: { id: own.id } });
  assert.equal(money.dueFen, 25_790_000);
  const hq = await adviser();
  const { data: placed } = await hq.call(contract.createOrder, { body: await bodyOf({ storeId: store.id }) });
  assert.equal(placed.advisorId, null);
});
