import { example, type Kind, type ProductApp, scopedPlaces } from "@ops/authority/server/testing";
import { wireTime } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { givenCar } from "@ops/vehicle/server/testing";
import * as order from "../../contract/index.ts";
import { matchCar } from "../car/published.ts";
import { givenLocked, orderAt } from "./orders.ts";

async function givenEvent(app: ProductApp, { id, orderNo }: { id: string; orderNo: string }): Promise<string> {
  const eventId = newId();
  await app.rows(
    `insert into order_event_in (id, created_at, created_by, updated_at, updated_by, source, source_name, event_id, type,
       order_no, order_id, occurred_at, received_at, payload, state)
     values ($1::uuid, now(), $1, now(), $1, 'mes', '工厂', $1::text, 'factory.scheduled', $2, $3, now(), now(), '{}', 'FAILED')`,
    [eventId, orderNo, id],
  );
  return eventId;
}

/** What was told of an order is visible where the order is. */
export const orderEvents: Kind = {
  places: scopedPlaces,
  facts: `select e.id::text as id, true as exists, o.advisor_id as "ownerId", false as everywhere,
    array_remove(array[o.store_id, o.delivery_store_id], null) as "organizationIds"
    from order_event_in e join sales_order o on o.id = e.order_id`,
  make: async (ground, place, caller) =>
    place === "missing" ? newId() : givenEvent(ground.app, await orderAt(ground, place, caller)),
};

example(order.pushOrderEvents, async (app) => {
  const { orderNo } = await givenLocked(app);
  const occurredAt = wireTime(app.now());
  const told = { eventId: newId(), type: "factory.scheduled", orderNo, occurredAt, payload: {} };
  return { input: { body: { events: [told] } } };
});
example(order.replayOrderEvent, async (app) => {
  const { params, orderNo } = await givenLocked(app);
  const id = await givenEvent(app, { id: params.id, orderNo });
  return { input: { params: { id }, body: { version: 1 } } };
});
example(order.arriveOrder, async (app) => {
  const { params, version, config } = await givenLocked(app);
  const { id: carId } = await givenCar(app, { config });
  await app.arrange((tx) => matchCar(tx, { orderId: params.id, carId }));
  return { input: { params, body: { version: version + 1 } } };
});
