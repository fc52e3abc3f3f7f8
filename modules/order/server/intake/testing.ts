import assert from "node:assert/strict";
import type { AuthorityTestApp } from "@ops/authority/server/testing";
import { wireTime } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { givenStore } from "@ops/store/server/testing";
import { givenCar } from "@ops/vehicle/server/testing";
import { type CarNewsType, pushOrderEvents } from "../../contract/index.ts";
import type { PlacedOrder } from "../order/place.ts";
import type { OrderRow } from "../order/tables.ts";
import { givenLockedOrder } from "../testing.ts";
import { hearCar } from "./listeners.ts";

type Json = string | number | boolean | null;

export interface Pushed {
  readonly eventId: string;
  readonly type: string;
  readonly orderNo: string;
  readonly occurredAt: string;
  readonly payload: Readonly<Record<string, Json>>;
}

/** Tells things about orders and reads what became of them. */
export function tellingOf(app: AuthorityTestApp) {
  const before = (seconds: number) => new Date(app.now().getTime() - seconds * 1_000);
  /** Always the same one, because the numbers of events belong to their sender. */
  let sender: ReturnType<typeof app.signIn> | undefined;
  /** A message about something that happened so many seconds ago, under a new number. */
  const event = (
    orderNo: string,
    type: string,
    payload: Pushed["payload"] = {},
    { seconds = 60, eventId = newId() } = {},
  ): Pushed => ({ eventId, type, orderNo, payload, occurredAt: wireTime(before(seconds)) });
  /** Sends messages and answers how each one ended, in the same order. */
  const push = async (...events: Pushed[]): Promise<[string, string | null][]> => {
    sender ??= app.signIn({ boolAdmin: true });
    const { data, msg } = await (await sender).call(pushOrderEvents, { body: { events } });
    assert.equal(msg, "");
    assert.deepEqual(
      data.map(({ eventId }) => eventId),
      events.map(({ eventId }) => eventId),
    );
    return data.map(({ state, reason }) => [state, reason]);
  };
  /** Lets vehicle or logistics tell something about a car that happened so many seconds ago. */
  const hear = (type: CarNewsType, { id: carId, vin }: Built, more: object = {}, seconds = 60) =>
    app.arrange((tx) => hearCar(tx, type, { carId, vin, at: before(seconds).toISOString(), ...more }));
  const keptOf = (orderId: string) =>
    app.rows<{ type: string; state: string; reason: string | null; eventId: string; source: string }>(
      "select type, state, reason, event_id, source from order_event_in where order_id = $1 order by received_at, id",
      [orderId],
    );
  const rowOf = async (id: string): Promise<OrderRow> => {
    const [row] = await app.rows<OrderRow>("select * from sales_order where id = $1", [id]);
    assert.ok(row);
    return row;
  };
  const stagesOf = async (id: string) => {
    const rows = await app.rows<{ toState: string; via: string }>(
      "select to_state, via from order_stage where order_id = $1 and no > 1 order by no",
      [id],
    );
    return rows.map(({ toState, via }) => `${toState} ${via}`).slice(1);
  };
  const issuesOf = async (id: string) => {
    const rows = await app.rows<{ text: string }>(
      "select text from order_issue where order_id = $1 and cleared_at is null order by since, text",
      [id],
    );
    return rows.map(({ text }) => text);
  };
  const toldOf = async (id: string) => {
    const rows = await app.rows<{ name: string }>(
      "select name from event_outbox where payload ->> 'orderId' = $1 order by id",
      [id],
    );
    return rows.map(({ name }) => name);
  };
  return { before, event, push, hear, keptOf, rowOf, stagesOf, issuesOf, toldOf };
}

export interface Built {
  readonly id: string;
  readonly vin: string;
}

/** A locked order and the car that the factory builds for it, which the order does not have yet. */
export async function givenBuilt(app: AuthorityTestApp, wishes: Partial<PlacedOrder> = {}) {
  const { id: deliveryStoreId } = await givenStore(app);
  const order = await givenLockedOrder(app, { deliveryStoreId, ...wishes });
  const config = { id: order.carConfigId ?? "", modelId: "", seriesId: "", seriesCode: "", configCode: "" };
  const car = await givenCar(app, { config, buildOrderNo: order.orderNo });
  // the order was locked some time ago, so that everything that is told happened afterwards
  await app.rows(
    "update sales_order set stage_at = now() - interval '2 days', locked_at = now() - interval '2 days', eta_at = null where id = $1",
    [order.id],
  );
  return { order, car, deliveryStoreId };
}
