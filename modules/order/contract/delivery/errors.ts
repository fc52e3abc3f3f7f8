import { businessErrors } from "@ops/platform/contract";

/** Refusals about the hand-over (OR-R12). */
export const deliveryErrors = businessErrors("ORDER", {
  balance: "尚有待付款{amount}元",
  checkMissing: "以下项目未完成：{list}",
  checkSystem: "{name}由系统判断，不能手工勾选",
  checkUnasked: "该订单无需核对{name}",
  checkFile: "{name}须上传凭证",
  checkPlate: "仅牌照/临牌可填写车牌号",
  plateMissing: "请填写车牌号，或在说明中填写临牌号",
  checkUndone: "{name}尚未完成",
  revertLate: "交付已超过{hours}小时，不能撤销",
  revertRefused: "不能撤销交付：{why}",
});
