import { modelYearOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type Selectable, sql } from "kysely";
import { type CarFlag, carErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { configKeyOf } from "../quote/quote.ts";
import { soldConfig } from "../quote/sold-config.ts";
import type { VehicleTables } from "../tables.generated.ts";

/**
 * The specification of a car as a file or the factory gives it: a configuration or a 物料号, which may bring colours and
 * options.
 */
export interface ToldSpec {
  readonly carConfigId?: string | undefined;
  readonly configCode?: string | undefined;
  readonly saleCode?: string | undefined;
  readonly optionCodes?: readonly string[] | undefined;
  readonly extColor?: string | undefined;
  readonly intColor?: string | undefined;
}

export interface Spec {
  readonly carConfigId: string;
  readonly optionCodes: string[];
  readonly extColor: string;
  readonly intColor: string;
  readonly configKey: string;
  readonly modelYear: number;
  readonly energyType: string;
}

/** Completes the specification. Refuses with VEHICLE_CFG_UNKNOWN if the configuration or a colour is unknown. */
export async function requireSpec(tx: Tx, told: ToldSpec): Promise<Spec> {
  return specIn(tx, await builtBy(tx, [told]), told);
}

/** Does the same with the part of the catalogue that is already loaded. */
export async function specIn(tx: Tx, { sales, configs }: Built, told: ToldSpec): Promise<Spec> {
  const sale = told.saleCode ? sales.get(codeOf(told.saleCode)) : undefined;
  const config = configs.get((sale?.carConfigId ?? told.carConfigId) || codeOf(told.configCode ?? ""));
  const extColor = told.extColor ?? sale?.extColor;
  const intColor = told.intColor ?? sale?.intColor;
  if (!config || !extColor || !intColor) throw carErrors.cfgUnknown();
  const optionCodes = [...new Set(told.optionCodes ?? sale?.optionCodes ?? [])].sort();
  const chosen = { carConfigId: config.id, optionCodes, extColor, intColor };
  const { modelYear, energyType } = config;
  return { ...chosen, configKey: await configKeyOf(tx, chosen), modelYear, energyType };
}

/** Finds oddities of the car. It is registered in spite of them. */
export async function flagsOf(tx: Tx, vin: string, spec: Spec, isCheckOdd: boolean): Promise<CarFlag[]> {
  const { areColors, areOptions } = await offeredOf(tx, spec);
  const flags: CarFlag[] = [];
  if (isCheckOdd) flags.push("CHECK_ODD");
  if (modelYearOf(vin) !== spec.modelYear) flags.push("YEAR_ODD");
  if (!areColors || !areOptions) flags.push("SPEC_ODD");
  return flags;
}

/**
 * Refuses items that the configuration does not offer. Files use this instead of flags, because a file can be corrected
 * before its import (section 8).
 */
export async function requireOffered(tx: Tx, spec: Spec): Promise<void> {
  const { areColors, areOptions } = await offeredOf(tx, spec);
  if (!areColors) throw carErrors.colorOdd();
  if (!areOptions) throw carErrors.optionOdd();
}

/** Tells whether the configuration offers the options and the colours, each on its side. */
async function offeredOf(tx: Tx, spec: Spec): Promise<{ areColors: boolean; areOptions: boolean }> {
  const config = await tx.kept(soldConfig, spec.carConfigId);
  const find = (code: string) => {
    const item = config?.items.get(code);
    return item?.mode === "BLOCKED" ? undefined : item;
  };
  return {
    areColors: find(spec.extColor)?.side === "EXT" && find(spec.intColor)?.side === "INT",
    areOptions: spec.optionCodes.every((code) => find(code)?.itemKind === "OPTION"),
  };
}

/** The part of the catalogue to which specifications refer: 物料号 by code, configurations by id and by code. */
export interface Built {
  readonly sales: ReadonlyMap<string, Selectable<VehicleTables["carSaleCode"]>>;
  readonly configs: ReadonlyMap<string, BuiltConfig>;
}

type BuiltConfig = Pick<Selectable<VehicleTables["carConfig"]>, "id" | "configCode" | "modelYear" | "energyType">;

const codeOf = (typed: string) => typed.trim().toUpperCase();

/** Loads the part of the catalogue to which these specifications refer, at once. */
export async function builtBy(tx: Tx, list: readonly ToldSpec[]): Promise<Built> {
  const saleCodes = [...new Set(list.flatMap(({ saleCode }) => (saleCode ? codeOf(saleCode) : [])))];
  const found = saleCodes.length > 0 ? await salesOf(tx, saleCodes) : [];
  const ids = [...found, ...list].flatMap(({ carConfigId }) => carConfigId || []);
  const codes = list.flatMap(({ configCode }) => (configCode ? codeOf(configCode) : []));
  const configs = await configsOf(tx, [...new Set(ids)], [...new Set(codes)]);
  return {
    sales: new Map(found.map((sale) => [sale.saleCode, sale])),
    configs: new Map(configs.flatMap((one) => [[one.id, one] as const, [one.configCode, one] as const])),
  };
}

const salesOf = (tx: Tx, saleCodes: readonly string[]) =>
  db(tx).selectFrom("carSaleCode").selectAll().where(sql<boolean>`sale_code = any(${saleCodes}::text[])`).execute();

async function configsOf(tx: Tx, ids: readonly string[], codes: readonly string[]): Promise<BuiltConfig[]> {
  if (ids.length === 0 && codes.length === 0) return [];
  return db(tx)
    .selectFrom("carConfig")
    .select(["id", "configCode", "modelYear", "energyType"])
    .where(sql<boolean>`(id = any(${ids}::uuid[]) or config_code = any(${codes}::text[]))`)
    .execute();
}
