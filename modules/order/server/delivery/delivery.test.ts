import assert from "node:assert/strict";
import { test } from "node:test";
import { setParam } from "@ops/authority/server/testing";
import { instantOf, wireTime } from "@ops/platform/contract";
import { carRow, givenPhoto } from "@ops/vehicle/server/testing";
import * as contract from "../../contract/index.ts";
import { raiseIssue, registerDeliveryCheck, registerRevertGuard } from "../index.ts";
import { revertHours } from "../order/params.ts";
import {
  givenArrived,
  givenChecks,
  givenPaid,
  givenPapers,
  givenReady,
  orderRow,
  putInState,
  slotAt,
  testApp,
} from "../testing.ts";

const app = testApp();
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const ACTS = ["list", "book", "check", "ready", "deliver", "revert"].map((act) => `order:delivery:${act}`);
const CODES = ["order:order:view", ...ACTS];
const butler = () => app.signIn({ permissions: CODES });
type Client = Awaited<ReturnType<typeof butler>>;
type Versioned = { readonly id: string; readonly version: number };
const HOUR = 3_600;

const checksOf = async (client: Client, { id }: { readonly id: string }) =>
  (await client.call(contract.getOrderChecks, { params: { id } })).data.checks;
const greenOf = async (client: Client, order: { readonly id: string }) =>
  (await checksOf(client, order)).flatMap(({ code, isDone }) => (isDone ? [code] : []));

const tick = (client: Client, { id, version }: Versioned, code: string, more: object = {}) =>
  client.call(contract.tickCheck, { params: { id, code }, body: { isDone: true, version, ...more } });
const photo = ({ user }: Client) => givenPhoto(app, user, "salesOrder");
const ready = (client: Client, { id, version }: Versioned) =>
  client.call(contract.readyOrder, { params: { id }, body: { version } });
const deliver = (client: Client, { id, version }: Versioned, mileageKm = 12) =>
  client.call(contract.deliverOrder, { params: { id }, body: { mileageKm, version } });
const revert = (client: Client, { id, version }: Versioned) =>
  client.call(contract.revertDelivery, { params: { id }, body: { reason: "误操作", version } });
const toldOf = async (name: string, { id }: { readonly id: string }) =>
  (
    await app.rows<{ payload: object }>(
      "select payload from event_outbox where name = $1 and payload ->> 'orderId' = $2 order by id",
      [name, id],
    )
  ).map(({ payload }) => payload);

test("OR-R12 the checks of an order by its way of paying, with those that need a file and those that nobody ticks", async () => {
  const client = await butler();
  const { order } = await givenArrived(app);
  const setMode = (mode: string, loan = "NONE") =>
    app.rows("update sales_order set pay_mode = $2, loan_state = $3 where id = $1", [order.id, mode, loan]);
  const asked = async () => (await checksOf(client, order)).map(({ code }) => code);
  const all = await checksOf(client, order);
  const byHand = all.filter(({ isByHand }) => isByHand);
  assert.deepEqual(
    byHand.map(({ code, label, needsFile }) => [code, label, needsFile]),
    [
      ["PDI", "交付前检查", true],
      ["INSURANCE", "保险", true],
      ["HANDOVER_SIGN", "交接签字", true],
      ["ID_CHECK", "现场核验", false],
      ["PLATE_OR_TEMP", "牌照/临牌", false],
    ],
  );
  const atStore = all.flatMap(({ code, isAtStore }) => (isAtStore ? [code] : []));
  assert.deepEqual(atStore, ["PDI", "HANDOVER_SIGN", "ID_CHECK"], "with car and customer there");
  assert.partialDeepStrictEqual(
    all.find(({ code }) => code === "PAY_FULL"),
    { label: "款项结清", isByHand: false, isDone: false },
  );
  assert.equal((await asked()).includes("LOAN_RELEASED"), false);
  await setMode("LOAN", "APPROVED");
  const loan = async () => (await checksOf(client, order)).find(({ code }) => code === "LOAN_RELEASED");
  assert.partialDeepStrictEqual(await loan(), { label: "放款", isByHand: false, isDone: false });
  await setMode("LOAN", "RELEASED");
  assert.equal((await loan())?.isDone, true);
  await setMode("LEASE");
  const lease = (await checksOf(client, order)).find(({ code }) => code === "LEASE_RELEASE");
  assert.partialDeepStrictEqual(lease, { label: "放车函", isByHand: true, needsFile: true });
  assert.equal((await asked()).includes("LOAN_RELEASED"), false);
});

test("OR-R12 a check is ticked with its files and undone; what it was stays to be seen until it is done again", async () => {
  const client = await butler();
  const { order } = await givenArrived(app);
  assert.deepEqual(refusal(await tick(client, order, "PDI")), ["ORDER_CHECK_FILE", "交付前检查须上传凭证"]);
  const first = await photo(client);
  const { data } = await tick(client, order, "PDI", { fileIds: [first], note: "漆面完好" });
  assert.equal(data.version, order.version + 1);
  const pdi = async () => (await checksOf(client, order)).find(({ code }) => code === "PDI");
  const done = await pdi();
  assert.deepEqual(
    [done?.isDone, done?.note, done?.doneByName, done?.files.map(({ id }) => id)],
    [true, "漆面完好", client.user.userName, [first]],
  );
  assert.equal((await tick(client, order, "PDI", { fileIds: [first] })).msgCode, "COMMON_VERSION_CONFLICT");
  const { data: undone } = await tick(client, data, "PDI", { isDone: false });
  const after = await pdi();
  assert.deepEqual([after?.isDone, after?.doneAt, after?.files.length], [false, null, 1]);
  assert.deepEqual(refusal(await tick(client, undone, "PDI", { isDone: false })), [
    "ORDER_CHECK_UNDONE",
    "交付前检查尚未完成",
  ]);
  const second = await photo(client);
  assert.equal((await tick(client, undone, "PDI", { fileIds: [second] })).msg, "");
  const logged = (await app.auditOf(order)).map(({ summary }) => summary);
  assert.deepEqual(logged.slice(-3), ["交付前检查：完成", "交付前检查：撤销", "交付前检查：完成"]);
  assert.deepEqual(
    (await pdi())?.files.map(({ id }) => id),
    [second],
  );
  const stranger = await butler();
  const { order: other } = await givenArrived(app);
  const foreign = await tick(stranger, other, "INSURANCE", { fileIds: [await photo(client)] });
  assert.equal(foreign.msgCode, "FILE_INVALID", "files of somebody else prove nothing");
});

test("OR-R12 OR-R16 a damage is an issue until the car is inspected anew", async () => {
  const client = await butler();
  const { order } = await givenArrived(app);
  await app.arrange((tx) =>
    raiseIssue(tx, { orderId: order.id, code: "CAR_DAMAGED", text: "车辆受损：一般，单号ZS1" }),
  );
  const isOpen = async () =>
    (await app.rows("select from order_issue where order_id = $1 and cleared_at is null", [order.id])).length > 0;
  const { data: insured } = await tick(client, order, "INSURANCE", { fileIds: [await photo(client)] });
  assert.ok(await isOpen());
  assert.equal((await tick(client, insured, "PDI", { fileIds: [await photo(client)] })).msg, "");
  assert.equal(await isOpen(), false);
});

test("OR-R12 what the system knows, what is not asked and what nobody knows cannot be ticked", async () => {
  const client = await butler();
  const { order } = await givenArrived(app);
  assert.deepEqual(refusal(await tick(client, order, "PAY_FULL")), [
    "ORDER_CHECK_SYSTEM",
    "款项结清由系统判断，不能手工勾选",
  ]);
  assert.deepEqual(refusal(await tick(client, order, "LEASE_RELEASE", { fileIds: [await photo(client)] })), [
    "ORDER_CHECK_UNASKED",
    "该订单无需核对放车函",
  ]);
  assert.equal((await tick(client, order, "NOTHING")).msgCode, "COMMON_NOT_FOUND");
  await app.rows("update sales_order set held_reason = '核实中' where id = $1", [order.id]);
  assert.equal((await tick(client, order, "ID_CHECK")).msgCode, "ORDER_HELD");
});

test("OR-R12 papers are checked as soon as the car is known, car and customer at the store only", async () => {
  const client = await butler();
  const { order } = await givenArrived(app);
  const at = async (state: contract.OrderStatus, code: string) => {
    await putInState(app, order, state);
    const { version } = await orderRow(app, order.id);
    const ticked = { fileIds: [await photo(client)], note: "已核对" };
    return (await tick(client, { id: order.id, version }, code, ticked)).msgCode;
  };
  for (const code of ["PDI", "HANDOVER_SIGN", "ID_CHECK"]) {
    assert.deepEqual(
      [await at("IN_TRANSIT", code), await at("ARRIVED", code), await at("READY", code)],
      ["ORDER_STATE_ILLEGAL", "", ""],
    );
  }
  await app.rows("update sales_order set pay_mode = 'LEASE' where id = $1", [order.id]);
  for (const code of ["INSURANCE", "PLATE_OR_TEMP", "LEASE_RELEASE"]) {
    assert.deepEqual([await at("SCHEDULED", code), await at("PRODUCED", code)], ["ORDER_STATE_ILLEGAL", ""], code);
  }
});

test("OR-R12 牌照/临牌 tells the plate to the register of cars; a temporary one is only noted", async () => {
  const client = await butler();
  const { order, car } = await givenArrived(app);
  assert.deepEqual(refusal(await tick(client, order, "ID_CHECK", { plateNo: "沪AD12345" })), [
    "ORDER_CHECK_PLATE",
    "仅牌照/临牌可填写车牌号",
  ]);
  const missing = ["ORDER_PLATE_MISSING", "请填写车牌号，或在说明中填写临牌号"];
  assert.deepEqual(refusal(await tick(client, order, "PLATE_OR_TEMP")), missing);
  assert.deepEqual(refusal(await tick(client, order, "PLATE_OR_TEMP", { note: " " })), missing);
  const { data } = await tick(client, order, "PLATE_OR_TEMP", { note: "临牌沪A1234" });
  assert.equal((await carRow(app, car)).plateNo, null);
  assert.equal((await tick(client, data, "PLATE_OR_TEMP", { plateNo: "沪ad12345" })).msg, "");
  assert.equal((await carRow(app, car)).plateNo, "沪AD12345");
  const plate = (await checksOf(client, order)).find(({ code }) => code === "PLATE_OR_TEMP");
  assert.deepEqual([plate?.isDone, plate?.note], [true, "沪ad12345"]);
});

test("order 3 ready needs the inspection and a booked appointment, and is no hand-over", async () => {
  const client = await butler();
  const { order } = await givenArrived(app);
  assert.deepEqual(refusal(await ready(client, order)), [
    "ORDER_CHECK_MISSING",
    "以下项目未完成：交付前检查、交付预约",
  ]);
  await givenChecks(app, order, ["PDI"]);
  assert.deepEqual(refusal(await ready(client, order)), ["ORDER_CHECK_MISSING", "以下项目未完成：交付预约"]);
  const body = { startAt: slotAt(app, 2), version: order.version };
  const { data } = await client.call(contract.bookAppointment, { params: { id: order.id }, body });
  const { data: waiting } = await ready(client, data);
  assert.deepEqual([waiting.state, waiting.appointmentAt], ["READY", slotAt(app, 2)]);
  assert.equal((await ready(client, waiting)).msgCode, "ORDER_STATE_ILLEGAL");
  assert.equal((await deliver(client, order)).msgCode, "COMMON_VERSION_CONFLICT");
});

test("OR-R12 nothing is handed over with one fen open: the balance is told first, then all that is missing", async () => {
  const client = await butler();
  const { order } = await givenArrived(app);
  await putInState(app, order, "READY");
  const [{ left } = { left: 0 }] = await app.rows<{ left: number }>(
    "select balance_fen::int as left from order_money where id = $1",
    [order.id],
  );
  const paid = await givenPaid(app, order, left - 1);
  assert.deepEqual(refusal(await deliver(client, paid)), ["ORDER_BALANCE", "尚有待付款0.01元"]);
  const whole = await givenPaid(app, order, 1);
  const [code, text] = refusal(await deliver(client, whole));
  assert.equal(code, "ORDER_CHECK_MISSING");
  assert.match(text ?? "", /^以下项目未完成：合同、发票、交付前检查、保险、交接签字、现场核验、牌照\/临牌$/);
  assert.equal(text?.includes("款项结清"), false);
  await givenChecks(app, order, ["PDI", "INSURANCE", "HANDOVER_SIGN", "PLATE_OR_TEMP"]);
  assert.equal((await deliver(client, whole)).msg, "以下项目未完成：合同、发票、现场核验");
  assert.equal((await orderRow(app, order.id)).state, "READY");
});

test("OR-R12 合同 is green when it is signed, 发票 when it is issued; nobody ticks them", async () => {
  const client = await butler();
  const { order } = await givenArrived(app);
  const papers = async () =>
    (await checksOf(client, order)).flatMap(({ code, label, isDone, isByHand }) =>
      code === "CONTRACT" || code === "INVOICE" ? [[label, isDone, isByHand]] : [],
    );
  const none = [
    ["合同", false, false],
    ["发票", false, false],
  ];
  assert.deepEqual(await papers(), none);
  await givenPapers(app, order);
  assert.deepEqual(await papers(), [
    ["合同", true, false],
    ["发票", true, false],
  ]);
  await app.rows("update order_contract set state = 'SENT' where order_id = $1", [order.id]);
  await app.rows("update order_invoice set state = 'RED_PENDING' where order_id = $1", [order.id]);
  assert.deepEqual(await papers(), none);
  assert.equal((await tick(client, order, "CONTRACT")).msg, "合同由系统判断，不能手工勾选");
});

test("OR-R12 a loan that is not released stops the hand-over", async () => {
  const client = await butler();
  const { order } = await givenReady(app, { payMode: "LOAN" });
  const refused = await deliver(client, order);
  assert.equal(refused.msgCode, "ORDER_CHECK_MISSING");
  assert.equal(refused.msg, "以下项目未完成：放款");
  await app.rows("update sales_order set loan_state = 'RELEASED' where id = $1", [order.id]);
  assert.equal((await deliver(client, order)).msg, "");
});

test("order 3 deliver gives the car to its owner with its mileage, ends the appointment and tells it", async () => {
  const client = await butler();
  const { order, car } = await givenReady(app);
  const body = { startAt: slotAt(app, 2), version: order.version };
  const { data: booked } = await client.call(contract.bookAppointment, { params: { id: order.id }, body });
  const { data, msg } = await deliver(client, booked, 31);
  assert.equal(msg, "");
  assert.deepEqual([data.state, data.appointmentAt, data.deliveredAt !== null], ["DELIVERED", null, true]);
  const row = await carRow(app, car);
  assert.deepEqual([row.holdState, row.ownerId, row.mileageKm], ["DELIVERED", order.ownerId, 31]);
  assert.partialDeepStrictEqual(await toldOf("order.delivered", order), [{ orderId: order.id, carId: car.id }]);
  const { data: shown } = await client.call(contract.getOrderChecks, { params: { id: order.id } });
  assert.deepEqual(
    shown.appointments.map(({ state, startAt }) => [state, startAt]),
    [["DONE", slotAt(app, 2)]],
  );
  const timers = await app.rows("select from timer where kind = 'order.appointment' and payload ->> 'orderId' = $1", [
    order.id,
  ]);
  assert.equal(timers.length, 0);
  assert.equal((await deliver(client, data)).msgCode, "ORDER_STATE_ILLEGAL");
});

test("order 3 a new car with a high mileage is handed over with a warning", async () => {
  const client = await butler();
  const { order } = await givenReady(app);
  const { data } = await deliver(client, order, 900);
  assert.deepEqual([data.state, data.warnings.length], ["DELIVERED", 1]);
  assert.match(data.warnings[0] ?? "", /^新车里程900公里，超过\d+公里$/);
});

test("order 3 revert within 24 hours: the car is the order's again, signature and plate are asked for anew", async () => {
  const client = await butler();
  const { order, car } = await givenReady(app);
  const { data } = await deliver(client, order);
  const { data: back, msg } = await revert(client, data);
  assert.equal(msg, "");
  assert.deepEqual([back.state, back.deliveredAt], ["READY", null]);
  const row = await carRow(app, car);
  assert.deepEqual([row.holdState, row.ownerId], ["ALLOCATED", null]);
  assert.equal((await toldOf("order.deliveryReverted", order)).length, 1);
  const green = await greenOf(client, order);
  assert.deepEqual(
    ["PDI", "INSURANCE", "HANDOVER_SIGN", "ID_CHECK", "PLATE_OR_TEMP"].map((code) => green.includes(code)),
    [true, true, false, true, false],
  );
  assert.equal((await revert(client, back)).msgCode, "ORDER_STATE_ILLEGAL");
  await givenChecks(app, order, ["HANDOVER_SIGN", "PLATE_OR_TEMP"]);
  assert.equal((await deliver(client, back)).msg, "");
});

test("order 3 revert is refused when more than 24 hours have passed, to the second", async () => {
  const { order } = await givenReady(app);
  const { data } = await deliver(await butler(), order);
  const since = async (seconds: number) =>
    app.rows("update sales_order set delivered_at = $2 where id = $1", [
      order.id,
      new Date(app.now().getTime() - seconds * 1000),
    ]);
  const client = await butler();
  await app.holdTime(async () => {
    const handedAt = instantOf(data.deliveredAt ?? "").getTime();
    assert.equal(data.revertUntil, wireTime(new Date(handedAt + 24 * HOUR * 1000)), "told with the order");
    await since(24 * HOUR + 1);
    assert.deepEqual(refusal(await revert(client, data)), ["ORDER_REVERT_LATE", "交付已超过24小时，不能撤销"]);
    await setParam(app, revertHours, "1");
    await since(HOUR + 1);
    assert.equal((await revert(client, data)).msg, "交付已超过1小时，不能撤销");
    await setParam(app, revertHours, "24");
    await since(24 * HOUR);
    assert.equal((await revert(client, data)).msg, "");
  });
});

test("OR-R12 registerDeliveryCheck: a module above is asked only when it is registered, and must be finished", async () => {
  const client = await butler();
  const { order } = await givenReady(app);
  const finished = new Set<string>();
  const unregister = registerDeliveryCheck({
    code: "PACK_READY",
    label: "权益",
    isReady: async (_tx, orderIds) => new Set(orderIds.filter((id) => finished.has(id))),
  });
  try {
    const pack = async () => (await checksOf(client, order)).find(({ code }) => code === "PACK_READY");
    assert.partialDeepStrictEqual(await pack(), { label: "权益", isByHand: false, isDone: false });
    assert.deepEqual(refusal(await tick(client, order, "PACK_READY")), [
      "ORDER_CHECK_SYSTEM",
      "权益由系统判断，不能手工勾选",
    ]);
    assert.deepEqual(refusal(await deliver(client, order)), ["ORDER_CHECK_MISSING", "以下项目未完成：权益"]);
    finished.add(order.id);
    assert.equal((await pack())?.isDone, true);
    assert.equal((await deliver(client, order)).msg, "");
  } finally {
    unregister();
  }
  assert.equal((await greenOf(client, order)).includes("PACK_READY"), false);
});

test("order 15 registerRevertGuard: a module above may object to a hand-over being taken back", async () => {
  const client = await butler();
  const { order } = await givenReady(app);
  const { data } = await deliver(client, order);
  const unregister = registerRevertGuard({
    name: "rights",
    refusal: async (_tx, orderId) => (orderId === order.id ? "权益已使用" : null),
  });
  try {
    assert.deepEqual(refusal(await revert(client, data)), ["ORDER_REVERT_REFUSED", "不能撤销交付：权益已使用"]);
    const { order: other } = await givenReady(app);
    assert.equal((await revert(client, (await deliver(client, other)).data)).msg, "");
  } finally {
    unregister();
  }
  assert.equal((await revert(client, data)).msg, "");
});

test("order 3 held orders are neither made ready nor handed over nor taken back", async () => {
  const client = await butler();
  const { order } = await givenReady(app);
  const hold = (why: string | null) =>
    app.rows("update sales_order set held_reason = $2 where id = $1", [order.id, why]);
  await hold("核实中");
  assert.equal((await deliver(client, order)).msgCode, "ORDER_HELD");
  await hold(null);
  const { data } = await deliver(client, order);
  await hold("核实中");
  assert.equal((await revert(client, data)).msgCode, "ORDER_HELD");
  const { order: arrived } = await givenArrived(app);
  await app.rows("update sales_order set held_reason = '核实中' where id = $1", [arrived.id]);
  assert.equal((await ready(client, arrived)).msgCode, "ORDER_HELD");
});
