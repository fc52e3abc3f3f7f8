import { endpoint, fen, fenSum, moment, recordId, typedMoment } from "@ops/platform/contract";
import { z } from "zod";
import { itemCode } from "../codes.ts";

const priceLine = z.object({
  kind: z.enum(["BASE", "OPTION", "COLOR"]),
  itemCode: z.string(),
  itemName: z.string(),
  amountFen: fen,
  /** The row of the price book; null for standard items and for the contents of a package. */
  priceId: z.string().nullable(),
});

export const Quote = z.object({
  sellable: z.boolean(),
  /** Why the choice may not be sold; empty if it may. */
  reason: z.string(),
  lines: z.array(priceLine),
  sumFen: fenSum,
  configKey: z.string(),
  /** The time of the prices. */
  priceBookAt: moment,
});
export type Quote = z.output<typeof Quote>;

/** Answers the price of a choice, and whether it may be sold (VE-R4, VE-R6). It is a GET, because it only reads. */
export const quoteCar = endpoint({
  method: "GET",
  path: "/vehicle/v1/quote",
  title: "车型报价",
  permission: "session",
  query: z.object({
    carConfigId: recordId.meta({ label: "配置" }),
    /** Several codes, separated by commas. */
    optionCodes: z
      .string("选装格式不正确")
      .max(600)
      .transform((text) => text.split(",").filter(Boolean))
      .pipe(z.array(itemCode).max(30))
      .optional()
      .meta({ label: "选装" }),
    extColor: itemCode.optional().meta({ label: "外观" }),
    intColor: itemCode.optional().meta({ label: "内饰" }),
    /** The time of the prices; the default is now. */
    at: typedMoment("时间").optional(),
  }),
  answer: Quote,
});

const catalogueTrim = z.object({
  carConfigId: z.string(),
  configCode: z.string(),
  trim: z.string(),
  guidePriceFen: fen.nullable(),
});

/** Answers the tree 车系 → 车型 → 年款 → 版本 from which everybody chooses. */
export const carCatalogue = endpoint({
  method: "GET",
  path: "/vehicle/v1/catalog",
  title: "车型目录",
  permission: "session",
  revalidates: true,
  query: z.object({
    at: typedMoment("时间").optional(),
    /** Leaves out what is not enabled or not on sale at that time. */
    onlySellable: z.stringbool().optional().meta({ label: "仅在售" }),
  }),
  answer: z.array(
    z.object({
      seriesId: z.string(),
      seriesName: z.string(),
      models: z.array(
        z.object({
          modelId: z.string(),
          modelName: z.string(),
          years: z.array(z.object({ modelYear: z.int(), trims: z.array(catalogueTrim) })),
        }),
      ),
    }),
  ),
});

const CarChoice = z.object({
  itemKind: z.enum(["OPTION", "COLOR"]),
  itemCode: z.string(),
  itemName: z.string(),
  /** Whether a colour is outside or inside. */
  side: z.enum(["EXT", "INT"]).nullable(),
  /** How a colour looks. */
  hex: z.string().nullable(),
  isStandard: z.boolean(),
  requires: z.array(z.string()),
  excludes: z.array(z.string()),
  /** What it costs beside the base; null if it has no price now. */
  amountFen: fen.nullable(),
});
export type CarChoice = z.output<typeof CarChoice>;

/** Answers the colours and options that can be chosen for a configuration now, for everybody who sells it. */
export const carChoices = endpoint({
  method: "GET",
  path: "/vehicle/v1/catalog/choices",
  title: "配置可选项",
  permission: "session",
  query: z.object({ carConfigId: recordId.meta({ label: "配置" }) }),
  answer: z.array(CarChoice),
});
