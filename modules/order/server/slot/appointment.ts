import { changeRecord, insertRecord, type Tx } from "@ops/platform/server";
import { appointmentMoved, appointmentStates, MOST_MOVES, type Party, slotErrors } from "../../contract/index.ts";
import { db, findRow } from "../database.ts";
import type { OrderRow } from "../order/tables.ts";
import type { OfferedSlot } from "./offered.ts";
import { givePlaceBack, takePlace } from "./places.ts";
import { type AppointmentRow, appointments } from "./tables.ts";
import { clearAppointmentTimers, setAppointmentTimers } from "./timers.ts";

export interface Why {
  readonly party: Party;
  readonly reason: string;
}

/** What changes in an order with its appointment. The order is locked; the caller saves it. */
type Appointed = Pick<OrderRow, "appointmentAt">;

export const findBooked = (tx: Tx, { id: orderId }: Pick<OrderRow, "id">): Promise<AppointmentRow | undefined> =>
  findRow(tx, "deliveryAppointment", { orderId, state: "BOOKED" });

/** Books a slot for an order that has no appointment. What the customer has moved before still counts. */
export async function book(tx: Tx, order: OrderRow, storeId: string, slot: OfferedSlot): Promise<Appointed> {
  const customerMoves = await movesOf(tx, order);
  const { slotId } = await takePlace(tx, storeId, slot);
  const { startAt, endAt } = slot;
  const values = { orderId: order.id, slotId, storeId, startAt, endAt, state: "BOOKED", customerMoves } as const;
  await setAppointmentTimers(tx, await insertRecord(tx, appointments, values));
  return { appointmentAt: startAt };
}

async function movesOf(tx: Tx, { id: orderId }: OrderRow): Promise<number> {
  const { moves } = await db(tx)
    .selectFrom("deliveryAppointment")
    .select(({ fn, lit }) => fn.coalesce(fn.max("customerMoves"), lit(0)).as("moves"))
    .where("orderId", "=", orderId)
    .executeTakeFirstOrThrow();
  return moves;
}

/** Moves an appointment to another slot. The customer may do so three times (OR-R11). */
export async function moveTo(
  tx: Tx,
  booked: AppointmentRow,
  slot: OfferedSlot,
  { party, reason }: Why,
): Promise<Appointed> {
  const { startAt, endAt } = slot;
  if (booked.startAt.getTime() === startAt.getTime()) throw slotErrors.slotSame(undefined, { field: "startAt" });
  const isOfCustomer = party === "CUSTOMER";
  if (isOfCustomer && booked.customerMoves >= MOST_MOVES) throw slotErrors.rescheduleMax();
  const slotId = await changePlace(tx, booked, slot);
  const customerMoves = booked.customerMoves + (isOfCustomer ? 1 : 0);
  const moved = await changeRecord(tx, appointments, booked, { slotId, startAt, endAt, customerMoves, party, reason });
  await setAppointmentTimers(tx, moved);
  await tx.publish(appointmentMoved, {
    orderId: booked.orderId,
    at: tx.now.toISOString(),
    fromAt: booked.startAt.toISOString(),
    toAt: startAt.toISOString(),
    party,
  });
  return { appointmentAt: startAt };
}

/** Slots are locked in the order of their time, so that two who change places do not wait for each other. */
async function changePlace(tx: Tx, booked: AppointmentRow, slot: OfferedSlot): Promise<string> {
  const isEarlier = slot.startAt < booked.startAt;
  if (!isEarlier) await givePlaceBack(tx, booked.slotId);
  const { slotId } = await takePlace(tx, booked.storeId, slot);
  if (isEarlier) await givePlaceBack(tx, booked.slotId);
  return slotId;
}

/** Cancels an appointment and gives its place back. */
export async function cancelBooked(tx: Tx, booked: AppointmentRow, { party, reason }: Why): Promise<Appointed> {
  await givePlaceBack(tx, booked.slotId);
  const state = appointmentStates.next(booked.state, "cancel");
  await changeRecord(tx, appointments, booked, { state, party, reason });
  await clearAppointmentTimers(tx, booked);
  return { appointmentAt: null };
}

/** Frees the slot of an order that is not handed over there and then after all; nothing changes without an appointment. */
export async function freeSlot(tx: Tx, order: Pick<OrderRow, "id">, why: Why): Promise<Appointed> {
  const booked = await findBooked(tx, order);
  return booked ? cancelBooked(tx, booked, why) : { appointmentAt: null };
}

/** The customer has come and has the car. */
export async function finishAppointment(tx: Tx, order: Pick<OrderRow, "id">): Promise<Appointed> {
  const booked = await findBooked(tx, order);
  if (booked) {
    await changeRecord(tx, appointments, booked, { state: appointmentStates.next(booked.state, "finish") });
    await clearAppointmentTimers(tx, booked);
  }
  return { appointmentAt: null };
}
