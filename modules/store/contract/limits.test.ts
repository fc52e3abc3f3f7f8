import assert from "node:assert/strict";
import { test } from "node:test";
import type { z } from "zod";
import { DutyShift } from "./duty/shape.ts";
import { extSchemaOf } from "./ext-column/values.ts";
import { HoursShape, weekText } from "./hours/shape.ts";
import { FeedbackShape, InterviewShape } from "./interview/shape.ts";
import { MovementShape } from "./movement/shape.ts";
import { interviewRounds, roundsOf } from "./position/rounds.ts";
import { VerificationItem } from "./project/round-shapes.ts";
import { storeSheet } from "./store/sheet.ts";
import { TrainStandardShape } from "./training/shape.ts";
import { overlaps } from "./windows.ts";

const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const ids = (count: number) =>
  Array.from({ length: count }, (_, n) => `01900000-0000-7000-8000-00000000000${String(n)}`);
const windowsFrom = (...hours: number[]) =>
  hours.map((hour) => ({ from: `${String(hour)}:00`, until: `${String(hour + 1)}:00` }));

test("store 2 lists and texts that are typed may be as long as it says, and not longer", () => {
  const { interviewerIds } = InterviewShape.fields;
  assert.deepEqual([takes(interviewerIds, ids(5)), takes(interviewerIds, ids(6))], [true, false]);
  assert.equal(takes(interviewerIds, [...ids(1), ...ids(1)]), false, "nobody interviews twice");
  const { comment } = FeedbackShape.fields;
  assert.deepEqual([takes(comment, "表达清晰熟悉产品很好"), takes(comment, "表达清晰熟悉产品好")], [true, false]);
  const { reason } = MovementShape.fields;
  assert.deepEqual([takes(reason, "个人发展好"), takes(reason, "个人发展")], [true, false]);
  const pictures = VerificationItem.shape.fileIds;
  assert.deepEqual([takes(pictures, ids(9)), takes(pictures, ids(10))], [true, false]);
  const { minHeads, minCertPct } = TrainStandardShape.fields;
  assert.deepEqual([takes(minHeads, 0), takes(minHeads, -1), takes(minCertPct, 100)], [true, false, true]);
  assert.equal(takes(minCertPct, 101), false);
  const { exceptions } = HoursShape.fields;
  const days = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      day: `2027-0${String(1 + Math.floor(n / 28))}-${String(1 + (n % 28)).padStart(2, "0")}`,
      windows: [],
    }));
  assert.deepEqual([takes(exceptions, days(60)), takes(exceptions, days(61))], [true, false]);
  assert.equal(takes(exceptions, [...days(1), ...days(1)]), false);
});

test("store 2.5 the hours of a day are three windows at most that do not overlap, in any order", () => {
  const { windows } = DutyShift.shape;
  assert.deepEqual(
    [takes(windows, windowsFrom(10, 12, 14)), takes(windows, windowsFrom(10, 12, 14, 16))],
    [true, false],
  );
  assert.deepEqual(windows.parse(windowsFrom(14, 10)), windowsFrom(10, 14));
  const [long] = [{ from: "10:00", until: "12:30" }];
  assert.equal(overlaps([...windowsFrom(12), long]), true);
  assert.equal(overlaps(windowsFrom(11, 10)), false, "one may begin when another ends");
  const [open, other] = [windowsFrom(10), windowsFrom(10, 12)];
  const told = weekText([open, open, other, open, [], [], []]);
  assert.equal(told, "周一至周二 10:00–11:00；周三 10:00–11:00、12:00–13:00；周四 10:00–11:00；周五至周日 休息");
});

test("store 2.6 a position has four rounds at most, whose weights make 100; one round where nobody has set any", () => {
  const round = (...weights: number[]) => {
    const dimensions = weights.map((weight, at) => ({ name: `维度${String(at)}`, weight }));
    return { name: "初试", passScore: 3, dimensions };
  };
  const all = (count: number) => Array.from({ length: count }, () => round(40, 60));
  assert.deepEqual([takes(interviewRounds, all(4)), takes(interviewRounds, all(5))], [true, false]);
  assert.deepEqual([takes(interviewRounds, [round(40, 61)]), takes(interviewRounds, [round(100)])], [false, true]);
  const twice = {
    ...round(100),
    dimensions: [
      { name: "综合", weight: 40 },
      { name: "综合", weight: 60 },
    ],
  };
  assert.equal(takes(interviewRounds, [twice]), false);
  assert.deepEqual(roundsOf([]), [{ name: "面试", passScore: 3.5, dimensions: [{ name: "综合评价", weight: 100 }] }]);
  assert.deepEqual(roundsOf([round(100)]), [round(100)]);
});

test("ST-R7 the values of extended columns are checked by their types, and asked for where they are required", () => {
  const typed = (colType: "TEXT" | "NUMBER" | "DAY" | "BOOL", isRequired: boolean, value?: unknown) => {
    const column = { colKey: "it", label: "字段", colType, dictCode: null, isRequired };
    const parsed = extSchemaOf([column]).safeParse(value === undefined ? {} : { it: value });
    return parsed.success ? parsed.data["it"] : "refused";
  };
  assert.deepEqual([typed("TEXT", false), typed("NUMBER", false), typed("DAY", false)], [null, null, null]);
  assert.deepEqual(
    [typed("TEXT", true), typed("NUMBER", true), typed("BOOL", true)],
    ["refused", "refused", "refused"],
  );
  assert.deepEqual([typed("TEXT", true, " "), typed("TEXT", false, "")], ["refused", ""]);
  for (const isRequired of [true, false]) {
    assert.equal(typed("TEXT", isRequired, "字".repeat(100)), "字".repeat(100));
    assert.equal(typed("TEXT", isRequired, `${"字".repeat(100)}a`), "refused");
  }
  assert.deepEqual([typed("NUMBER", true, 1e12), typed("NUMBER", true, -1e12)], [1e12, -1e12]);
  assert.deepEqual([typed("NUMBER", true, 1.1e12), typed("NUMBER", true, -1.1e12)], ["refused", "refused"]);
  assert.deepEqual([typed("NUMBER", true, "1"), typed("BOOL", true, false)], ["refused", false]);
  assert.deepEqual([typed("DAY", true, "2027-02-28"), typed("DAY", true, "2027-02-30")], ["2027-02-28", "refused"]);
});

test("store 8 the file of stores tells the extended columns that are filled, in the form that an import reads", () => {
  const show = storeSheet.columns.find(({ key }) => key === "ext")?.show;
  assert.equal(show?.({ ext: { floor: 2, area: null, note: "", isNew: false } }), "floor=2；isNew=否");
});
