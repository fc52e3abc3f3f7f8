import { commonErrors } from "@ops/platform/contract";
import { type ImportRow, type ImportSource, SKIPPED, type Tx, verdictsOf } from "@ops/platform/server";
import type { z } from "zod";
import * as contract from "../../contract/index.ts";
import { OVERWRITE, vehicleErrors } from "../../contract/index.ts";
import { db, findRows } from "../database.ts";
import { codesIn, readRow } from "../typed-row.ts";
import { offersOf, saleCodesOf } from "./present.ts";
import { createCarConfig, editCarConfig } from "./save-config.ts";
import type { CarConfigRow } from "./tables.ts";

const codeOf = ({ values }: ImportRow) => (values["configCode"] ?? "").trim().toUpperCase();

/** Remembers the line of the file that has claimed a value which only one configuration can have. */
type Claims = Map<string, number>;

/**
 * The import of 车型配置. New configurations become drafts. Existing ones change only if the operator allows the file to
 * overwrite.
 */
export const carConfigImportSource: ImportSource<unknown, Claims> = {
  kind: contract.carConfigImport,
  keyOf: codeOf,
  checksAlone: true,
  startMemory: () => new Map(),
  check: async (tx, rows, { options, memory: claims }) => {
    const known = await knownIn(tx, rows);
    const mayOverwrite = options.has(OVERWRITE.key);
    return verdictsOf(rows, (row) => verdictOf(tx, row, known, mayOverwrite) ?? conflictOf(row, claims));
  },
  apply: applyRow,
};

/**
 * Finds two rows that claim the same 物料号, or the same 版本 of a model and year. The first row that passes the check keeps
 * it.
 */
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

/** What the database already has for the codes in the rows. */
interface Known {
  readonly configs: ReadonlyMap<string, CarConfigRow>;
  readonly models: ReadonlyMap<string, string>;
  /** The code of the configuration to which each 物料号 belongs. */
  readonly owners: ReadonlyMap<string, string>;
  /** The code of the configuration that has each 版本 of a model and year. */
  readonly trims: ReadonlyMap<string, string>;
}

const trimKey = ({ modelId, modelYear, trim }: Pick<CarConfigRow, "modelId" | "modelYear" | "trim">) =>
  JSON.stringify([modelId, modelYear, trim]);

async function knownIn(tx: Tx, rows: readonly ImportRow[]): Promise<Known> {
  const saleCodes = rows.flatMap(saleCodesIn);
  const configs = await findRows(tx, "carConfig", { configCode: rows.map(codeOf) });
  const models = await findRows(tx, "carModel", {});
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

function verdictOf(tx: Tx, row: ImportRow, known: Known, mayOverwrite: boolean): typeof SKIPPED | undefined {
  const fields = fieldsOf(row, known);
  const taken = fields.saleCodes.map(({ saleCode }) => known.owners.get(saleCode) ?? fields.configCode);
  const other = taken.find((code) => code !== fields.configCode);
  if (other) throw vehicleErrors.salecodeDup({ code: other });
  const config = known.configs.get(fields.configCode);
  if (config) {
    if (!mayOverwrite) throw vehicleErrors.cfgDup();
    if (!tx.actor.mayCall(contract.editCarConfig)) throw commonErrors.forbidden();
    requireSameCar(config, fields);
  }
  requireFreeTrim(fields, known);
  return config && isSame(config, fields, known) ? SKIPPED : undefined;
}

/** Refuses a 版本 that another configuration of the same model and year has, as the form does. */
function requireFreeTrim(fields: Fields, { trims }: Known): void {
  const owner = trims.get(trimKey(fields)) ?? fields.configCode;
  if (owner !== fields.configCode) throw vehicleErrors.cfgSame({ year: fields.modelYear, trim: fields.trim });
}

/** Refuses another model or year for a known code, because code, model and year identify the configuration. */
function requireSameCar(config: CarConfigRow, { modelId, modelYear, configCode }: Fields): void {
  const isSameCar = config.modelId === modelId && config.modelYear === modelYear;
  if (!isSameCar) throw vehicleErrors.cfgFixed({ code: configCode });
}

function isSame(config: CarConfigRow, { saleCodes, offers: _offers, ...fields }: Fields, { owners }: Known): boolean {
  const stored: Readonly<Record<string, unknown>> = { ...config };
  const isKnown = saleCodes.every(({ saleCode }) => owners.has(saleCode));
  return isKnown && Object.entries(fields).every(([name, value]) => String(stored[name]) === String(value));
}

const sizes = ["lengthMm", "widthMm", "heightMm", "kerbKg"];
const numbers = ["modelYear", "batteryKwh", "rangeKm", "seats", ...sizes];

/** Builds the body that the form would send, so that a file is refused for the same reasons as the form. */
function fieldsOf({ values }: ImportRow, { models }: Known): Fields {
  const modelId = models.get(modelCodeOf({ values }));
  if (!modelId) throw vehicleErrors.modelUnknown();
  const number = (key: string) => (values[key] ? Number(values[key]) : null);
  const midnight = (key: string) => (values[key] ? `${values[key]} 00:00:00` : null);
  const { configCode, trim, energyType, driveType } = values;
  return readRow(contract.createCarConfig.body, {
    ...Object.fromEntries(numbers.map((key) => [key, number(key)])),
    configCode,
    modelId,
    trim,
    energyType,
    driveType: driveType ?? null,
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
