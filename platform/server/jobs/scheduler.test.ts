import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog } from "../log.ts";
import { schedule } from "./job.ts";
import { jobOf, Scheduler, Slots, slotAt } from "./scheduler.ts";

const every = (name: `${string}.${string}`) => schedule({ name, at: { everySeconds: 60 }, run: async () => undefined });

test("while the database is away, looks for due work do not pile up, and a stop waits for one of them only", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const away = Promise.withResolvers<never>();
  let asked = 0;
  const inTransaction = () => {
    asked++;
    return away.promise;
  };
  const schedules = [every("a.one"), every("a.two")].map((one) => ({ schedule: one, job: jobOf(one) }));
  const scheduler = new Scheduler(schedules, { log: createLog("silent"), now: () => new Date(), inTransaction });
  scheduler.start();
  t.mock.timers.tick(30_000);
  const stopped = scheduler.stop();
  away.reject(new Error("the database is away"));
  await stopped;
  assert.equal(asked, 1);
});

test("a slot is the latest time of a schedule that is not in the future, in Shanghai", () => {
  const now = new Date("2026-03-01T16:59:59.999Z"); // 00:59 on the second of March
  const at = (when: string) => slotAt({ ...every("a.b"), at: when }, now).toISOString();
  assert.equal(at("0 1 * * *"), "2026-02-28T17:00:00.000Z");
  assert.equal(at("59 0 * * *"), "2026-03-01T16:59:00.000Z");
  assert.equal(slotAt(every("a.b"), now).toISOString(), "2026-03-01T16:59:00.000Z");
});

test("slots that are remembered are those of the moment, also after the clock was set back", () => {
  const slots = new Slots();
  const crons = ["*/5 * * * *", "7 * * * *", "10 3 * * *", "0 4 * * 1", "15 2 1 * *"].map((at, n) => ({
    ...every(`a.cron${n}`),
    at,
  }));
  const schedules = [...crons, every("a.often")];
  const start = Date.parse("2026-02-28T15:50:00Z");
  const times = Array.from({ length: 300 }, (_, n) => start + n * 37_123);
  for (const time of [...times, ...times.toReversed()]) {
    const now = new Date(time);
    for (const one of schedules) assert.deepEqual(slots.at(one, now), slotAt(one, now), `${one.name} ${now}`);
  }
});

test("a look for due work every second costs next to nothing", () => {
  const slots = new Slots();
  const daily = { ...every("a.daily"), at: "10 3 * * *" };
  const before = process.cpuUsage();
  for (let second = 0; second < 20_000; second++) slots.at(daily, new Date(1_780_000_000_000 + second * 1_000));
  const { user } = process.cpuUsage(before);
  assert.ok(user < 500_000, `${user} µs of CPU for 20,000 looks`);
});
