import { example, type Kind, type ProductApp, type PromiseGround } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import { givenStore } from "@ops/store/server/testing";
import * as order from "../../contract/index.ts";
import { insertChange } from "../change/at-once.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { givenLockedOrder } from "../testing.ts";
import { orderAt, salesOrders } from "./orders.ts";

const reason = "客户要求";

/** A change of the way of paying that waits for its store, on an order that is there already. */
function givenChange({ app }: Pick<PromiseGround, "app">, orderId: string) {
  const sides = { before: { payMode: "FULL" }, after: { payMode: "LOAN" }, priceDiffFen: 0 } as const;
  return app.arrange(async (tx) =>
    insertChange(tx, await lockOrderRow(tx, orderId), { kind: "PAYMODE", party: "CUSTOMER", reason, ...sides }),
  );
}

/** Changes are seen with their order; what the store that is asked sees is proven beside the rules (buyer-store.test.ts). */
export const orderChanges: Kind = {
  places: salesOrders.places,
  facts: `select order_change.id::text as id, true as exists, advisor_id as "ownerId", false as everywhere,
    array_remove(array[store_id, delivery_store_id], null) as "organizationIds"
    from order_change join sales_order on sales_order.id = order_change.order_id`,
  make: async (ground, place, caller) =>
    place === "missing" ? newId() : (await givenChange(ground, (await orderAt(ground, place, caller)).id)).id,
};

example(order.applyChange, async (app) => {
  const { id, version } = await givenLockedOrder(app, { payMode: "FULL" });
  const body = { kind: "PAYMODE", payMode: "LOAN", party: "CUSTOMER", reason, version } as const;
  return { input: { params: { id }, body } };
});

/** A change to another store that an adviser has asked for. */
async function givenAsked(app: ProductApp) {
  const { id: orderId } = await givenLockedOrder(app);
  const { id: deliveryStoreId } = await givenStore(app);
  const seller = await app.signIn({ permissions: ["order:order:view", "order:change:apply"] });
  const { version } = await app.arrange((tx) => lockOrderRow(tx, orderId));
  const body = { kind: "DELIVERY_STORE", deliveryStoreId, party: "CUSTOMER", reason, version } as const;
  const { data } = await seller.call(order.applyChange, { params: { id: orderId }, body });
  return { params: { id: data.id }, version: data.version };
}

example(order.decideChange, async (app) => {
  const { params, version } = await givenAsked(app);
  return { input: { params, body: { verdict: "APPROVE" as const, version } } };
});
example(order.withdrawChange, async (app) => {
  const { params, version } = await givenAsked(app);
  return { input: { params, body: { reason, version } } };
});
