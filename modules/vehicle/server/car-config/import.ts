import { BusinessError, commonErrors } from "@ops/platform/contract";
import { type ImportRow, type ImportSource, SKIPPED, type Tx, type Verdict, type Verdicts } from "@ops/platform/server";
import type { z } from "zod";
import * as contract from "../../contract/index.ts";
import { OVERWRITE, vehicleErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { codesIn, readRow } from "../typed-row.ts";
import { offersOf, saleCodesOf } from "./present.ts";
import { createCarConfig, editCarConfig } from "./save-config.ts";
import type { CarConfigRow } from "./tables.ts";

const codeOf = ({ values }: ImportRow) => (values["configCode"] ?? "").trim().toUpperCase();

/** Which line has what only one configuration can have. */
type Claims = Map<string, number>;

/** 车型配置: new ones are drafts; those that are there change only where the operator lets the file do so. */
export const carConfigImportSource: ImportSource<unknown, Claims> = {
  kind: contract.carConfigImport,
  keyOf: codeOf,
  checksAlone: true,
  startMemory: () => new Map(),
  check: async (tx, rows, { options, memory: claims }) => {
    const known = await knownIn(tx, rows);
    const verdicts = new Map<number, Verdict>();
    for (const row of rows) {
      const verdict = verdictOf(tx, row, known, options.has(OVERWRITE.key)) ?? conflictOf(row, claims);
      if (verdict !== undefined) verdicts.set(row.line, verdict);
    }
    return verdicts satisfies Verdicts;
  },
  apply: applyRow,
};

/** One 物料号, or one 版本 of a model and year, in two rows: it belongs to the first of them that gets in. */
function conflictOf(row: ImportRow, lines: Claims): string | undefined {
  const claims = claimsOf(row);
  for (const { key, title } of claims) {
    const line = lines.get(key) ?? row.line;
    if (line !== row.line) return `${title}与第${line}行重复`;
  }
  for (const { key } of claims) lines.set(key, row.line);
  return undefined;
}

function claimsOf(row: ImportRow) {
  const { modelYear, trim } = row.values;
  const edition = JSON.stringify([modelCodeOf(row), modelYear, trim?.trim()]);
  return [
    ...saleCodesIn(row).map((saleCode) => ({ key: saleCode, title: `物料号${saleCode}` })),
    { key: edition, title: "年款和版本" },
  ];
}

type Fields = z.output<typeof contract.createCarConfig.body>;

/** What the database has of the codes that the rows name. */
interface Known {
  readonly configs: ReadonlyMap<string, CarConfigRow>;
  readonly models: ReadonlyMap<string, string>;
  /** The code of the configuration that a 物料号 belongs to. */
  readonly owners: ReadonlyMap<string, string>;
  /** The code of the configuration that has a 版本 of a model and year. */
  readonly trims: ReadonlyMap<string, string>;
}

const trimKey = ({ modelId, modelYear, trim }: Pick<CarConfigRow, "modelId" | "modelYear" | "trim">) =>
  JSON.stringify([modelId, modelYear, trim]);

async function knownIn(tx: Tx, rows: readonly ImportRow[]): Promise<Known> {
  const saleCodes = rows.flatMap(saleCodesIn);
  const configs = await db(tx)
    .selectFrom("carConfig")
    .selectAll()
    .where("configCode", "in", ["", ...rows.map(codeOf)])
    .execute();
  const models = await db(tx).selectFrom("carModel").select(["id", "modelCode"]).execute();
  const trims = await db(tx)
    .selectFrom("carConfig")
    .innerJoin("carModel", "carModel.id", "carConfig.modelId")
    .select(["configCode", "modelId", "modelYear", "trim"])
    .where("modelCode", "in", ["", ...new Set(rows.map(modelCodeOf))])
    .execute();
  const owners = await db(tx)
    .selectFrom("carSaleCode")
    .innerJoin("carConfig", "carConfig.id", "carSaleCode.carConfigId")
    .select(["saleCode", "configCode"])
    .where("saleCode", "in", ["", ...saleCodes])
    .execute();
  return {
    configs: new Map(configs.map((config) => [config.configCode, config])),
    models: new Map(models.map(({ id, modelCode }) => [modelCode, id])),
    owners: new Map(owners.map(({ saleCode, configCode }) => [saleCode, configCode])),
    trims: new Map(trims.map(({ configCode, ...of }) => [trimKey(of), configCode])),
  };
}

const modelCodeOf = ({ values }: Pick<ImportRow, "values">) => (values["modelCode"] ?? "").trim().toUpperCase();
const saleCodesIn = ({ values }: ImportRow): string[] => codesIn(values["saleCodes"]);

function verdictOf(tx: Tx, row: ImportRow, known: Known, mayOverwrite: boolean): Verdict | undefined {
  try {
    const fields = fieldsOf(row, known);
    const taken = fields.saleCodes.map(({ saleCode }) => known.owners.get(saleCode) ?? fields.configCode);
    const other = taken.find((code) => code !== fields.configCode);
    if (other) throw vehicleErrors.salecodeDup({ code: other });
    const config = known.configs.get(fields.configCode);
    if (!config) {
      requireFreeTrim(fields, known);
      return undefined;
    }
    if (!mayOverwrite) throw vehicleErrors.cfgDup();
    if (!tx.actor.mayCall(contract.editCarConfig)) throw commonErrors.forbidden();
    requireSameCar(config, fields);
    requireFreeTrim(fields, known);
    return isSame(config, fields, known) ? SKIPPED : undefined;
  } catch (error) {
    if (error instanceof BusinessError) return error.message;
    throw error;
  }
}

/** No other configuration of the model has the year and the 版本, as when it is typed by hand. */
function requireFreeTrim(fields: Fields, { trims }: Known): void {
  const owner = trims.get(trimKey(fields)) ?? fields.configCode;
  if (owner !== fields.configCode) throw vehicleErrors.cfgSame({ year: fields.modelYear, trim: fields.trim });
}

/** Code, model and year are what the configuration is. */
function requireSameCar(config: CarConfigRow, { modelId, modelYear, configCode }: Fields): void {
  const isSameCar = config.modelId === modelId && config.modelYear === modelYear;
  if (!isSameCar) throw vehicleErrors.cfgFixed({ code: configCode });
}

const compared = [
  "trim",
  "energyType",
  "batteryKwh",
  "rangeKm",
  "driveType",
  "seats",
  "lengthMm",
  "widthMm",
  "heightMm",
  "kerbKg",
  "onSaleFrom",
  "onSaleTo",
] as const;

function isSame(config: CarConfigRow, fields: Fields, { owners }: Known): boolean {
  const isKnown = fields.saleCodes.every(({ saleCode }) => owners.has(saleCode));
  return isKnown && compared.every((field) => String(config[field]) === String(fields[field]));
}

/** As the form would send it: what it refuses, the file is refused for. */
function fieldsOf({ values }: ImportRow, { models }: Known): Fields {
  const modelId = models.get(modelCodeOf({ values }));
  if (!modelId) throw vehicleErrors.modelUnknown();
  const number = (key: string) => (values[key] ? Number(values[key]) : null);
  const midnight = (key: string) => (values[key] ? `${values[key]} 00:00:00` : null);
  const { configCode, trim, energyType, driveType } = values;
  const sizes = { lengthMm: number("lengthMm"), widthMm: number("widthMm"), heightMm: number("heightMm") };
  return readRow(contract.createCarConfig.body, {
    configCode,
    modelId,
    modelYear: number("modelYear"),
    trim,
    energyType,
    driveType: driveType ?? null,
    batteryKwh: number("batteryKwh"),
    rangeKm: number("rangeKm"),
    seats: number("seats"),
    ...sizes,
    kerbKg: number("kerbKg"),
    onSaleFrom: midnight("onSaleFrom"),
    onSaleTo: midnight("onSaleTo"),
    saleCodes: codesIn(values["saleCodes"]).map((saleCode) => ({ saleCode, ...unspecified })),
    offers: [],
  });
}

const unspecified = { extColor: null, intColor: null, optionCodes: null };

async function applyRow(tx: Tx, row: ImportRow): Promise<void> {
  const known = await knownIn(tx, [row]);
  const { configCode, modelId, modelYear, ...fields } = fieldsOf(row, known);
  const config = known.configs.get(configCode);
  if (!config) {
    await createCarConfig(tx, { configCode, modelId, modelYear, ...fields });
    return;
  }
  const { id, version } = config;
  const former = await saleCodesOf(tx, id);
  const fresh = fields.saleCodes.filter(({ saleCode }) => former.every((code) => code.saleCode !== saleCode));
  const parts = { saleCodes: [...former, ...fresh], offers: await offersOf(tx, id) };
  await editCarConfig(tx, id, { ...fields, ...parts, version });
}
