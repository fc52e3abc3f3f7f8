import assert from "node:assert/strict";
import { test } from "node:test";
import { loadAuthorityDemo } from "@ops/authority/server";
import { partnerModule } from "@ops/partner/server";
import { storeModule } from "@ops/store/server";
import { vehicleModule } from "@ops/vehicle/server";
import * as contract from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { hashContent } from "../paper/content.ts";
import { verifyMoney } from "../payment/verify.ts";
import { testApp } from "../testing.ts";
import { loadOrderDemo } from "./load.ts";

const app = testApp();
const TODAY = "(now() at time zone 'Asia/Shanghai')::date";

/** Counts rows by a column, such as `{ OPEN: 110 }`. */
async function countBy(table: string, column: string): Promise<Record<string, number>> {
  const rows = await app.rows<{ word: string; count: number }>(
    `select ${column} as word, count(*)::int as count from ${table} group by 1`,
  );
  return Object.fromEntries(rows.map(({ word, count }) => [word, count]));
}
const count = async (from: string) => (await app.rows<{ n: number }>(`select count(*)::int as n from ${from}`))[0]?.n;

test("order 11 the demo has the order of every car that vehicle holds for one, and orders in all other states", async () => {
  await app.arrange(async (tx) => {
    await loadAuthorityDemo(tx);
    for (const module of [vehicleModule, partnerModule, storeModule]) await module.demo?.load(tx);
  });
  await app.arrange(loadOrderDemo);
  await app.arrange(loadOrderDemo);
  const { IN_TRANSIT = 0, ...states } = await countBy("sales_order", "state");
  assert.deepEqual(states, {
    UNPAID: 12,
    SMALL: 40,
    BIG: 45,
    LOCKED: 60,
    SCHEDULED: 70,
    PRODUCED: 300,
    ARRIVED: 28,
    READY: 15,
    DELIVERED: 600,
    CANCEL_REVIEW: 14,
    CANCELLED: 30,
    CLOSED: 15,
  });
  assert.ok(IN_TRANSIT > 70 && IN_TRANSIT < 100, `${IN_TRANSIT} in transport`);
  const live = "h.kind = 'ORDER' and h.ended_at is null";
  const same = "o.id = h.ref_id and o.order_no = h.ref_no and o.car_id = h.car_id and o.store_id = any (h.org_ids)";
  assert.equal(await count(`car_hold h where ${live} and not exists (select from sales_order o where ${same})`), 0);
  const owned = "o.owner_id = c.owner_id and o.customer_id = c.owner_id and o.delivered_at = c.delivered_at";
  assert.equal(
    await count(`car c where hold_state = 'DELIVERED' and not exists (select from sales_order o
      where o.car_id = c.id and o.state = 'DELIVERED' and ${owned})`),
    0,
  );
  assert.equal(await count("sales_order where state = 'DELIVERED' and path = 'LIGHTNING'"), 200);
  assert.equal(
    await count(`sales_order where state = 'DELIVERED'
      and (delivered_at at time zone 'Asia/Shanghai')::date > promise_effective`),
    170,
  );
  const ended = `order_stage s where s.order_id = o.id and s.to_state = 'CANCELLED'
    and (s.at at time zone 'Asia/Shanghai')::date > o.promise_effective`;
  assert.equal(await count(`sales_order o where state = 'CANCELLED' and exists (select from ${ended})`), 5);
  const lately = `sales_order where state = 'DELIVERED' and (delivered_at at time zone 'Asia/Shanghai')::date > ${TODAY} - 30`;
  assert.ok(((await count(lately)) ?? 0) > 60, "the board of the last 30 days has deliveries to show");
  assert.equal(await count("sales_order where order_no like 'SO-U%'"), 0, "what vehicle does not know stays unknown");
  assert.equal(await count("sales_order where delivery_store_id <> store_id"), 20);
});

test("order 11 promises are past and near, somebody has 24 orders at 浦东 of which six are due today", async () => {
  const client = await app.signIn({ permissions: ["order:order:list", "order:order:view"] });
  const total = async (view: contract.OrderView) =>
    (await client.call(contract.listOrders, { query: { view } })).data.total;
  assert.deepEqual([await total("PAST"), await total("NEAR"), await total("ISSUE")], [35, 40, 6]);
  assert.ok((await total("AGED")) > 20);
  assert.equal(await total("NO_BUTLER"), 5);
  const his = `sales_order o join app_user u on u.id = o.butler_id join organization s on s.id = o.delivery_store_id
    where u.staff_no = 'A0004' and s.code = 'ST-SH01'`;
  assert.equal(await count(his), 24);
  assert.equal(await count(`${his} and o.state = 'READY' and o.promise_effective = ${TODAY}`), 6);
  assert.equal(await count("sales_order where held_reason is not null"), 5);
  assert.equal(await count("series_rule"), 4);
  assert.equal(await count("sales_policy"), 5);
});

test("order 11 the money of the demo adds up, with 25 refunds of which three failed", async () => {
  assert.deepEqual(await app.arrange(verifyMoney), []);
  assert.deepEqual(await countBy("order_refund", "state"), { APPLIED: 6, FAILED: 3, SUCCESS: 16 });
  assert.equal(await count("sales_order join order_money using (id) where state = 'DELIVERED' and balance_fen > 0"), 0);
  const deposit = "o.state in ('BIG', 'LOCKED', 'SCHEDULED', 'PRODUCED', 'IN_TRANSIT', 'ARRIVED', 'READY')";
  assert.equal(await count(`sales_order o join order_money using (id) where ${deposit} and paid_fen < 500000`), 0);
  assert.equal(await count("sales_order join order_money using (id) where state = 'SMALL' and paid_fen <> 100000"), 0);
});

test("order 11 every order went through its stages one after the other, and nothing is yet to come", async () => {
  const unlike = `sales_order o where not exists (select from order_stage s where s.order_id = o.id
    and s.no = o.stage_no and s.to_state = o.state and s.at = o.stage_at)`;
  assert.equal(await count(unlike), 0);
  const broken = `order_stage s join order_stage before on before.order_id = s.order_id and before.no = s.no - 1
    where s.from_state <> before.to_state or s.at < before.at`;
  assert.equal(await count(broken), 0);
  for (const [table, column] of Object.entries({ order_stage: "at", order_payment: "paid_at", order_promise: "at" })) {
    assert.equal(await count(`${table} where ${column} > now()`), 0, table);
  }
  const promised = `sales_order o where (locked_at is not null) <> exists (select from order_promise p
    where p.order_id = o.id and p.kind = 'LOCK' and p.promised_on = o.promise_effective)`;
  assert.equal(await count(promised), 0);
  assert.equal(await count("sales_order where locked_at is not null and (snapshot is null or city_code is null)"), 0);
});

test("order 11 papers, deliveries, changes and events are there in their numbers", async () => {
  const invoices = await countBy("order_invoice", "state");
  assert.partialDeepStrictEqual(invoices, { RED: 2, FAILED: 1 });
  const bare = `sales_order o where state = 'DELIVERED' and not (exists (select from order_invoice i
    where i.order_id = o.id and i.state = 'ISSUED') and exists (select from order_contract c
    where c.order_id = o.id and c.state = 'SIGNED'))`;
  assert.equal(await count(bare), 0, "nothing was handed over without its papers");
  const unwritten = `sales_order o where locked_at is not null and state <> 'CANCELLED'
    and not exists (select from order_contract c where c.order_id = o.id and c.state <> 'VOID')`;
  assert.equal(await count(unwritten), 0);
  const [draft] = await app.rows<{ orderId: string; hash: string }>(
    "select order_id as \"orderId\", content_hash as hash from order_contract where state = 'DRAFT' limit 1",
  );
  const hash = await app.arrange(async (tx) => {
    const order = await findRow(tx, "salesOrder", { id: draft?.orderId ?? "" });
    return order && hashContent(tx, order);
  });
  assert.equal(hash, draft?.hash, "a draft is about the order as it is");
  assert.equal(await count("slot_rule"), 24);
  const unready = `sales_order o where state = 'READY' and not (exists (select from delivery_appointment a
    where a.order_id = o.id and a.state = 'BOOKED' and a.start_at = o.appointment_at)
    and exists (select from delivery_check c where c.order_id = o.id and c.code = 'PDI' and c.done_at is not null))`;
  assert.equal(await count(unready), 0);
  const today = `(appointment_at at time zone 'Asia/Shanghai')::date = ${TODAY}`;
  assert.equal(await count(`sales_order where ${today}`), 6);
  const places = `delivery_slot s where booked <> (select count(*) from delivery_appointment a
    where a.slot_id = s.id and a.state in ('BOOKED', 'DONE'))`;
  assert.equal(await count(places), 0, "who is expected or has come has a place");
  assert.deepEqual(await countBy("order_change", "state"), { REVIEW: 12 });
  assert.deepEqual(await countBy("order_event_in", "state"), { IGNORED: 12, WAITING: 3 });
  assert.equal(await count("approval where flow = 'order.change' and state = 'OPEN'"), 12);
});

test("order 11 whoever looks into the past of an order finds who did what, and when the customer came", async () => {
  const silent = `sales_order o where not exists (select from audit_log a
    where a.biz_type = 'salesOrder' and a.biz_id = o.id::text and a.occurred_at = o.created_at)`;
  assert.equal(await count(silent), 0, "an order has the line that it begins with");
  const handed = `sales_order o where state = 'DELIVERED' and not exists (select from audit_log a
    where a.biz_id = o.id::text and a.action_name = '交付' and a.occurred_at = o.delivered_at)`;
  assert.equal(await count(handed), 0);
  assert.equal(await count("audit_log where module = 'order' and occurred_at > now()"), 0);
  const awaited = `sales_order o where state = 'DELIVERED' and not exists (select from delivery_appointment a
    where a.order_id = o.id and a.state = 'DONE' and o.delivered_at between a.start_at and a.end_at)`;
  assert.equal(await count(awaited), 0);
});

test("order 11 a role that got rights for orders has them in its newest version too, so that a rollback keeps them", async () => {
  const roles = await app.rows<{ code: string }>(
    `select r.code from role r join role_version v on v.role_id = r.id and v.version = r.version
     where r.permission_codes && array['order:order:view'] and v.snapshot->'permissionCodes' ? 'order:order:view'
     order by 1`,
  );
  const names = roles.map(({ code }) => code);
  assert.ok(names.includes("deliverySpecialist") && names.includes("salesAdvisor"), names.join());
  const lost = `role r join role_version v on v.role_id = r.id and v.version = r.version
    where to_jsonb(r.permission_codes) <> v.snapshot->'permissionCodes' or to_jsonb(r.menu_keys) <> v.snapshot->'menuKeys'`;
  assert.equal(await count(lost), 0);
});

test("order 7 a role that got rights for orders has what these require, such as the view of cars for 配现车", async () => {
  const [operator] = await app.rows<{ codes: string[] }>(
    "select permission_codes as codes from role where code = 'orderOperator'",
  );
  assert.ok(operator?.codes.includes("order:car:match") && operator.codes.includes("vehicle:car:view"));
});
