import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { z } from "zod";
import {
  day,
  dayRange,
  daysOf,
  dictCode,
  fen,
  flag,
  keyword,
  mobilePhone,
  moment,
  recordId,
  recordIds,
  typedMoment,
  version,
} from "./fields.ts";
import { addDays, compactTime, dayOf, daysApart, instantOf, isDay, nextDay, startOfDay, wireTime } from "./time.ts";

const instants = fc.date({ min: new Date("1992-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });

test("PF-R77 instants travel as YYYY-MM-DD HH:mm:ss in Shanghai and come back the same to the second", () => {
  assert.equal(wireTime(new Date("2025-12-31T16:00:00Z")), "2026-01-01 00:00:00");
  assert.equal(moment.parse(new Date("2026-03-01T01:02:03.999Z")), "2026-03-01 09:02:03");
  fc.assert(
    fc.property(instants, (instant) => {
      const back = instantOf(wireTime(instant)).getTime();
      return back === Math.floor(instant.getTime() / 1000) * 1000;
    }),
  );
});

test("PF-R77 a day begins at midnight in Shanghai and the next one follows it, leap days included", () => {
  assert.equal(startOfDay("2026-01-01").toISOString(), "2025-12-31T16:00:00.000Z");
  assert.deepEqual(["2024-02-28", "2024-02-29", "2025-12-31"].map(nextDay), ["2024-02-29", "2024-03-01", "2026-01-01"]);
  fc.assert(
    fc.property(instants, (instant) => {
      const today = dayOf(instant);
      return isDay(today) && startOfDay(today) <= instant && instant < startOfDay(nextDay(today));
    }),
  );
});

test("PF-R77 days that no calendar has are refused", () => {
  const bad = [
    "2025-02-30",
    "2025-13-01",
    "2025-00-10",
    "2025-1-1",
    "20250101",
    "abc",
    "2025-01-01T00:00",
    "+2025-01-01",
    "0000-01-01",
  ];
  for (const text of bad) assert.equal(day.safeParse(text).success, false, text);
  for (const text of ["2024-02-29", "1999-12-31", "9999-12-31"]) assert.equal(day.safeParse(text).success, true, text);
});

test("PF-R77 a day range holds both its days whole", () => {
  assert.deepEqual(dayRange.parse("2026-01-01,2026-01-31"), {
    from: new Date("2025-12-31T16:00:00Z"),
    until: new Date("2026-01-31T16:00:00Z"),
  });
  const oneDay = dayRange.parse("2026-01-01,2026-01-01");
  assert.equal(oneDay.until.getTime() - oneDay.from.getTime(), 86_400_000);
});

test("PF-R77 a reversed, half or impossible range is refused in words", () => {
  const told = (text: string) => dayRange.safeParse(text).error?.issues[0]?.message;
  assert.equal(told("2026-01-02,2026-01-01"), "结束日期不能早于开始日期");
  for (const text of ["2026-01-01", "2026-01-01,", ",", "2026-02-30,2026-03-01", "2026-01-01,2026-01-02,2026-01-03"]) {
    assert.equal(told(text), "日期范围格式不正确", text);
  }
});

test("PF-R77 every accepted range is one that a database can hold", () => {
  for (const text of ["0001-01-01,9999-12-31", "9999-12-31,9999-12-31", "0000-01-01,0000-01-02"]) {
    const { data } = dayRange.safeParse(text);
    for (const instant of data ? [data.from, data.until] : []) {
      const year = instant.getUTCFullYear();
      assert.ok(year >= -1 && year <= 10_000, `${text} → ${instant.toISOString()}`);
    }
    if (data) assert.deepEqual(Object.values(daysOf(data)), text.split(","));
  }
});

test("PF-R77 days are counted over months and years, forwards and backwards", () => {
  assert.deepEqual(
    [addDays("2026-02-28", 1), addDays("2026-03-01", -1), addDays("2026-01-01", 365)],
    ["2026-03-01", "2026-02-28", "2027-01-01"],
  );
  assert.deepEqual([daysApart("2026-02-28", "2026-03-01"), daysApart("2026-03-01", "2026-02-28")], [1, -1]);
});

test("PF-R84 a typed time, ids of a query, codes, keywords and amounts have their limits, and say so", () => {
  const told = (result: { error?: { issues: { message: string }[] } | undefined }) =>
    result.error?.issues[0]?.message ?? "";
  const time = typedMoment("时间");
  assert.deepEqual(time.parse("2026-03-01 09:00:00"), new Date("2026-03-01T01:00:00Z"));
  for (const wrong of ["2026-13-01 09:00:00", "2026-03-01"])
    assert.equal(told(time.safeParse(wrong)), "时间格式不正确");
  assert.equal(told(time.safeParse(undefined)), "请选择时间！");

  const ids = recordIds(2, "最多2个");
  const [a, b, c] = ["a", "b", "c"].map((digit) => `0190a000-0000-7000-8000-00000000000${digit}`);
  const list = (count: number) => Array.from({ length: count }, () => a).join(",");
  assert.deepEqual(ids.parse(`${a},${b},${a}`), [a, b]);
  assert.equal(told(ids.safeParse(`${a},${b},${c}`)), "最多2个");
  assert.equal(told(ids.safeParse("x")), "请先选择");
  assert.deepEqual([ids.parse(list(200)), told(ids.safeParse(list(201)))], [[a], "最多2个"]);

  const code = dictCode("color");
  assert.deepEqual(
    [code.meta(), dictCode("color", "颜色").meta()],
    [{ dict: "color" }, { dict: "color", label: "颜色" }],
  );
  assert.deepEqual([told(code.safeParse("")), code.parse("a")], ["请选择", "a"]);
  const fits = (schema: z.ZodType, length: number) => schema.safeParse("x".repeat(length)).success;
  assert.deepEqual(
    [fits(code, 60), fits(code, 61), fits(keyword("姓名"), 50), fits(keyword("姓名"), 51)],
    [true, false, true, false],
  );
  assert.deepEqual([fen.parse(1e13), told(fen.safeParse(1e13 + 1))], [1e13, "金额格式不正确"]);
});

test("PF-R82 names of downloaded files carry YYYYMMDDHHmmss", () => {
  assert.equal(compactTime(new Date("2025-06-18T02:22:31Z")), "20250618102231");
});

test("PF-R84 fields of the house refuse what only looks right", () => {
  assert.equal(mobilePhone.parse(" 13800000001 "), "13800000001");
  for (const bad of [
    "12800000001",
    "1380000000",
    "138000000011",
    "１３８００００００１",
    "+8613800000001",
    13800000001,
  ]) {
    assert.equal(mobilePhone.safeParse(bad).success, false, String(bad));
  }
  for (const bad of ["", "1", "../etc/passwd", "00000000-0000-0000-0000-00000000000g", "1 OR 1=1"]) {
    assert.equal(recordId.safeParse(bad).success, false, bad);
  }
  for (const bad of [0, -1, 1.5, 2 ** 31, 2 ** 53, "1", null]) {
    assert.equal(version.safeParse(bad).success, false, String(bad));
  }
  assert.deepEqual([flag.parse("1"), flag.parse("false"), flag.safeParse("maybe").success], [true, false, false]);
});
