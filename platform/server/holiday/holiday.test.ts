import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import * as contract from "@ops/platform/contract";
import { addDays, holidaysMissing, instantOf, isWorkday, workdaysBetween } from "@ops/platform/contract";
import { importCalls } from "../excel/import/testing-import.ts";
import { exportApp, givenExporter } from "../excel/testing.ts";
import { runSchedule } from "../testing-schedules.ts";
import { holidaysOf } from "./calendar.ts";
import { missingHolidays } from "./missing.ts";

const app = exportApp(true, []);
const keeper = () => givenExporter(app, { permissions: ["platform:holiday:edit"] });
const held = () => app.arrange(holidaysOf);
const told = ({ msgCode, msg }: { msgCode: string; msg: string }) => `${msgCode} ${msg}`.trim();

/** Announced by the State Council: the free days from the first to the last, and the weekends that are worked for them. */
const announced = {
  rest: [
    ["2025-01-01", "2025-01-01"],
    ["2025-01-28", "2025-02-04"],
    ["2025-04-04", "2025-04-06"],
    ["2025-05-01", "2025-05-05"],
    ["2025-05-31", "2025-06-02"],
    ["2025-10-01", "2025-10-08"],
    ["2026-01-01", "2026-01-03"],
    ["2026-02-15", "2026-02-23"],
    ["2026-04-04", "2026-04-06"],
    ["2026-05-01", "2026-05-05"],
    ["2026-06-19", "2026-06-21"],
    ["2026-09-25", "2026-09-27"],
    ["2026-10-01", "2026-10-07"],
  ],
  work: [
    "2025-01-26",
    "2025-02-08",
    "2025-04-27",
    "2025-09-28",
    "2025-10-11",
    "2026-01-04",
    "2026-02-14",
    "2026-02-28",
    "2026-05-09",
    "2026-09-20",
    "2026-10-10",
  ],
};

test("PF-R112 the calendars of 2025 and 2026 are there whole: each day of both years is free or worked as announced", async () => {
  const holidays = await held();
  const isAnnounced = (day: string) => announced.rest.some(([from = "", to = ""]) => from <= day && day <= to);
  const wrong: string[] = [];
  for (let day = "2025-01-01"; day <= "2026-12-31"; day = addDays(day, 1)) {
    const isUsual = ![0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());
    const isWorked = announced.work.includes(day) || (isUsual && !isAnnounced(day));
    if (isWorkday(holidays, day) !== isWorked) wrong.push(day);
  }
  assert.deepEqual(wrong, []);
  const days = Object.groupBy(holidays, ([day, kind]) => `${day.slice(0, 4)} ${kind}`);
  const counted = Object.entries(days).map(([key, found]) => `${key} ${found?.length}`);
  assert.deepEqual(counted.toSorted(), ["2025 REST 28", "2025 WORK 5", "2026 REST 33", "2026 WORK 6"]);
  assert.equal(workdaysBetween(holidays, "2026-09-30", "2026-10-10"), 3);
});

test("PF-R112 a day is entered, changed and taken away, and counts at once; two entries of a day are refused", async () => {
  const { token } = keeper();
  const body = { day: "2031-03-03", kind: "REST", name: "厂休" } as const;
  const { data } = await app.call(contract.createHoliday, { body }, { token });
  assert.equal(isWorkday(await held(), body.day), false);
  const again = await app.call(contract.createHoliday, { body: { ...body, name: "又一次" } }, { token });
  assert.equal(told(again), "COMMON_DUPLICATE 日期已存在");
  const found = async (query: object) =>
    (await app.call(contract.listHolidays, { query }, { token })).data.list.map(({ day, kind }) => `${day} ${kind}`);
  assert.deepEqual(await found({ year: 2031 }), ["2031-03-03 REST"]);
  assert.deepEqual((await app.call(contract.listHolidayYears, {}, { token })).data, [2025, 2026, 2031]);
  assert.deepEqual(
    [await found({ year: 2030 }), await found({ year: 2000 }), await found({ year: 2100 })],
    [[], [], []],
  );
  for (const year of ["1999", "2101"]) {
    assert.equal((await app.call(contract.listHolidays, { query: { year } }, { token })).msgCode, "COMMON_PARAM");
  }
  assert.deepEqual((await found({ year: 2026, kind: "WORK" })).slice(0, 2), ["2026-01-04 WORK", "2026-02-14 WORK"]);
  const params = { id: data.id };
  const renamed = { kind: "REST", name: "厂庆", version: 1 } as const;
  const changed = await app.call(contract.editHoliday, { params, body: renamed }, { token });
  assert.deepEqual([changed.data.name, changed.data.version], ["厂庆", 2]);
  assert.equal(isWorkday(await held(), body.day), false);
  const late = await app.call(contract.removeHoliday, { params, query: { version: 1 } }, { token });
  assert.equal(late.msgCode, "COMMON_VERSION_CONFLICT");
  await app.call(contract.removeHoliday, { params, query: { version: 2 } }, { token });
  assert.equal(isWorkday(await held(), body.day), true);
});

test("PF-R112 a swapped weekend that becomes a day of rest again counts at once", async () => {
  const { token } = keeper();
  const body = { day: "2031-03-09", kind: "WORK", name: "调休" } as const;
  const { data } = await app.call(contract.createHoliday, { body }, { token });
  assert.equal(isWorkday(await held(), body.day), true);
  const rest = { kind: "REST", name: "不调休", version: 1 } as const;
  await app.call(contract.editHoliday, { params: { id: data.id }, body: rest }, { token });
  assert.equal(isWorkday(await held(), body.day), false);
});

test("PF-R112 a work day is entered on weekends alone, by hand and by file", async () => {
  const { token } = keeper();
  const enter = async (day: string) =>
    told(await app.call(contract.createHoliday, { body: { day, kind: "WORK", name: "调休" } }, { token }));
  assert.equal(await enter("2031-03-07"), "HOLIDAY_NOT_WEEKEND 2031-03-07不是周末，本来就上班，无需登记调休上班");
  assert.equal(await enter("2031-03-08"), "");
  const { data } = await app.call(
    contract.createHoliday,
    { body: { day: "2031-03-04", kind: "REST", name: "假" } },
    { token },
  );
  const body = { kind: "WORK", name: "假", version: 1 } as const;
  assert.equal(
    (await app.call(contract.editHoliday, { params: { id: data.id }, body }, { token })).msgCode,
    "HOLIDAY_NOT_WEEKEND",
  );
});

test("PF-R112 a file enters new days and changes those that are there", async () => {
  const who = keeper();
  const { workbook, check, confirm } = importCalls(app, "platform.holiday", ["日期*", "类型*", "名称*"]);
  const bad = await check(
    who,
    await workbook([
      ["2032-05-03", "调休上班", "调休"],
      ["2032-05-04", "补假", "五一"],
      ["2032-05-05", "放假", ""],
      ["2032-05-06", "", "五一"],
    ]),
  );
  assert.deepEqual(
    bad.data.problems.map(({ line, problem }) => `${line} ${problem}`),
    ["2 2032-05-03不是周末，本来就上班，无需登记调休上班", "3 类型不在字典中", "4 名称不能为空", "5 类型不能为空"],
  );
  const file = [
    ["2032-05-03", "放假", "劳动节"],
    ["2032-05-08", "调休上班", "劳动节调休"],
    ["2026-10-07", "放假", "国庆"],
  ];
  const { data } = await check(who, await workbook(file));
  assert.deepEqual(data.problems, []);
  await confirm(who, data.id);
  const rows = () =>
    app.rows("select day::text, kind, name from holiday where day >= '2032-01-01' or day = '2026-10-07' order by day");
  const wanted = [
    { day: "2026-10-07", kind: "REST", name: "国庆" },
    { day: "2032-05-03", kind: "REST", name: "劳动节" },
    { day: "2032-05-08", kind: "WORK", name: "劳动节调休" },
  ];
  for (let n = 0; n < 100 && (await rows()).length < 3; n++) await sleep(100);
  assert.deepEqual(await rows(), wanted);
  assert.equal(isWorkday(await held(), "2032-05-08"), true);
});

test("PF-R112 at nine it is told that this year has no entries, from 1 November on the next one too", async () => {
  assert.equal(missingHolidays.at, "0 9 * * *");
  await app.holdSchedule(missingHolidays.name);
  const at = async (moment: string) => {
    app.passTime((instantOf(moment).getTime() - app.now().getTime()) / 1000);
    const before = (await app.published(holidaysMissing)).length;
    await runSchedule(app, "platform.missingHolidays");
    return (await app.published(holidaysMissing)).slice(before);
  };
  const enter = (day: string) =>
    app.rows(
      `insert into holiday (id, created_at, created_by, updated_at, updated_by, day, kind, name)
       select id, now(), id, now(), id, $1, 'REST', '元旦' from gen_random_uuid() id`,
      [day],
    );
  await app.rows("delete from holiday where day >= '2033-01-01'");
  assert.deepEqual(await at("2033-01-02 09:00:00"), [{ year: 2033 }]);
  await enter("2033-01-01");
  assert.deepEqual(await at("2033-10-31 23:59:00"), []);
  assert.deepEqual(await at("2033-11-01 00:00:00"), [{ year: 2034 }]);
  assert.deepEqual(await at("2033-12-31 09:00:00"), [{ year: 2034 }]);
  await enter("2034-12-31");
  assert.deepEqual(await at("2033-12-31 10:00:00"), []);
});
