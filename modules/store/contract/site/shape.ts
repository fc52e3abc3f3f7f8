import { PartnerRef } from "@ops/partner/contract";
import {
  boundedText,
  CityRef,
  creditCode,
  day,
  dictCode,
  fen,
  MOST_FEN,
  oneOf,
  recordId,
  ref,
  regionCode,
  requiredText,
  shape,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { storeStates } from "./states.ts";
import { operateModes, storeLevels, suspendSources } from "./words.ts";

/** Facts in pieces, such as parking slots. */
const amount = (label: string, most = 10_000) =>
  z.int(`${label}格式不正确`).min(0, `${label}不能为负数`).max(most, `${label}最多${most}`).nullable().meta({ label });
const degrees = (label: string) =>
  z.number(`${label}格式不正确`).min(-180, "经纬度超出范围").max(180, "经纬度超出范围").nullable().meta({ label });
const maybeDay = (label: string) => day.nullable().meta({ label });

/** Values of the extended columns by their key (ST-R7). */
export const extValues = z.record(
  z.string().max(31),
  z.union([z.string().max(400), z.number().min(-MOST_FEN).max(MOST_FEN), z.boolean(), z.null()]),
);
export type ExtValues = z.output<typeof extValues>;

/** A store shares its id with its organisation, which has its leader, parent and status. */
export const StoreShape = shape("store", "门店", {
  storeCode: z
    .string("门店编码格式不正确")
    .trim()
    .regex(/^[A-Z0-9-]{4,20}$/, "门店编码为4–20位大写字母、数字或横线")
    .nullable()
    .meta({ label: "门店编码" }),
  name: requiredText("门店名称", 60),
  shortName: requiredText("门店简称", 30),
  storeType: dictCode("store_type", "门店类型"),
  operateMode: oneOf(operateModes, "请选择经营模式！").meta({ label: "经营模式" }),
  partnerId: ref(PartnerRef, "合作伙伴", { message: "请选择合作伙伴" }).nullable(),
  provinceCode: regionCode.nullable().meta({ label: "省份" }),
  cityCode: regionCode.nullable().meta({ label: "城市" }),
  districtCode: regionCode.nullable().meta({ label: "区县" }),
  serviceCityCodes: z.array(ref(CityRef, "服务城市")).max(20, "服务城市最多20个").meta({ label: "服务城市" }),
  address: boundedText("地址", 120).nullable(),
  lng: degrees("经度"),
  lat: degrees("纬度"),
  phone: z
    .string("服务电话格式不正确")
    .trim()
    .regex(/^(1\d{10}|0\d{2,3}-?\d{7,8}|400-?\d{3}-?\d{4})$/, "服务电话格式不正确")
    .nullable()
    .meta({ label: "服务电话" }),
  areaSqm: amount("面积", 50_000),
  displaySlots: amount("展车位"),
  testDriveSlots: amount("试驾车位"),
  deliveryBays: amount("交付工位"),
  chargingPiles: amount("充电桩"),
  parkingSlots: amount("停车位"),
  storeLevel: oneOf(storeLevels, "请选择等级！").meta({ label: "等级" }),
  legalEntity: boundedText("主体名称", 100).nullable(),
  licenseNo: creditCode.nullable(),
  /** The id of a file of kind `store`. */
  licenseFileId: recordId.nullable().meta({ label: "营业执照" }),
  rentStart: maybeDay("租期开始"),
  rentEnd: maybeDay("租期结束"),
  monthlyRentFen: fen.nullable().meta({ label: "月租" }),
  openDatePlan: maybeDay("计划开业"),
  openedOn: maybeDay("开业日期"),
  closedOn: maybeDay("闭店日期"),
  state: storeStates.schema,
  stateBefore: withMeta(z.enum(["TRIAL", "OPEN"]).nullable(), { label: "暂停前状态", words: storeStates.states }),
  stateReason: boundedText("状态原因", 200).nullable(),
  resumeOn: maybeDay("预计恢复"),
  suspendSource: withMeta(oneOf(suspendSources).nullable(), { label: "暂停来源", words: suspendSources }),
  /** Ids of files of kind `store`; the first one is the cover. */
  imageIds: z.array(recordId).max(12, "图片最多12张").meta({ label: "门店图片" }),
  ext: extValues.meta({ label: "扩展字段" }),
});
