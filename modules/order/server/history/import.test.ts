import assert from "node:assert/strict";
import { test } from "node:test";
import { AuthorityTestApp, importing } from "@ops/authority/server/testing";
import { partnerModule } from "@ops/partner/server";
import { addDays, dayOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { declareTestApp } from "@ops/platform/server/testing";
import { storeModule } from "@ops/store/server";
import { givenStore } from "@ops/store/server/testing";
import { allocate, unallocate, vehicleModule } from "@ops/vehicle/server";
import * as contract from "../../contract/index.ts";
import { orderModule } from "../index.ts";
import { verifyMoney } from "../payment/verify.ts";
import { givenOrder, newCustomer } from "../testing.ts";
import { type Cells, cellsOf, historyRowsOf } from "./testing-rows.ts";

const modules = [vehicleModule, partnerModule, storeModule, orderModule];
const app = declareTestApp(new AuthorityTestApp(modules, undefined, { background: true }));
const excel = importing(app, contract.historyImport);
const permissions = [
  "order:order:import",
  "order:order:create",
  "order:order:view",
  "store:store:list",
  "store:store:view",
];
const hq = () => app.signIn({ permissions });

const { givenKnownCar, givenRow } = historyRowsOf(app);

const orderOf = async ({ orderNo }: Cells) =>
  (
    await app.rows<Record<string, unknown>>(
      `select o.*, m.due_fen, m.paid_fen, m.lock_total_fen, o.promise_effective::text as promise, o.promise_original::text as first,
         array(select to_state from order_stage s where s.order_id = o.id order by no) as stages
       from sales_order o join order_money m using (id) where order_no = $1`,
      [orderNo],
    )
  )[0];

const holdsOf = ({ vin }: Cells) =>
  app.rows(
    `select kind, started_at as "startedAt", ended_at as "endedAt" from car_hold h join car c on c.id = h.car_id
     where vin = $1 order by seq`,
    [vin],
  );

const time = (shanghai: string) => new Date(`${shanghai}+08:00`);

test("order 8 历史订单 come in as they were: times, money, stages, promise, holds and owner", async () => {
  const [client, row] = [await hq(), await givenRow()];
  const { task } = await excel.run(client, [cellsOf(row)]);
  assert.equal(task.status, "SUCCESS");
  const order = await orderOf(row);
  assert.partialDeepStrictEqual(order, {
    source: "STORE",
    state: "DELIVERED",
    promise: "2026-04-14",
    first: "2026-04-14",
    vin: row.vin,
    dueFen: 24_990_050,
    paidFen: 24_990_050,
    lockTotalFen: 24_990_050,
    stages: ["UNPAID", "LOCKED", "DELIVERED"],
  });
  assert.equal(String(order?.["createdAt"]), String(new Date("2026-03-01T09:30:00+08:00")));
  assert.equal(String(order?.["deliveredAt"]), String(new Date("2026-04-10T15:00:30+08:00")));
  const [car] = await app.rows(
    "select hold_state as state, owner_id as owner, delivered_at as at from car where vin = $1",
    [row.vin],
  );
  assert.deepEqual(car, {
    state: "DELIVERED",
    owner: order?.["customerId"],
    at: new Date("2026-04-10T15:00:30+08:00"),
  });
  assert.deepEqual(await holdsOf(row), [
    { kind: "ORDER", startedAt: time("2026-03-03T00:00:00"), endedAt: time("2026-04-10T15:00:30") },
    { kind: "OWNER", startedAt: time("2026-04-10T15:00:30"), endedAt: null },
  ]);
  assert.deepEqual(await app.arrange(verifyMoney), []);
  const told = "select from event_outbox where name = 'order.locked' and payload ->> 'orderId' = $1";
  assert.equal((await app.rows(told, [order?.["id"]])).length, 0, "nobody waits for it");
});

test("order 8 the car of a delivered order whose lock nobody knows is held from its beginning", async () => {
  const row = await givenRow({ source: "导入", lockedAt: null });
  const { task } = await excel.run(await hq(), [cellsOf(row)]);
  assert.equal(task.status, "SUCCESS");
  assert.deepEqual(await holdsOf(row), [
    { kind: "ORDER", startedAt: time("2026-03-01T09:30:00"), endedAt: time("2026-04-10T15:00:30") },
    { kind: "OWNER", startedAt: time("2026-04-10T15:00:30"), endedAt: null },
  ]);
});

test("order 8 live locked rows publish order.locked, hold their cars and get a contract; others do not", async () => {
  const client = await hq();
  const open = { deliveredAt: null };
  const arrived = await givenRow({ ...open, state: "已到店", promise: "2026-06-01", paid: "65000" });
  const locked = await givenRow({ ...open, state: "已锁单", vin: null, source: "导入", lockedAt: null });
  const small = await givenRow({ ...open, state: "已小定", vin: null, lockedAt: null, due: null, paid: "1000" });
  const { task } = await excel.run(client, [cellsOf(arrived), cellsOf(locked), cellsOf(small)]);
  assert.equal(task.status, "SUCCESS");
  const [first, second, third] = [await orderOf(arrived), await orderOf(locked), await orderOf(small)];
  assert.partialDeepStrictEqual(first, {
    state: "ARRIVED",
    promise: "2026-06-01",
    stages: ["UNPAID", "LOCKED", "ARRIVED"],
  });
  assert.partialDeepStrictEqual(second, {
    state: "LOCKED",
    promise: null,
    stages: ["UNPAID", "LOCKED"],
    lockTotalFen: null,
  });
  assert.partialDeepStrictEqual(third, { state: "SMALL", dueFen: 100_000, paidFen: 100_000, lockTotalFen: null });
  const [hold] = await app.rows(
    "select kind, ref_no as no from car_hold h join car c on c.id = h.car_id where vin = $1 and ended_at is null",
    [arrived.vin],
  );
  assert.deepEqual(hold, { kind: "ORDER", no: arrived.orderNo });
  const toldOf = (order: Record<string, unknown> | undefined) =>
    app.rows("select from event_outbox where name = 'order.locked' and payload ->> 'orderId' = $1", [order?.["id"]]);
  assert.deepEqual(
    [(await toldOf(first)).length, (await toldOf(second)).length, (await toldOf(third)).length],
    [1, 1, 0],
  );
  const contracts = await app.rows("select order_id as id from order_contract where state = 'DRAFT'");
  assert.deepEqual(contracts, [{ id: first?.["id"] }]);
  const kinds = await app.rows(
    "select kind, amount_fen as fen from order_payment where order_id = any($1) order by fen",
    [[first?.["id"], third?.["id"]]],
  );
  assert.deepEqual(kinds, [
    { kind: "SMALL", fen: 100_000 },
    { kind: "DOWN", fen: 6_500_000 },
  ]);
  assert.deepEqual(await app.arrange(verifyMoney), []);
});

test("order 8 rows of 历史订单 are refused in the words of the document", async () => {
  const client = await hq();
  const car = await givenKnownCar();
  const rowOf = (values: Cells) => givenRow(values, car);
  const taken = await givenKnownCar();
  await app.arrange((tx) => allocate(tx, { carId: taken.id, orderId: newId(), orderNo: "SO1", orgIds: [] }));
  const bound = await givenKnownCar();
  const other = await givenOrder(app);
  await app.rows("update sales_order set car_id = $2, vin = $3 where id = $1", [other.id, bound.id, bound.vin]);
  const open = { deliveredAt: null };
  const tomorrow = addDays(dayOf(app.now()), 1);
  const cases: [Cells, string][] = [
    [await rowOf({ state: "已完成" }), "状态不正确"],
    [await rowOf({ ...open, state: "退订审核中" }), "状态不正确"],
    [await rowOf({ ...open, state: "已锁单" }), "状态不正确"],
    [await rowOf({ ...open, state: "已大定" }), "状态不正确"],
    [await rowOf({ ...open, state: "待支付" }), "状态不正确"],
    [await rowOf({ vin: "L0Z7E4A20SA999999" }), "车辆未建档"],
    [await givenRow({ orderNo: "SO2" }, taken), "VIN已绑定其他订单"],
    [await givenRow({}, bound), "VIN已绑定其他订单"],
    [await rowOf({ due: "100.00", paid: "100.01" }), "已付金额大于应付金额"],
    [await rowOf({ lockedAt: "2026-03-01 09:29" }), "锁单时间早于下单时间"],
    [await rowOf({ lockedAt: null }), "已锁单的订单请填写锁单时间"],
    [await rowOf({ deliveredAt: null }), "已交付的订单请填写交付时间，其他订单请勿填写"],
    [await rowOf({ state: "已到店" }), "已交付的订单请填写交付时间，其他订单请勿填写"],
    [await rowOf({ deliveredAt: "2026-03-02" }), "交付时间早于锁单时间"],
    [await rowOf({ vin: null }), "已下线的订单请填写VIN"],
    [await rowOf({ createdAt: "2026-02-30" }), "下单时间格式不正确"],
    [await rowOf({ createdAt: "2026-03-01 24:00" }), "下单时间格式不正确"],
    [await rowOf({ createdAt: "2026-03-01 09:60" }), "下单时间格式不正确"],
    [await rowOf({ createdAt: "2026-03-01 09:30:60" }), "下单时间格式不正确"],
    [await rowOf({ lockedAt: "昨天" }), "锁单时间格式不正确"],
    [await rowOf({ deliveredAt: tomorrow }), "交付时间不能晚于现在"],
    [await rowOf({ seriesId: (await givenKnownCar()).series }), "配置不属于所选车系"],
    [await rowOf({ carConfigId: (await givenKnownCar()).code, seriesId: null }), "车系不能为空"],
  ];
  const rows = cases.map(([row]) => cellsOf(row));
  const twice = cellsOf({ ...(await rowOf({})), orderNo: cases[0]?.[0].orderNo ?? "" });
  assert.deepEqual(await excel.problems(client, [...rows, twice]), [
    ...cases.map(([, problem], at) => `${at + 2} ${problem}`),
    `${cases.length + 2} 订单号重复（第2行）`,
  ]);
});

test("order 8 a car that is held for the number of a row gives the order its id, so that the order can give it back", async () => {
  const client = await hq();
  const car = await givenKnownCar();
  const [heldFor, open] = [newId(), { deliveredAt: null, state: "已到店" }];
  const row = await givenRow(open, car);
  const holding = { carId: car.id, orderNo: String(row.orderNo), orgIds: [] };
  await app.arrange((tx) => allocate(tx, { ...holding, orderId: heldFor }));
  const { task } = await excel.run(client, [cellsOf(row)]);
  assert.equal(task.status, "SUCCESS");
  assert.equal((await orderOf(row))?.["id"], heldFor);
  await app.arrange((tx) => unallocate(tx, { carId: car.id, orderId: heldFor, reason: "MISTAKEN" }));
  const taken = await givenKnownCar();
  const other = await givenRow(open, taken);
  await app.arrange((tx) =>
    allocate(tx, { carId: taken.id, orderNo: String(other.orderNo), orgIds: [], orderId: heldFor }),
  );
  assert.deepEqual(
    await excel.problems(client, [cellsOf(other)]),
    ["2 VIN已绑定其他订单"],
    "the id is another order's",
  );
});

test("order 8 a phone of another name and a car of another configuration are refused", async () => {
  const client = await hq();
  const known = newCustomer();
  await givenOrder(app);
  const first = await givenRow({ name: known.name, phone: known.phone });
  await excel.run(client, [cellsOf(first)]);
  const [car, other] = [await givenKnownCar(), await givenKnownCar()];
  const rows = [await givenRow({ name: "王别名", phone: known.phone }), await givenRow({ vin: other.vin }, car)];
  const problems = await excel.problems(client, rows.map(cellsOf));
  assert.match(problems[0] ?? "", /^2 该手机号已登记为客\*+，请核对$/);
  assert.equal(problems[1], "3 车辆与订单配置不一致");
});

test("order 8 a known number is passed over; with 覆盖 it gets what it lacks and nothing else", async () => {
  const client = await hq();
  const car = await givenKnownCar();
  const bare = { deliveredAt: null, state: "已锁单", vin: null, source: "导入", lockedAt: null, due: null, paid: null };
  const row = await givenRow(bare, car);
  await excel.run(client, [cellsOf(row)]);
  const more = { ...row, lockedAt: "2026-03-05", promise: "2026-05-01", due: "200000", paid: "5000", name: "无关姓名" };
  const { data: skipped } = await excel.check(client, [cellsOf(more)]);
  assert.deepEqual([skipped.valid, skipped.skipped], [0, 1]);
  const early = { ...more, createdAt: "2026-01-01", lockedAt: "2026-01-02" };
  const [refused] = await excel.problems(client, [cellsOf(early)], ["overwrite"]);
  assert.equal(refused, "2 锁单时间早于下单时间", "the order was made later than this row says");
  await excel.run(client, [cellsOf(more)], ["overwrite"]);
  const filled = await orderOf(row);
  assert.partialDeepStrictEqual(filled, {
    promise: "2026-05-01",
    dueFen: 20_000_000,
    paidFen: 500_000,
    state: "LOCKED",
  });
  assert.equal(String(filled?.["lockedAt"]), String(new Date("2026-03-05T00:00:00+08:00")));
  const again = { ...more, lockedAt: "2026-03-09", promise: "2026-09-01", due: "300000" };
  const { data: nothing } = await excel.check(client, [cellsOf(again)], ["overwrite"]);
  assert.deepEqual([nothing.valid, nothing.skipped], [0, 1]);
  assert.deepEqual(await app.arrange(verifyMoney), []);
});

test("order 8 the number of an order out of sight is taken", async () => {
  const store = await givenStore(app);
  const client = await app.signIn({ permissions, scope: "ORG", organization: store });
  const other = await givenOrder(app);
  const row = await givenRow({ orderNo: other.orderNo, storeId: store.name });
  assert.deepEqual(await excel.problems(client, [cellsOf(row)], ["overwrite"]), ["2 订单号已存在"]);
  const elsewhere = await givenRow();
  const [problem] = await excel.problems(client, [cellsOf(elsewhere)]);
  assert.match(problem ?? "", /^2 /, "a store out of sight cannot be named");
});

test("order 8 OR-R21 the promise of a live locked row is told in time, also one that is filled in later; others are not", async () => {
  const client = await hq();
  const promise = addDays(dayOf(app.now()), 30);
  const live = await givenRow({ deliveredAt: null, state: "已到店", promise });
  const late = await givenRow({ deliveredAt: null, state: "已锁单", vin: null, source: "导入", lockedAt: null });
  const done = await givenRow();
  await excel.run(client, [cellsOf(live), cellsOf(late), cellsOf(done)]);
  const timersOf = async (row: Cells) =>
    app.rows<{ kind: string; on: string }>(
      "select kind, payload ->> 'promisedOn' as on from timer where key = $1 and kind like 'order.promise%' order by kind",
      [(await orderOf(row))?.["id"]],
    );
  const both = [
    { kind: "order.promiseNear", on: promise },
    { kind: "order.promisePast", on: promise },
  ];
  assert.deepEqual([await timersOf(live), await timersOf(late), await timersOf(done)], [both, [], []]);
  const { task } = await excel.run(client, [cellsOf({ ...late, promise })], ["overwrite"]);
  assert.deepEqual([task.status, await timersOf(late)], ["SUCCESS", both]);
});

test("order 8 the stages of a row carry its times, and its money the kind that fits its state and what is still due", async () => {
  const client = await hq();
  const open = { deliveredAt: null, vin: null };
  const rows = [
    await givenRow({ createdAt: "2026-3-1 9:05" }),
    await givenRow({ ...open, state: "已排产", due: "200000", paid: "199999.99" }),
    await givenRow({ ...open, state: "已大定", lockedAt: null, due: "200000", paid: "5000" }),
    await givenRow({ ...open, state: "已退订", lockedAt: null, due: null, paid: null }),
  ];
  assert.equal((await excel.run(client, rows.map(cellsOf))).task.status, "SUCCESS");
  const at = (text: string) => new Date(`${text}+08:00`);
  const locked = at("2026-03-03T00:00:00");
  const times = [
    [at("2026-03-01T09:05:00"), locked, at("2026-04-10T15:00:30")],
    [at("2026-03-01T09:30:00"), locked, locked],
    [at("2026-03-01T09:30:00"), at("2026-03-01T09:30:00")],
    [at("2026-03-01T09:30:00"), at("2026-03-01T09:30:00")],
  ];
  const kinds = [["BALANCE"], ["DOWN"], ["BIG"], []];
  for (const [n, row] of rows.entries()) {
    const order = await orderOf(row);
    const stages = await app.rows<{ no: number; at: Date; from: string | null; to: string }>(
      "select no, at, from_state as from, to_state as to from order_stage where order_id = $1 order by no",
      [order?.["id"]],
    );
    assert.deepEqual(
      stages.map((stage) => stage.at),
      times[n],
    );
    assert.deepEqual(
      stages.map(({ no, from }) => [no, from]),
      stages.map((_, before) => [before + 1, stages[before - 1]?.to ?? null]),
    );
    assert.deepEqual([order?.["stageAt"], order?.["stageNo"]], [times[n]?.at(-1), stages.length]);
    const paid = await app.rows<{ kind: string; at: Date }>(
      "select kind, paid_at as at from order_payment where order_id = $1",
      [order?.["id"]],
    );
    assert.deepEqual([paid.map(({ kind }) => kind), paid[0]?.at ?? times[n]?.at(-1)], [kinds[n], times[n]?.at(-1)]);
  }
});

test("order 8 order 2 an order that comes in is sold as its car is, and no other order is", async () => {
  const retail = newId();
  await app.rows(
    `insert into car_market_type (id, created_at, created_by, updated_at, updated_by, type_code, type_name, sort, status,
       rights_allowed, usable_for) values ($1, now(), $1, now(), $1, 'RETAIL', '国内零售', 1, 'ENABLED', true, '{SALE}')`,
    [retail],
  );
  const [client, row, other] = [
    await hq(),
    await givenRow({ deliveredAt: null, state: "已到店" }),
    await givenOrder(app),
  ];
  await app.rows("update sales_order set market_type_id = null where id = $1", [other.id]);
  assert.equal((await excel.run(client, [cellsOf(row)])).task.status, "SUCCESS");
  const typeOf = async (orderNo: unknown) =>
    (
      await app.rows<{ type: string | null }>("select market_type_id as type from sales_order where order_no = $1", [
        orderNo,
      ])
    )[0]?.type;
  assert.deepEqual([await typeOf(row.orderNo), await typeOf(other.orderNo)], [retail, null]);
  const [car] = await app.rows("select market_type_id as type from car where vin = $1", [row.vin]);
  assert.deepEqual(car, { type: retail });
});

test("order 8 with 覆盖 an order at its end gets the car that it had, once, and the car stays free for others", async () => {
  const client = await hq();
  const [had, next] = [await givenKnownCar(), await givenKnownCar()];
  const row = await givenRow({ deliveredAt: null, state: "已退订", vin: null }, had);
  await excel.run(client, [cellsOf(row)]);
  assert.equal((await orderOf(row))?.["vin"], null);
  const { task } = await excel.run(client, [cellsOf({ ...row, vin: had.vin })], ["overwrite"]);
  assert.deepEqual(
    [task.status, (await orderOf(row))?.["vin"], (await orderOf(row))?.["carId"]],
    ["SUCCESS", had.vin, had.id],
  );
  const [car] = await app.rows("select hold_state as state from car where id = $1", [had.id]);
  assert.deepEqual(car, { state: "FREE" });
  for (const vin of [had.vin, next.vin]) {
    const { data } = await excel.check(client, [cellsOf({ ...row, vin })], ["overwrite"]);
    assert.deepEqual([data.valid, data.skipped], [0, 1], "it has one");
  }
  const elsewhere = { ...row, state: "已关闭", vin: next.vin };
  const { data } = await excel.check(client, [cellsOf(elsewhere)], ["overwrite"]);
  assert.deepEqual([data.valid, data.skipped], [0, 1], "of another state nothing is taken");
});
