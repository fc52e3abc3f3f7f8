import {
  dictCode,
  moment,
  oneOf,
  recordId,
  requiredText,
  shape,
  typedMoment,
  updatedAt,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { CarColor } from "../car-item/shape.ts";
import { fixedCode, itemCode } from "../codes.ts";
import { carConfigStates } from "./states.ts";

const size = (label: string, max: number) =>
  z
    .int(`${label}格式不正确`)
    .min(1, `${label}须大于0`)
    .max(max, `${label}过大`)
    .nullable()
    .default(null)
    .meta({ label });

export const CarConfigShape = shape("carConfig", "车型配置", {
  configCode: fixedCode("配置编码", /^[A-Z0-9-]{4,32}$/, "4–32位大写字母、数字或横线"),
  seriesId: recordId.meta({ label: "车系" }),
  modelId: recordId.meta({ label: "车型" }),
  modelYear: z.int("请输入年款！").min(2010, "年款格式不正确").max(2039, "年款格式不正确").meta({ label: "年款" }),
  trim: requiredText("版本", 30),
  energyType: dictCode("car_energy_type", "能源"),
  batteryKwh: z.number("请输入电池容量！").gt(0, "电池容量须大于0").max(1000).meta({ label: "电池（kWh）" }),
  rangeKm: size("续航（km）", 5000),
  driveType: dictCode("car_drive_type", "驱动").nullable().default(null),
  seats: size("座位", 9),
  lengthMm: size("长（mm）", 20_000),
  widthMm: size("宽（mm）", 5_000),
  heightMm: size("高（mm）", 5_000),
  kerbKg: size("整备质量（kg）", 20_000),
  onSaleFrom: typedMoment("在售开始"),
  onSaleTo: typedMoment("在售结束").nullable().default(null),
  status: carConfigStates.schema,
});

export const offerModes = { STANDARD: "标配", OPTIONAL: "选配", BLOCKED: "不可选" } as const;

export const saleCode = z
  .string("请输入物料号！")
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9-]{4,40}$/, "物料号为4–40位大写字母、数字或横线")
  .meta({ label: "物料号" });

/** A 物料号. If it includes colours and options, the factory may send it alone. */
export const SaleCode = z.strictObject({
  saleCode,
  extColor: itemCode.nullable().meta({ label: "外观" }),
  intColor: itemCode.nullable().meta({ label: "内饰" }),
  optionCodes: z.array(itemCode).max(30).nullable().meta({ label: "选装" }),
});
export type SaleCode = z.output<typeof SaleCode>;

/** 可选项: one row for each option or colour of the configuration. */
export const Offer = z.object({
  itemKind: z.enum(["OPTION", "COLOR"]),
  itemCode: itemCode.meta({ label: "编码" }),
  mode: oneOf(offerModes, "请选择标配、选配或不可选").meta({ label: "方式" }),
  validFrom: moment.nullable(),
  validTo: moment.nullable(),
  requires: z.array(itemCode).meta({ label: "须同时选择" }),
  excludes: z.array(itemCode).meta({ label: "不能同时选择" }),
});
export type Offer = z.output<typeof Offer>;

export const CarConfig = CarConfigShape.answer({
  seriesName: withMeta(z.string(), { label: "车系" }),
  modelName: withMeta(z.string(), { label: "车型" }),
  /** 指导价: the published BASE price at this moment. */
  guidePriceFen: withMeta(z.int().nullable(), { label: "指导价" }),
  saleCodeCount: withMeta(z.int(), { label: "物料号" }),
  /** Colours that can be chosen now. */
  colors: z.array(CarColor.pick({ colorCode: true, colorName: true, side: true, hex: true })).meta({ label: "颜色" }),
  /** The cars of the whole register, and how many of them orders hold now. */
  carCount: withMeta(z.int(), { label: "车辆数" }),
  orderCount: withMeta(z.int(), { label: "在手订单" }),
  updatedAt,
});
export type CarConfig = z.output<typeof CarConfig>;

/** Makes the common name of a configuration. */
export function carConfigName(of: { modelName: string; modelYear: number; trim: string }): string {
  return `${of.modelName} ${of.modelYear}款 ${of.trim}`;
}

/** How many records of a module above refer to this one (VE-R16). */
export const UsageCount = z.object({
  label: withMeta(z.string(), { label: "对象" }),
  count: withMeta(z.int(), { label: "数量" }),
});

export const CarConfigDetail = CarConfig.extend({
  saleCodes: z.array(SaleCode),
  offers: z.array(Offer),
  usages: z.array(UsageCount),
});
export type CarConfigDetail = z.output<typeof CarConfigDetail>;
