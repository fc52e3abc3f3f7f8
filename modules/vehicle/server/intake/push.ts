import type { AnswerFrom, BodyOf } from "@ops/platform/contract";
import { inSteps, insertMissing, newId, type Steps, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { carErrors, type IntakeState, intakeStates, normaliseVin } from "../../contract/index.ts";
import { alarm } from "./alarm.ts";
import { applyIntake, applyIntakes, applyWaiting, type Ended } from "./apply.ts";
import { sourceOf } from "./handlers.ts";
import type { IntakeRow } from "./tables.ts";

type Pushed = BodyOf<typeof contract.pushCarEvents>["events"][number];
type Answered = AnswerFrom<typeof contract.pushCarEvents>[number];

/** First everything is kept, then the messages are applied, in order per VIN: a refused one stops no other. */
export const pushCarEvents = inSteps(contract.pushCarEvents, async (steps, { body: { events } }) => {
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
});

interface Received {
  readonly event: Pushed;
  /** Kept just now, to be applied. */
  readonly fresh?: Pick<IntakeRow, "id" | "vin" | "occurredAt" | "eventId">;
  /** What is known under its number already. */
  readonly repeated?: Omit<Ended, "id">;
}

async function receive(tx: Tx, events: readonly Pushed[]): Promise<Received[]> {
  const told = events.map((event) => ({
    ...event,
    id: newId(),
    source: sourceOf(event.type),
    vin: normaliseVin(event.vin),
  }));
  // in the order of their numbers, so that two who send the same never wait for each other
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
    else if (one) received.push({ event, repeated: await repeated(tx, one) });
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

/** The same again is ignored. Another body under the same number is kept beside the first, and refused. */
async function repeated(tx: Tx, event: Named): Promise<Omit<Ended, "id">> {
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

type Fresh = NonNullable<Received["fresh"]>;
const PARALLEL = 4;
/** Together in one transaction: cars are locked no longer than somebody at a screen notices. */
const TOGETHER = 20;

/** The messages of one VIN one after the other; those of cars that are registered several at a time. */
async function applyInOrder(commit: Steps["commit"], fresh: readonly Fresh[]): Promise<ReadonlyMap<string, Ended>> {
  const groups = Map.groupBy(fresh, ({ vin }) => vin);
  const registered = await commit((tx) => registeredOf(tx, [...groups.keys()]));
  const known: Fresh[] = [];
  const work: (() => Promise<Ended[]>)[] = [];
  for (const [vin, messages] of groups) {
    const ordered = messages.toSorted(earlierFirst);
    if (registered.has(vin)) known.push(...ordered);
    else work.push(() => applyUnregistered(commit, ordered));
  }
  for (const some of together(known))
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

/** All messages of a VIN are in the same part. */
function together(messages: readonly Fresh[]): Fresh[][] {
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
  for (const { id, vin } of messages) {
    const ended = await applyIntake(commit, id);
    ends.push(ended);
    if (ended.registered) await applyWaiting(commit, vin);
  }
  return ends;
}

async function registeredOf(tx: Tx, vins: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ vin: string }>`select vin from car where vin = any(${vins})`.execute(tx.kysely);
  return new Set(rows.map(({ vin }) => vin));
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
