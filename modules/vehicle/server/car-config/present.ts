import type { AnswerFrom } from "@ops/platform/contract";
import { onlyOf, type Tx, usagesOf } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { guidePrice } from "../quote/guide-price.ts";
import { type CarConfigRow, carConfigs } from "./tables.ts";

type Presented = AnswerFrom<typeof contract.listCarConfigs>["list"][number];
export type PresentedDetail = AnswerFrom<typeof contract.getCarConfig>;

/** The rows of a page with their names, price, 物料号, colours and cars: three statements, however many rows. */
export async function present(tx: Tx, rows: readonly CarConfigRow[]): Promise<Presented[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [facts, colors, counts] = await Promise.all([factsOf(tx, ids), colorsOf(tx, ids), countsOf(tx, ids)]);
  return rows.map((row) => {
    const { seriesName = "", modelName = "", guidePriceFen = null, saleCodeCount = 0 } = facts.get(row.id) ?? {};
    const { carCount = 0, orderCount = 0 } = counts.get(row.id) ?? {};
    const named = { ...row, seriesName, modelName, guidePriceFen, saleCodeCount };
    return { ...named, colors: colors.get(row.id) ?? [], carCount, orderCount };
  });
}

export async function presentOne(tx: Tx, row: CarConfigRow): Promise<PresentedDetail> {
  const presented = onlyOf(await present(tx, [row]));
  const saleCodes = await saleCodesOf(tx, row.id);
  return {
    ...presented,
    saleCodes,
    offers: await offersOf(tx, row.id),
    usages: await usagesOf(tx, carConfigs.name, row.id),
  };
}

export function saleCodesOf(tx: Tx, id: string) {
  return db(tx)
    .selectFrom("carSaleCode")
    .select(["saleCode", "extColor", "intColor", "optionCodes"])
    .where("carConfigId", "=", id)
    .orderBy("saleCode")
    .execute();
}

export function offersOf(tx: Tx, id: string) {
  return db(tx)
    .selectFrom("carOffer")
    .select(["itemKind", "itemCode", "mode", "validFrom", "validTo", "requires", "excludes"])
    .where("carConfigId", "=", id)
    .orderBy("itemKind")
    .orderBy("itemCode")
    .execute();
}

async function factsOf(tx: Tx, ids: readonly string[]) {
  const rows = await db(tx)
    .selectFrom("carConfig")
    .innerJoin("carSeries", "carSeries.id", "carConfig.seriesId")
    .innerJoin("carModel", "carModel.id", "carConfig.modelId")
    .select(["carConfig.id", "seriesName", "modelName", guidePrice(tx.now).as("guidePriceFen")])
    .select(
      sql<number>`(select count(*)::int from car_sale_code s where s.car_config_id = car_config.id)`.as(
        "saleCodeCount",
      ),
    )
    .where("carConfig.id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** What can be chosen now, outsides first. */
async function colorsOf(tx: Tx, ids: readonly string[]) {
  const rows = await db(tx)
    .selectFrom("carOffer")
    .innerJoin("carColor", "carColor.colorCode", "carOffer.itemCode")
    .select(["carConfigId", "colorCode", "colorName", "side", "hex"])
    .where("carConfigId", "in", [...ids])
    .where("itemKind", "=", "COLOR")
    .where("mode", "<>", "BLOCKED")
    .where("carColor.status", "=", "ENABLED")
    .where((eb) => eb.or([eb("validFrom", "is", null), eb("validFrom", "<=", tx.now)]))
    .where((eb) => eb.or([eb("validTo", "is", null), eb("validTo", ">", tx.now)]))
    .orderBy("side")
    .orderBy("colorCode")
    .execute();
  return Map.groupBy(rows, ({ carConfigId }) => carConfigId);
}

/** Cars that were ever made of them, and those that an order holds: one that is 已配单 has a live hold of an order. */
async function countsOf(tx: Tx, ids: readonly string[]) {
  const rows = await db(tx)
    .selectFrom("car")
    .select(["carConfigId", (eb) => eb.fn.countAll<number>().as("carCount")])
    .select(sql<number>`(count(*) filter (where hold_state = 'ALLOCATED'))::int`.as("orderCount"))
    .where("carConfigId", "in", [...ids])
    .groupBy("carConfigId")
    .execute();
  return new Map(rows.map((row) => [row.carConfigId, row]));
}
