import { reads } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { offeredItems } from "./calculate.ts";
import { guidePrice } from "./guide-price.ts";
import { priceInstant, seesPriceBook } from "./price-sight.ts";
import { requireSold } from "./quote.ts";

/** Answers the tree 车系 → 车型 → 年款 → 版本 with the guide prices of a time. */
export const carCatalogue = reads(contract.carCatalogue, async (tx, { query }) => {
  const at = priceInstant(tx, query.at);
  const isSold = sql<boolean>`'ENABLED' = all (array[car_config.status, car_series.status, car_model.status])`;
  const price = seesPriceBook(tx) ? guidePrice(at) : sql<number | null>`case when ${isSold} then ${guidePrice(at)} end`;
  const rows = await db(tx)
    .selectFrom("carConfig")
    .innerJoin("carSeries", "carSeries.id", "carConfig.seriesId")
    .innerJoin("carModel", "carModel.id", "carConfig.modelId")
    .select(["carConfig.id as carConfigId", "configCode", "trim", "modelYear", "carConfig.seriesId", "seriesName"])
    .select(["modelId", "modelName", price.as("guidePriceFen")])
    .where("carConfig.status", "<>", "DRAFT")
    .$if(query.onlySellable === true, (some) =>
      some
        .where("carConfig.status", "=", "ENABLED")
        .where("carSeries.status", "=", "ENABLED")
        .where("carModel.status", "=", "ENABLED")
        .where("onSaleFrom", "<=", at)
        .where((eb) => eb.or([eb("onSaleTo", "is", null), eb("onSaleTo", ">", at)])),
    )
    .orderBy("carSeries.sort")
    .orderBy("seriesCode")
    .orderBy("modelCode")
    .orderBy("modelYear", "desc")
    .orderBy("configCode")
    .execute();
  return [...Map.groupBy(rows, ({ seriesId }) => seriesId)].map(([seriesId, ofSeries]) => ({
    seriesId,
    seriesName: ofSeries[0]?.seriesName ?? "",
    models: [...Map.groupBy(ofSeries, ({ modelId }) => modelId)].map(([modelId, ofModel]) => ({
      modelId,
      modelName: ofModel[0]?.modelName ?? "",
      years: [...Map.groupBy(ofModel, ({ modelYear }) => modelYear)].map(([modelYear, trims]) => ({
        modelYear,
        trims,
      })),
    })),
  }));
});

/** Answers the colours and options of a configuration. Prices of one out of service are for readers of the price book. */
export const carChoices = reads(contract.carChoices, async (tx, { query }) => {
  const config = await requireSold(tx, query.carConfigId);
  const items = offeredItems(config, tx.now);
  if (config.disabled === null || seesPriceBook(tx)) return items;
  return items.map((item) => ({ ...item, amountFen: null }));
});
