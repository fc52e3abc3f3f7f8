import type { AnswerFrom } from "@ops/platform/contract";
import { onlyOf, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { carConfigName } from "../../contract/index.ts";
import { openBlocksOf } from "../car-record/blocks.ts";
import { isCarrierStaff } from "../car-record/narrowed.ts";
import type { CarRow } from "../car-record/tables.ts";
import { db, findRow, findRows } from "../database.ts";
import { narrowCar, narrowDetail } from "./narrowed.ts";

export type PresentedCar = AnswerFrom<typeof contract.listCars>["list"][number];
export type PresentedDetail = AnswerFrom<typeof contract.getCar>;

const DAY = 86_400_000;
export const daysBetween = (from: Date, until: Date): number =>
  Math.max(0, Math.floor((until.getTime() - from.getTime()) / DAY));

/**
 * Presents the rows of a page with their names, as the reader may see them. It needs five statements, however many rows
 * there are.
 */
export async function presentCars(tx: Tx, rows: readonly CarRow[]): Promise<PresentedCar[]> {
  if (rows.length === 0) return [];
  const [configs, colors, types, holds, isNarrow] = await Promise.all([
    configsOf(tx, rows),
    colorsOf(tx, rows),
    typesOf(tx, rows),
    holdsOf(tx, rows),
    isCarrierStaff(tx),
  ]);
  const colorOf = (colorCode: string) => {
    const { colorName = colorCode, hex = "#ffffff" } = colors.get(colorCode) ?? {};
    return { colorCode, colorName, hex };
  };
  const presented = rows.map((row): PresentedCar => {
    const config = configs.get(row.carConfigId);
    const isInStock = row.inStockAt !== null && row.placeKind !== "OWNER";
    return {
      ...row,
      seriesName: config?.seriesName ?? "",
      configName: config ? carConfigName(config) : "",
      extColor: colorOf(row.extColor),
      intColor: colorOf(row.intColor),
      holder: holds.get(row.id) ?? null,
      stockDays: isInStock && row.inStockAt ? daysBetween(row.inStockAt, tx.now) : null,
      marketTypeName: (row.marketTypeId && types.get(row.marketTypeId)) || null,
    };
  });
  return isNarrow ? presented.map(narrowCar) : presented;
}

export async function presentCar(tx: Tx, row: CarRow): Promise<PresentedDetail> {
  const presented = onlyOf(await presentCars(tx, [row]));
  const config = (await configsOf(tx, [row])).get(row.carConfigId);
  const detail: PresentedDetail = {
    ...row,
    ...presented,
    isNarrowed: false,
    configCode: config?.configCode ?? "",
    linkedVin: (row.linkedCarId && (await findRow(tx, "car", { id: row.linkedCarId }))?.vin) || null,
    blocks: await openBlocksOf(tx, row.id),
    conditions: await db(tx)
      .selectFrom("carCondition")
      .select(["sourceNo", "level", "text", "state", "notedAt"])
      .where("carId", "=", row.id)
      .orderBy("notedAt", "desc")
      .execute(),
  };
  return (await isCarrierStaff(tx)) ? narrowDetail(detail) : detail;
}

const unique = (values: readonly (string | null)[]): string[] => [...new Set(values)].filter((value) => value !== null);

async function configsOf(tx: Tx, rows: readonly CarRow[]) {
  const found = await db(tx)
    .selectFrom("carConfig")
    .innerJoin("carSeries", "carSeries.id", "carConfig.seriesId")
    .innerJoin("carModel", "carModel.id", "carConfig.modelId")
    .select(["carConfig.id", "configCode", "seriesName", "modelName", "modelYear", "trim"])
    .where("carConfig.id", "in", unique(rows.map(({ carConfigId }) => carConfigId)))
    .execute();
  return new Map(found.map((config) => [config.id, config]));
}

async function colorsOf(tx: Tx, rows: readonly CarRow[]) {
  const colorCode = unique(rows.flatMap(({ extColor, intColor }) => [extColor, intColor]));
  return new Map((await findRows(tx, "carColor", { colorCode })).map((color) => [color.colorCode, color]));
}

async function typesOf(tx: Tx, rows: readonly CarRow[]): Promise<Map<string, string>> {
  const found = await findRows(tx, "carMarketType", { id: unique(rows.map(({ marketTypeId }) => marketTypeId)) });
  return new Map(found.map(({ id, typeName }) => [id, typeName]));
}

async function holdsOf(tx: Tx, rows: readonly CarRow[]) {
  const found = await findRows(tx, "carHold", { id: unique(rows.map(({ holdId }) => holdId)) });
  return new Map(found.map(({ carId, kind, refNo }) => [carId, { kind, refNo }]));
}
