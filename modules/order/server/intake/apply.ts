import { BusinessError } from "@ops/platform/contract";
import { changeRecord, inScope, type Tx, tryInside } from "@ops/platform/server";
import { intakeErrors, orderEventTypes } from "../../contract/index.ts";
import { db, findRow } from "../database.ts";
import { clearIssue, raiseIssue } from "../order/issue.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { orders } from "../order/tables.ts";
import type { Tell } from "./message.ts";
import { type EventRow, eventsIn } from "./tables.ts";
import { carTells } from "./tell-car.ts";
import { orderTells } from "./tell-order.ts";

/** The source of news about cars. */
export const VEHICLE = "vehicle";

const tells: Readonly<Record<keyof typeof orderEventTypes, Tell>> = { ...orderTells, ...carTells };

/** News of cars are told by vehicle alone, everything else by other systems. */
const isKnown = (type: string, source: string): type is keyof typeof orderEventTypes =>
  Object.hasOwn(source === VEHICLE ? carTells : orderTells, type);

type Ended = Pick<EventRow, "state" | "reason" | "orderId">;

/** Applies an event that is locked, and notes what it came to. What is refused leaves nothing but its reason. */
export async function applyEvent(tx: Tx, event: EventRow): Promise<EventRow> {
  return changeRecord(tx, eventsIn, event, await tryEvent(tx, event));
}

async function tryEvent(tx: Tx, event: EventRow): Promise<Ended> {
  const { type, orderNo } = event;
  const fail = (reason: string, orderId: string | null = null): Ended => ({ orderId, state: "FAILED", reason });
  if (!isKnown(type, event.source)) return fail(intakeErrors.eventUnknown().message);
  const orderId = event.orderId ?? (await findRow(tx, "salesOrder", { orderNo }))?.id ?? null;
  const unknown = intakeErrors.orderUnknown().message;
  // an order out of sight looks like one that is not there
  const isSeen = orderId !== null && (event.orderId !== null || (await isInSight(tx, orderId)));
  if (!isSeen) return { orderId: null, state: "WAITING", reason: unknown };
  const order = await lockOrderRow(tx, orderId);
  const tried = await tryInside(tx, () => tells[type](tx, order, { at: event.occurredAt, payload: event.payload }));
  const issue = { orderId, code: `EVENT:${type}` };
  if ("error" in tried) {
    const reason = refusalIn(tried.error);
    await raiseIssue(tx, { ...issue, text: `${orderEventTypes[type]}失败：${reason}` });
    return fail(reason, orderId);
  }
  await clearIssue(tx, issue);
  const { done } = tried;
  return done.applied
    ? { orderId, state: "APPLIED", reason: null }
    : { orderId, state: "IGNORED", reason: done.reason };
}

/** A system tells of the orders that it sees, and of no others. */
async function isInSight(tx: Tx, id: string): Promise<boolean> {
  const seen = db(tx).selectFrom("salesOrder").select("id").where("id", "=", id).where(inScope(tx, orders));
  return (await seen.executeTakeFirst()) !== undefined;
}

/** A refusal is kept. Anything else, also a record that others hold for too long, is tried again by whoever tells it. */
function refusalIn(error: unknown): string {
  if (error instanceof BusinessError && !error.msgCode.endsWith("_BUSY")) return error.message;
  throw error;
}
