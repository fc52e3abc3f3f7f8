import { type JobRun, job, makeMonths, onMany, schedule, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { z } from "zod";
import { carRegistered } from "../../contract/index.ts";
import { intakeKeepDays, waitingHours } from "../car-record/params.ts";
import { alarmReplayers } from "./alarm.ts";
import { applyIntake, applyWaiting } from "./apply.ts";
import { rollUpSchedule } from "./lag.ts";

const BATCH = 500;

export const waitingJob = job({
  name: "vehicle.intakeWaiting",
  title: "应用等待建档的车辆事件",
  payload: z.object({ vin: z.string() }),
  run: (work, { vin }) => applyWaiting((act) => work.step(act), vin),
});

/** Applies waiting messages when their car is registered in any other way. */
export const waitingListener = onMany(
  carRegistered,
  { name: "vehicle.intakeWaiting", title: "车辆建档后处理等待的事件" },
  async (tx, registered) => {
    const vins = registered.map(({ vin }) => vin);
    const { rows } = await sql<{ vin: string }>`select distinct vin from car_intake
    where vin = any(${vins}::text[]) and state = 'WAITING'`.execute(tx.kysely);
    for (const { vin } of rows) await tx.enqueue(waitingJob, { vin }, { key: vin });
  },
);

/** Tries failed messages again after 1, 5 and 30 minutes, and also those that a killed node left behind. */
const retry = schedule({
  name: "vehicle.intakeRetry",
  title: "重试车辆事件",
  at: { everySeconds: 60 },
  run: async (work) => {
    const due = await work.step(async (tx) => {
      const { rows } = await sql<{ id: string }>`select id from car_intake where state = 'PENDING'
        and next_try_at < ${tx.now}::timestamptz - interval '20 seconds' order by next_try_at limit ${BATCH}`.execute(
        tx.kysely,
      );
      return rows;
    });
    for (const { id } of due) await applyIntake((act) => work.step(act), id);
  },
});

const waiting = schedule({
  name: "vehicle.intakeWaitingHourly",
  title: "应用等待建档的车辆事件",
  at: "7 * * * *",
  run: async (work) => {
    const known = await work.step(async (tx) => {
      const { rows } = await sql<{ vin: string }>`select distinct i.vin from car_intake i join car c on c.vin = i.vin
        where i.state = 'WAITING' limit ${BATCH}`.execute(tx.kysely);
      return rows;
    });
    for (const { vin } of known) await applyWaiting((act) => work.step(act), vin);
    await work.step(warnOfWaiting);
  },
});

/** Notifies people once about messages that wait too long for their car. Waiting messages are never dropped. */
export async function warnOfWaiting(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: string; vin: string }>`update car_intake set warned_at = ${tx.now}
    where state = 'WAITING' and warned_at is null
      and received_at < ${tx.now}::timestamptz - make_interval(hours => ${tx.param(waitingHours)})
    returning id, vin`.execute(tx.kysely);
  const [first] = rows;
  if (!first) return;
  await alarmReplayers(tx, {
    title: "车辆未建档，事件待处理",
    content: `${rows.length}个事件等待建档已超过${tx.param(waitingHours)}小时，如${first.vin}。`,
    intakeId: first.id,
  });
}

const months = schedule({
  name: "vehicle.eventMonths",
  title: "建立车辆事件月份，清理过期报文",
  at: "20 1 * * *",
  run: async (work: JobRun) => {
    await work.step((tx) => makeMonths(tx, "carEvent"));
    await work.step(forgetBodies);
  },
});

export async function forgetBodies(tx: Tx): Promise<void> {
  await sql`update car_intake set payload = '{}', conflicts = '[]'
    where received_at < ${tx.now}::timestamptz - make_interval(days => ${tx.param(intakeKeepDays)})
      and state in ('APPLIED', 'IGNORED') and payload <> '{}'`.execute(tx.kysely);
}

export const intakeSchedules = [retry, waiting, months, rollUpSchedule];
