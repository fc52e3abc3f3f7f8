import { fen, moment, oneOf, recordId, shape, typedMoment } from "@ops/platform/contract";
import { z } from "zod";
import { itemCode } from "../codes.ts";
import { priceStates } from "./states.ts";

export const priceKinds = { BASE: "基础价", OPTION: "选装", COLOR: "颜色" } as const;

export const PriceShape = shape("carPrice", "价格", {
  carConfigId: recordId,
  kind: oneOf(priceKinds, "请选择价格类型").meta({ label: "价格类型" }),
  /** '' for BASE. */
  itemCode: z
    .union([itemCode, z.literal("")])
    .default("")
    .meta({ label: "选装或颜色" }),
  amountFen: fen.meta({ label: "价格" }),
  /** Empty in a draft that is to hold from its publication on. */
  effectiveFrom: typedMoment("生效时间").nullable().default(null),
  effectiveTo: typedMoment("失效时间").nullable().default(null),
  state: priceStates.schema,
});

export const CarPrice = PriceShape.answer({
  itemCode: z.string(),
  configCode: z.string().meta({ label: "配置编码" }),
  configName: z.string().meta({ label: "配置" }),
  itemName: z.string().meta({ label: "项目" }),
  /** Who prepared it; somebody else publishes it (VE-R7). */
  preparedBy: z.string().meta({ label: "提交人" }),
  isOwn: z.boolean(),
  createdAt: moment.meta({ label: "提交时间" }),
  publishedAt: moment.nullable().meta({ label: "发布时间" }),
});
export type CarPrice = z.output<typeof CarPrice>;
