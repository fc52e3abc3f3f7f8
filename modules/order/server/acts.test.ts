import "./promises.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { exampleOf, type ProductApp } from "@ops/authority/server/testing";
import type { Endpoint } from "@ops/platform/contract";
import * as contract from "../contract/index.ts";
import { testApp } from "./testing.ts";

const started = testApp();
const signIn = async () => ({ authorization: (await started.signIn({ boolAdmin: true })).token });
const app: ProductApp = Object.assign(started, { administrator: signIn });

/** What people do with an order, but cancel and release (section 3). */
const ACTS: Readonly<Record<string, Endpoint>> = {
  editOrder: contract.editOrder,
  verifyIdentity: contract.verifyIdentity,
  sendLockCode: contract.sendLockCode,
  lockOrder: contract.lockOrder,
  unlockOrder: contract.unlockOrder,
  scheduleOrder: contract.scheduleOrder,
  matchOrderCar: contract.matchOrderCar,
  swapOrderCar: contract.swapOrderCar,
  changePromise: contract.changePromise,
  noteLoan: contract.noteLoan,
  sendContract: contract.sendContract,
  applyInvoice: contract.applyInvoice,
  redInvoice: contract.redInvoice,
  correctPrice: contract.correctPrice,
  applyChange: contract.applyChange,
  decideChange: contract.decideChange,
  bookAppointment: contract.bookAppointment,
  cancelAppointment: contract.cancelAppointment,
  tickCheck: contract.tickCheck,
  arriveOrder: contract.arriveOrder,
  readyOrder: contract.readyOrder,
  deliverOrder: contract.deliverOrder,
  revertDelivery: contract.revertDelivery,
};

/** Besides, what may be done with an order that is held, or once it is at its end. */
const REASONED: Readonly<Record<string, Endpoint>> = {
  holdOrder: contract.holdOrder,
  releaseOrder: contract.releaseOrder,
  assignOrder: contract.assignOrder,
  settleInvoice: contract.settleInvoice,
  withdrawChange: contract.withdrawChange,
  applyCancel: contract.applyCancel,
  withdrawCancel: contract.withdrawCancel,
  decideCancel: contract.decideCancel,
  decideRefund: contract.decideRefund,
  addRefund: contract.addRefund,
};

/** Makes a call that works, with the order that it is about. */
async function prepare(endpoint: Endpoint) {
  const made = await exampleOf(endpoint)?.(app);
  assert.ok(made, `${endpoint.path} has an example`);
  const { input, credentials } = made;
  const { id } = Object(input.params);
  const [of] = await app.rows<{ id: string }>(
    "select coalesce((select order_id from order_change where id = $1), $1) as id",
    [id],
  );
  const token = credentials?.["authorization"] ?? (await signIn()).authorization;
  const call = (more: object = {}) =>
    app.call(endpoint, Object({ ...input, body: { ...input.body, ...more } }), { token });
  const set = (column: "held_reason" | "state", value: string | null) =>
    app.rows(`update sales_order set ${column} = $2 where id = $1`, [of?.id, value]);
  const stateNow = async () =>
    (await app.rows<{ state: string }>("select state from sales_order where id = $1", [of?.id]))[0]?.state ?? "";
  return { call, set, stateNow, body: input.body };
}

test("order 3 held: acts but cancel and release are refused with its reason, and work when it is released", async () => {
  for (const [name, endpoint] of Object.entries(ACTS)) {
    const { call, set } = await prepare(endpoint);
    await set("held_reason", "客户失联");
    const refused = await call();
    const words = "订单已挂起（客户失联），请先解除挂起";
    assert.deepEqual([refused.msgCode, refused.msg], ["ORDER_HELD", words], name);
    await set("held_reason", null);
    assert.equal((await call()).msg, "", name);
  }
});

test("order 3 held: an order is cancelled and assigned all the same", async () => {
  for (const endpoint of [contract.applyCancel, contract.assignOrder]) {
    const { call, set } = await prepare(endpoint);
    await set("held_reason", "客户失联");
    assert.equal((await call()).msg, "", endpoint.path);
  }
});

test("order 3 illegal: nothing of it is done with an order that is closed", async () => {
  const { revertDelivery: _handedOver, ...before } = ACTS;
  const { holdOrder, assignOrder, applyCancel } = contract;
  for (const [name, endpoint] of Object.entries({ ...before, holdOrder, assignOrder, applyCancel })) {
    const { call, set, stateNow } = await prepare(endpoint);
    const state = await stateNow();
    await set("state", "CLOSED");
    assert.equal((await call()).msgCode, "ORDER_STATE_ILLEGAL", name);
    await set("state", state);
    assert.equal((await call()).msg, "", name);
  }
});

test("order 3 whoever gives a reason, or a note to his decision, finds it in the log", async () => {
  let no = 0;
  for (const [name, endpoint] of Object.entries({ ...ACTS, ...REASONED })) {
    const { call, body = {} } = await prepare(endpoint);
    const given = `为什么${++no}`;
    const field = "reason" in body || endpoint === contract.applyCancel ? "reason" : "verdict" in body ? "note" : null;
    if (field === null) continue;
    assert.equal((await call({ [field]: given })).msg, "", name);
    const logged = await app.rows("select from audit_log where reason = $1", [given]);
    assert.ok(logged.length > 0, name);
  }
  assert.ok(no > 20);
});
