import { businessErrors } from "@ops/platform/contract";

/** Refusals about stores: `STORE_…`. */
export const storeErrors = businessErrors("STORE", {
  notTrading: "门店「{name}」当前{state}，不能办理业务",
  closed: "门店已闭店",
  codeDup: "门店编码已存在",
  codeFull: "该城市门店编码已用完",
  codeLocked: "门店编码与城市不可修改",
  nameDup: "同城已存在同名门店",
  geoRange: "经纬度超出范围",
  geoPair: "经度和纬度须同时填写",
  geoCity: "坐标不在所选城市",
  near: "100米内已有同类门店「{name}」",
  city: "请选择到城市或区县",
  cities: "服务城市最多20个",
  typeLocked: "交付中心与其他门店类型不能互换",
  partner: "请选择合作伙伴",
  partnerDirect: "直营门店没有合作伙伴",
  partnerState: "合作伙伴当前为【{state}】，不能新增门店",
  region: "请选择大区",
  movePeople: "门店仍有{kind}人员{n}人",
  moveSame: "归属没有变化",
  rentDays: "租期结束日期不能早于开始日期",
  manager: "店长须为本店在岗人员",
  used: "门店已有业务数据，不能删除",
});
