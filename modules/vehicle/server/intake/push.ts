import type { AnswerFrom, BodyOf } from "@ops/platform/contract";
import { normaliseVin } from "@ops/platform/contract";
import { inSteps, insertMissing, newId, type Steps, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { carErrors, type IntakeState, intakeStates } from "../../contract/index.ts";
import { alarmReplayers } from "./alarm.ts";
import { applyIntakes, applyWithWaiting, type Ended } from "./apply.ts";
import { sourceOf } from "./handlers.ts";
import type { IntakeRow } from "./tables.ts";

type Pushed = BodyOf<typeof contract.pushCarEvents>["events"][number];
type Answered = AnswerFrom<typeof contract.pushCarEvents>[number];

/** Stores all messages first, then applies them in order per VIN. A refused message stops no other. */
export const pushCarEvents = inSteps(contract.pushCarEvents, async (steps, { body: { events } }) => {
  const received = await steps.commit((tx) => receive(tx, events));
  const ends = await applyInOrder(
    steps.commit,
    received.flatMap(({ fresh }) => fresh ?? []),
  );
  return steps.finish(async (tx) => {
    const answers = received.map(({ event, fresh, repeated: answerRepeated }) =>
      answerOf(event, ends.get(fresh?.id ?? "") ?? answerRepeated),
    );
    tx.trail.about("carIntake", "", null);
    tx.trail.summary = `${events.length}个事件，应用${answers.filter(({ end }) => end === "applied").length}个`;
    return answers;
  });
});

interface Received {
  readonly event: Pushed;
  /** A message that was stored just now and has to be applied. */
  readonly fresh?: Pick<IntakeRow, "id" | "vin" | "occurredAt" | "eventId">;
  /** The answer to a message whose number is known already. */
  readonly repeated?: Omit<Ended, "id">;
}

async function receive(tx: Tx, events: readonly Pushed[]): Promise<Received[]> {
  const told = events.map((event) => ({
    ...event,
    id: newId(),
    source: sourceOf(event.type),
    vin: normaliseVin(event.vin),
  }));
  // sorted by number, so that two senders of the same messages never deadlock
  const sorted = told.toSorted((a, b) => (a.source + a.eventId < b.source + b.eventId ? -1 : 1));
  const isFresh = await insertMissing(
    tx,
    "carIntake",
    sorted.map((one) => intakeOf(tx, one)),
  );
  const received: Received[] = [];
  for (const [at, event] of events.entries()) {
    const one = told[at];
    if (one && isFresh.has(one.id)) received.push({ event, fresh: one });
    else if (one) received.push({ event, repeated: await answerRepeated(tx, one) });
  }
  return received;
}

type Named = Pushed & { readonly id: string; readonly source: "MES" | "CLOUD" };

function intakeOf(tx: Tx, { id, source, eventId, type, vin, payload, occurredAt }: Named) {
  const stamp = { createdAt: tx.now, createdBy: tx.actor.userId, updatedAt: tx.now, updatedBy: tx.actor.userId };
  return {
    id,
    version: 1,
    ...stamp,
    source,
    eventId,
    type,
    vin,
    payload,
    occurredAt,
    receivedAt: tx.now,
    state: intakeStates.initial,
    tries: 0,
    nextTryAt: tx.now,
  };
}

/** Ignores a repeated message. Another body under the same number is stored with the first message and refused. */
async function answerRepeated(tx: Tx, event: Named): Promise<Omit<Ended, "id">> {
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
  await alarmReplayers(tx, {
    title: message,
    content: `事件${eventId}（${vin}）以不同内容再次收到，请核对。`,
    intakeId: known.id,
  });
  return { state: "FAILED", reason: message };
}

type Fresh = NonNullable<Received["fresh"]>;
const PARALLEL = 4;
/** How many messages share a transaction. So few are done before a person at the screen notices the locks. */
const TOGETHER = 20;

/** Applies the messages of each VIN one after the other, and those of registered cars in groups. */
async function applyInOrder(commit: Steps["commit"], fresh: readonly Fresh[]): Promise<ReadonlyMap<string, Ended>> {
  const groups = Map.groupBy(fresh, ({ vin }) => vin);
  const registered = await commit((tx) => registeredOf(tx, [...groups.keys()]));
  const known: Fresh[] = [];
  const work: (() => Promise<Ended[]>)[] = [];
  for (const [vin, messages] of groups) {
    const ordered = messages.toSorted(compareEarliest);
    if (registered.has(vin)) known.push(...ordered);
    else work.push(() => applyUnregistered(commit, ordered));
  }
  for (const some of splitByVin(known))
    work.push(() =>
      applyIntakes(
        commit,
        some.map(({ id }) => id),
      ),
    );
  const ends = new Map<string, Ended>();
  const worker = async () => {
    for (let next = work.shift(); next; next = work.shift())
      for (const ended of await next()) ends.set(ended.id, ended);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return ends;
}

/** Splits messages into groups. All messages of a VIN are in the same group. */
function splitByVin(messages: readonly Fresh[]): Fresh[][] {
  const parts: Fresh[][] = [];
  for (const message of messages) {
    const last = parts.at(-1);
    if (last && (last.length < TOGETHER || last.at(-1)?.vin === message.vin)) last.push(message);
    else parts.push([message]);
  }
  return parts;
}

async function applyUnregistered(commit: Steps["commit"], messages: readonly Fresh[]): Promise<Ended[]> {
  const ends: Ended[] = [];
  for (const message of messages) ends.push(await applyWithWaiting(commit, message));
  return ends;
}

async function registeredOf(tx: Tx, vins: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ vin: string }>`select vin from car where vin = any(${vins})`.execute(tx.kysely);
  return new Set(rows.map(({ vin }) => vin));
}

type Sortable = Pick<IntakeRow, "occurredAt" | "eventId">;
const compareEarliest = (a: Sortable, b: Sortable) =>
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
