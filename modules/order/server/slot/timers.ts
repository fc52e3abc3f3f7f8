import { addDays, dayOf, startOfDay } from "@ops/platform/contract";
import { changeRecord, type Tx, timer } from "@ops/platform/server";
import { lookupStores } from "@ops/store/server";
import { lookupSeries } from "@ops/vehicle/server";
import { z } from "zod";
import { appointmentStates } from "../../contract/index.ts";
import { isChecked } from "../check/do-check.ts";
import { tellCustomer } from "../customer/tell.ts";
import { findRow } from "../database.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { visitSoon, visitTomorrow } from "./messages.ts";
import { noShowMinutes } from "./params.ts";
import { type AppointmentRow, appointments } from "./tables.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The hour at which customers are reminded on the day before. */
const TEN = 10 * HOUR;

const step = z.enum(["DAY_BEFORE", "HOURS_BEFORE", "NO_SHOW"]);
const keyOf = (id: string, name: string) => `${id}:${name}`;

/** What happens around an appointment as long as it is booked (OR-R11). */
export const appointmentTimer = timer({
  kind: "order.appointment",
  title: "交付预约提醒与未到店",
  payload: z.object({ orderId: z.string(), appointmentId: z.string(), step }),
  handle: async (tx, { orderId, appointmentId, step: now }) => {
    const order = await lockOrderRow(tx, orderId);
    const appointment = await findRow(tx, "deliveryAppointment", { id: appointmentId, state: "BOOKED" });
    if (!appointment) return;
    if (now === "NO_SHOW") await missIfUnseen(tx, order, appointment);
    else await remind(tx, order, appointment, now === "DAY_BEFORE" ? visitTomorrow : visitSoon);
  },
});

/** Whoever was not identified at the store by then has not come. The place in the slot is used up. */
async function missIfUnseen(tx: Tx, order: OrderRow, appointment: AppointmentRow): Promise<void> {
  if (await isChecked(tx, order.id, "ID_CHECK")) return;
  await changeRecord(tx, appointments, appointment, { state: appointmentStates.next(appointment.state, "miss") });
  await changeRecord(tx, orders, order, { appointmentAt: null });
}

async function remind(
  tx: Tx,
  { customerId, seriesId }: OrderRow,
  { storeId, startAt: time }: AppointmentRow,
  message: typeof visitSoon,
): Promise<void> {
  const series = (await lookupSeries(tx, [seriesId])).get(seriesId)?.seriesName ?? "";
  const store = (await lookupStores(tx, [storeId])).get(storeId)?.shortName ?? "";
  await tellCustomer(tx, { customerId, message, params: { series, time, store } });
}

function stepsOf(tx: Tx, { id, startAt }: AppointmentRow) {
  const start = startAt.getTime();
  const dayBefore = startOfDay(addDays(dayOf(startAt), -1)).getTime() + TEN;
  const times = {
    DAY_BEFORE: dayBefore,
    HOURS_BEFORE: start - 2 * HOUR,
    NO_SHOW: start + tx.param(noShowMinutes) * MINUTE,
  };
  return step.options.map((name) => ({ name, key: keyOf(id, name), at: new Date(times[name]) }));
}

/** Sets what is still to come around an appointment; reminders whose time has passed are left out. */
export async function setAppointmentTimers(tx: Tx, appointment: AppointmentRow): Promise<void> {
  const { id: appointmentId, orderId } = appointment;
  for (const { name, key, at } of stepsOf(tx, appointment)) {
    if (at > tx.now) await tx.setTimer(appointmentTimer, key, at, { orderId, appointmentId, step: name });
    else await tx.clearTimer(appointmentTimer, key);
  }
}

export async function clearAppointmentTimers(tx: Tx, { id }: AppointmentRow): Promise<void> {
  for (const name of step.options) await tx.clearTimer(appointmentTimer, keyOf(id, name));
}
