import { PartnerRef } from "@ops/partner/contract";
import { CityRef, type ImportKind, percentage, sheet } from "@ops/platform/contract";
import { StoreRegionRef } from "../refs.ts";
import { operateModes, STORE_PAGE, storeLevels } from "../site/words.ts";
import { createStore, listStores } from "./calls.ts";

export const storeSheet = sheet({
  key: "store.store",
  name: "门店",
  list: listStores,
  path: "/store/v1/stores/export",
  permission: "store:store:export",
  columns: {
    storeCode: true,
    orgCode: true,
    name: { width: 28 },
    shortName: true,
    storeType: true,
    operateMode: true,
    partnerName: { width: 28 },
    regionOrgName: true,
    cityName: true,
    address: { width: 36 },
    phone: true,
    state: true,
    storeLevel: true,
    managerName: true,
    quota: true,
    occupied: true,
    vacancy: true,
    certified: { title: "认证率", show: ({ certified, certNeeded }) => percentage(certified, certNeeded) },
    areaSqm: true,
    openDatePlan: true,
    openedOn: true,
    closedOn: true,
    rentEnd: true,
    missing: true,
    ext: { width: 36, show: ({ ext }) => extTextOf(ext) },
    updatedAt: true,
  },
  filters: { isRentEnding: "租约90天内到期", isIncomplete: "待补充", isShort: "缺编" },
});

/** The values of extended columns as one text, in the form that an import reads: `key=值；key=值`. */
function extTextOf(ext: object): string {
  const filled = Object.entries(ext).filter(([, value]) => value !== null && value !== "");
  const wordOf = (value: unknown) => (value === true ? "是" : value === false ? "否" : value);
  return filled.map(([key, value]) => `${key}=${wordOf(value)}`).join("；");
}

/** 门店导入 (section 8): a row without a code is a new store, one with a code changes what its cells tell. */
export const storeImport = {
  key: "store.storeImport",
  name: "门店",
  permission: "store:store:import",
  page: STORE_PAGE,
  byHand: createStore,
  version: 1,
  mostRows: 5_000,
  columns: [
    { key: "storeCode", title: "门店编码", max: 20, note: "不填为新增门店；填写时更新该门店已填的列" },
    { key: "name", title: "门店名称", max: 60, note: "新增时必填" },
    { key: "shortName", title: "门店简称", max: 30, note: "不填时与名称相同" },
    { key: "storeType", title: "门店类型", dict: "store_type", note: "新增时必填" },
    { key: "operateMode", title: "经营模式", words: operateModes, note: "新增时必填；已有门店请用变更归属" },
    { key: "partnerId", title: "伙伴编号", max: 100, ref: PartnerRef, note: "合伙、授权门店必填" },
    { key: "regionId", title: "大区", max: 60, ref: StoreRegionRef, note: "大区编码或名称；直营门店必填" },
    { key: "regionCode", title: "省市区", pattern: /^\d{6}$/, note: "6位行政区划代码，到城市或区县；新增时必填" },
    { key: "address", title: "地址", max: 120 },
    { key: "lng", title: "经度", pattern: /^\d{1,3}(\.\d{1,6})?$/ },
    { key: "lat", title: "纬度", pattern: /^\d{1,3}(\.\d{1,6})?$/ },
    { key: "phone", title: "服务电话", pattern: /^(1\d{10}|0\d{2,3}-?\d{7,8}|400-?\d{3}-?\d{4})$/ },
    { key: "areaSqm", title: "面积", kind: "int", pattern: /^([0-4]?\d{1,4}|50000)$/, note: "0 至 50000 平方米" },
    { key: "storeLevel", title: "等级", words: storeLevels },
    { key: "openDatePlan", title: "计划开业", kind: "day" },
    {
      key: "serviceCityCodes",
      title: "服务城市",
      max: 400,
      ref: CityRef,
      many: true,
      note: "城市名称或代码，逗号分隔",
    },
    { key: "ext", title: "扩展字段", max: 2_000, note: "列键=值，多个用；分隔" },
  ],
  options: [{ key: "isConfirmed", label: "忽略位置提醒", note: "100米内已有同类门店、坐标不在所选城市时仍然保存" }],
} as const satisfies ImportKind;
