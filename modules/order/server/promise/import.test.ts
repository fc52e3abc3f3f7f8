import assert from "node:assert/strict";
import { test } from "node:test";
import { AuthorityTestApp, importing } from "@ops/authority/server/testing";
import { partnerModule } from "@ops/partner/server";
import { addDays, dayOf } from "@ops/platform/contract";
import { declareTestApp } from "@ops/platform/server/testing";
import { storeModule } from "@ops/store/server";
import { givenStore } from "@ops/store/server/testing";
import { vehicleModule } from "@ops/vehicle/server";
import * as contract from "../../contract/index.ts";
import { orderModule } from "../index.ts";
import { givenLockedOrder, givenOrder } from "../testing.ts";

const modules = [vehicleModule, partnerModule, storeModule, orderModule];
const app = declareTestApp(new AuthorityTestApp(modules, undefined, { background: true }));
const excel = importing(app, contract.promiseImport);
const permissions = ["order:promise:change", "order:order:view"];

test("OR-R6 order 8 预计交付日 of a file moves what is expected and leaves the promise, once for each new day", async () => {
  const client = await app.signIn({ permissions });
  const [first, second] = [await givenLockedOrder(app), await givenLockedOrder(app)];
  const day = addDays(dayOf(app.now()), 60);
  const same = second.eta ?? "";
  const { task, draft } = await excel.run(client, [
    [first.orderNo, day, "产能调整"],
    [second.orderNo, same, "产能调整"],
  ]);
  assert.deepEqual([task.status, draft.valid, draft.skipped], ["SUCCESS", 1, 1]);
  const [order] = await app.rows(
    "select promise_effective::text as promise, eta::text, version from sales_order where id = $1",
    [first.id],
  );
  assert.deepEqual(order, { promise: first.promiseEffective, eta: day, version: first.version + 1 });
  const words = await app.rows("select kind, party, reason, eta::text from order_promise where order_id = $1", [
    first.id,
  ]);
  assert.deepEqual(words, [{ kind: "BRAND", party: "BRAND", reason: "产能调整", eta: day }]);
  assert.deepEqual(await app.rows("select from order_promise where order_id = $1", [second.id]), []);
  const told = await app.rows(
    "select from event_outbox where name = 'order.promiseChanged' and payload ->> 'orderId' = $1",
    [first.id],
  );
  assert.equal(told.length, 1);
});

test("OR-R6 order 8 a file of 预计交付日 is refused line by line; an order out of sight is absent", async () => {
  const store = await givenStore(app);
  const client = await app.signIn({ permissions, scope: "ORG", organization: store });
  const [mine, other] = [await givenLockedOrder(app, { storeId: store.id }), await givenLockedOrder(app)];
  const unlocked = await givenOrder(app, { storeId: store.id });
  const held = await givenLockedOrder(app, { storeId: store.id });
  await app.rows("update sales_order set held_reason = '资料不全' where id = $1", [held.id]);
  const closed = await givenLockedOrder(app, { storeId: store.id });
  await app.rows("update sales_order set state = 'CLOSED' where id = $1", [closed.id]);
  const today = dayOf(app.now());
  const row = (orderNo: string, day = today) => [orderNo, day, "产能调整"];
  assert.deepEqual(
    await excel.problems(client, [
      row("SO20200101000001"),
      row(other.orderNo),
      row(mine.orderNo, addDays(today, -1)),
      row(unlocked.orderNo),
      row(held.orderNo),
      row(closed.orderNo),
      row(held.orderNo),
      [mine.orderNo, null, "产能调整"],
      [mine.orderNo, today, null],
      row(mine.orderNo),
    ]),
    [
      "2 订单不存在",
      "3 订单不存在",
      "4 预计交付日不能早于今天",
      "5 订单没有承诺交付日",
      "6 订单已挂起（资料不全），请先解除挂起",
      "7 订单当前状态为【已关闭】，不能执行【编辑】",
      "8 与第6行重复",
      "9 预计交付日不能为空",
      "10 原因不能为空",
      "11 与第4行重复",
    ],
  );
});
