import { holdersOfCode } from "@ops/authority/server";
import { dayOf, startOfDay } from "@ops/platform/contract";
import { demoId, insertMany, systemActor, type Tx } from "@ops/platform/server";
import type { Insertable } from "kysely";
import { preparePrices } from "../../contract/index.ts";
import { db, findRow } from "../database.ts";
import { keepYear } from "../statistics/kept.ts";
import type { VehicleTables } from "../tables.generated.ts";
import { colors, configsOf, marketTypes, models, options, packages, series } from "./brand.ts";
import { loadDemoCars } from "./cars.ts";
import { draftRows, priceRows } from "./prices.ts";
import { type Stamp, stampedAt } from "./stamp.ts";

const DAY_MS = 86_400_000;
/** Changes happen in the morning, because people do not work at midnight. */
const MORNING_MS = 10.2 * 3_600_000;

/** Loads catalogue, price book and market types of the demo brand. It changes nothing if there is a brand already. */
export async function loadVehicleDemo(tx: Tx): Promise<void> {
  if (await findRow(tx, "carBrand", {})) return;
  const today = startOfDay(dayOf(tx.now));
  const stamp = stampedAt(new Date(today.getTime() - 300 * DAY_MS + MORNING_MS), systemActor.userId);
  const configs = configsOf(Number(dayOf(tx.now).slice(0, 4)));
  const by = await pricePlanner(tx);
  await insert(tx, "carBrand", [{ ...stamp("brand"), brandCode: "QIYUE", brandName: "启岳汽车" }]);
  await insert(tx, "carSeries", seriesRows(stamp));
  await insert(tx, "carModel", modelRows(stamp));
  await insert(tx, "carOption", optionRows(stamp));
  await insert(tx, "carColor", colorRows(stamp));
  await insert(tx, "carMarketType", typeRows(stamp, today));
  const configRows = configs.map((config) => configRow(stamp, config, today));
  await insert(tx, "carConfig", configRows);
  const built = configs.filter(({ status }) => status !== "DRAFT");
  const codes = built.flatMap(({ code }) => [
    saleCodeRow(code, `QY-${code}`, false),
    saleCodeRow(code, `QY-${code}-W`, true),
  ]);
  await insert(tx, "carSaleCode", codes);
  const offers = configs.flatMap(({ code, model }) => offersOf(code, model));
  await insert(tx, "carOffer", offers);
  const drafts = configs.flatMap((config) => draftRows(config, stamp, { today, by }));
  const prices = configs.flatMap((config) => priceRows(config, stamp, today));
  await insert(tx, "carPrice", [...prices, ...drafts]);
  await loadDemoCars(tx, configs, today);
  await countAnew(tx);
}

/** Finds somebody who may prepare prices by a role. Administrators are left out, because they may do everything. */
async function pricePlanner(tx: Tx): Promise<string> {
  const admins = await holdersOfCode(tx, "vehicle:demo:nobody");
  const planners = await holdersOfCode(tx, preparePrices.permission);
  return planners.filter((id) => !admins.includes(id)).toSorted()[0] ?? systemActor.userId;
}

/** Counts the statistics again. The schedules counted before the demo cars existed, and run again only in an hour. */
async function countAnew(tx: Tx): Promise<void> {
  await keepYear(tx);
  await db(tx).deleteFrom("carIntakeRollup").execute();
}

const configId = (code: string) => demoId(`carConfig:${code}`);
const seriesOf = (modelCode: string) => series.find((one) => one.models.some((code) => code === modelCode))?.code ?? "";

function seriesRows(stamp: Stamp): Rows<"carSeries"> {
  return series.map(({ code, name, aliases }, at) => ({
    ...stamp(`carSeries:${code}`),
    brandId: demoId("brand"),
    seriesCode: code,
    seriesName: name,
    aliases: [...aliases],
    sort: (at + 1) * 10,
  }));
}

function modelRows(stamp: Stamp): Rows<"carModel"> {
  return models.map(({ code, name, bodyClass }) => ({
    ...stamp(`carModel:${code}`),
    seriesId: demoId(`carSeries:${seriesOf(code)}`),
    modelCode: code,
    modelName: name,
    bodyClass,
  }));
}

function optionRows(stamp: Stamp): Rows<"carOption"> {
  const single = options.map(([code, name, group]) => ({ code, name, group, contains: [] as string[] }));
  const group = "PACKAGE" as const;
  const grouped = packages.map(([code, name, contains]) => ({ code, name, group, contains: [...contains] }));
  return [...single, ...grouped].map(({ code, name, group: optionGroup, contains }) => ({
    ...stamp(`carOption:${code}`),
    optionCode: code,
    optionName: name,
    optionGroup,
    contains,
  }));
}

function colorRows(stamp: Stamp): Rows<"carColor"> {
  return colors.map(([colorCode, colorName, side, hex]) => ({
    ...stamp(`carColor:${colorCode}`),
    colorCode,
    colorName,
    side,
    hex,
  }));
}

/** Gives each type a different day of its last change. */
function typeRows(stamp: Stamp, today: Date): Rows<"carMarketType"> {
  return marketTypes.map(([typeCode, typeName, rightsAllowed, usableFor], at) => ({
    ...stamp(`carMarketType:${typeCode}`),
    updatedAt: new Date(today.getTime() - (6 + at * 31) * DAY_MS + MORNING_MS + at * 2_231_000),
    typeCode,
    typeName,
    sort: at + 1,
    rightsAllowed,
    usableFor: [...usableFor],
  }));
}

function configRow(stamp: Stamp, config: ReturnType<typeof configsOf>[number], today: Date): Rows<"carConfig">[number] {
  const { code, model: modelCode, year, trim, drive, status } = config;
  const model = models.find((one) => one.code === modelCode);
  if (!model) throw new Error(`there is no model ${modelCode}`);
  const [lengthMm, widthMm, heightMm, kerbKg] = model.size;
  const isFormer = status === "DISABLED";
  const from = new Date(today.getTime() - (isFormer ? 600 : 300) * DAY_MS);
  const isAll = drive === "AWD";
  return {
    ...stamp(`carConfig:${code}`),
    configCode: code,
    modelId: demoId(`carModel:${modelCode}`),
    seriesId: demoId(`carSeries:${seriesOf(modelCode)}`),
    modelYear: year,
    trim,
    energyType: model.energyType,
    driveType: drive,
    seats: model.seats,
    batteryKwh: model.batteryKwh + (isAll ? 12 : 0),
    rangeKm: model.rangeKm + (isAll ? 40 : 0),
    lengthMm,
    widthMm,
    heightMm,
    kerbKg: kerbKg + (isAll ? 90 : 0),
    status,
    onSaleFrom: status === "DRAFT" ? new Date(today.getTime() + 60 * DAY_MS) : from,
    onSaleTo: isFormer ? new Date(today.getTime() - 30 * DAY_MS) : null,
  };
}

function saleCodeRow(code: string, saleCode: string, isFixed: boolean): Rows<"carSaleCode">[number] {
  const fixed = { extColor: "EX-W01", intColor: "IN-B02", optionCodes: [] };
  return { carConfigId: configId(code), saleCode, ...(isFixed ? fixed : {}) };
}

/** Makes the offers. Colours without a price are standard, and some options require or exclude others. */
function offersOf(code: string, model: string): Rows<"carOffer"> {
  const requires: Readonly<Record<string, string[]>> = { "OP-PARK": ["OP-ADS"], "OP-MASS": ["OP-SEAT"] };
  const excludes: Readonly<Record<string, string[]>> = { "OP-W21": ["OP-W20"], "OP-W21S": ["OP-W20", "OP-W21"] };
  const isSedan = model.startsWith("S");
  const row = (itemKind: "OPTION" | "COLOR", itemCode: string, mode: "STANDARD" | "OPTIONAL" | "BLOCKED") => ({
    carConfigId: configId(code),
    itemKind,
    itemCode,
    mode,
    requires: requires[itemCode] ?? [],
    excludes: excludes[itemCode] ?? [],
  });
  const isBlocked = (item: string) =>
    (item === "OP-TOW" && isSedan) || (item === "OP-SEAT6" && !model.startsWith("X5F"));
  const standard = code.endsWith("AWD") || code.endsWith("FE") ? "OP-W20" : "OP-ROOF";
  const modeOf = (item: string) => (isBlocked(item) ? "BLOCKED" : item === standard ? "STANDARD" : "OPTIONAL");
  return [
    ...colors.map(([color, , , , price]) => row("COLOR", color, price === 0 ? "STANDARD" : "OPTIONAL")),
    ...options.map(([item]) => row("OPTION", item, modeOf(item))),
    ...packages.map(([item]) => row("OPTION", item, "OPTIONAL")),
  ];
}

type Rows<N extends keyof VehicleTables> = Insertable<VehicleTables[N]>[];

function insert<N extends keyof VehicleTables & string>(
  tx: Tx,
  table: N,
  records: readonly (Insertable<VehicleTables[N]> & object)[],
): Promise<void> {
  return insertMany(tx, table, records);
}
