import {
  example,
  givenUser,
  type Kind,
  organizationOf,
  type ProductApp,
  type PromiseGround,
  scopedPlaces,
} from "@ops/authority/server/testing";
import { addDays, wireTime } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { givenStore } from "@ops/store/server/testing";
import { givenCar, givenPhoto } from "@ops/vehicle/server/testing";
import * as order from "../../contract/index.ts";
import { matchCar } from "../car/published.ts";
import { clearIssue, raiseIssue, registerIssueRetry } from "../order/issue.ts";
import {
  givenChoice,
  givenLockedOrder,
  givenOrder,
  givenPaid,
  givenVerified,
  newCustomer,
  newIdNo,
} from "../testing.ts";

const reason = "客户要求";

type Made = Kind["make"];

/** An order at a place: in the store of the organisation, or sold by the caller in a store elsewhere. */
export async function orderAt(ground: PromiseGround, place: Parameters<Made>[1], { userId }: Parameters<Made>[2]) {
  const isSomewhere = place !== "own" && place !== "nowhere";
  const organization = organizationOf(ground, place);
  const [known] = await ground.app.rows<{ id: string }>("select id from store where id = $1", [organization.id]);
  const store = isSomewhere
    ? (known ?? (await givenStore(ground.app, { organization })))
    : await givenStore(ground.app);
  return givenOrder(ground.app, { storeId: store.id, advisorId: place === "own" ? userId : null });
}

/**
 * Orders are visible in the store that sells them and for their adviser. What the delivering side sees differs for money and is
 * proven beside the rules (payment.test.ts, list.test.ts).
 */
export const salesOrders: Kind = {
  places: scopedPlaces,
  facts: `select id::text as id, true as exists, advisor_id as "ownerId", false as everywhere,
    array_remove(array[store_id, delivery_store_id], null) as "organizationIds" from sales_order`,
  make: async (ground, place, caller) => (place === "missing" ? newId() : (await orderAt(ground, place, caller)).id),
};

/** Customers are visible through the orders that they buy. */
export const customers: Kind = {
  places: scopedPlaces,
  facts: `select customer.id::text as id, true as exists, sales_order.advisor_id as "ownerId", false as everywhere,
    array[sales_order.store_id] as "organizationIds" from customer join sales_order on sales_order.customer_id = customer.id`,
  make: async (ground, place, caller) =>
    place === "missing" ? newId() : (await orderAt(ground, place, caller)).customerId,
};

async function choiceOf(app: ProductApp) {
  return { ...(await givenChoice(app)), lines: [] };
}

example(order.createOrder, async (app) => {
  const { id: storeId } = await givenStore(app);
  return { input: { body: { customer: newCustomer(), storeId, ...(await choiceOf(app)) } } };
});
example(order.editOrder, async (app) => {
  const { id, version, seriesId } = await givenOrder(app);
  return { input: { params: { id }, body: { seriesId, version } } };
});
example(order.holdOrder, async (app) => {
  const { id, version } = await givenOrder(app);
  return { input: { params: { id }, body: { reason, version } } };
});
example(order.releaseOrder, async (app) => {
  const { id, version } = await givenOrder(app);
  await app.rows("update sales_order set held_reason = $2 where id = $1", [id, reason]);
  return { input: { params: { id }, body: { reason, version } } };
});
example(order.editCustomer, async (app) => {
  const { customerId: id } = await givenOrder(app);
  return { input: { params: { id }, body: { name: "王新", version: 1 } } };
});
example(order.addPayment, async (app) => {
  const { id } = await givenOrder(app);
  const paidAt = wireTime(app.now());
  const body = { kind: "SMALL", channel: "POS", amountFen: 100_000, txnNo: newId(), paidAt } as const;
  return { input: { params: { id }, body } };
});

/** An order that lacks nothing for its lock but the customer's word. */
async function givenLockable(app: ProductApp) {
  const { id: deliveryStoreId } = await givenStore(app);
  const order = await givenOrder(app, { deliveryStoreId, payMode: "FULL", cityCode: "310100" });
  await givenVerified(app, order);
  const { id, version, orderNo } = await givenPaid(app, order, 500_000);
  return { params: { id }, version, orderNo };
}

export async function givenLocked(app: ProductApp) {
  const { id, version, orderNo, promiseEffective, carConfigId } = await givenLockedOrder(app);
  const config = { id: carConfigId ?? "", modelId: "", seriesId: "", seriesCode: "", configCode: "" };
  return { params: { id }, version, orderNo, day: promiseEffective ?? "", config };
}

example(order.verifyIdentity, async (app) => {
  const { id, version } = await givenOrder(app);
  const { token, user } = await app.signIn({ boolAdmin: true });
  const fileIds = [await givenPhoto(app, user, "customer")];
  return {
    input: { params: { id }, body: { idNo: newIdNo(), fileIds, version } },
    credentials: { authorization: token },
  };
});
example(order.sendLockCode, async (app) => {
  const { params, version } = await givenLockable(app);
  return { input: { params, body: { version } } };
});
example(order.lockOrder, async (app) => {
  const { params, version } = await givenLockable(app);
  const admin = await app.signIn({ boolAdmin: true });
  await admin.call(order.sendLockCode, { params, body: { version } });
  const [sent] = await app.rows<{ params: { code: string } }>(
    "select params from sms_outbox where template_code = 'CONFIRM_CODE' order by created_at desc, id desc limit 1",
  );
  const ticks: (keyof typeof order.lockTicks)[] = ["CHOICE", "DEPOSIT", "PROMISE"];
  return { input: { params, body: { ticks, code: sent?.params.code ?? "", version } } };
});
example(order.unlockOrder, async (app) => {
  const { params, version } = await givenLocked(app);
  return { input: { params, body: { reason, version } } };
});
example(order.changePromise, async (app) => {
  const { params, version, day } = await givenLocked(app);
  return { input: { params, body: { party: "BRAND" as const, day: addDays(day, 3), reason, version } } };
});
example(order.assignOrder, async (app) => {
  const [{ params, version }, { id: butlerId }] = [await givenLockable(app), await givenUser(app)];
  return { input: { params, body: { butlerId, reason, version } } };
});

registerIssueRetry({
  code: "EXAMPLE",
  label: "样本",
  retry: async (tx, orderId) => clearIssue(tx, { orderId, code: "EXAMPLE" }),
});
example(order.retryIssue, async (app) => {
  const { params, version } = await givenLockable(app);
  await app.arrange((tx) => raiseIssue(tx, { orderId: params.id, code: "EXAMPLE", text: "样本失败，重试" }));
  return { input: { params: { id: params.id, code: "EXAMPLE" }, body: { version } } };
});

async function givenAssigning(app: ProductApp) {
  const [{ id }, { id: butlerId }] = [await givenOrder(app), await givenUser(app)];
  return { ids: [id], butlerId };
}

example(order.batchAssign.preview, async (app) => ({ input: { body: await givenAssigning(app) } }));
example(order.batchAssign.run, async (app) => {
  const [body, admin] = [await givenAssigning(app), await app.signIn({ boolAdmin: true })];
  const { data } = await admin.call(order.batchAssign.preview, { body });
  return { input: { body: { ids: body.ids, butlerId: body.butlerId, reason, planHash: data.planHash } } };
});
example(order.scheduleOrder, async (app) => {
  const { params, version } = await givenLocked(app);
  return { input: { params, body: { version } } };
});
example(order.matchOrderCar, async (app) => {
  const { params, version, config } = await givenLocked(app);
  const { id: carId } = await givenCar(app, { config });
  return { input: { params, body: { carId, version } } };
});
example(order.swapOrderCar, async (app) => {
  const { params, version, config } = await givenLocked(app);
  const [first, second] = [await givenCar(app, { config }), await givenCar(app, { config })];
  await app.arrange((tx) => matchCar(tx, { orderId: params.id, carId: first.id }));
  return { input: { params, body: { carId: second.id, reason, version: version + 1 } } };
});
example(order.correctPrice, async (app) => {
  const { params, version } = await givenLocked(app);
  return { input: { params, body: { lines: [], reason, version } } };
});
