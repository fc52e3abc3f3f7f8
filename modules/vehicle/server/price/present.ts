import type { AnswerFrom } from "@ops/platform/contract";
import { isSelf, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { carConfigName } from "../../contract/index.ts";
import { db, findRows } from "../database.ts";
import type { PriceRow } from "./tables.ts";

export type PresentedPrice = AnswerFrom<typeof contract.endPrice>;

export async function present(tx: Tx, rows: readonly PriceRow[]): Promise<PresentedPrice[]> {
  if (rows.length === 0) return [];
  const names = await loadItemNames(tx);
  const configs = await loadConfigNames(tx, [...new Set(rows.map(({ carConfigId }) => carConfigId))]);
  const people = new Map<string, string>();
  for (const { createdBy } of rows) {
    if (!people.has(createdBy)) people.set(createdBy, await tx.personName(createdBy));
  }
  return rows.map((row) => ({
    ...row,
    configCode: configs.get(row.carConfigId)?.configCode ?? "",
    configName: configs.get(row.carConfigId)?.configName ?? "",
    itemName: row.kind === "BASE" ? "基础价" : (names.get(row.itemCode) ?? row.itemCode),
    preparedBy: people.get(row.createdBy) ?? "-",
    isOwn: isSelf(tx, row.createdBy),
  }));
}

export async function loadItemNames(tx: Tx): Promise<Map<string, string>> {
  const [options, colors] = [await findRows(tx, "carOption", {}), await findRows(tx, "carColor", {})];
  return new Map([
    ...options.map(({ optionCode, optionName }) => [optionCode, optionName] as const),
    ...colors.map(({ colorCode, colorName }) => [colorCode, colorName] as const),
  ]);
}

export async function loadConfigNames(tx: Tx, ids: readonly string[]) {
  const rows = await db(tx)
    .selectFrom("carConfig")
    .innerJoin("carModel", "carModel.id", "carConfig.modelId")
    .select(["carConfig.id", "configCode", "modelName", "modelYear", "trim"])
    .where("carConfig.id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, { configCode: row.configCode, configName: carConfigName(row) }]));
}
