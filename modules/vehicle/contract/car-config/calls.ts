import { actsOf, callsOf, endpoint, flag, idParams, typedMoment, wholeText } from "@ops/platform/contract";
import { z } from "zod";
import { itemCode } from "../codes.ts";
import { CarConfig, CarConfigDetail, CarConfigShape, carConfigName, Offer, SaleCode } from "./shape.ts";
import { carConfigStates } from "./states.ts";

const frame = {
  path: "/vehicle/v1/car-configs",
  answer: CarConfigDetail,
  view: "vehicle:carConfig:list",
  edit: "vehicle:carConfig:edit",
  create: "vehicle:carConfig:create",
} as const;
const calls = callsOf(CarConfigShape, frame);

const query = CarConfigShape.query({
  is: ["seriesId", "modelId", "energyType", "status"],
  sort: ["configCode", "modelYear", "onSaleFrom", "updatedAt"],
  more: {
    modelYear: z.coerce
      .number<number | string>("年款格式不正确")
      .int()
      .min(2010)
      .max(2039)
      .optional()
      .meta({ label: "年款" }),
    /** Finds configurations by a part of their code. */
    configCode: z.string().trim().max(32).optional().meta({ label: "配置编码" }),
    saleCode: wholeText("物料号").optional(),
    /** 在售: enabled, and inside its period now. */
    isOnSale: flag.optional().meta({ label: "在售" }),
  },
});
export const listCarConfigs = endpoint({
  ...callsOf(CarConfigShape, { ...frame, answer: CarConfig }).list(query),
  page: "/RightCenter/CarConfigMaintain",
});
export const getCarConfig = calls.get();

const typedOffer = z.strictObject({
  ...Offer.shape,
  validFrom: typedMoment("可选开始").nullable().default(null),
  validTo: typedMoment("可选结束").nullable().default(null),
  requires: z.array(itemCode).max(20).default([]),
  excludes: z.array(itemCode).max(20).default([]),
});
const written = {
  ...CarConfigShape.pick("trim", "energyType", "batteryKwh", "rangeKm", "driveType", "seats", "lengthMm", "widthMm"),
  ...CarConfigShape.pick("heightMm", "kerbKg", "onSaleFrom", "onSaleTo"),
  saleCodes: z.array(SaleCode).max(200, "物料号最多200个").meta({ label: "物料号" }),
  offers: z.array(typedOffer).max(200, "可选项最多200个").meta({ label: "颜色与选装" }),
};
const isForward = ({ onSaleFrom, onSaleTo }: { onSaleFrom: Date; onSaleTo: Date | null }) =>
  onSaleTo === null || onSaleTo > onSaleFrom;
const backward = { message: "在售结束须晚于开始", path: ["onSaleTo"] };

const made = calls.create({
  ...CarConfigShape.pick("configCode"),
  modelId: z.uuid("请选择车型！").meta({ label: "车型" }),
  ...CarConfigShape.pick("modelYear"),
  ...written,
});
export const createCarConfig = endpoint({ ...made, body: made.body.refine(isForward, backward) });

/** The form of an edit lacks code, model and year, because they identify the configuration. */
const edited = calls.edit(written);
export const editCarConfig = endpoint({ ...edited, body: edited.body.refine(isForward, backward) });

/** 复制为新年款: makes a draft with everything except 物料号 and prices. */
export const copyCarConfig = endpoint({
  method: "POST",
  path: `${frame.path}/{id}/copy`,
  audit: "复制车型配置",
  permission: frame.create,
  params: idParams,
  body: z.object(CarConfigShape.pick("configCode", "modelYear", "onSaleFrom")),
  answer: CarConfigDetail,
});

const SWITCH = "vehicle:carConfig:status";
export const carConfigActs = actsOf(
  carConfigStates,
  { path: frame.path, answer: frame.answer, row: CarConfig, number: "configCode" },
  {
    enable: {
      permission: SWITCH,
      audit: "启用车型配置",
      confirm: (config) => `确认启用「${carConfigName(config)}」？启用后可以下单`,
    },
    disable: {
      permission: SWITCH,
      audit: "停用车型配置",
      reason: true,
      danger: true,
      consequence: () => "停用后不能再下单；已有的订单和车辆不受影响。",
    },
  },
);
export const { enable: enableCarConfig, disable: disableCarConfig } = carConfigActs.endpoints;
