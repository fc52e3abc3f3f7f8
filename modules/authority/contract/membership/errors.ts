import { businessErrors } from "@ops/platform/contract";

export const membershipErrors = businessErrors(
  "",
  {
    membershipOverlap: "该任职已存在",
    membershipDates: "结束日期不能早于开始日期",
    membershipPast: "结束日期不能早于今天",
    membershipStarted: "任职已开始，不能修改开始日期",
    membershipMost: "每人最多20个任职",
    membershipEnded: "任职已结束",
    membershipNextPrimary: "请选择新的主任职",
    membershipNotEffective: "只有在任的任职可以设为主任职",
    membershipOnePrimary: "主任职只能有一个",
    membershipKeepsPrimary: "请将其他任职设为主任职",
    positionNotAllowed: "该职位不适用于所选组织",
    positionDisabled: "该职位已停用",
    orgDisabled: "组织已停用",
    orgOutOfScope: "无权在该组织创建用户",
  },
  ["orgOutOfScope"],
);

export const grantErrors = businessErrors("", {
  grantFromPosition: "该角色由职位带入，请调整职位或任职",
  grantHeld: "该任职已拥有角色「{name}」",
  grantOver: "该授权已失效",
  grantPast: "有效期必须晚于当前时间",
  grantNeedsEnd: "角色「{name}」必须设置有效期，最长{n}天",
  grantTooLong: "角色「{name}」最长可授予{n}天",
  grantRoleDisabled: "角色「{name}」已停用",
  grantOrgType: "角色「{name}」不适用于所选组织",
  grantNotForPartners: "角色「{name}」不能授予伙伴员工",
  grantOutsiderAll: "外部人员不能授予全部数据范围",
});
