import { businessErrors } from "@ops/platform/contract";

/** Refusals about the rules of series. */
export const seriesRuleErrors = businessErrors("ORDER", {
  ruleMissing: "车系{name}没有生效的订单规则",
  ruleOverlap: "该车系在此期间已有规则",
  ruleStarted: "规则已生效，只能修改结束日期",
  ruleEnded: "结束日期不能早于今天",
  rulePast: "开始日期不能早于今天",
  ruleDays: "结束日期不能早于开始日期",
  ruleDeposits: "大定不能少于小定",
  ruleCycle: "最长周期不能短于最短周期",
  ruleOffsets: "各阶段天数须依次递增且不超过最长周期",
});
