import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { businessErrors } from "../errors.ts";
import { callsOf } from "../record/calls.ts";
import type { ImportKind } from "../record/import.ts";
import { shape } from "../record/shape.ts";
import { event } from "../service/events.ts";
import { labelOf } from "../value/field-meta.ts";
import { day, oneOf } from "../value/fields.ts";
import { requiredText } from "../value/text-width.ts";

export const dayKinds = { REST: "放假", WORK: "调休上班" } as const;

/** A day that is not what its place in the week tells (PF-R112). */
export const HolidayShape = shape("holiday", "节假日", {
  day: day.meta({ label: "日期" }),
  kind: oneOf(dayKinds, "请选择类型").meta({ label: "类型" }),
  name: requiredText("名称", 20),
});
export const Holiday = HolidayShape.answer({});
export type Holiday = z.output<typeof Holiday>;

const calls = callsOf(HolidayShape, {
  path: "/common/v1/holidays",
  answer: Holiday,
  view: "platform:holiday:edit",
  edit: "platform:holiday:edit",
});
const FIRST_YEAR = 2000;
const LAST_YEAR = 2100;

export const listHolidays = calls.list(
  HolidayShape.query({
    is: ["kind"],
    more: {
      year: z.coerce
        .number<number | string>("年份格式不正确")
        .int("年份格式不正确")
        .min(FIRST_YEAR, "年份格式不正确")
        .max(LAST_YEAR, "年份格式不正确")
        .meta({ label: "年份" })
        .optional(),
    },
  }),
);
export const listHolidayYears = endpoint({
  method: "GET",
  path: "/common/v1/holidays/years",
  title: "有节假日的年份",
  permission: listHolidays.permission,
  answer: z.array(z.int()),
});
export const createHoliday = calls.create(HolidayShape.pick("day", "kind", "name"));
export const editHoliday = calls.edit(HolidayShape.pick("kind", "name"));
export const removeHoliday = calls.remove();

const required = (key: "day" | "kind" | "name") => ({ key, title: labelOf(HolidayShape.fields, key), required: true });

export const holidayImport: ImportKind = {
  key: "platform.holiday",
  name: "节假日",
  permission: createHoliday.permission,
  version: 1,
  columns: [
    { ...required("day"), kind: "day", note: "已登记的日期更新类型和名称" },
    { ...required("kind"), words: dayKinds, note: "放假，或周末调休上班" },
    { ...required("name"), max: 20, note: "如：国庆节、国庆节调休" },
  ],
  byHand: createHoliday,
};

export const holidayErrors = businessErrors("HOLIDAY", {
  notWeekend: "{day}不是周末，本来就上班，无需登记调休上班",
});

/** The holidays of this year, or from November on of the next one, are still missing. */
export const holidaysMissing = event("platform.holidaysMissing", z.object({ year: z.int() }), ({ year }) => `${year}`);
