import {
  dictCode,
  endpoint,
  flag,
  idParams,
  listQuery,
  moment,
  pageOf,
  reasonBody,
  recordId,
  requiredText,
  sortable,
  typedMoment,
  version,
  wholeText,
} from "@ops/platform/contract";
import { z } from "zod";
import { colorSide } from "../car-item/calls.ts";
import { fixedCode, itemCode } from "../codes.ts";
import { carConfigStates } from "./states.ts";

export const offerModes = { STANDARD: "标配", OPTIONAL: "选配", BLOCKED: "不可选" } as const;

export const saleCode = z
  .string("请输入物料号！")
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9-]{4,40}$/, "物料号为4–40位大写字母、数字或横线")
  .meta({ label: "物料号" });

/** 物料号: where colours and options are given, the factory may send it alone. */
export const SaleCode = z.strictObject({
  saleCode,
  extColor: itemCode.nullable(),
  intColor: itemCode.nullable(),
  optionCodes: z.array(itemCode).max(30).nullable(),
});
export type SaleCode = z.output<typeof SaleCode>;

/** 可选项: one row per option or colour that the configuration knows. */
export const Offer = z.object({
  itemKind: z.enum(["OPTION", "COLOR"]),
  itemCode,
  mode: z.enum(["STANDARD", "OPTIONAL", "BLOCKED"], "请选择标配、选配或不可选"),
  validFrom: moment.nullable(),
  validTo: moment.nullable(),
  requires: z.array(itemCode),
  excludes: z.array(itemCode),
});
export type Offer = z.output<typeof Offer>;

const typedOffer = z.strictObject({
  ...Offer.shape,
  validFrom: typedMoment("可选开始").nullable().default(null),
  validTo: typedMoment("可选结束").nullable().default(null),
  requires: z.array(itemCode).max(20).default([]),
  excludes: z.array(itemCode).max(20).default([]),
});

export const ShownColor = z.object({ colorCode: z.string(), colorName: z.string(), side: colorSide, hex: z.string() });

export const CarConfig = z.object({
  id: z.string(),
  configCode: z.string().meta({ label: "配置编码" }),
  seriesId: z.string(),
  seriesName: z.string().meta({ label: "车系" }),
  modelId: z.string(),
  modelName: z.string().meta({ label: "车型" }),
  modelYear: z.int().meta({ label: "年款" }),
  trim: z.string().meta({ label: "版本" }),
  energyType: dictCode("car_energy_type", "能源"),
  batteryKwh: z.number().meta({ label: "电池（kWh）" }),
  rangeKm: z.int().nullable().meta({ label: "续航（km）" }),
  driveType: dictCode("car_drive_type", "驱动").nullable(),
  seats: z.int().nullable().meta({ label: "座位" }),
  lengthMm: z.int().nullable().meta({ label: "长（mm）" }),
  widthMm: z.int().nullable().meta({ label: "宽（mm）" }),
  heightMm: z.int().nullable().meta({ label: "高（mm）" }),
  kerbKg: z.int().nullable().meta({ label: "整备质量（kg）" }),
  onSaleFrom: moment.meta({ label: "在售开始" }),
  onSaleTo: moment.nullable().meta({ label: "在售结束" }),
  status: carConfigStates.schema,
  /** 指导价: the published BASE price that holds now. */
  guidePriceFen: z.int().nullable().meta({ label: "指导价" }),
  saleCodeCount: z.int().meta({ label: "物料号" }),
  /** Colours that can be chosen now. */
  colors: z.array(ShownColor).meta({ label: "颜色" }),
  /** Cars of the whole register, and those among them that orders hold now. */
  carCount: z.int().meta({ label: "车辆数" }),
  orderCount: z.int().meta({ label: "在手订单" }),
  updatedAt: moment.meta({ label: "更新时间" }),
  version,
});
export type CarConfig = z.output<typeof CarConfig>;

/** How people call a configuration. */
export function carConfigName(of: { modelName: string; modelYear: number; trim: string }): string {
  return `${of.modelName} ${of.modelYear}款 ${of.trim}`;
}

/** Who points at a record, of the modules above (VE-R16). */
export const UsageCount = z.object({ label: z.string(), count: z.int() });

export const CarConfigDetail = CarConfig.extend({
  saleCodes: z.array(SaleCode),
  offers: z.array(Offer),
  usages: z.array(UsageCount),
});
export type CarConfigDetail = z.output<typeof CarConfigDetail>;

export const listCarConfigs = endpoint({
  method: "GET",
  path: "/vehicle/v1/carConfigs",
  title: "车型配置列表",
  permission: "vehicle:carConfig:list",
  page: "/RightCenter/CarConfigMaintain",
  query: listQuery.extend({
    seriesId: recordId.optional(),
    modelId: recordId.optional(),
    modelYear: z.coerce
      .number<number | string>("年款格式不正确")
      .int()
      .min(2010)
      .max(2039)
      .optional()
      .meta({ label: "年款" }),
    energyType: dictCode("car_energy_type", "能源").optional(),
    /** A part of the code. */
    configCode: z.string().trim().max(32).optional().meta({ label: "配置编码" }),
    saleCode: wholeText("物料号").optional(),
    status: carConfigStates.schema.optional(),
    /** 在售: enabled, and inside its period now. */
    isOnSale: flag.optional().meta({ label: "在售" }),
    ...sortable("configCode", "modelYear", "onSaleFrom", "updatedAt"),
  }),
  answer: pageOf(CarConfig),
});

export const getCarConfig = endpoint({
  method: "GET",
  path: "/vehicle/v1/carConfigs/{id}",
  title: "车型配置详情",
  permission: "vehicle:carConfig:list",
  record: "carConfig",
  params: idParams,
  answer: CarConfigDetail,
});

const size = (label: string, max: number) =>
  z
    .int(`${label}格式不正确`)
    .min(1, `${label}须大于0`)
    .max(max, `${label}过大`)
    .nullable()
    .default(null)
    .meta({ label });

const configFields = {
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
  saleCodes: z.array(SaleCode).max(200, "物料号最多200个").meta({ label: "物料号" }),
  offers: z.array(typedOffer).max(200, "可选项最多200个").meta({ label: "颜色与选装" }),
};
const configCode = fixedCode("配置编码", /^[A-Z0-9-]{4,32}$/, "4–32位大写字母、数字或横线");
const modelYear = z.int("请输入年款！").min(2010, "年款格式不正确").max(2039, "年款格式不正确").meta({ label: "年款" });

const isForward = ({ onSaleFrom, onSaleTo }: { onSaleFrom: Date; onSaleTo: Date | null }) =>
  onSaleTo === null || onSaleTo > onSaleFrom;
const backward = { message: "在售结束须晚于开始", path: ["onSaleTo"] };

export const createCarConfig = endpoint({
  method: "POST",
  path: "/vehicle/v1/carConfigs",
  audit: "新增车型配置",
  permission: "vehicle:carConfig:create",
  body: z
    .object({ configCode, modelId: z.uuid("请选择车型！").meta({ label: "车型" }), modelYear, ...configFields })
    .refine(isForward, backward),
  answer: CarConfigDetail,
});

/** Code, model and year are what the configuration is; all else may change. */
export const editCarConfig = endpoint({
  method: "PUT",
  path: "/vehicle/v1/carConfigs/{id}",
  audit: "编辑车型配置",
  permission: "vehicle:carConfig:edit",
  params: idParams,
  body: z.object({ ...configFields, version }).refine(isForward, backward),
  answer: CarConfigDetail,
});

/** 复制为新年款: a draft with everything but 物料号 and prices. */
export const copyCarConfig = endpoint({
  method: "POST",
  path: "/vehicle/v1/carConfigs/{id}/copy",
  audit: "复制车型配置",
  permission: "vehicle:carConfig:create",
  params: idParams,
  body: z.object({ configCode, modelYear, onSaleFrom: typedMoment("在售开始") }),
  answer: CarConfigDetail,
});

export const enableCarConfig = endpoint({
  method: "POST",
  path: "/vehicle/v1/carConfigs/{id}/enable",
  audit: "启用车型配置",
  permission: "vehicle:carConfig:status",
  params: idParams,
  body: z.object({ version }),
  answer: CarConfigDetail,
});

export const disableCarConfig = endpoint({
  method: "POST",
  path: "/vehicle/v1/carConfigs/{id}/disable",
  audit: "停用车型配置",
  permission: "vehicle:carConfig:status",
  params: idParams,
  body: reasonBody,
  answer: CarConfigDetail,
});
