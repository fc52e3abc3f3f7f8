import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { addDays, instantOf, wireTime } from "../value/time.ts";
import { type WorkCalendar, type WorkWindow, workCalendar } from "./calendar.ts";
import type { Holidays } from "./holidays.ts";
import { dueAfter, isOpenAt, workedMinutes } from "./worked-time.ts";

const daily = (...windows: WorkWindow[]): WorkCalendar => ({
  week: Array.from({ length: 7 }, () => windows),
  exceptions: [],
  followsHolidays: false,
});
const hours = (from: string, until: string): WorkWindow => ({ from, until });
const due = (calendar: WorkCalendar, from: string, minutes: number, holidays?: Holidays) =>
  wireTime(dueAfter(calendar, instantOf(from), minutes, holidays));

const longDays = daily(hours("09:00", "21:00"));

test("PF-R111 minutes that do not fit into a day go on when the next one opens", () => {
  assert.equal(due(longDays, "2026-11-16 20:50:00", 30), "2026-11-17 09:20:00");
  assert.equal(due(daily(hours("10:00", "20:00")), "2026-11-16 19:50:00", 30), "2026-11-17 10:20:00");
  assert.equal(due(longDays, "2026-11-16 20:50:30", 30), "2026-11-17 09:20:30");
});

test("PF-R111 what begins while it is closed counts from the opening, and minutes may end with the day", () => {
  assert.equal(due(longDays, "2026-11-16 08:00:00", 15), "2026-11-16 09:15:00");
  assert.equal(due(longDays, "2026-11-16 21:00:00", 15), "2026-11-17 09:15:00");
  assert.equal(due(longDays, "2026-11-16 20:30:00", 30), "2026-11-16 21:00:00");
  assert.equal(due(longDays, "2026-11-16 23:00:00", 0), "2026-11-16 23:00:00");
});

test("PF-R111 a break at noon is left out, and a day may end at midnight", () => {
  const withBreak = daily(hours("09:00", "12:00"), hours("13:30", "18:00"));
  assert.equal(due(withBreak, "2026-11-16 11:45:00", 30), "2026-11-16 13:45:00");
  assert.equal(due(daily(hours("22:00", "24:00")), "2026-11-16 23:50:00", 20), "2026-11-17 22:10:00");
});

test("PF-R111 a closed day is jumped over, and an exception has hours of its own", () => {
  const exceptions = [
    { day: "2026-11-17", windows: [] },
    { day: "2026-11-18", windows: [hours("12:00", "14:00")] },
  ];
  const calendar = { ...longDays, exceptions };
  assert.equal(due(calendar, "2026-11-16 20:50:00", 30), "2026-11-18 12:20:00");
  assert.equal(due(calendar, "2026-11-16 20:50:00", 200), "2026-11-19 10:10:00");
});

test("PF-R111 where holidays are followed, rest days are closed and worked weekends have the hours of a Monday", () => {
  const office: WorkCalendar = {
    week: Array.from({ length: 7 }, (_, at) => (at < 5 ? [hours("09:00", at === 0 ? "17:00" : "18:00")] : [])),
    exceptions: [{ day: "2026-10-03", windows: [hours("10:00", "11:00")] }],
    followsHolidays: true,
  };
  const holidays: Holidays = new Map([
    ["2026-10-01", "REST"],
    ["2026-10-02", "REST"],
    ["2026-10-03", "REST"],
    ["2026-10-10", "WORK"],
  ]);
  assert.equal(due(office, "2026-09-30 17:30:00", 60, holidays), "2026-10-03 10:30:00", "an exception wins");
  assert.equal(due(office, "2026-09-30 17:30:00", 91, holidays), "2026-10-05 09:01:00");
  assert.equal(due(office, "2026-10-09 17:30:00", 31, holidays), "2026-10-10 09:01:00");
  assert.equal(due(office, "2026-10-10 16:59:00", 2, holidays), "2026-10-12 09:01:00");
  assert.equal(due({ ...office, followsHolidays: false }, "2026-09-30 17:30:00", 60, holidays), "2026-10-01 09:30:00");
  const openAt = (at: string, calendar = office) => isOpenAt(calendar, instantOf(at), holidays);
  const openings = ["2026-10-01 10:00:00", "2026-10-03 10:30:00", "2026-10-03 12:00:00", "2026-10-05 10:00:00"];
  assert.deepEqual(
    openings.map((at) => openAt(at)),
    [false, true, false, true],
  );
  assert.deepEqual([openAt("2026-10-10 16:59:59"), openAt("2026-10-10 17:00:00")], [true, false]);
  assert.equal(openAt("2026-10-01 10:00:00", { ...office, followsHolidays: false }), true);
  const worked = (from: string, to: string) => workedMinutes(office, instantOf(from), instantOf(to), holidays);
  assert.equal(worked("2026-09-30 17:30:00", "2026-10-05 09:01:00"), 30 + 60 + 1);
});

test("PF-R111 it is open from the first minute of its hours until their end", () => {
  const openAt = (at: string) => isOpenAt(longDays, instantOf(at));
  assert.deepEqual(
    ["08:59:59", "09:00:00", "20:59:59", "21:00:00"].map((clock) => openAt(`2026-11-16 ${clock}`)),
    [false, true, true, false],
  );
});

test("PF-R111 worked minutes are whole ones of open hours alone, and none backwards", () => {
  const worked = (from: string, to: string) => workedMinutes(longDays, instantOf(from), instantOf(to));
  assert.equal(worked("2026-11-16 20:50:00", "2026-11-17 09:20:00"), 30);
  assert.equal(worked("2026-11-16 09:00:00", "2026-11-16 09:01:59"), 1);
  assert.equal(worked("2026-11-14 00:00:00", "2026-11-16 00:00:00"), 2 * 720);
  assert.equal(worked("2026-11-17 09:20:00", "2026-11-16 20:50:00"), 0);
});

test("PF-R111 minutes are counted to the millisecond and told as whole ones", () => {
  const withBreak = daily(hours("09:00", "12:00"), hours("13:30", "18:00"));
  const opens = instantOf("2026-11-16 13:30:00").getTime();
  const worked = (from: number, to: number) => workedMinutes(withBreak, new Date(opens + from), new Date(opens + to));
  assert.deepEqual([worked(1, 60_000), worked(0, 60_000), worked(1, 60_001)], [0, 1, 1]);
});

test("PF-R111 a calendar that never opens has no due time: none on 800 days one after the other", () => {
  assert.throws(() => dueAfter(daily(), new Date("2026-11-16T00:00:00Z"), 1), RangeError);
  const opening = (...days: readonly number[]) => ({
    ...daily(),
    exceptions: days.map((at) => ({ day: addDays("2026-11-16", at), windows: [hours("09:00", "10:00")] })),
  });
  const from = "2026-11-16 00:00:00";
  assert.equal(due(opening(799), from, 1), `${addDays("2026-11-16", 799)} 09:01:00`);
  assert.throws(() => due(opening(800), from, 1), RangeError);
  assert.equal(due(opening(799, 1_599), from, 61), `${addDays("2026-11-16", 1_599)} 09:01:00`, "counted anew");
});

/** Makes sorted hours of a day that do not touch each other. */
const someWindows = fc.uniqueArray(fc.integer({ min: 0, max: 96 }), { maxLength: 6, minLength: 0 }).map((quarters) => {
  const sorted = [...quarters].sort((a, b) => a - b).map(clockOf);
  return Array.from({ length: Math.floor(sorted.length / 2) }, (_, at) =>
    hours(sorted[at * 2] ?? "", sorted[at * 2 + 1] ?? ""),
  );
});
const clockOf = (quarter: number) =>
  `${String(Math.floor(quarter / 4)).padStart(2, "0")}:${String((quarter % 4) * 15).padStart(2, "0")}`;

test("PF-R111 for every calendar, as many minutes are worked until the due time as were asked", () => {
  const someCalendar = fc
    .record({
      week: fc.array(someWindows, { minLength: 7, maxLength: 7 }),
      exceptions: fc.uniqueArray(
        fc.record({ day: fc.constantFrom("2026-11-17", "2026-11-18", "2026-11-21"), windows: someWindows }),
        { selector: (one) => one.day, maxLength: 3 },
      ),
      followsHolidays: fc.boolean(),
    })
    .filter(({ week }) => week.some((windows) => windows.length > 0));
  const holidays: Holidays = new Map([
    ["2026-11-19", "REST"],
    ["2026-11-22", "WORK"],
  ]);
  const seconds = fc.integer({ min: 0, max: 10 * 86_400 });
  fc.assert(
    fc.property(someCalendar, seconds, fc.integer({ min: 0, max: 5_000 }), (calendar, second, minutes) => {
      const from = new Date(instantOf("2026-11-14 00:00:00").getTime() + second * 1000);
      const at = dueAfter(calendar, from, minutes, holidays);
      assert.equal(workedMinutes(calendar, from, at, holidays), minutes);
    }),
  );
});

test("PF-R111 a calendar is refused with hours across midnight, out of order, touching, or on a day twice", () => {
  const messageFor = (calendar: unknown) => workCalendar.safeParse(calendar).error?.issues[0]?.message ?? "";
  const monday = (...windows: WorkWindow[]) => ({ ...longDays, week: [windows, ...longDays.week.slice(1)] });
  assert.equal(messageFor(longDays), "");
  assert.equal(messageFor(monday(hours("22:00", "24:00"))), "");
  assert.equal(messageFor(monday(hours("09:00", "12:00"), hours("12:01", "18:00"))), "");
  const hourly = Array.from({ length: 7 }, (_, at) => hours(`1${at}:00`, `1${at}:30`));
  assert.deepEqual([messageFor(monday(...hourly.slice(1))), messageFor(monday(...hourly))], ["", "每天最多6个时段"]);
  assert.equal(messageFor(monday(hours("21:00", "03:00"))), "结束时间必须晚于开始时间，跨零点请分成两天填写");
  assert.equal(messageFor(monday(hours("09:00", "09:00"))), "结束时间必须晚于开始时间，跨零点请分成两天填写");
  const order = "时段须按先后填写，且不能重叠或相连";
  assert.equal(messageFor(monday(hours("13:00", "18:00"), hours("09:00", "12:00"))), order);
  assert.equal(messageFor(monday(hours("09:00", "13:00"), hours("12:59", "18:00"))), order);
  assert.equal(messageFor(monday(hours("09:00", "13:00"), hours("13:00", "18:00"))), order);
  assert.equal(messageFor(monday(hours("9:00", "13:00"))), "时间格式不正确");
  assert.equal(messageFor(monday(hours("09:00", "24:01"))), "时间格式不正确");
  assert.equal(messageFor({ ...longDays, week: longDays.week.slice(1) }), "请填写一周七天的时段");
  const twice = [
    { day: "2026-11-17", windows: [] },
    { day: "2026-11-17", windows: [hours("09:00", "10:00")] },
  ];
  assert.equal(messageFor({ ...longDays, exceptions: twice }), "特殊日期重复");
});
