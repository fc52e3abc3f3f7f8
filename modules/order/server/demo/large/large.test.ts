import assert from "node:assert/strict";
import { test } from "node:test";
import { loadLargeSet } from "@ops/authority/server";
import { vehicleModule } from "@ops/vehicle/server";
import * as contract from "../../../contract/index.ts";
import { largePhone, loadLargeOrders } from "../../index.ts";
import { testApp } from "../../testing.ts";

const app = testApp();
const ORDERS = 2_000;
const tables = "('customer', 'sales_order', 'order_money', 'order_payment', 'order_stage', 'order_issue')";
const indexes = `select indexdef from pg_indexes where tablename in ${tables} order by 1`;
const guards = `select conrelid::regclass::text as of, pg_get_constraintdef(oid) as made, convalidated from pg_constraint
  where conrelid in (select oid from pg_class where relname in ${tables}) order by 1, 2`;

test("order 13 the large set of orders goes in, whole, with every index and guard back, and its stages are counted", async () => {
  await loadLargeSet(app.node, { users: 40, organizations: 41, auditRows: 10, loginRows: 10 });
  await app.arrange((tx) => vehicleModule.demo.load(tx));
  const before = [await app.rows(indexes), await app.rows(guards)];
  await loadLargeOrders(app.node, { orders: ORDERS });
  assert.deepEqual([await app.rows(indexes), await app.rows(guards)], before);
  const [counted] = await app.rows(`select (select count(*)::int from sales_order) as orders,
    (select count(*)::int from customer) as customers, (select count(*)::int from order_money) as money,
    (select count(*)::int from order_stage) as stages,
    (select count(distinct state)::int from sales_order) as states`);
  assert.deepEqual(counted, { orders: ORDERS, customers: 1_800, money: ORDERS, stages: 3 * ORDERS, states: 13 });
  const unequal = await app.rows(`select m.id from order_money m left join order_payment p on p.order_id = m.id
    group by m.id having m.paid_fen <> coalesce(sum(p.amount_fen), 0)`);
  assert.deepEqual(unequal, [], "each order has the payments that its money tells of");
  const admin = await app.signIn({ boolAdmin: true });
  const { data: bar } = await admin.call(contract.countOrders, {});
  const states = await app.rows<{ state: string; count: number }>(
    "select state, count(*)::int as count from sales_order group by 1",
  );
  for (const { state, count } of bar) assert.equal(states.find((one) => one.state === state)?.count, count, state);
  const { data: found } = await admin.call(contract.listOrders, { query: { phone: largePhone(1) } });
  assert.ok(found.list.length > 0);
});
