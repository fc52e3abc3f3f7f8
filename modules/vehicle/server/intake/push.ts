import type { AnswerFrom, BodyOf } from "@ops/platform/contract";
import { newId, type Steps, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { carErrors, type IntakeState, intakeStates, normaliseVin } from "../../contract/index.ts";
import { db } from "../database.ts";
import { alarm } from "./alarm.ts";
import { applyIntake, applyWaiting, type Ended } from "./apply.ts";
import { sourceOf } from "./handlers.ts";
import type { IntakeRow } from "./tables.ts";

type Pushed = BodyOf<typeof contract.pushCarEvents>["events"][number];
type Answered = AnswerFrom<typeof contract.pushCarEvents>[number];

/** First everything is kept, then each message is applied by itself, in order per VIN: a refused one stops no other. */
export async function pushCarEvents(
  steps: Steps,
  { events }: BodyOf<typeof contract.pushCarEvents>,
): Promise<Answered[]> {
  const received = await steps.commit((tx) => receive(tx, events));
  const ends = await applyInOrder(
    steps.commit,
    received.flatMap(({ fresh }) => fresh ?? []),
  );
  return steps.finish(async (tx) => {
    const answers = received.map(({ event, fresh, repeated }) =>
      answerOf(event, ends.get(fresh?.id ?? "") ?? repeated),
    );
    tx.trail.about("carIntake", "", null);
    tx.trail.summary = `${events.length}个事件，应用${answers.filter(({ end }) => end === "applied").length}个`;
    return answers;
  });
}

interface Received {
  readonly event: Pushed;
  /** Kept just now, to be applied. */
  readonly fresh?: Pick<IntakeRow, "id" | "vin" | "occurredAt" | "eventId">;
  /** What is known under its number already. */
  readonly repeated?: Omit<Ended, "id">;
}

async function receive(tx: Tx, events: readonly Pushed[]): Promise<Received[]> {
  const received: Received[] = [];
  for (const event of events) received.push(await receiveOne(tx, event));
  return received;
}

async function receiveOne(tx: Tx, event: Pushed): Promise<Received> {
  const { eventId, type, occurredAt, payload } = event;
  const [source, vin] = [sourceOf(type), normaliseVin(event.vin)];
  const stamp = { createdAt: tx.now, createdBy: tx.actor.userId, updatedAt: tx.now, updatedBy: tx.actor.userId };
  const fresh = await db(tx)
    .insertInto("carIntake")
    .values({
      ...{ id: newId(), ...stamp, source, eventId, type, vin, payload: JSON.stringify(payload), occurredAt },
      ...{ receivedAt: tx.now, state: intakeStates.initial, tries: 0, nextTryAt: tx.now },
    })
    .onConflict((conflict) => conflict.columns(["source", "eventId"]).doNothing())
    .returning(["id", "vin", "occurredAt", "eventId"])
    .executeTakeFirst();
  return fresh ? { event, fresh } : { event, repeated: await repeated(tx, { ...event, vin, source }) };
}

/** The same again is ignored. Another body under the same number is kept beside the first, and refused. */
async function repeated(tx: Tx, event: Pushed & { source: "MES" | "CLOUD" }): Promise<Omit<Ended, "id">> {
  const { source, eventId, type, vin, occurredAt } = event;
  const payload = JSON.stringify(event.payload);
  const { rows } = await sql<{ id: string; isSame: boolean }>`
    select id, type = ${type} and vin = ${vin} and occurred_at = ${occurredAt} and payload = ${payload}::jsonb as "isSame"
    from car_intake where source = ${source} and event_id = ${eventId}`.execute(tx.kysely);
  const [known] = rows;
  if (!known || known.isSame) return { state: "IGNORED", reason: "重复的事件" };
  const other = JSON.stringify({ type, vin, occurredAt, payload: event.payload, receivedAt: tx.now });
  await sql`update car_intake set conflicts = conflicts || ${other}::jsonb where id = ${known.id}
    and jsonb_array_length(conflicts) < 20`.execute(tx.kysely);
  const { message } = carErrors.eventDiffers();
  await alarm(tx, {
    title: message,
    content: `事件${eventId}（${vin}）以不同内容再次收到，请核对。`,
    intakeId: known.id,
  });
  return { state: "FAILED", reason: message };
}

const PARALLEL = 4;

/** Four VINs at a time; the messages of one VIN one after the other. */
async function applyInOrder(commit: Steps["commit"], fresh: readonly NonNullable<Received["fresh"]>[]) {
  const ends = new Map<string, Ended>();
  const groups = [...Map.groupBy(fresh, ({ vin }) => vin).entries()];
  const work = async () => {
    for (let next = groups.shift(); next; next = groups.shift()) {
      const [vin, messages] = next;
      for (const { id } of messages.toSorted(earlierFirst)) {
        const ended = await applyIntake(commit, id);
        ends.set(id, ended);
        if (ended.registered) await applyWaiting(commit, vin);
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return ends;
}

type Sortable = Pick<IntakeRow, "occurredAt" | "eventId">;
const earlierFirst = (a: Sortable, b: Sortable) =>
  a.occurredAt.getTime() - b.occurredAt.getTime() || (a.eventId < b.eventId ? -1 : 1);

const words: Readonly<Record<IntakeState, Answered["end"]>> = {
  APPLIED: "applied",
  IGNORED: "ignored",
  WAITING: "waiting",
  PENDING: "waiting",
  FAILED: "failed",
};

export const endOf = (state: IntakeState): Answered["end"] => words[state];

function answerOf({ eventId }: Pushed, ended: Omit<Ended, "id"> | undefined): Answered {
  const { state, reason } = ended ?? { state: "PENDING" as const, reason: null };
  return { eventId, end: endOf(state), reason };
}
