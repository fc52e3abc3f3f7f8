import {
  day,
  moment,
  oneOf,
  recordId,
  ref,
  requiredText,
  shape,
  typedMoment,
  updatedAt,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { itemCode } from "../codes.ts";
import { CarConfigRef } from "../refs.ts";
import { buildState, holdStates, placeKind, whereabouts } from "./states.ts";
import { blockKind, carFlag, conditionStates, damageLevel, holdKind, stockKind } from "./words.ts";

const partNo = (label: string) => requiredText(label, 30);
const toldMoment = (label: string) => typedMoment(label).nullable();

export const CarShape = shape("car", "车辆", {
  vin: requiredText("车架号", 40),
  carConfigId: ref(CarConfigRef, "配置", { message: "编号格式不正确" }),
  optionCodes: z.array(itemCode).max(30).meta({ label: "选装" }),
  extColor: itemCode.meta({ label: "外观" }),
  intColor: itemCode.meta({ label: "内饰" }),
  configKey: withMeta(z.string(), { label: "配置键" }),
  flags: z.array(carFlag).meta({ label: "标记" }),
  buildState,
  plantCode: requiredText("工厂", 40).nullable(),
  producedOn: withMeta(day.nullable(), { label: "下线日" }),
  releasedAt: toldMoment("放行时间"),
  motorNos: z.array(partNo("电机号")).max(4).default([]).meta({ label: "电机号" }),
  engineNo: partNo("发动机号").nullable().default(null),
  batteryNo: partNo("电池号").nullable().default(null),
  buildOrderNo: withMeta(z.string().nullable(), { label: "生产订单号" }),
  stockKind,
  marketTypeId: withMeta(recordId.nullable(), { label: "市场类型" }),
  holdState: holdStates.schema,
  holdSeq: withMeta(z.int(), { label: "占用序号" }),
  placeKind,
  placeId: z.string().nullable(),
  placeName: withMeta(z.string().nullable(), { label: "位置" }),
  cityCode: z.string().trim().max(12).nullable().meta({ label: "城市" }),
  placeAt: toldMoment("位置时间"),
  inStockAt: toldMoment("入库时间"),
  expectAt: toldMoment("预计到达"),
  mileageKm: z
    .int("里程格式不正确")
    .min(0, "里程不能为负数")
    .max(2_000_000, "里程不能超过2000000")
    .nullable()
    .meta({ label: "里程" }),
  mileageAt: toldMoment("里程时间"),
  plateNo: requiredText("车牌", 20).nullable(),
  plateAt: toldMoment("车牌时间"),
  ownerSeq: withMeta(z.int(), { label: "第几任车主" }),
  deliveredAt: toldMoment("交付时间"),
  activatedAt: toldMoment("激活时间"),
  openBlocks: withMeta(z.int(), { label: "管控" }),
  worstDamage: damageLevel.nullable().meta({ label: "质损" }),
  whereabouts,
});

const shownColor = z.object({ colorCode: z.string(), colorName: z.string(), hex: z.string() });

export const CarBlock = z.object({
  kind: blockKind.meta({ label: "管控" }),
  reason: withMeta(z.string(), { label: "原因" }),
  batchNo: withMeta(z.string().nullable(), { label: "批次" }),
  fromAt: moment.meta({ label: "开始" }),
});

export const CarCondition = z.object({
  sourceNo: withMeta(z.string(), { label: "单号" }),
  level: damageLevel.meta({ label: "等级" }),
  text: withMeta(z.string(), { label: "描述" }),
  state: oneOf(conditionStates).meta({ label: "状态" }),
  notedAt: moment.meta({ label: "时间" }),
});

export const CarDetail = CarShape.answer({
  vin: withMeta(z.string(), { label: "VIN" }),
  seriesName: withMeta(z.string(), { label: "车系" }),
  configName: withMeta(z.string(), { label: "配置" }),
  configCode: withMeta(z.string(), { label: "配置编码" }),
  extColor: shownColor.meta({ label: "外观" }),
  intColor: shownColor.meta({ label: "内饰" }),
  holder: z.object({ kind: holdKind, refNo: z.string() }).nullable().meta({ label: "占用方" }),
  /** 库龄: whole days since the car came into stock. */
  stockDays: withMeta(z.int().nullable(), { label: "库龄" }),
  marketTypeName: withMeta(z.string().nullable(), { label: "市场类型" }),
  /**
   * Whether the reader works for a carrier and sees only configuration, colour and place, but no holder, owner or plate
   * (section 7).
   */
  isNarrowed: z.boolean(),
  linkedVin: withMeta(z.string().nullable(), { label: "关联车辆" }),
  blocks: z.array(CarBlock),
  conditions: z.array(CarCondition),
  updatedAt,
});
export type CarDetail = z.output<typeof CarDetail>;

/** The fields of a car in lists. */
export const Car = CarDetail.omit({
  isNarrowed: true,
  configCode: true,
  optionCodes: true,
  configKey: true,
  plantCode: true,
  releasedAt: true,
  motorNos: true,
  engineNo: true,
  batteryNo: true,
  buildOrderNo: true,
  marketTypeId: true,
  holdSeq: true,
  placeId: true,
  placeAt: true,
  expectAt: true,
  inStockAt: true,
  mileageAt: true,
  plateAt: true,
  ownerSeq: true,
  deliveredAt: true,
  activatedAt: true,
  linkedVin: true,
  blocks: true,
  conditions: true,
});
export type Car = z.output<typeof Car>;
