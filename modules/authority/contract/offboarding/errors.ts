import { businessErrors } from "@ops/platform/contract";

export const offboardingErrors = businessErrors("", {
  leaderRequired: "请先指定新的负责人",
  offboardSuccessor: "接手人须为正常状态的在职用户：{label}",
  offboardUnfit: "{name}未在{organizations}或其上级组织任职，不能接任负责人",
  offboardSuccessorSelf: "接手人不能是离职人员本人",
  offboardBeyond: "{label}有{count}项不在您的管理范围，请由有权限的管理员移交",
  offboardOrderer: "办理人已无移交权限，请由有权限的管理员移交",
  offboardNone: "没有离职办理记录",
  offboardReturned: "该人员已复职，无需移交",
  offboardKind: "移交事项已变化，请重新打开离职页面",
  offboardRunning: "离职正在处理中，请稍后再试",
});
