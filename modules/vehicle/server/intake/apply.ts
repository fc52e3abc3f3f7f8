import { BusinessError, normaliseVin } from "@ops/platform/contract";
import { onlyOf, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { carErrors, type IntakeState, intakeStates, readVin } from "../../contract/index.ts";
import { lockCar, lockCars } from "../car-record/lock-car.ts";
import { vinCheck } from "../car-record/params.ts";
import { db } from "../database.ts";
import { lockVin } from "../register/register-car.ts";
import { registerCar } from "../register/register-cars.ts";
import { handlers, isIntakeType, type Message } from "./handlers.ts";
import { forgetRollup } from "./lag.ts";
import type { IntakeRow } from "./tables.ts";

export interface Ended {
  readonly id: string;
  readonly state: IntakeState;
  readonly reason: string | null;
  /** Whether the message registered the car, so that messages which waited for the car can be applied. */
  readonly registered?: boolean;
}

/** Runs `act` in a transaction of its own, inside of a call in steps, a job or a schedule. */
export type InTransaction = <T>(act: (tx: Tx) => Promise<T>) => Promise<T>;

/** Applies one message in its own transaction. If it is refused, only the state 失败 and the reason are stored. */
export async function applyIntake(inTransaction: InTransaction, id: string): Promise<Ended> {
  try {
    return await inTransaction((tx) => apply(tx, id));
  } catch (error) {
    return inTransaction((tx) => putOff(tx, id, error));
  }
}

/** Applies the messages that waited for the VIN, in the order of their time. */
export async function applyWaiting(inTransaction: InTransaction, vin: string): Promise<void> {
  const waiting = await inTransaction((tx) =>
    db(tx)
      .selectFrom("carIntake")
      .select("id")
      .where("vin", "=", vin)
      .where("state", "=", "WAITING")
      .orderBy("occurredAt")
      .orderBy("eventId")
      .execute(),
  );
  for (const { id } of waiting) await applyIntake(inTransaction, id);
}

/** Applies one message. If it registers the car, also applies the messages that waited for that car. */
export async function applyWithWaiting(
  inTransaction: InTransaction,
  { id, vin }: Pick<IntakeRow, "id" | "vin">,
): Promise<Ended> {
  const ended = await applyIntake(inTransaction, id);
  if (ended.registered) await applyWaiting(inTransaction, vin);
  return ended;
}

async function apply(tx: Tx, id: string): Promise<Ended> {
  const intake = await lockIntake(tx, id);
  if (!intakeStates.can(intake.state, "apply")) return { id, state: intake.state, reason: intake.reason };
  const { handler, message } = read(intake);
  const { vin } = message;
  await lockVin(tx, vin);
  const known = await db(tx).selectFrom("car").select("id").where("vin", "=", vin).executeTakeFirst();
  // a message with an impossible VIN fails at once, because no car with it can ever be registered
  if (!known) readVin(vin, tx.param(vinCheck));
  const fresh = known ? null : (handler.newCar?.(message) ?? null);
  if (fresh) {
    await registerCar(tx, fresh);
    await end(tx, intake, "APPLIED", null);
    return { id, state: "APPLIED", reason: null, registered: true };
  }
  if (!known) return end(tx, intake, "WAITING", carErrors.unregistered().message);
  const isWatched = (await handler.isWatched?.(tx, known.id, message)) ?? false;
  const told = await handler.tell(tx, await lockCar(tx, known.id), { ...message, isWatched });
  return end(tx, intake, told.applied ? "APPLIED" : "IGNORED", told.reason);
}

function read({ type, vin, source, eventId, occurredAt: at, payload }: IntakeRow) {
  if (!isIntakeType(type)) throw carErrors.eventUnknown();
  const message: Message = { source, eventId, at, vin: normaliseVin(vin), payload };
  return { handler: handlers[type], message };
}

/**
 * Applies messages about registered cars in one transaction, in this order. If one is refused, applies each one by
 * itself.
 */
export async function applyIntakes(inTransaction: InTransaction, ids: readonly string[]): Promise<Ended[]> {
  try {
    return await inTransaction((tx) => applyTogether(tx, ids));
  } catch {
    const ended: Ended[] = [];
    // this finds which message is refused and why
    for (const id of ids) ended.push(await applyIntake(inTransaction, id));
    return ended;
  }
}

async function applyTogether(tx: Tx, ids: readonly string[]): Promise<Ended[]> {
  const intakes = await lockIntakes(tx, ids);
  const cars = await lockKnown(tx, intakes);
  const ended: Ended[] = [];
  for (const { id, handler, message } of cars.told) {
    const car = cars.byVin.get(message.vin);
    if (!car) throw carErrors.unregistered();
    const { car: after, applied, reason } = await handler.tell(tx, car, message);
    cars.byVin.set(message.vin, after);
    ended.push({ id, state: applied ? "APPLIED" : "IGNORED", reason });
  }
  await save(tx, intakes, ended);
  const rest = intakes.filter(({ state }) => !intakeStates.can(state, "apply"));
  return [...ended, ...rest.map(({ id, state, reason }) => ({ id, state, reason }))];
}

/** Locks the cars in the usual order, so that two of these transactions never deadlock. */
async function lockKnown(tx: Tx, intakes: readonly IntakeRow[]) {
  const open = intakes.filter(({ state }) => intakeStates.can(state, "apply"));
  const messages = open.map((intake) => ({ id: intake.id, ...read(intake) }));
  const vins = messages.map(({ message }) => message.vin);
  const { rows } = await sql<{ id: string; vin: string }>`select id, vin from car where vin = any(${vins})`.execute(
    tx.kysely,
  );
  const idOf = new Map(rows.map(({ id, vin }) => [vin, id]));
  const told = [];
  for (const { id, handler, message } of messages) {
    const isWatched = (await handler.isWatched?.(tx, idOf.get(message.vin) ?? "", message)) ?? false;
    told.push({ id, handler, message: { ...message, isWatched } });
  }
  const byVin = new Map((await lockCars(tx, [...idOf.values()])).map((car) => [car.vin, car]));
  return { told, byVin };
}

async function end(tx: Tx, intake: IntakeRow, state: IntakeState, reason: string | null): Promise<Ended> {
  const ended = { id: intake.id, state, reason };
  await save(tx, [intake], [ended]);
  return ended;
}

/** Minutes until the next try. After the last one, a person has to look at the message. */
const PAUSES = [1, 5, 30];

/**
 * Stores why a message was not applied. A refusal is final until somebody replays it; other failures are tried again.
 */
async function putOff(tx: Tx, id: string, error: unknown): Promise<Ended> {
  const intake = await lockIntake(tx, id);
  const isRefusal = error instanceof BusinessError && error.msgCode !== carErrors.busy().msgCode;
  const pause = isRefusal ? undefined : PAUSES[intake.tries];
  const reason = error instanceof BusinessError ? error.message : "系统繁忙，稍后重试";
  if (!(error instanceof BusinessError))
    tx.log.warn({ err: error, intake: id }, "a message about a car could not be applied");
  const state = pause === undefined ? "FAILED" : "PENDING";
  const nextTryAt = pause === undefined ? null : new Date(tx.now.getTime() + pause * 60_000);
  await save(tx, [intake], [{ id, state, reason }], nextTryAt);
  return { id, state, reason };
}

async function lockIntake(tx: Tx, id: string): Promise<IntakeRow> {
  return onlyOf(await lockIntakes(tx, [id]));
}

/** Locks messages and answers them in the order of the ids. */
async function lockIntakes(tx: Tx, ids: readonly string[]): Promise<IntakeRow[]> {
  const { rows } = await sql<IntakeRow>`select * from car_intake where id = any(${ids}::uuid[])
    order by id for update`.execute(tx.kysely);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Stores one more try for each message, and how it ended. */
async function save(
  tx: Tx,
  intakes: readonly IntakeRow[],
  ended: readonly Ended[],
  nextTryAt: Date | null = null,
): Promise<void> {
  const states = new Map(ended.map(({ id, state }) => [id, state]));
  for (const intake of intakes) {
    if ((states.get(intake.id) ?? intake.state) !== intake.state) await forgetRollup(tx, intake);
  }
  await sql`update car_intake i set state = e.state, reason = e.reason, tries = tries + 1, next_try_at = ${nextTryAt},
      version = version + 1, updated_at = ${tx.now}, updated_by = ${tx.actor.userId}
    from unnest(${ended.map(({ id }) => id)}::uuid[], ${ended.map(({ state }) => state)}::text[],
      ${ended.map(({ reason }) => reason)}::text[]) e (id, state, reason)
    where i.id = e.id`.execute(tx.kysely);
}
