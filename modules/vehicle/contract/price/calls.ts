import {
  callsOf,
  done,
  endpoint,
  fen,
  idParams,
  listQuery,
  moment,
  pageOf,
  reason,
  recordId,
  typedMoment,
  versionQuery,
} from "@ops/platform/contract";
import { z } from "zod";
import { CarPrice, PriceShape } from "./shape.ts";

const frame = {
  path: "/vehicle/v1/prices",
  answer: CarPrice,
  view: "vehicle:price:view",
  edit: "vehicle:price:edit",
} as const;
const calls = callsOf(PriceShape, frame);
/** What is published holds for every order. */
const publishing = { permission: "vehicle:price:publish", risk: "HIGH", requires: [frame.view] } as const;

/** Drafts and published periods, the newest first. */
export const listPrices = endpoint({
  ...calls.list(
    PriceShape.query({
      is: ["carConfigId", "state", "kind"],
      sort: ["createdAt", "effectiveFrom", "amountFen"],
    }),
  ),
  page: "/RightCenter/CarConfigMaintain",
});

export const PriceCell = z.object({
  ...PriceShape.pick("kind"),
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
  permission: frame.view,
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

const { effectiveFrom: start, effectiveTo: end } = PriceShape.pick("effectiveFrom", "effectiveTo");

/** 提交发布: drafts that somebody else publishes; at once when no start is given. */
export const preparePrices = endpoint({
  method: "POST",
  path: `${frame.path}/batch`,
  audit: "提交调价",
  permission: frame.edit,
  requires: [frame.view],
  body: z.object({
    start,
    end,
    rows: z
      .array(z.strictObject(PriceShape.pick("carConfigId", "kind", "itemCode", "amountFen")))
      .min(1, "请至少填写一个价格")
      .max(500, "一次最多500个价格"),
  }),
  answer: z.array(CarPrice),
});

export const publishPrices = endpoint({
  method: "POST",
  path: `${frame.path}/publish`,
  audit: "发布价格",
  ...publishing,
  body: z.object({ ids: z.array(recordId).min(1, "请选择价格").max(500, "一次最多500个价格") }),
  answer: z.array(CarPrice),
});

/** A published price holds no longer than this; never in the past. */
export const endPrice = endpoint({ ...calls.on("end", "结束价格", PriceShape.required("effectiveTo")), ...publishing });

/** A published price that has not begun yet becomes a draft again; the price before it holds on (VE-R7). */
export const withdrawPrice = endpoint({ ...calls.on("withdraw", "撤回价格", { reason }), ...publishing });

export const removePrice = endpoint({
  method: "DELETE",
  path: `${frame.path}/{id}`,
  audit: "删除价格草稿",
  permission: frame.edit,
  params: idParams,
  query: versionQuery,
  answer: done,
});
