import type { AnswerFrom } from "@ops/platform/contract";
import { onlyOf, type Tx, usagesOf } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { db, findRows } from "../database.ts";
import { guidePrice } from "../quote/guide-price.ts";
import { type CarConfigRow, carConfigs } from "./tables.ts";

type Presented = AnswerFrom<typeof contract.listCarConfigs>["list"][number];
export type PresentedDetail = AnswerFrom<typeof contract.getCarConfig>;

/**
 * Presents the rows of a page with names, price, 物料号, colours and cars. It needs three statements, however many rows
 * there are.
 */
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

export async function saleCodesOf(tx: Tx, carConfigId: string) {
  return (await findRows(tx, "carSaleCode", { carConfigId }, "saleCode")).map(withoutConfig);
}

export async function offersOf(tx: Tx, carConfigId: string) {
  return (await findRows(tx, "carOffer", { carConfigId }, "itemKind", "itemCode")).map(withoutConfig);
}

/** Drops the id of the configuration, which forms do not carry. */
function withoutConfig<P extends { carConfigId: string }>({
  carConfigId: _config,
  ...part
}: P): Omit<P, "carConfigId"> {
  return part;
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

/** Finds the colours that can be chosen now, exterior colours first. */
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

/** Counts all cars of each configuration, and those held by an order: only an order makes a car 已配单. */
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
