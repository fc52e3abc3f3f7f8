import type { Tx } from "@ops/platform/server";
import { type Selectable, sql } from "kysely";
import { type CarFlag, carErrors, modelYearOf } from "../../contract/index.ts";
import { db } from "../database.ts";
import { configKeyOf } from "../quote/quote.ts";
import { soldConfig } from "../quote/sold-config.ts";
import type { VehicleTables } from "../tables.generated.ts";

/** What a car is, as a file or the factory says it: a configuration or a 物料号, which may bring colours and options. */
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

/** The whole specification; VEHICLE_CFG_UNKNOWN where the configuration or a colour is not known. */
export async function requireSpec(tx: Tx, told: ToldSpec): Promise<Spec> {
  return specIn(tx, await builtBy(tx, [told]), told);
}

/** The same for one of those whose catalogue is loaded. */
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

/** What is odd about it: the car is registered all the same. */
export async function flagsOf(tx: Tx, vin: string, spec: Spec, isCheckOdd: boolean): Promise<CarFlag[]> {
  const { areColors, areOptions } = await offeredOf(tx, spec);
  const flags: CarFlag[] = [];
  if (isCheckOdd) flags.push("CHECK_ODD");
  if (modelYearOf(vin) !== spec.modelYear) flags.push("YEAR_ODD");
  if (!areColors || !areOptions) flags.push("SPEC_ODD");
  return flags;
}

/** A file is corrected before it gets in: what the configuration does not offer is refused there, not flagged (section 8). */
export async function requireOffered(tx: Tx, spec: Spec): Promise<void> {
  const { areColors, areOptions } = await offeredOf(tx, spec);
  if (!areColors) throw carErrors.colorOdd();
  if (!areOptions) throw carErrors.optionOdd();
}

/** Whether the configuration offers the colours, each for its side, and the options. */
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

/** What specifications refer to: 物料号 by their code, configurations by their id and by their code. */
export interface Built {
  readonly sales: ReadonlyMap<string, Selectable<VehicleTables["carSaleCode"]>>;
  readonly configs: ReadonlyMap<string, BuiltConfig>;
}

type BuiltConfig = Pick<Selectable<VehicleTables["carConfig"]>, "id" | "configCode" | "modelYear" | "energyType">;

const codeOf = (typed: string) => typed.trim().toUpperCase();

/** The part of the catalogue that these refer to, looked up at once. */
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
