import { businessErrors } from "@ops/platform/contract";

export const userErrors = businessErrors(
  "USER",
  {
    self: "不能操作自己的账号",
    phoneExists: "手机号已存在",
    staffnoExists: "工号已存在",
    lastAdmin: "系统至少保留一名可用的管理员",
    adminProtected: "无权操作管理员账号",
    rightsBeyond: "无权操作权限高于自己的账号",
    used: "该账号已使用过，只能停用",
    nameDiffers: "输入的姓名与账号不一致",
    validUntilMissing: "请选择有效期！",
    validUntilPast: "有效期不能早于今天",
    validUntilFar: "外部人员的有效期不能超过1年",
    membershipMissing: "请至少添加一个任职",
    outsiderAdmin: "外部人员不能授予全部数据范围",
    staffManaged: "该账号由员工管理维护",
    left: "该用户已离职，请先办理复职",
    emailMasked: "请输入完整的邮箱",
    outOfDate: "账号已过有效期，请先修改有效期",
  },
  ["adminProtected", "rightsBeyond"],
);
