import { onBehalfOf } from "@ops/authority/server";
import { BusinessError } from "@ops/platform/contract";
import { changeRecord, schedule, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { pushOrderEvents } from "../../contract/index.ts";
import { db } from "../database.ts";
import { applyEvent } from "./apply.ts";
import { keepDays, waitingHours } from "./params.ts";
import { type EventRow, eventsIn } from "./tables.ts";

const BATCH = 200;
const HOUR_MS = 3_600_000;

/** Applies what waited for an order that is there by now, and gives up what waited too long (OR-R14). */
const waiting = schedule({
  name: "order.eventsWaiting",
  title: "处理等待订单的事件",
  at: { everySeconds: 60 },
  run: async (work) => {
    for (const { id } of await work.step(findDue)) await work.step((tx) => tryAgain(tx, id));
  },
});

/** An order that has come since then is due at once; one that the sender did not see may come into his sight later. */
async function findDue(tx: Tx): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`select e.id from order_event_in e where e.state = 'WAITING'
    and (e.received_at <= ${waitedSince(tx)} or exists (select from sales_order o where o.order_no = e.order_no
      and (o.created_at > e.updated_at or e.updated_at <= ${new Date(tx.now.getTime() - HOUR_MS)})))
    order by e.occurred_at, e.id limit ${BATCH}`.execute(tx.kysely);
  return rows;
}

const waitedSince = (tx: Tx) => new Date(tx.now.getTime() - tx.param(waitingHours) * HOUR_MS);

async function tryAgain(tx: Tx, id: string): Promise<void> {
  const event = await db(tx).selectFrom("orderEventIn").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (event?.state !== "WAITING") return;
  const sender = await asSender(tx, event);
  const tried = sender ? await applyEvent(sender, event) : await changeRecord(tx, eventsIn, event, {});
  if (tried.state === "WAITING" && tried.receivedAt <= waitedSince(tx)) {
    await changeRecord(tx, eventsIn, tried, { state: "FAILED", reason: `等待订单超过${tx.param(waitingHours)}小时` });
  }
}

/** Whoever told it tells it still: with his sight and in his name. Null if he may no longer tell anything. */
async function asSender(tx: Tx, { createdBy, toldIn }: EventRow): Promise<Tx | null> {
  try {
    return await onBehalfOf(tx, { createdBy, orderedIn: toldIn }, pushOrderEvents);
  } catch (error) {
    if (error instanceof BusinessError) return null;
    throw error;
  }
}

/** The bodies of events are kept for a time; that they were told stays. */
const forgetting = schedule({
  name: "order.eventBodies",
  title: "清理过期的订单事件报文",
  at: "10 2 * * *",
  run: (work) => work.step(forgetBodies),
});

async function forgetBodies(tx: Tx): Promise<void> {
  await sql`update order_event_in set payload = '{}', conflicts = '[]', forgotten_at = ${tx.now}
    where forgotten_at is null
      and received_at < ${tx.now}::timestamptz - make_interval(days => ${tx.param(keepDays)})`.execute(tx.kysely);
}

export const intakeSchedules = [waiting, forgetting];
