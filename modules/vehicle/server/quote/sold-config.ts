import { kept, type Tx } from "@ops/platform/server";
import type { Selectable } from "kysely";
import { db } from "../database.ts";
import type { VehicleTables } from "../tables.generated.ts";

export interface SoldItem {
  readonly itemKind: "OPTION" | "COLOR";
  readonly itemCode: string;
  readonly itemName: string;
  readonly mode: "STANDARD" | "OPTIONAL" | "BLOCKED";
  readonly isEnabled: boolean;
  /** The side of a colour, EXT or INT. */
  readonly side: "EXT" | "INT" | null;
  /** How a colour looks. */
  readonly hex: string | null;
  /** The options of a package. */
  readonly contains: readonly string[];
  readonly requires: readonly string[];
  readonly excludes: readonly string[];
  readonly validFrom: Date | null;
  readonly validTo: Date | null;
}

export type SoldPrice = Pick<
  Selectable<VehicleTables["carPrice"]>,
  "id" | "kind" | "itemCode" | "amountFen" | "effectiveFrom" | "effectiveTo"
>;

/** Everything that a quote of one configuration needs, for any time. */
export interface SoldConfig {
  readonly configCode: string;
  readonly seriesCode: string;
  /** The part that is not 启用: series, model or configuration; null if all are. */
  readonly disabled: "车系" | "车型" | "配置" | null;
  readonly onSaleFrom: Date;
  readonly onSaleTo: Date | null;
  readonly items: ReadonlyMap<string, SoldItem>;
  /** Published prices only. */
  readonly prices: readonly SoldPrice[];
}

/** Cached on every node until the catalogue announces a change. Null for an unknown configuration. */
export const soldConfig = kept<SoldConfig | null>("vehicle.config", async (tx, id) => {
  const config = await db(tx)
    .selectFrom("carConfig")
    .innerJoin("carSeries", "carSeries.id", "carConfig.seriesId")
    .innerJoin("carModel", "carModel.id", "carConfig.modelId")
    .select(["carConfig.configCode", "carSeries.seriesCode", "carConfig.status", "onSaleFrom", "onSaleTo"])
    .select(["carSeries.status as seriesStatus", "carModel.status as modelStatus"])
    .where("carConfig.id", "=", id)
    .executeTakeFirst();
  if (!config) return null;
  const { status, seriesStatus, modelStatus, ...rest } = config;
  const disabled =
    seriesStatus !== "ENABLED" ? "车系" : modelStatus !== "ENABLED" ? "车型" : status !== "ENABLED" ? "配置" : null;
  return { ...rest, disabled, items: await itemsOf(tx, id), prices: await pricesOf(tx, id) };
});

async function itemsOf(tx: Tx, configId: string): Promise<Map<string, SoldItem>> {
  const rows = await db(tx)
    .selectFrom("carOffer")
    .leftJoin("carOption", "carOption.optionCode", "carOffer.itemCode")
    .leftJoin("carColor", "carColor.colorCode", "carOffer.itemCode")
    .select(["itemKind", "itemCode", "mode", "requires", "excludes", "validFrom", "validTo"])
    .select(["optionName", "colorName", "side", "hex", "contains"])
    .select(["carOption.status as optionStatus", "carColor.status as colorStatus"])
    .where("carConfigId", "=", configId)
    .orderBy("itemCode")
    .execute();
  return new Map(
    rows.map(({ optionName, colorName, optionStatus, colorStatus, contains, ...row }) => [
      row.itemCode,
      {
        ...row,
        itemName: optionName ?? colorName ?? row.itemCode,
        isEnabled: (optionStatus ?? colorStatus) === "ENABLED",
        contains: contains ?? [],
      },
    ]),
  );
}

function pricesOf(tx: Tx, configId: string): Promise<SoldPrice[]> {
  return db(tx)
    .selectFrom("carPrice")
    .select(["id", "kind", "itemCode", "amountFen", "effectiveFrom", "effectiveTo"])
    .where("carConfigId", "=", configId)
    .where("state", "=", "PUBLISHED")
    .orderBy("effectiveFrom")
    .execute();
}
