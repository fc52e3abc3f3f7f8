import { businessErrors } from "@ops/platform/contract";

/** Refusals about templates of projects: `STORE_…`. */
export const templateErrors = businessErrors("STORE", {
  nodeCode: "节点编码重复：{code}",
  nodeUnknown: "前置节点不存在：{code}",
  nodeCycle: "前置节点存在循环依赖：{path}",
  nodeOpening: "须有且只有一个开业阶段的节点",
  checkSum: "{kind}的验收项满分合计须为100",
  checkCode: "验收项编码重复：{code}",
  managerDays: "结束日期不能早于开始日期",
});
