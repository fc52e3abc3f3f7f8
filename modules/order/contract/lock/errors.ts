import { businessErrors } from "@ops/platform/contract";

/** Refusals about the lock (OR-R5). */
export const lockErrors = businessErrors("ORDER", {
  lockCheck: "请勾选全部确认项",
  lockCode: "验证码不正确或已失效",
  lockFields: "请先填写：{list}",
  idUnverified: "购车人身份未核验",
  assignNobody: "交付管家与销售顾问至少选择一项",
  idOther: "证件号与登记的不一致",
});
