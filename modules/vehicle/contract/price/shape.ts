import { fen, moment, oneOf, recordId, shape, typedMoment, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { itemCode } from "../codes.ts";
import { priceStates } from "./states.ts";

export const priceKinds = { BASE: "基础价", OPTION: "选装", COLOR: "颜色" } as const;

export const PriceShape = shape("carPrice", "价格", {
  carConfigId: recordId.meta({ label: "配置" }),
  kind: oneOf(priceKinds, "请选择价格类型").meta({ label: "价格类型" }),
  /** The code is empty for BASE. */
  itemCode: z
    .union([itemCode, z.literal("")])
    .default("")
    .meta({ label: "选装或颜色" }),
  amountFen: fen.meta({ label: "价格" }),
  /** Empty in a draft that begins with its publication. */
  effectiveFrom: typedMoment("生效时间").nullable().default(null),
  effectiveTo: typedMoment("失效时间").nullable().default(null),
  state: priceStates.schema,
});

export const CarPrice = PriceShape.answer({
  itemCode: z.string(),
  configCode: withMeta(z.string(), { label: "配置编码" }),
  configName: withMeta(z.string(), { label: "配置" }),
  itemName: withMeta(z.string(), { label: "项目" }),
  /** The person who prepared the price. Another one publishes it (VE-R7). */
  preparedBy: withMeta(z.string(), { label: "提交人" }),
  isOwn: z.boolean(),
  createdAt: moment.meta({ label: "提交时间" }),
  publishedAt: withMeta(moment.nullable(), { label: "发布时间" }),
});
export type CarPrice = z.output<typeof CarPrice>;
