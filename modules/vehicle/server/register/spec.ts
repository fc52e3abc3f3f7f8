import type { Tx } from "@ops/platform/server";
import { type CarFlag, carErrors, modelYearOf } from "../../contract/index.ts";
import { db } from "../database.ts";
import { configKeyOf } from "../quote/service.ts";
import { soldConfig } from "../quote/sold-config.ts";

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
  const sale = told.saleCode ? await saleCodeOf(tx, told.saleCode) : undefined;
  const config = await configOf(tx, { ...told, carConfigId: sale?.carConfigId ?? told.carConfigId });
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

function saleCodeOf(tx: Tx, saleCode: string) {
  return db(tx)
    .selectFrom("carSaleCode")
    .selectAll()
    .where("saleCode", "=", saleCode.trim().toUpperCase())
    .executeTakeFirst();
}

async function configOf(tx: Tx, { carConfigId, configCode }: ToldSpec) {
  const asked = db(tx).selectFrom("carConfig").select(["id", "modelYear", "energyType"]);
  if (carConfigId) return asked.where("id", "=", carConfigId).executeTakeFirst();
  return configCode ? asked.where("configCode", "=", configCode.trim().toUpperCase()).executeTakeFirst() : undefined;
}
