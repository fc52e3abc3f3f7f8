import assert from "node:assert/strict";
import { test } from "node:test";
import { readCountdown } from "./countdown.ts";
import { onEverySecond } from "./ticker.ts";

const at = (clock: string, day = "2026-03-01") => new Date(`${day}T${clock}+08:00`);
const read = (now: Date) => readCountdown(at("09:00:00"), at("10:00:00"), now);

test("PF-R130 a countdown is calm in its first half, half gone from the half on, over at its end", () => {
  assert.deepEqual(read(at("09:00:00")), { stage: "calm", text: "01:00:00" });
  assert.deepEqual(read(at("09:29:59.999")), { stage: "calm", text: "00:30:01" });
  assert.deepEqual(read(at("09:30:00")), { stage: "half", text: "00:30:00" });
  assert.deepEqual(read(at("09:59:59.001")), { stage: "half", text: "00:00:01" });
  assert.deepEqual(read(at("10:00:00")), { stage: "over", text: "已超时 00:00:00" });
  assert.deepEqual(read(at("11:01:01.5")), { stage: "over", text: "已超时 01:01:01" });
});

test("PF-R130 days stand before the clock, from 24 hours on", () => {
  const until = at("10:00:00", "2026-03-03");
  const left = (now: Date) => readCountdown(at("09:00:00"), until, now).text;
  assert.equal(left(at("10:00:00", "2026-03-02")), "1天 00:00:00");
  assert.equal(left(at("10:00:01", "2026-03-02")), "23:59:59");
  assert.equal(left(at("06:55:55")), "2天 03:04:05");
});

test("PF-R130 one timer runs for all countdowns of a page, and none after the last is gone", (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  const begun = context.mock.method(globalThis, "setInterval");
  const ended = context.mock.method(globalThis, "clearInterval");
  const heard = [0, 0, 0];
  const leave = heard.map((_, index) => onEverySecond(() => void heard.splice(index, 1, (heard[index] ?? 0) + 1)));
  assert.equal(begun.mock.callCount(), 1);
  context.mock.timers.tick(2_000);
  assert.deepEqual(heard, [2, 2, 2]);
  leave[0]?.();
  leave[1]?.();
  assert.equal(ended.mock.callCount(), 0);
  context.mock.timers.tick(1_000);
  assert.deepEqual(heard, [2, 2, 3]);
  leave[2]?.();
  assert.equal(ended.mock.callCount(), 1);
  onEverySecond(() => undefined)();
  assert.equal(begun.mock.callCount(), 2);
});
