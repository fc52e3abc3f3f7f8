import type { AuthorityTestApp } from "@ops/authority/server/testing";
import { addDays, dayOf, instantOf } from "@ops/platform/contract";
import { changeRecord, insertRecord } from "@ops/platform/server";
import { givenStore } from "@ops/store/server/testing";
import { type GivenCar, givenCar } from "@ops/vehicle/server/testing";
import { bookAppointment, type HandCheck, handCheck, type OrderStatus } from "../contract/index.ts";
import { matchCar } from "./car/published.ts";
import { doCheck } from "./check/do-check.ts";
import { lockOrderRow } from "./order/lock-order.ts";
import type { PlacedOrder } from "./order/place.ts";
import type { OrderRow } from "./order/tables.ts";
import { draftContract, lockContract } from "./paper/contract.ts";
import { contracts, invoices } from "./paper/tables.ts";
import { slotRules } from "./slot/tables.ts";
import { givenLockedOrder, givenPaid } from "./testing-orders.ts";

const WEEK = [0, 1, 2, 3, 4, 5, 6];

/** Lets a store hand cars over every day at 10, 14 and 16 o'clock, by default one at a time. */
export async function givenSlots(app: AuthorityTestApp, storeId: string, capacity = 1): Promise<void> {
  const windows = [
    { from: "10:00", until: "11:00" },
    { from: "14:00", until: "15:00" },
    { from: "16:00", until: "17:00" },
  ];
  const slots = WEEK.flatMap((weekday) => windows.map((window) => ({ weekday, ...window, capacity })));
  await app.arrange((tx) => insertRecord(tx, slotRules, { id: storeId, slots }));
}

/** The wire time of a clock so many days from today. */
export const slotAt = (app: AuthorityTestApp, days: number, clock = "10:00") =>
  `${addDays(dayOf(app.now()), days)} ${clock}:00`;

export const instantAt = (app: AuthorityTestApp, days: number, clock = "10:00") => instantOf(slotAt(app, days, clock));

/** Books the customer of a locked order for the day after tomorrow at its delivering store, which gets slots. */
export async function givenBooked(app: AuthorityTestApp, order: OrderRow): Promise<void> {
  await givenSlots(app, order.deliveryStoreId ?? order.storeId);
  const client = await app.signIn({ permissions: ["order:order:view", "order:delivery:book"] });
  const body = { startAt: slotAt(app, 2), version: order.version };
  const { success, msg } = await client.call(bookAppointment, { params: { id: order.id }, body });
  if (!success) throw new Error(msg);
}

/** What became of the appointments of an order, and how many places of their slots are taken. */
export const appointmentsOf = (app: AuthorityTestApp, { id }: { readonly id: string }) =>
  app.rows(
    `select a.state, a.party, a.reason, s.booked from delivery_appointment a join delivery_slot s on s.id = a.slot_id
     where a.order_id = $1 order by a.created_at`,
    [id],
  );

/** Makes an order whose car stands at its delivering store, which has slots. */
export async function givenArrived(
  app: AuthorityTestApp,
  wishes: Partial<PlacedOrder> = {},
): Promise<{ readonly order: OrderRow; readonly car: GivenCar; readonly storeId: string }> {
  const storeId = wishes.deliveryStoreId ?? (await givenStore(app)).id;
  if (!wishes.deliveryStoreId) await givenSlots(app, storeId);
  const { id, carConfigId } = await givenLockedOrder(app, { payMode: "FULL", ...wishes, deliveryStoreId: storeId });
  const config = { id: carConfigId ?? "", modelId: "", seriesId: "", seriesCode: "", configCode: "" };
  const car = await givenCar(app, { config });
  await app.rows("update car set place_kind = 'STORE', place_id = $2 where id = $1", [car.id, storeId]);
  await app.arrange((tx) => matchCar(tx, { orderId: id, carId: car.id }));
  return { order: await orderRow(app, id), car, storeId };
}

export const orderRow = (app: AuthorityTestApp, id: string): Promise<OrderRow> =>
  app.arrange((tx) => lockOrderRow(tx, id));

/** Lets these checks be done. */
export async function givenChecks(
  app: AuthorityTestApp,
  { id }: { readonly id: string },
  codes: readonly HandCheck[] = handCheck.options,
): Promise<void> {
  await app.arrange(async (tx) => {
    for (const code of codes) await doCheck(tx, id, code, { note: null, fileIds: [] });
  });
}

/** Lets the contract of an order be signed and its invoice be issued. */
export async function givenPapers(app: AuthorityTestApp, order: OrderRow): Promise<void> {
  await app.arrange(async (tx) => {
    const contract = (await lockContract(tx, order.id)) ?? (await draftContract(tx, order));
    await changeRecord(tx, contracts, contract, { state: "SIGNED", sentAt: tx.now, signedAt: tx.now });
    const issued = { kind: "CAR", state: "ISSUED", invoiceNo: order.orderNo, issuedAt: tx.now } as const;
    await insertRecord(tx, invoices, { orderId: order.id, title: "客户", amountFen: 1, ...issued });
  });
}

/** Makes an order that lacks nothing for its hand-over. */
export async function givenReady(app: AuthorityTestApp, wishes: Partial<PlacedOrder> = {}) {
  const arrived = await givenArrived(app, wishes);
  const [money] = await app.rows<{ left: number }>("select balance_fen::int as left from order_money where id = $1", [
    arrived.order.id,
  ]);
  await givenPaid(app, arrived.order, money?.left ?? 0);
  await givenPapers(app, arrived.order);
  await givenChecks(app, arrived.order);
  await putInState(app, arrived.order, "READY");
  return { ...arrived, order: await orderRow(app, arrived.order.id) };
}

/** Puts an order into a state, whatever led there. */
export async function putInState(app: AuthorityTestApp, { id }: { readonly id: string }, state: OrderStatus) {
  await app.rows("update sales_order set state = $2 where id = $1", [id, state]);
}
