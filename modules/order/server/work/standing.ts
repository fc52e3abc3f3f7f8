import { BusinessError } from "@ops/platform/contract";
import { changeRecord, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { orderStates } from "../../contract/index.ts";
import { tellButlerChanged } from "../butler/change.ts";
import { restoreCheck } from "../check/do-check.ts";
import { findRow } from "../database.ts";
import { enterStage } from "../order/stage.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { book, findBooked } from "../slot/appointment.ts";
import { showCar, tellStoreChanged } from "../slot/change-store.ts";

/** What the stop of a partner may change in an order, as it is kept until the partner works again (PT-R8). */
const Standing = z.object({
  state: orderStates.schema,
  deliveryStoreId: z.string(),
  carId: z.string().nullable(),
  butlerId: z.string().nullable(),
  butlerWhy: z.string().nullable(),
  butlerAt: z.coerce.date().nullable(),
  booked: z
    .object({ storeId: z.string(), startAt: z.coerce.date(), endAt: z.coerce.date(), capacity: z.int() })
    .nullable(),
  inspected: z.object({ doneAt: z.coerce.date(), doneBy: z.string() }).nullable(),
});
type Standing = z.output<typeof Standing>;

export async function standingOf(tx: Tx, order: OrderRow): Promise<Standing> {
  const { state, deliveryStoreId, carId, butlerId, butlerWhy, butlerAt } = order;
  const appointment = await findBooked(tx, order);
  const slot = appointment && (await findRow(tx, "deliverySlot", { id: appointment.slotId }));
  const check = await findRow(tx, "deliveryCheck", { orderId: order.id, code: "PDI" });
  const { doneAt, doneBy } = check ?? { doneAt: null, doneBy: null };
  return {
    state,
    deliveryStoreId: deliveryStoreId ?? order.storeId,
    carId,
    butlerId,
    butlerWhy,
    butlerAt,
    booked: slot ? { storeId: slot.storeId, startAt: slot.startAt, endAt: slot.endAt, capacity: slot.capacity } : null,
    inspected: doneAt && doneBy ? { doneAt, doneBy } : null,
  };
}

type Facts = Readonly<Record<string, unknown>>;
const deeds = ({ state, deliveryStoreId, carId, butlerId, booked }: Standing) =>
  [state, deliveryStoreId, carId, butlerId, booked?.startAt.getTime()].join();

/** Puts an order back as it was, if nobody has done anything with it since; else answers why it stays. */
export async function restoreStanding(tx: Tx, order: OrderRow, told: { before: Facts; after: Facts }): Promise<string> {
  const [before, after] = [Standing.parse(told.before), Standing.parse(told.after)];
  if (deeds(await standingOf(tx, order)) !== deeds(after)) return "订单已有新的进展";
  const { state, deliveryStoreId, butlerId, butlerWhy, butlerAt, inspected } = before;
  const isElsewhere = deliveryStoreId !== after.deliveryStoreId;
  if (isElsewhere) await showCar(tx, { ...order, deliveryStoreId });
  if (inspected && !after.inspected) await restoreCheck(tx, order.id, "PDI", inspected);
  const appointed = after.booked ? "KEPT" : await bookAgain(tx, order, before.booked);
  await tellButlerChanged(tx, order, butlerId);
  if (isElsewhere) await tellStoreChanged(tx, order, deliveryStoreId);
  await changeRecord(tx, orders, order, {
    deliveryStoreId,
    butlerId,
    butlerWhy,
    butlerAt,
    ...(typeof appointed === "string" ? {} : appointed),
    ...(state === order.state ? {} : await enterStage(tx, order, state)),
  });
  return appointed === "LOST" ? "订单已移回，原预约时段已不可用，请重新预约" : "RESTORED";
}

/** The store does not trade again before its orders are back, so the slot is taken as it was. */
async function bookAgain(tx: Tx, order: OrderRow, slot: Standing["booked"]) {
  if (slot === null) return "KEPT";
  if (slot.startAt <= tx.now) return "LOST";
  try {
    return await book(tx, order, slot.storeId, slot);
  } catch (refusal) {
    if (refusal instanceof BusinessError) return "LOST"; // somebody else has the place
    throw refusal;
  }
}
