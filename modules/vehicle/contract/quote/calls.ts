import { endpoint, fen, fenSum, moment, recordId, typedMoment } from "@ops/platform/contract";
import { z } from "zod";
import { itemCode } from "../codes.ts";

const priceLine = z.object({
  kind: z.enum(["BASE", "OPTION", "COLOR"]),
  itemCode: z.string(),
  itemName: z.string(),
  amountFen: fen,
  /** The row of the price book that says so; none for what a package brings or what is standard. */
  priceId: z.string().nullable(),
});

export const Quote = z.object({
  sellable: z.boolean(),
  /** Why not; empty when it is. */
  reason: z.string(),
  lines: z.array(priceLine),
  sumFen: fenSum,
  configKey: z.string(),
  /** The instant whose prices these are. */
  priceBookAt: moment,
});
export type Quote = z.output<typeof Quote>;

/** What a choice costs, and whether it may be sold (VE-R4, VE-R6). A GET, since it only reads. */
export const quoteCar = endpoint({
  method: "GET",
  path: "/vehicle/v1/quote",
  title: "车型报价",
  permission: "session",
  query: z.object({
    carConfigId: recordId,
    /** Joined by commas. */
    optionCodes: z
      .string("选装格式不正确")
      .max(600)
      .transform((text) => text.split(",").filter(Boolean))
      .pipe(z.array(itemCode).max(30))
      .optional(),
    extColor: itemCode.optional(),
    intColor: itemCode.optional(),
    /** Now when empty. */
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

/** 车系 → 车型 → 年款 → 版本, as everybody chooses from it. */
export const carCatalogue = endpoint({
  method: "GET",
  path: "/vehicle/v1/catalog",
  title: "车型目录",
  permission: "session",
  revalidates: true,
  query: z.object({
    at: typedMoment("时间").optional(),
    /** Only what is enabled and inside its period then. */
    onlySellable: z.stringbool().optional(),
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
