import assert from "node:assert/strict";
import { test } from "node:test";
import { createLog } from "../log.ts";
import { schedule } from "./job.ts";
import { jobOf, Scheduler, slotAt } from "./scheduler.ts";

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
