import { businessErrors } from "@ops/platform/contract";

/** Refusals about movements: `STORE_…`. */
export const movementErrors = businessErrors("STORE", {
  movePending: "存在未完成的异动",
  moveTarget: "请选择调入门店和岗位",
  moveSamePlace: "调入门店和岗位与原来相同",
  moveDate: "生效日期不能早于今天",
  moveKind: "交接事项已变化，请刷新后重试",
  leaveDate: "离职日期不能早于30天前",
  leaveType: "请选择离职类型",
  handoverPending: "尚有{n}条{label}未交接",
  successor: "接手人须为同店或同大区的在岗人员：{label}",
  approveSelf: "不能审批本人的异动",
  moveGone: "人员已离职，异动无法生效",
});
