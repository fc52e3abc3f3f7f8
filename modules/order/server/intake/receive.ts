import { isDeepStrictEqual } from "node:util";
import { insertMissing, newId, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { intakeErrors, orderEventStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { applyEvent } from "./apply.ts";
import type { EventRow } from "./tables.ts";

export type ToldEvent = Pick<
  EventRow,
  "source" | "sourceName" | "eventId" | "type" | "orderNo" | "orderId" | "occurredAt" | "payload"
>;
export type Received = Pick<EventRow, "state" | "reason">;

/** Keeps what was told once by its number, and applies it (OR-R14). */
export async function receiveEvent(tx: Tx, told: ToldEvent): Promise<Received> {
  const id = newId();
  const { userId, organizationIds } = tx.actor;
  const stamp = { createdAt: tx.now, createdBy: userId, updatedAt: tx.now, updatedBy: userId };
  const received = { receivedAt: tx.now, toldIn: [...organizationIds], state: orderEventStates.initial };
  const row = { id, version: 1, ...stamp, ...told, ...received };
  const isNew = await insertMissing(tx, "orderEventIn", [row]);
  if (!isNew.has(id)) return answerRepeated(tx, told);
  return applyEvent(tx, await lockEvent(tx, told));
}

const MOST_CONFLICTS = 20;

/** The same again changes nothing. Another body under the same number is kept with the first one and refused. */
async function answerRepeated(tx: Tx, told: ToldEvent): Promise<Received> {
  const known = await lockEvent(tx, told);
  const { type, orderNo, occurredAt, payload } = told;
  const isSame =
    known.type === type &&
    known.orderNo === orderNo &&
    known.occurredAt.getTime() === occurredAt.getTime() &&
    (isForgotten(known) || isDeepStrictEqual(known.payload, payload));
  if (isSame) return { state: "IGNORED", reason: "重复的事件" };
  const other = JSON.stringify({ type, orderNo, occurredAt, payload, receivedAt: tx.now });
  await sql`update order_event_in set conflicts = conflicts || ${other}::jsonb
    where id = ${known.id} and jsonb_array_length(conflicts) < ${MOST_CONFLICTS}`.execute(tx.kysely);
  return { state: "FAILED", reason: intakeErrors.eventDiffers().message };
}

/** The body of an old event is no longer there to be compared or applied. */
export const isForgotten = ({ forgottenAt }: Pick<EventRow, "forgottenAt">) => forgottenAt !== null;

async function lockEvent(tx: Tx, { source, eventId }: Pick<EventRow, "source" | "eventId">): Promise<EventRow> {
  return db(tx)
    .selectFrom("orderEventIn")
    .selectAll()
    .where("source", "=", source)
    .where("eventId", "=", eventId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
