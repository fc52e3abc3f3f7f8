import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf } from "@ops/platform/contract";
import fc from "fast-check";
import * as contract from "../../contract/index.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { verifyMoney } from "../payment/verify.ts";
import { givenChoice, givenOrder, givenPaid, givenVerified, testApp } from "../testing.ts";
import { cancelAtOnce } from "./at-once.ts";
import { expireSchedule } from "./expire.ts";
import { Costs, cancelStory } from "./testing.ts";

const app = testApp();
const costs = new Costs();
const { given, orderOf, seller, applied, approveAll, refundsOf, toldOf } = cancelStory(app);
const expire = () => expireSchedule.run({ step: (act) => app.arrange(act) });

test("expireSmall 小定 that became no 大定 by its last day is paid back the day after, 大定 is not", async () => {
  const today = dayOf(app.now());
  const smallWith = async (smallEndsOn: string | null, paidFen = 100_000) =>
    givenPaid(app, await givenOrder(app, await givenChoice(app, { smallEndsOn })), paidFen);
  const [over, last, open, big] = [
    await smallWith(addDays(today, -1)),
    await smallWith(today),
    await smallWith(null),
    await smallWith(addDays(today, -1), 500_000),
  ];
  assert.equal(expireSchedule.at, "5 0 * * *");
  await expire();
  const states = [];
  for (const order of [over, last, open, big]) states.push((await orderOf(order)).state);
  assert.deepEqual(states, ["CANCELLED", "SMALL", "SMALL", "BIG"]);
  assert.deepEqual(await refundsOf(over), [{ why: "CANCEL", fen: 100_000, state: "APPROVED" }]);
  assert.partialDeepStrictEqual(await toldOf(over, "order.cancelled"), [{ party: "CUSTOMER", fromStatus: "SMALL" }]);
  await expire();
  assert.equal((await refundsOf(over)).length, 1, "once");
});

test("OR-R8 what the customer asks for himself is done at once where nobody has to agree, else it is left to a person", async () => {
  const words = { reasonCode: "PLAN", reason: "客户自助退订" };
  const ask = ({ id }: { id: string }) =>
    app.arrange(async (tx) => cancelAtOnce(tx, await lockOrderRow(tx, id), words));
  assert.equal((await ask(await given("SMALL")))?.state, "CANCELLED");
  const big = await given("BIG");
  assert.equal((await ask(big))?.state, "CANCELLED");
  assert.equal(await ask(big), null, "it is cancelled already");
  assert.equal(await ask(await givenOrder(app)), null, "an unpaid order is closed, not cancelled");
  assert.equal(await ask(await given("LOCKED")), null);
  const old = await given("BIG");
  await app.rows("update order_stage set at = at - interval '9 days' where order_id = $1", [old.id]);
  assert.equal(await ask(old), null);
  assert.equal((await orderOf(old)).state, "BIG");
});

test("OR-R8 two cancel at once: one succeeds, and money is asked back once", async () => {
  const [one, other, order] = [await seller(), await seller(), await given("SMALL")];
  const body = { reasonCode: "PLAN", party: "CUSTOMER" as const, refundFen: 100_000, version: order.version };
  const send = (by: typeof one) => by.call(contract.applyCancel, { params: { id: order.id }, body });
  const answers = await Promise.all([send(one), send(other), send(one), send(other)]);
  assert.deepEqual(answers.map(({ msgCode, success }) => (success ? "" : msgCode)).toSorted(), [
    "",
    "COMMON_VERSION_CONFLICT",
    "COMMON_VERSION_CONFLICT",
    "COMMON_VERSION_CONFLICT",
  ]);
  assert.equal((await refundsOf(order)).length, 1);
});

test("OR-R8 OR-R5 lock against cancel: one of them wins, and the order is in one state", async () => {
  for (let n = 0; n < 3; n++) {
    const order = await given("BIG", { payMode: "FULL", cityCode: "310100" });
    await app.rows("update sales_order set delivery_store_id = store_id where id = $1", [order.id]);
    await givenVerified(app, order);
    const codes = ["order:order:lock", "order:order:view", "order:price:view", "order:cancel:apply"];
    const both = await app.signIn({ permissions: codes });
    const params = { id: order.id };
    app.passTime(61);
    const asked = await both.call(contract.sendLockCode, { params, body: { version: order.version } });
    assert.equal(asked.msg, "");
    const [sent] = await app.rows<{ params: { code: string } }>(
      "select params from sms_outbox where template_code = 'CONFIRM_CODE' order by created_at desc, id desc limit 1",
    );
    const ticks: (keyof typeof contract.lockTicks)[] = ["CHOICE", "DEPOSIT", "PROMISE"];
    const { version } = order; // both saw the order before either acted
    const cancel = { reasonCode: "PLAN", party: "CUSTOMER" as const, refundFen: 500_000, version };
    const [locked, cancelled] = await Promise.all([
      both.call(contract.lockOrder, { params, body: { ticks, code: sent?.params.code ?? "", version } }),
      both.call(contract.applyCancel, { params, body: cancel }),
    ]);
    const [won, lost] = locked.success ? [locked, cancelled] : [cancelled, locked];
    assert.deepEqual([won.msg, lost.msgCode], ["", "COMMON_VERSION_CONFLICT"]);
    const { state } = await orderOf(order);
    assert.equal(state, locked.success ? "LOCKED" : "CANCELLED");
    assert.equal((await refundsOf(order)).length, locked.success ? 0 : 1);
  }
});

test("OR-R3 whatever was paid, charged and waived: what stays, goes back and was too much adds up to the cent", async (t) => {
  const fen = fc.integer({ min: 0, max: 3_000_000 });
  const life = fc.record({
    paid: fc.array(fc.integer({ min: 1, max: 20_000_000 }), { minLength: 1, maxLength: 4 }),
    state: fc.constantFrom("LOCKED", "SCHEDULED", "IN_TRANSIT", "READY" as const),
    freight: fen,
    rights: fen,
    waived: fc.double({ min: 0, max: 1, noNaN: true }),
    party: fc.constantFrom("CUSTOMER", "BRAND" as const),
  });
  t.after(() => Object.assign(costs.fen, { RIGHTS: undefined, FREIGHT: undefined }));
  const adviser = await seller();
  await fc.assert(
    fc.asyncProperty(life, async ({ paid, state, freight, rights, waived, party }) => {
      Object.assign(costs.fen, { FREIGHT: () => freight, RIGHTS: () => rights });
      const order = await given("LOCKED");
      for (const amountFen of paid) await givenPaid(app, order, amountFen);
      await app.rows("update sales_order set state = $2 where id = $1", [order.id, state]);
      const wishes = { party, waived: { DEPOSIT: Math.floor(500_000 * waived) }, waiveReason: "关怀" };
      const open = await applied(adviser, await orderOf(order), wishes);
      const total = paid.reduce((sum, one) => sum + one, 6_500_000);
      const refunds = async (why: string) =>
        (await refundsOf(order)).reduce((sum, one) => sum + (one.why === why ? one.fen : 0), 0);
      assert.equal((open.deductFen ?? 0) + (open.refundFen ?? 0), open.paidFen);
      assert.equal((open.paidFen ?? 0) + (await refunds("EXCESS")), total);
      assert.equal(
        open.lines.reduce((sum, { takenFen }) => sum + takenFen, 0),
        open.deductFen,
      );
      for (const line of open.lines) assert.equal(line.takenFen + line.waivedFen + line.uncoveredFen, line.fen);
      await approveAll(adviser, order);
      assert.equal(await refunds("CANCEL"), open.refundFen);
      assert.deepEqual(
        (await app.arrange((tx) => verifyMoney(tx))).filter(({ orderNo }) => orderNo === order.orderNo),
        [],
      );
    }),
    { numRuns: 8 },
  );
});
