import { businessErrors } from "@ops/platform/contract";

/** Refusals about customers (OR-R1). */
export const customerErrors = businessErrors("ORDER", {
  customerName: "该手机号已登记为{name}，请核对",
  customerId: "该证件号已登记在其他客户名下",
  customerPhone: "该手机号已登记在其他客户名下",
  customerIdOther: "该客户已登记其他证件号，请先在客户资料中修改",
  customerIdForm: "{type}的证件号不正确",
});
