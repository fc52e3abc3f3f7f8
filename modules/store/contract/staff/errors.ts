import { businessErrors } from "@ops/platform/contract";

/** Refusals about people of own stores. */
export const staffErrors = businessErrors("STORE", {
  staffDup: "该{what}已有在职或在招记录：{who}",
  staffPartner: "该人员为合作伙伴员工",
  staffBlack: "该人员在限制名单中，不能录入",
  staffStore: "只能选择未闭店的直营门店",
  staffPlace: "在职人员的门店与岗位请通过异动修改",
  staffMentor: "带教人须为本店在岗人员",
  staffReferrer: "请选择推荐人！",
  staffAge: "入职人员须年满18周岁",
  staffIdInvalid: "身份证号校验失败",
  staffIdNeeded: "请先补充身份证号",
  staffIdFixed: "账号已开通，身份证号不能修改",
  staffEntryDate: "入职日期为{day}，尚未到入职日期",
  staffEntryNeeded: "请选择入职日期！",
  staffGone: "人员已离职或已淘汰，不能修改",
  staffNoAccount: "该人员没有可用账号",
  staffInternal: "该账号在用户管理中维护，请在用户管理中重置密码",
  staffStoreGone: "门店不存在或已闭店",
  accountFail: "账号创建失败：该手机号属于{whose}账号",
});
