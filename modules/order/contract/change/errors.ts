import { businessErrors } from "@ops/platform/contract";

/** Refusals about changes (OR-R7). */
export const changeErrors = businessErrors("ORDER", {
  changeLate: "订单已排产，不能修改配置",
  changeShipped: "车辆已发运，不能更换交付门店",
  changeSame: "变更内容与原来相同",
  changeBuyer: "请填写新购车人",
  changeRelation: "请选择与原购车人关系",
  changeProof: "请上传关系证明",
  changeStore: "请选择新的交付门店",
  changePayMode: "请选择新的付款方式",
});
