import type { Tx } from "@ops/platform/server";
import { type Selectable, sql } from "kysely";
import { carConfigName } from "../../contract/index.ts";
import type { ColorRow, OptionRow } from "../car-item/tables.ts";
import type { MarketTypeRow } from "../car-market-type/tables.ts";
import { db, findRow, findRows, type VehicleTables } from "../database.ts";
import type { SeriesRow } from "../series/tables.ts";

/** A series of the catalogue, in any state. */
export type PublishedSeries = Pick<SeriesRow, "id" | "seriesCode" | "seriesName" | "aliases" | "sort" | "status"> & {
  readonly brandName: string;
};

type ConfigRow = Selectable<VehicleTables["carConfig"]>;

/** A configuration with its names. */
export type PublishedConfig = Omit<ConfigRow, "version" | "createdAt" | "createdBy" | "updatedAt" | "updatedBy"> & {
  readonly seriesName: string;
  readonly modelName: string;
  readonly bodyClass: string;
  /** The name, made of 车型, 年款 and 版本. */
  readonly name: string;
};

export type PublishedMarketType = Pick<
  MarketTypeRow,
  "id" | "typeCode" | "typeName" | "parentId" | "sort" | "status" | "rightsAllowed" | "usableFor"
>;

const isAmong = (column: string, ids: readonly string[]) => sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;
const byId = <T extends { id: string }>(rows: readonly T[]): ReadonlyMap<string, T> =>
  new Map(rows.map((row) => [row.id, row]));

const seriesRows = (tx: Tx) =>
  db(tx)
    .selectFrom("carSeries as s")
    .innerJoin("carBrand as b", "b.id", "s.brandId")
    .select(["s.id", "s.seriesCode", "s.seriesName", "s.aliases", "s.sort", "s.status", "b.brandName"]);

/** Finds series by id, in any state. Unknown ids are left out. Locks nothing. */
export async function lookupSeries(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, PublishedSeries>> {
  return ids.length === 0 ? new Map() : byId(await seriesRows(tx).where(isAmong("s.id", ids)).execute());
}

/** A colour or an option. A colour has a side and a shade such as `#f5f5f0`, an option a group. */
export interface PublishedItem {
  readonly name: string;
  readonly side: ColorRow["side"] | null;
  readonly group: OptionRow["optionGroup"] | null;
  readonly hex: string | null;
}

/** Finds colours and options by code, in any state. Unknown codes are left out. Locks nothing. */
export async function lookupItems(tx: Tx, codes: readonly string[]): Promise<ReadonlyMap<string, PublishedItem>> {
  const asked = [...new Set(codes)];
  const options = await findRows(tx, "carOption", { optionCode: asked });
  const colors = await findRows(tx, "carColor", { colorCode: asked });
  return new Map([
    ...options.map(({ optionCode, optionName: name, optionGroup: group }): [string, PublishedItem] => {
      return [optionCode, { name, side: null, group, hex: null }];
    }),
    ...colors.map(({ colorCode, colorName: name, side, hex }): [string, PublishedItem] => {
      return [colorCode, { name, side, group: null, hex }];
    }),
  ]);
}

const plain = (text: string) => text.normalize("NFKC").replaceAll(/\s+/g, "").toUpperCase();

/**
 * Finds a series by its name, code or alias, in any state. Capitals, widths and blanks are ignored. Null if no series
 * matches, or two do.
 */
export async function seriesByAlias(tx: Tx, text: string): Promise<PublishedSeries | null> {
  const typed = plain(text);
  const [found, rival] = (await seriesRows(tx).execute()).filter(({ seriesName, seriesCode, aliases }) =>
    [seriesName, seriesCode, ...aliases].some((word) => plain(word) === typed),
  );
  return found && !rival ? found : null;
}

/** Finds configurations by id, in any state. Unknown ids are left out. Locks nothing. */
export async function lookupConfigs(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, PublishedConfig>> {
  if (ids.length === 0) return new Map();
  const rows = await db(tx)
    .selectFrom("carConfig as c")
    .innerJoin("carSeries as s", "s.id", "c.seriesId")
    .innerJoin("carModel as m", "m.id", "c.modelId")
    .selectAll("c")
    .select(["s.seriesName", "m.modelName", "m.bodyClass"])
    .where(isAmong("c.id", ids))
    .execute();
  return byId(
    rows.map(({ version, createdAt, createdBy, updatedAt, updatedBy, ...row }) => ({
      ...row,
      name: carConfigName(row),
    })),
  );
}

/** Finds a configuration by its code or by one of its 物料号, in any state. */
export async function findConfig(
  tx: Tx,
  by: { readonly configCode: string } | { readonly saleCode: string },
): Promise<PublishedConfig | null> {
  const id =
    "saleCode" in by ? (await findRow(tx, "carSaleCode", by))?.carConfigId : (await findRow(tx, "carConfig", by))?.id;
  return (id && (await lookupConfigs(tx, [id])).get(id)) || null;
}

export type ConfigSize = Pick<PublishedConfig, "bodyClass" | "lengthMm" | "heightMm" | "kerbKg">;

/** Finds the size and weight of each configuration, for loading trucks; null if the catalogue does not know it. */
export async function configSize(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, ConfigSize>> {
  const found = await lookupConfigs(tx, ids);
  return new Map(
    [...found].map(([id, { bodyClass, lengthMm, heightMm, kerbKg }]) => [
      id,
      { bodyClass, lengthMm, heightMm, kerbKg },
    ]),
  );
}

/** Finds market types by id, in any state. Unknown ids are left out. Locks nothing. */
export async function lookupMarketTypes(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PublishedMarketType>> {
  if (ids.length === 0) return new Map();
  return byId(
    await db(tx)
      .selectFrom("carMarketType")
      .select(["id", "typeCode", "typeName", "parentId", "sort", "status", "rightsAllowed", "usableFor"])
      .where(isAmong("id", ids))
      .execute(),
  );
}

/** Finds the market type of a code, as which cars may be sold now. */
export async function marketTypeCoded(tx: Tx, typeCode: string): Promise<string | null> {
  return (await findRow(tx, "carMarketType", { typeCode, status: "ENABLED" }))?.id ?? null;
}
