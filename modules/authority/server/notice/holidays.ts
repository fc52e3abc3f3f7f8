import { holidaysMissing, listHolidays } from "@ops/platform/contract";
import { notify, on } from "@ops/platform/server";
import { holdersOfCode } from "../rights/holders.ts";

/** Whoever keeps the calendar hears once that this year or the next one is empty (PF-R112). */
export const tellHolidaysMissing = on(
  holidaysMissing,
  { name: "authority.tellHolidaysMissing", title: "节假日未登记时提醒维护人员" },
  async (tx, { year }) => {
    await notify(tx, await holdersOfCode(tx, listHolidays.permission), {
      category: "WARNING",
      title: `${year}年节假日尚未登记`,
      content: `工作日按周一至周五计算。请在系统设置的「节假日」中登记或导入${year}年的放假与调休安排。`,
      about: `holidays:${year}`,
      once: true,
    });
  },
);
