import { type AnswerFrom, addDays, dayOf, startOfDay } from "@ops/platform/contract";
import { changeRecord, insertRecord, lockRecord, reads, requireRecord, type Tx, writes } from "@ops/platform/server";
import { WEEKDAYS } from "@ops/store/contract";
import { requireStore } from "@ops/store/server";
import * as contract from "../../contract/index.ts";
import { orderStates, SLOT_DAYS, slotErrors } from "../../contract/index.ts";
import { db, findRow } from "../database.ts";
import { refuseHeld } from "../order/held.ts";
import { presentOrder } from "../order/present.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { requireStoreInReach } from "../store-reach.ts";
import { book, cancelBooked, findBooked, moveTo } from "./appointment.ts";
import { offeredSlots } from "./offered.ts";
import { type SlotRuleRow, slotRules } from "./tables.ts";

export const listSlots = reads(contract.listSlots, async (tx, { query: { storeId, orderId } }) => {
  if (storeId === undefined) {
    const { deliveryStoreId } = await requireRecord(tx, orders, orderId ?? "");
    return slotsOf(tx, deliveryStoreId);
  }
  await requireStoreInReach(tx, storeId);
  return slotsOf(tx, storeId);
});

async function slotsOf(tx: Tx, storeId: string | null): Promise<AnswerFrom<typeof contract.listSlots>> {
  if (storeId === null) return { storeId, rules: [], version: null, slots: [] };
  const rule = await findRow(tx, "slotRule", { id: storeId });
  const until = startOfDay(addDays(dayOf(tx.now), SLOT_DAYS));
  const taken = await db(tx)
    .selectFrom("deliverySlot")
    .select(["startAt", "endAt", "booked"])
    .where("storeId", "=", storeId)
    .where("startAt", ">", tx.now)
    .where("startAt", "<", until)
    .where("booked", ">", 0)
    .execute();
  const offered = await offeredSlots(tx, storeId);
  const timeOf = ({ startAt }: { startAt: Date }) => startAt.getTime();
  const byStart = new Map(taken.map((slot) => [timeOf(slot), slot]));
  const open = offered.map((slot) => {
    const booked = byStart.get(timeOf(slot))?.booked ?? 0;
    byStart.delete(timeOf(slot));
    return { ...slot, booked, left: Math.max(0, slot.capacity - booked) };
  });
  // what is booked stays, although the store does not offer the slot any more
  const kept = [...byStart.values()].map((slot) => ({ ...slot, capacity: slot.booked, left: 0 }));
  const slots = [...open, ...kept].toSorted((a, b) => timeOf(a) - timeOf(b));
  return { storeId, rules: rule?.slots ?? [], version: rule?.version ?? null, slots };
}

export const saveSlotRules = writes(contract.saveSlotRules, async (tx, { params: { storeId }, body }) => {
  await requireStoreInReach(tx, storeId);
  const { storeCode } = await requireStore(tx, storeId);
  const known = await findRow(tx, "slotRule", { id: storeId });
  const before = known ? await lockRecord(tx, slotRules, storeId, body.version ?? 0, () => slotsOf(tx, storeId)) : null;
  tx.trail.about("store", storeId, storeCode);
  tx.trail.summary = `交付时段：${rulesText(before?.slots ?? [])} → ${rulesText(body.rules)}`;
  if (before) await changeRecord(tx, slotRules, before, { slots: body.rules });
  else await insertRecord(tx, slotRules, { id: storeId, slots: body.rules });
  return slotsOf(tx, storeId);
});

const rulesText = (slots: SlotRuleRow["slots"]): string =>
  slots.map(({ weekday, from, until, capacity }) => `${WEEKDAYS[weekday]}${from}–${until}×${capacity}`).join("；") ||
  "无";

async function lockBookable(tx: Tx, id: string, version: number): Promise<OrderRow> {
  const order = await lockRecord(tx, orders, id, version, presentOrder);
  refuseHeld(order);
  orderStates.next(order.state, "book");
  return order;
}

export const bookAppointment = writes(contract.bookAppointment, async (tx, { params, body }) => {
  const { startAt, party, reason } = body;
  const order = await lockBookable(tx, params.id, body.version);
  if (order.deliveryStoreId === null) throw slotErrors.slotStore();
  const { id: storeId } = await requireStore(tx, order.deliveryStoreId, { trading: true });
  const slot = (await offeredSlots(tx, storeId)).find((one) => one.startAt.getTime() === startAt.getTime());
  if (!slot) throw slotErrors.slotNone(undefined, { field: "startAt" });
  const booked = await findBooked(tx, order);
  if (!booked) return presentOrder(tx, await changeRecord(tx, orders, order, await book(tx, order, storeId, slot)));
  if (party === null || reason === null) throw slotErrors.moveReason(undefined, { field: "reason" });
  tx.trail.reason = reason;
  const moved = await moveTo(tx, booked, slot, { party, reason });
  return presentOrder(tx, await changeRecord(tx, orders, order, moved));
});

export const cancelAppointment = writes(contract.cancelAppointment, async (tx, { params, body }) => {
  const { version, ...why } = body;
  const order = await lockBookable(tx, params.id, version);
  const booked = await findBooked(tx, order);
  if (!booked) throw slotErrors.appointmentNone();
  tx.trail.reason = why.reason;
  return presentOrder(tx, await changeRecord(tx, orders, order, await cancelBooked(tx, booked, why)));
});
