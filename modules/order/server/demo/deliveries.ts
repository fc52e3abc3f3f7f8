import { addDays, dayOf, startOfDay } from "@ops/platform/contract";
import { demoId, insertMany, loadDemoPictures, newId, pastStamp, systemActor } from "@ops/platform/server";
import { orders } from "../order/tables.ts";
import type { AppointmentRow } from "../slot/tables.ts";
import { setAppointmentTimers } from "../slot/timers.ts";
import { HOUR_MS, later } from "./clock.ts";
import type { Ground } from "./ground.ts";
import { atStage, type OrderPlan, stateOf } from "./plan.ts";

/** So many stores say when they hand cars over, so many cars at a time. */
const [STORES_WITH_SLOTS, CAPACITY] = [24, 2];
const HOURS = [10, 11, 13, 14, 15, 16, 17];
/** Every so many cars that have arrived have an appointment, too. */
const ARRIVED_EVERY = 4;

/** Gives those who are ready their appointments: today at the busy store, elsewhere in the next days. */
export function bookSome({ tx, busy }: Ground, plans: readonly OrderPlan[]): OrderPlan[] {
  const today = dayOf(tx.now);
  let [due, others, arrived] = [0, 0, 0];
  return plans.map((plan) => {
    const state = stateOf(plan);
    const isDue = state === "READY" && plan.deliveryStoreId === busy.store.id;
    if (isDue) return { ...plan, appointmentAt: momentOn(today, 13 + Math.floor(due++ / CAPACITY)) };
    const isBooked = state === "READY" || (state === "ARRIVED" && arrived++ % ARRIVED_EVERY === 0);
    if (!isBooked) return plan;
    const n = others++;
    return { ...plan, appointmentAt: momentOn(addDays(today, 1 + (n % 4)), HOURS[n % HOURS.length] ?? 10) };
  });
}

const momentOn = (day: string, hour: number) => new Date(startOfDay(day).getTime() + hour * HOUR_MS);

/** Loads the hours in which stores hand cars over, the appointments and what has been checked before a hand-over. */
export async function loadDeliveries(ground: Ground, plans: readonly OrderPlan[]): Promise<void> {
  await loadSlotRules(ground);
  await loadAppointments(ground, plans);
  await loadChecks(ground, plans);
}

const pad = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

async function loadSlotRules({ tx, stores, staffed }: Ground): Promise<void> {
  const others = [...stores.values()]
    .filter(({ isTrading }) => isTrading)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const ids = [...new Set([...staffed, ...others].map(({ id }) => id))].slice(0, STORES_WITH_SLOTS);
  const slots = Array.from({ length: 7 }, (_, weekday) =>
    HOURS.map((hour) => ({ weekday, from: pad(hour), until: pad(hour + 1), capacity: CAPACITY })),
  ).flat();
  const rows = ids.map((id) => ({ id, ...pastStamp(tx.now), slots }));
  await insertMany(tx, "slotRule", rows);
}

/** Customers are expected, or have come: those who have their cars came in the hour in which they got them. */
async function loadAppointments({ tx }: Ground, plans: readonly OrderPlan[]): Promise<void> {
  const booked = plans.flatMap((plan) => {
    const { appointmentAt, deliveryStoreId: storeId } = plan;
    const deliveredAt = atStage(plan, "DELIVERED");
    const startAt = deliveredAt ? new Date(Math.floor(deliveredAt.getTime() / HOUR_MS) * HOUR_MS) : appointmentAt;
    return startAt && storeId
      ? [{ plan, startAt, storeId, slotId: demoId(`slot:${storeId}:${startAt.getTime()}`), deliveredAt }]
      : [];
  });
  const slots = [...Map.groupBy(booked, ({ slotId }) => slotId)].map(([id, here]) => {
    const [{ startAt, storeId } = { startAt: tx.now, storeId: "" }] = here;
    const capacity = Math.max(CAPACITY, here.length);
    return { id, storeId, startAt, endAt: later(startAt, HOUR_MS), capacity, booked: here.length };
  });
  await insertMany(tx, "deliverySlot", slots);
  const rows = booked.map(({ plan, startAt, storeId, slotId, deliveredAt }): AppointmentRow => {
    const at = later(atStage(plan, "ARRIVED") ?? plan.createdAt, HOUR_MS);
    return {
      id: demoId(`appointment:${plan.orderNo}`),
      ...pastStamp(at, plan.butlerId ?? systemActor.userId, deliveredAt),
      orderId: plan.id,
      slotId,
      storeId,
      startAt,
      endAt: later(startAt, HOUR_MS),
      state: deliveredAt ? "DONE" : "BOOKED",
      customerMoves: 0,
      party: null,
      reason: null,
    };
  });
  await insertMany(tx, "deliveryAppointment", rows);
  for (const row of rows) if (row.state === "BOOKED") await setAppointmentTimers(tx, row);
}

const byHand = ["PDI", "INSURANCE", "ID_CHECK", "PLATE_OR_TEMP", "HANDOVER_SIGN"];
const withPicture = ["PDI", "INSURANCE", "HANDOVER_SIGN", "LEASE_RELEASE"];

/** Everything was checked before a hand-over; what is ready has passed 交付前检查. Proofs are kept of those to come. */
async function loadChecks({ tx }: Ground, plans: readonly OrderPlan[]): Promise<void> {
  const pictures: Parameters<typeof loadDemoPictures>[1][number][] = [];
  const rows = plans.flatMap((plan) => {
    const [readyAt, deliveredAt] = [atStage(plan, "READY"), atStage(plan, "DELIVERED")];
    const at = deliveredAt ?? readyAt;
    if (!at || (stateOf(plan) !== "READY" && stateOf(plan) !== "DELIVERED")) return [];
    const codes = deliveredAt
      ? [...byHand, ...(plan.payMode === "LEASE" ? ["LEASE_RELEASE"] : [])]
      : ["PDI", "INSURANCE"];
    const by = plan.butlerId ?? systemActor.userId;
    return codes.map((code) => {
      const doneAt = code === "PDI" ? (readyAt ?? at) : at;
      const hasPicture = !deliveredAt && withPicture.includes(code);
      const fileId = newId();
      if (hasPicture) {
        const file = { id: fileId, fileName: `${code}.png`, bizType: orders.name, bizId: plan.id, motif: code };
        pictures.push({ ...file, uploaderId: by, uploadedAt: doneAt });
      }
      const fileIds = hasPicture ? [fileId] : [];
      const id = demoId(`check:${plan.orderNo}:${code}`);
      return { id, ...pastStamp(doneAt, by), orderId: plan.id, code, doneAt, doneBy: by, note: null, fileIds };
    });
  });
  await loadDemoPictures(tx, pictures);
  await insertMany(tx, "deliveryCheck", rows);
}
