import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AuthorityTestApp } from "@ops/authority/server/testing";
import { givenStore } from "@ops/store/server/testing";
import { givenCar } from "@ops/vehicle/server/testing";
import { matchCar } from "./car/published.ts";
import { orderTells } from "./intake/tell-order.ts";
import { lockOrderRow } from "./order/lock-order.ts";
import type { OrderRow } from "./order/tables.ts";
import { closeUnpaid } from "./order/timers.ts";
import { receivePayment } from "./payment/receive.ts";
import { verifyMoney } from "./payment/verify.ts";
import { givenLockedOrder, givenOrder, givenPaid, givenVerified, modulesUpToOrder, testApp } from "./testing.ts";

const app = testApp();
const second = new AuthorityTestApp([...modulesUpToOrder]);
before(() => second.start(app));
after(() => second.stop());

const MANY = 200;
const numbers = Array.from({ length: MANY }, (_, at) => at);
/** Every second act runs on the other node. */
const nodeOf = (at: number) => (at % 2 === 0 ? app : second);

/** Makes so many orders that are like this one in everything but their number. */
async function givenCopies({ id }: OrderRow, count: number): Promise<{ readonly id: string }[]> {
  const copies = await app.rows<{ id: string }>(
    `insert into sales_order
     select (jsonb_populate_record(o, jsonb_build_object('id', uuidv7(), 'order_no', o.order_no || '-' || n))).*
     from sales_order o, generate_series(1, $2) n where o.id = $1 returning id`,
    [id, count],
  );
  await app.rows(
    `insert into order_money (id, created_at, created_by, updated_at, updated_by, store_id, due_fen, paid_fen)
     select copy, created_at, created_by, updated_at, updated_by, store_id, due_fen, paid_fen
     from order_money, unnest($2::uuid[]) copy where id = $1`,
    [id, copies.map((copy) => copy.id)],
  );
  return copies;
}

test("order 13 a payment against the closing of its order, over two nodes: the money counts, whoever is first", async () => {
  const placed: OrderRow[] = [];
  for (const _ of numbers.slice(0, 20)) placed.push(await givenOrder(app));
  await Promise.all(
    placed.flatMap(({ id: orderId }, at) => {
      const paid = {
        kind: "SMALL",
        channel: "WECHAT",
        amountFen: 100_000,
        txnNo: `R${orderId}`,
        remark: null,
      } as const;
      return [
        nodeOf(at).arrange((tx) => closeUnpaid.handle(tx, { orderId })),
        nodeOf(at + 1).arrange(async (tx) =>
          receivePayment(tx, await lockOrderRow(tx, orderId), { ...paid, paidAt: tx.now }),
        ),
      ];
    }),
  );
  const ends = await app.rows<{ state: string; paid: number }>(
    `select distinct state, paid_fen::int as paid from sales_order join order_money using (id) where id = any($1)`,
    [placed.map(({ id }) => id)],
  );
  assert.deepEqual(ends, [{ state: "SMALL", paid: 100_000 }]);
  assert.deepEqual(await app.rows("select from order_refund"), []);
  assert.deepEqual(await app.arrange(verifyMoney), []);
});

test("order 13 200 orders want one car at once, over two nodes: one has it, and no other order changes", async () => {
  const first = await givenLockedOrder(app);
  const rivals = [first, ...(await givenCopies(first, MANY - 1))];
  const config = { id: first.carConfigId ?? "", modelId: "", seriesId: "", seriesCode: "", configCode: "" };
  const { id: carId } = await givenCar(app, { config });
  const ends = await Promise.allSettled(
    rivals.map(({ id: orderId }, at) => nodeOf(at).arrange((tx) => matchCar(tx, { orderId, carId }))),
  );
  const reasons = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
  assert.equal(reasons.length, MANY - 1);
  for (const reason of reasons) assert.match(String(reason.msgCode), /^(ORDER_VIN_USED|VEHICLE_BUSY)$/, String(reason));
  const states = await app.rows<{ state: string; n: number }>(
    "select state, count(*)::int as n from sales_order where id = any($1) group by state order by state",
    [rivals.map(({ id }) => id)],
  );
  assert.deepEqual(states, [
    { state: "LOCKED", n: MANY - 1 },
    { state: "PRODUCED", n: 1 },
  ]);
});

test("order 13 200 locks of one order at once, over two nodes: one locks it, with one promise and one contract", async () => {
  const { id: deliveryStoreId } = await givenStore(app);
  const placed = await givenOrder(app, { deliveryStoreId, payMode: "FULL", cityCode: "310100" });
  await givenPaid(app, placed, 500_000);
  await givenVerified(app, placed);
  const ends = await Promise.all(
    numbers.map((at) =>
      nodeOf(at).arrange(async (tx) =>
        orderTells["customer.locked"](tx, await lockOrderRow(tx, placed.id), { at: tx.now, payload: {} }),
      ),
    ),
  );
  assert.equal(ends.filter(({ applied }) => applied).length, 1);
  const [kept] = await app.rows(
    `select state, (select count(*)::int from order_promise where order_id = o.id) as promises,
       (select count(*)::int from order_contract where order_id = o.id) as contracts,
       (select count(*)::int from order_stage where order_id = o.id and to_state = 'LOCKED') as stages
     from sales_order o where id = $1`,
    [placed.id],
  );
  assert.deepEqual(kept, { state: "LOCKED", promises: 1, contracts: 1, stages: 1 });
});
