import {
  done,
  endpoint,
  fen,
  idParams,
  listQuery,
  moment,
  oneOf,
  pageOf,
  reasonBody,
  recordId,
  sortable,
  typedMoment,
  version,
  versionQuery,
} from "@ops/platform/contract";
import { z } from "zod";
import { itemCode } from "../codes.ts";
import { priceStates } from "./states.ts";

export const priceKinds = { BASE: "基础价", OPTION: "选装", COLOR: "颜色" } as const;
const priceKind = oneOf(priceKinds, "请选择价格类型").meta({ label: "价格类型" });

export const CarPrice = z.object({
  id: z.string(),
  carConfigId: z.string(),
  configCode: z.string().meta({ label: "配置编码" }),
  configName: z.string().meta({ label: "配置" }),
  kind: priceKind,
  /** '' for BASE. */
  itemCode: z.string(),
  itemName: z.string().meta({ label: "项目" }),
  amountFen: fen.meta({ label: "价格" }),
  /** Empty in a draft that is to hold from its publication on. */
  effectiveFrom: moment.nullable().meta({ label: "生效时间" }),
  effectiveTo: moment.nullable().meta({ label: "失效时间" }),
  state: priceStates.schema,
  /** Who prepared it; somebody else publishes it (VE-R7). */
  preparedBy: z.string().meta({ label: "提交人" }),
  isOwn: z.boolean(),
  createdAt: moment.meta({ label: "提交时间" }),
  publishedAt: moment.nullable().meta({ label: "发布时间" }),
  version,
});
export type CarPrice = z.output<typeof CarPrice>;

/** Drafts and published periods, the newest first. */
export const listPrices = endpoint({
  method: "GET",
  path: "/vehicle/v1/prices",
  title: "价格列表",
  permission: "vehicle:price:view",
  page: "/RightCenter/CarConfigMaintain",
  query: listQuery.extend({
    carConfigId: recordId.optional(),
    state: priceStates.schema.optional(),
    kind: priceKind.optional(),
    ...sortable("createdAt", "effectiveFrom", "amountFen"),
  }),
  answer: pageOf(CarPrice),
});

export const PriceCell = z.object({
  kind: priceKind,
  itemCode: z.string(),
  itemName: z.string(),
  /** In force at the instant that was asked for; empty where nothing is. */
  amountFen: fen.nullable(),
  /** The next published change after that instant. */
  nextFen: fen.nullable(),
  nextFrom: moment.nullable(),
  hasDraft: z.boolean(),
});
export type PriceCell = z.output<typeof PriceCell>;

export const PriceLine = z.object({
  id: z.string(),
  configCode: z.string().meta({ label: "配置编码" }),
  configName: z.string().meta({ label: "配置" }),
  cells: z.array(PriceCell).meta({ label: "价格" }),
});
export type PriceLine = z.output<typeof PriceLine>;

/** 价格表: configurations by what they are offered with, at an instant. */
export const priceGrid = endpoint({
  method: "GET",
  path: "/vehicle/v1/prices/grid",
  title: "价格表",
  permission: "vehicle:price:view",
  query: listQuery.extend({
    seriesId: recordId.optional(),
    /** Joined by commas. */
    carConfigIds: z
      .string("配置格式不正确")
      .max(4000)
      .transform((text) => text.split(",").filter(Boolean))
      .pipe(z.array(recordId).max(100))
      .optional(),
    /** Now when empty. */
    at: typedMoment("时间").optional(),
  }),
  answer: pageOf(PriceLine),
});

const start = typedMoment("生效时间").nullable().default(null);

/** 提交发布: drafts that somebody else publishes; at once when no start is given. */
export const preparePrices = endpoint({
  method: "POST",
  path: "/vehicle/v1/prices/batch",
  audit: "提交调价",
  permission: "vehicle:price:edit",
  requires: ["vehicle:price:view"],
  body: z.object({
    start,
    end: typedMoment("失效时间").nullable().default(null),
    rows: z
      .array(
        z.strictObject({
          carConfigId: recordId,
          kind: priceKind,
          itemCode: z.union([itemCode, z.literal("")]).default(""),
          amountFen: fen,
        }),
      )
      .min(1, "请至少填写一个价格")
      .max(500, "一次最多500个价格"),
  }),
  answer: z.array(CarPrice),
});

export const publishPrices = endpoint({
  method: "POST",
  path: "/vehicle/v1/prices/publish",
  audit: "发布价格",
  permission: "vehicle:price:publish",
  risk: "HIGH",
  requires: ["vehicle:price:view"],
  body: z.object({ ids: z.array(recordId).min(1, "请选择价格").max(500, "一次最多500个价格") }),
  answer: z.array(CarPrice),
});

/** A published price holds no longer than this; never in the past. */
export const endPrice = endpoint({
  method: "POST",
  path: "/vehicle/v1/prices/{id}/end",
  audit: "结束价格",
  permission: "vehicle:price:publish",
  risk: "HIGH",
  requires: ["vehicle:price:view"],
  params: idParams,
  body: z.object({ effectiveTo: typedMoment("失效时间"), version }),
  answer: CarPrice,
});

/** A published price that has not begun yet becomes a draft again; the price before it holds on (VE-R7). */
export const withdrawPrice = endpoint({
  method: "POST",
  path: "/vehicle/v1/prices/{id}/withdraw",
  audit: "撤回价格",
  permission: "vehicle:price:publish",
  risk: "HIGH",
  requires: ["vehicle:price:view"],
  params: idParams,
  body: reasonBody,
  answer: CarPrice,
});

export const removePrice = endpoint({
  method: "DELETE",
  path: "/vehicle/v1/prices/{id}",
  audit: "删除价格草稿",
  permission: "vehicle:price:edit",
  params: idParams,
  query: versionQuery,
  answer: done,
});
