import { businessErrors } from "@ops/platform/contract";

/** Refusals about projects, their nodes and evidence: `STORE_…`. */
export const projectErrors = businessErrors("STORE", {
  projectTemplate: "未找到适用的项目模板",
  projectStore: "请选择门店",
  projectPlace: "请选择所属组织、门店类型、经营模式和城市",
  projectStoreGone: "门店已闭店，不能建立项目",
  projectDays: "计划开业日期须晚于计划开始日期20天以上",
  projectShift: "计划开业日期已变化，请选择顺延未完成节点或调整基线",
  projectManager: "请先指定项目经理",
  projectOwner: "请先指定节点负责人：{names}",
  projectNoStore: "请先关联门店",
  nodeDate: "节点日期超出项目周期",
  nodeDays: "节点结束日期不能早于开始日期",
  nodeFixed: "里程碑节点不能豁免",
  nodeSelf: "不能验收本人负责的节点",
  nodeDelay: "节点已逾期，请填写延期原因",
  nodeChecklist: "尚有检查项未完成：{names}",
  nodeReason: "请填写退回原因",
  predUndone: "前置节点未完成：{names}",
  evidenceMin: "至少上传{n}张现场图片",
  evidenceDup: "图片已在「{place}」使用",
  fileKept: "{entity}为【{state}】，附件不能删除",
  evidenceFile: "请在项目附件中删除",
  rebaselinePending: "新基线正在审批，请先等待审批结果",
  rebaselineNone: "没有待审批的基线调整",
  rebaselineDay: "新的开业日期不能早于今天",
});
