import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, startOfDay } from "@ops/platform/contract";
import { newId, type Tx } from "@ops/platform/server";
import { testApp } from "../testing.ts";
import { newVin } from "../testing-cars.ts";
import { forgetRollup, measureLag, rollUpIntakes } from "./lag.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

/** Adds a message that was received at this time, so many seconds after it happened. */
async function received(at: Date, state: string, seconds: number): Promise<void> {
  await app.rows(
    `insert into car_intake (id, created_at, created_by, updated_at, updated_by, source, event_id, type, vin, payload,
       occurred_at, received_at, state) values ($1, now(), $1, now(), $1, 'MES', $2, 'released', $3, '{}', $4, $5, $6)`,
    [newId(), newId(), newVin(), new Date(at.getTime() - seconds * 1_000), at, state],
  );
}

const nothing = { received: 0, applied: 0, ignored: 0, waiting: 0, failed: 0, pending: 0, lagP95Seconds: null };
const startOfHour = (hoursAgo: number) => new Date((Math.floor(app.now().getTime() / HOUR) - hoursAgo) * HOUR);
const pointsOf = async (span: "HOUR" | "DAY") =>
  (await run((tx) => measureLag(tx, span))).map(
    ({ at, received: count, applied, ignored, waiting, failed, pending, lagP95Seconds }) => ({
      at,
      received: count,
      applied,
      ignored,
      waiting,
      failed,
      pending,
      lagP95Seconds,
    }),
  );
const rollups = async (span: "HOUR" | "DAY") =>
  (
    await app.rows<{ startsAt: Date }>("select starts_at from car_intake_rollup where span = $1 order by 1", [span])
  ).map(({ startsAt }) => startsAt);

test("vehicle section 9: each hour and day has the messages received from its start until before its end, and their lag", async () => {
  await app.holdTime(async () => {
    const [start, next] = [startOfHour(5), startOfHour(4)];
    await received(start, "APPLIED", 10);
    await received(new Date(start.getTime() + MINUTE), "IGNORED", 20);
    await received(new Date(start.getTime() + 2 * MINUTE), "WAITING", 30);
    await received(new Date(start.getTime() + 3 * MINUTE), "FAILED", 40);
    await received(new Date(next.getTime() - 1), "PENDING", -5);
    await received(next, "APPLIED", 7);
    const points = await pointsOf("HOUR");
    assert.deepEqual(
      points.map(({ at }) => at),
      Array.from({ length: 48 }, (_, n) => startOfHour(47 - n)),
    );
    assert.deepEqual(points[42], {
      at: start,
      received: 5,
      applied: 1,
      ignored: 1,
      waiting: 1,
      failed: 1,
      pending: 1,
      lagP95Seconds: 38,
    });
    assert.deepEqual(points[43], { ...nothing, at: next, received: 1, applied: 1, lagP95Seconds: 7 });
    assert.deepEqual(points[41], { ...nothing, at: startOfHour(6) });
    const days = await pointsOf("DAY");
    const today = startOfDay(dayOf(app.now()));
    assert.deepEqual(
      days.map(({ at }) => at),
      Array.from({ length: 30 }, (_, n) => new Date(today.getTime() - (29 - n) * DAY)),
    );
    assert.equal(
      days.reduce((sum, day) => sum + day.received, 0),
      6,
    );
  });
});

test("vehicle section 9: an hour is stored five minutes after its end, and so is a day; old counts are deleted after 40 days", async () => {
  await app.rows("delete from car_intake_rollup");
  const toFull = HOUR - (app.now().getTime() % HOUR);
  app.passTime(toFull / 1_000 + 4 * 60);
  await app.holdTime(async () => {
    await run(rollUpIntakes);
    const early = await rollups("HOUR");
    assert.deepEqual([early.length, early.at(-1)], [46, startOfHour(2)], "the last hour may still get some");
    app.passTime(60);
    await run(rollUpIntakes);
    await run(rollUpIntakes);
    const hours = await rollups("HOUR");
    assert.deepEqual([hours.length, hours.at(-1), hours[0]], [47, startOfHour(1), startOfHour(47)]);
    const days = await rollups("DAY");
    assert.deepEqual([days.length, days.at(-1)], [29, new Date(startOfDay(dayOf(app.now())).getTime() - DAY)]);
    const keep = (span: string, startsAt: Date) =>
      app.rows(
        `insert into car_intake_rollup (span, starts_at, received, applied, ignored, waiting, failed, pending)
         values ($1, $2, 1, 1, 0, 0, 0, 0)`,
        [span, startsAt],
      );
    const [over, kept] = [
      new Date(app.now().getTime() - 40 * DAY - 1_000),
      new Date(app.now().getTime() - 40 * DAY + 1_000),
    ];
    await keep("DAY", over);
    await keep("DAY", kept);
    await run(rollUpIntakes);
    assert.deepEqual((await rollups("DAY"))[0], kept);
    assert.equal((await rollups("DAY")).length, 30);
    assert.equal((await pointsOf("DAY")).length, 30, "and none of them is a point any more");
    assert.deepEqual((await pointsOf("DAY"))[0]?.at, new Date(startOfDay(dayOf(app.now())).getTime() - 29 * DAY));
  });
});

test("vehicle section 9: a stored count is answered again until a message of its time changes", async () => {
  await app.holdTime(async () => {
    const start = startOfHour(10);
    await received(new Date(start.getTime() + 1_000), "WAITING", 1);
    await app.rows("delete from car_intake_rollup");
    await run(rollUpIntakes);
    await received(new Date(start.getTime() + 2_000), "APPLIED", 1);
    const at = async () => (await pointsOf("HOUR")).find((point) => point.at.getTime() === start.getTime())?.received;
    assert.equal(await at(), 1);
    const [hours, days] = [(await rollups("HOUR")).length, (await rollups("DAY")).length];
    const fresh = new Date(app.now().getTime() - 5 * MINUTE + 1);
    await run((tx) => forgetRollup(tx, { receivedAt: fresh }));
    assert.deepEqual([(await rollups("HOUR")).length, (await rollups("DAY")).length], [hours, days]);
    const isKept = async (span: "HOUR" | "DAY", startsAt: Date) =>
      (await rollups(span)).some((one) => one.getTime() === startsAt.getTime());
    await run((tx) => forgetRollup(tx, { receivedAt: new Date(start.getTime() + 59 * MINUTE) }));
    assert.equal(await isKept("HOUR", start), false);
    assert.equal(await at(), 2);
    const today = startOfDay(dayOf(app.now())).getTime();
    const [third, fourth] = [new Date(today - 3 * DAY), new Date(today - 4 * DAY)];
    await run((tx) => forgetRollup(tx, { receivedAt: new Date(fourth.getTime() - 1) }));
    assert.deepEqual([await isKept("DAY", third), await isKept("DAY", fourth)], [true, true]);
    await run((tx) => forgetRollup(tx, { receivedAt: new Date(third.getTime() - 1) }));
    assert.deepEqual([await isKept("DAY", third), await isKept("DAY", fourth)], [true, false]);
  });
});
