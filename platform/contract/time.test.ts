import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { day, dayRange, daysOf, flag, mobilePhone, moment, recordId, version } from "./fields.ts";
import { compactTime, dayOf, instantOf, isDay, nextDay, startOfDay, wireTime } from "./time.ts";

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
