import { numberParam } from "@ops/platform/server";
import { reminderDaysParam } from "../reminder-days.ts";

/** How long a partner may continue to work after its contract has ended (PT-R5). */
export const contractGraceDays = numberParam("partner.contract.graceDays", 15, {
  group: "合作伙伴",
  description: "合同到期后的宽限天数，超过后关闭权限开关",
  min: 0,
  max: 365,
});

export const contractReminderDays = reminderDaysParam("partner.contract.reminderDays", "90,60,30,7", {
  group: "合作伙伴",
  description: "合同到期前多少天提醒，逢休息日提前到之前的工作日",
});

export const contractParams = [contractGraceDays, contractReminderDays];
