import {
  actsOf,
  callsOf,
  endpoint,
  fen,
  instantOf,
  listQuery,
  moment,
  pageOf,
  recordId,
  typedMoment,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { CarPrice, PriceShape } from "./shape.ts";
import { priceStates } from "./states.ts";

const frame = {
  path: "/vehicle/v1/prices",
  answer: CarPrice,
  view: "vehicle:price:view",
  edit: "vehicle:price:edit",
} as const;
const calls = callsOf(PriceShape, frame);
/** Publishing has a high risk, because a published price applies to every order. */
const publishing = { permission: "vehicle:price:publish", risk: "HIGH" } as const;
const requires = [frame.view];

/** Lists drafts and published prices, newest first. */
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
  /** The price at the requested time; empty if there is none. */
  amountFen: fen.nullable(),
  /** The next published change after that time. */
  nextFen: fen.nullable(),
  nextFrom: moment.nullable(),
  hasDraft: z.boolean(),
});
export type PriceCell = z.output<typeof PriceCell>;

export const PriceLine = z.object({
  id: z.string(),
  configCode: withMeta(z.string(), { label: "配置编码" }),
  configName: withMeta(z.string(), { label: "配置" }),
  cells: z.array(PriceCell).meta({ label: "价格" }),
});
export type PriceLine = z.output<typeof PriceLine>;

/** 价格表: configurations by their items, at a time. */
export const priceGrid = endpoint({
  method: "GET",
  path: "/vehicle/v1/prices/grid",
  title: "价格表",
  permission: frame.view,
  query: listQuery.extend({
    seriesId: withMeta(recordId.optional(), { label: "车系" }),
    /** Several ids, separated by commas. */
    carConfigIds: z
      .string("配置格式不正确")
      .max(4000)
      .transform((text) => text.split(",").filter(Boolean))
      .pipe(z.array(recordId).max(100))
      .optional()
      .meta({ label: "配置" }),
    /** The time of the prices; the default is now. */
    at: typedMoment("时间").optional(),
  }),
  answer: pageOf(PriceLine),
});

const { effectiveFrom: start, effectiveTo: end } = PriceShape.pick("effectiveFrom", "effectiveTo");

/** 提交发布: makes drafts, which another person publishes. Without a start they begin with their publication. */
export const preparePrices = endpoint({
  method: "POST",
  path: `${frame.path}/batch`,
  audit: "提交调价",
  permission: frame.edit,
  requires,
  body: z.object({
    start,
    end,
    rows: z
      .array(z.strictObject(PriceShape.pick("carConfigId", "kind", "itemCode", "amountFen")))
      .min(1, "请至少填写一个价格")
      .max(500, "一次最多500个价格")
      .meta({ label: "价格" }),
  }),
  answer: z.array(CarPrice),
});

export const publishPrices = endpoint({
  method: "POST",
  path: `${frame.path}/publish`,
  audit: "发布价格",
  ...publishing,
  requires,
  body: z.object({ ids: z.array(recordId).min(1, "请选择价格").max(500, "一次最多500个价格").meta({ label: "价格" }) }),
  answer: z.array(CarPrice),
});

export const isPriceOver = ({ effectiveTo }: Pick<CarPrice, "effectiveTo">, now: Date) =>
  effectiveTo !== null && instantOf(effectiveTo) <= now;

export const priceActs = actsOf(
  priceStates,
  { path: frame.path, answer: CarPrice, number: (price) => `${price.configCode} ${price.itemName}`, requires },
  {
    /** Ends a published price at a time, which must not be in the past. */
    end: {
      ...publishing,
      audit: "结束价格",
      body: PriceShape.required("effectiveTo"),
      danger: true,
      done: "已设置失效时间",
      when: (price, now) => !isPriceOver(price, now),
    },
    /** Turns a published price that has not begun back into a draft. The former price continues (VE-R7). */
    withdraw: {
      ...publishing,
      audit: "撤回价格",
      reason: true,
      danger: true,
      consequence: ({ effectiveFrom }) => `该价格原定 ${effectiveFrom} 起生效；撤回后成为草稿，现行价格继续有效。`,
      when: ({ effectiveFrom }, now) => effectiveFrom !== null && instantOf(effectiveFrom) > now,
    },
  },
);
export const { end: endPrice, withdraw: withdrawPrice } = priceActs.endpoints;

export const removePrice = calls.remove("删除价格草稿");
