import { businessErrors } from "@ops/platform/contract";

/** Refusals of the module: `VEHICLE_…`. */
export const vehicleErrors = businessErrors("VEHICLE", {
  vinFormat: "VIN格式不正确：{reason}",
  vinCheck: "车架号校验位错误，应为{expected}",
  codeDup: "{what}编码已存在",
  nameDup: "{what}名称已存在",
  aliasDup: "别名已被车系{name}使用",
  cfgDup: "配置编码已存在",
  cfgSame: "该车型已有{year}年款{trim}",
  salecodeDup: "物料号已属于配置{code}",
  cfgIncomplete: "配置不完整：{missing}",
  itemUnknown: "选装或颜色{code}不存在或已停用",
  packageNested: "选装包不能互相包含",
  inUse: "已被{count}个{what}引用，不能停用",
  notSellable: "该配置当前不可售：{reason}",
  pricePast: "不能修改已生效的价格",
  priceOverlap: "价格生效期重叠",
  priceItem: "{code}不是该配置的可选项",
  approveSelf: "不能发布本人提交的价格",
  typeDup: "类型编码已存在",
  typeNameDup: "类型名称已存在",
  treeDepth: "最多两级",
  childEnabled: "存在启用的下级，不能停用",
});
