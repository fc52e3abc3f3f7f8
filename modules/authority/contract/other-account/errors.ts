import { businessErrors } from "@ops/platform/contract";

export const otherAccountErrors = businessErrors("BIND", {
  exists: "该第三方账号已绑定用户{name}",
  conflict: "该第三方账号存在冲突，请在列表中处理冲突",
  userOff: "该用户已离职或不可用，不能绑定",
  unseen: "该第三方账号还涉及您数据范围外的人员，请由上级管理员处理",
  noCandidate: "只能绑定给候选人员",
  notOwn: "手机号和工号均不一致，不能绑定给自己",
});
