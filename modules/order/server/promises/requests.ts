import { example, type Kind, type ProductApp, scopedPlaces } from "@ops/authority/server/testing";
import { changeRecord, newId } from "@ops/platform/server";
import * as order from "../../contract/index.ts";
import { draftCancel } from "../cancel/draft.ts";
import { keepCancel } from "../cancel/finish.ts";
import { requestConsent } from "../cancel/flow.ts";
import { findOrCreateCustomer } from "../customer/find-or-create.ts";
import { findRow } from "../database.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { enterStage } from "../order/stage.ts";
import { orders } from "../order/tables.ts";
import { givenLockedOrder, givenOrder, givenPaid, newCustomer } from "../testing.ts";
import { salesOrders } from "./orders.ts";

const reason = "客户要求";

/** Makes money of an order that is too much, and answers its refund. */
async function givenExcess(app: ProductApp, { id }: { readonly id: string }) {
  await givenPaid(app, { id }, 30_000_000);
  const refund = await app.arrange((tx) => findRow(tx, "orderRefund", { orderId: id }));
  if (!refund) throw new Error("too much was paid");
  return refund;
}

/** What moves money is visible where the money of its order is: in the selling store and for its adviser. */
const whereMoneyIs = (table: "order_payment" | "order_refund") =>
  `select ${table}.id::text as id, true as exists, advisor_id as "ownerId", false as everywhere,
    array[store_id] as "organizationIds" from ${table} join order_money on order_money.id = ${table}.order_id`;

export const orderPayments: Kind = {
  places: scopedPlaces,
  facts: whereMoneyIs("order_payment"),
  make: async (ground, place, caller) =>
    place === "missing"
      ? newId()
      : (await givenExcess(ground.app, { id: await salesOrders.make(ground, place, caller) })).paymentId,
};

export const orderRefunds: Kind = {
  places: scopedPlaces,
  facts: whereMoneyIs("order_refund"),
  make: async (ground, place, caller) =>
    place === "missing"
      ? newId()
      : (await givenExcess(ground.app, { id: await salesOrders.make(ground, place, caller) })).id,
};

/** Makes an open cancellation of a locked order. */
async function givenCancel(app: ProductApp, orderId: string) {
  await app.rows(
    "update sales_order set state = 'LOCKED', locked_at = now(), delivery_store_id = coalesce(delivery_store_id, store_id) where id = $1",
    [orderId],
  );
  return app.arrange(async (tx) => {
    const made = await lockOrderRow(tx, orderId);
    const lines = [{ kind: "DEPOSIT", fen: 500_000, waivedFen: 0 } as const];
    const told = { party: "CUSTOMER", lines, refundFen: 0, waiveReason: null } as const;
    const draft = await draftCancel(tx, made, told);
    const cancel = await keepCancel(tx, made, draft, { reasonCode: "PLAN", reason: null, state: "REVIEW" });
    const weighed = { state: "LOCKED", isBigOld: false, party: "CUSTOMER", isWaived: false } as const;
    await requestConsent(tx, made, cancel, weighed);
    await changeRecord(tx, orders, made, { ...(await enterStage(tx, made, "CANCEL_REVIEW")), prevState: "LOCKED" });
    return cancel;
  });
}

/** Cancellations are visible with their order. */
export const orderCancels: Kind = {
  places: scopedPlaces,
  facts: `select order_cancel.id::text as id, true as exists, advisor_id as "ownerId", false as everywhere,
    array_remove(array[store_id, delivery_store_id], null) as "organizationIds"
    from order_cancel join sales_order on sales_order.id = order_cancel.order_id`,
  make: async (ground, place, caller) =>
    place === "missing" ? newId() : (await givenCancel(ground.app, await salesOrders.make(ground, place, caller))).id,
};

example(order.applyCancel, async (app) => {
  const { id, version } = await givenPaid(app, await givenOrder(app), 100_000);
  const body = { reasonCode: "PLAN", party: "CUSTOMER", refundFen: 100_000, version } as const;
  return { input: { params: { id }, body } };
});
example(order.decideCancel, async (app) => {
  const { id, version } = await givenCancel(app, (await givenOrder(app)).id);
  return { input: { params: { id }, body: { verdict: "APPROVE" as const, version } } };
});
/** Only whoever applied may withdraw. */
example(order.withdrawCancel, async (app) => {
  const { id: orderId, version } = await givenLockedOrder(app);
  const admin = await app.signIn({ boolAdmin: true });
  const lines = [{ kind: "DEPOSIT", fen: 500_000 } as const];
  const asked = { reasonCode: "PLAN", party: "CUSTOMER", lines, refundFen: 0, version } as const;
  await admin.call(order.applyCancel, { params: { id: orderId }, body: asked });
  const cancel = await app.arrange((tx) => findRow(tx, "orderCancel", { orderId }));
  const body = { reason, version: cancel?.version ?? 0 };
  return { input: { params: { id: cancel?.id ?? "" }, body }, credentials: { authorization: admin.token } };
});

example(order.decideRefund, async (app) => {
  const { id, version } = await givenExcess(app, await givenOrder(app));
  return { input: { params: { id }, body: { verdict: "APPROVE" as const, version } } };
});
example(order.addRefund, async (app) => {
  const { id } = await givenOrder(app);
  const { paymentId } = await givenExcess(app, { id });
  await app.rows("update order_refund set state = 'REJECTED' where order_id = $1", [id]);
  const { version } = await app.arrange((tx) => lockOrderRow(tx, id));
  return { input: { params: { id }, body: { paymentId, amountFen: 100, reason, version } } };
});

/** A refund that its channel has refused. */
async function givenFailed(app: ProductApp, customerId?: string) {
  const { id, version } = await givenExcess(app, await givenOrder(app, customerId ? { customerId } : {}));
  await app.rows("update order_refund set state = 'FAILED', failure = 'REFUSED' where id = $1", [id]);
  return { params: { id }, version };
}
example(order.retryRefund, async (app) => {
  const { params, version } = await givenFailed(app);
  return { input: { params, body: { version } } };
});
example(order.setRefundAccount, async (app) => {
  const buyer = newCustomer();
  const { customerId } = await app.arrange((tx) => findOrCreateCustomer(tx, buyer));
  const { params, version } = await givenFailed(app, customerId);
  const body = { payeeName: buyer.name, bank: "招商银行", account: "6222020200112233445", version };
  return { input: { params, body } };
});
