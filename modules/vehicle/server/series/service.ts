import { type BodyOf, commonErrors } from "@ops/platform/contract";
import {
  asStored,
  bindFile,
  changeRecord,
  insertRecord,
  lockRecord,
  requireRecord,
  type Tx,
} from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { vehicleErrors } from "../../contract/index.ts";
import { lockCatalogue } from "../catalogue-lock.ts";
import { db } from "../database.ts";
import { catalogueChanged } from "../quote/changed.ts";
import { refuseUsed } from "../refuse-used.ts";
import { brands, models, type SeriesRow, series } from "./tables.ts";

export function listBrands(tx: Tx) {
  return db(tx).selectFrom("carBrand").selectAll().orderBy("brandCode").execute();
}

export async function createBrand(tx: Tx, body: BodyOf<typeof contract.createBrand>) {
  await lockCatalogue(tx);
  const { brandCode } = body;
  const taken = await db(tx).selectFrom("carBrand").select("id").where("brandCode", "=", brandCode).executeTakeFirst();
  if (taken) throw vehicleErrors.codeDup({ what: "品牌" });
  return insertRecord(tx, brands, body);
}

export async function editBrand(tx: Tx, id: string, { version, ...changes }: BodyOf<typeof contract.editBrand>) {
  return changeRecord(tx, brands, await lockRecord(tx, brands, id, version, asStored), changes);
}

export function listSeries(tx: Tx): Promise<SeriesRow[]> {
  return db(tx).selectFrom("carSeries").selectAll().orderBy("sort").orderBy("seriesCode").execute();
}

export async function createSeries(tx: Tx, body: BodyOf<typeof contract.createSeries>) {
  await lockCatalogue(tx);
  await requireRecord(tx, brands, body.brandId);
  const others = await listSeries(tx);
  if (others.some(({ seriesCode }) => seriesCode === body.seriesCode)) throw vehicleErrors.codeDup({ what: "车系" });
  requireOwnNames(body, others);
  const made = await insertRecord(tx, series, { ...body, status: "ENABLED" });
  await bindCover(tx, made);
  return made;
}

/** Whoever may see the series sees its picture. */
async function bindCover(tx: Tx, { id: bizId, coverFileId }: SeriesRow): Promise<void> {
  if (coverFileId) await bindFile(tx, coverFileId, { bizType: series.name, bizId });
}

export async function editSeries(tx: Tx, id: string, { version, ...changes }: BodyOf<typeof contract.editSeries>) {
  await lockCatalogue(tx);
  const row = await lockRecord(tx, series, id, version, asStored);
  const others = (await listSeries(tx)).filter((other) => other.id !== id);
  requireOwnNames(changes, others);
  if (changes.status === "DISABLED" && row.status === "ENABLED") await refuseUsed(tx, series.name, id);
  const changed = await changeRecord(tx, series, row, changes);
  await bindCover(tx, changed);
  await catalogueChanged(tx);
  return changed;
}

interface Names {
  readonly seriesName: string;
  readonly aliases: readonly string[];
}

/** Whoever reads a word in a lead must be able to tell which series is meant. */
function requireOwnNames({ seriesName, aliases }: Names, others: readonly SeriesRow[]): void {
  if (others.some((other) => other.seriesName === seriesName)) throw vehicleErrors.nameDup({ what: "车系" });
  for (const alias of aliases) {
    const holder = others.find((other) => other.seriesName === alias || other.aliases.includes(alias));
    if (holder) throw vehicleErrors.aliasDup({ name: holder.seriesName });
  }
  const holder = others.find((other) => other.aliases.includes(seriesName));
  if (holder) throw vehicleErrors.aliasDup({ name: holder.seriesName });
}

export function listModels(tx: Tx) {
  return db(tx).selectFrom("carModel").selectAll().orderBy("modelCode").execute();
}

export async function createModel(tx: Tx, body: BodyOf<typeof contract.createModel>) {
  await lockCatalogue(tx);
  await requireRecord(tx, series, body.seriesId);
  const others = await listModels(tx);
  if (others.some(({ modelCode }) => modelCode === body.modelCode)) throw vehicleErrors.codeDup({ what: "车型" });
  requireOwnName(others, body.seriesId, body.modelName);
  return insertRecord(tx, models, { ...body, status: "ENABLED" });
}

export async function editModel(tx: Tx, id: string, { version, ...changes }: BodyOf<typeof contract.editModel>) {
  await lockCatalogue(tx);
  const row = await lockRecord(tx, models, id, version, asStored);
  const others = (await listModels(tx)).filter((other) => other.id !== id);
  requireOwnName(others, row.seriesId, changes.modelName);
  if (changes.status === "DISABLED" && row.status === "ENABLED") await refuseUsed(tx, models.name, id);
  const changed = await changeRecord(tx, models, row, changes);
  await catalogueChanged(tx);
  return changed;
}

function requireOwnName(
  others: readonly { seriesId: string; modelName: string }[],
  seriesId: string,
  modelName: string,
): void {
  const taken = others.some((other) => other.seriesId === seriesId && other.modelName === modelName);
  if (taken) throw vehicleErrors.nameDup({ what: "车型" });
}

/** A model that configurations may be made of. */
export async function requireModel(tx: Tx, modelId: string) {
  const model = await db(tx).selectFrom("carModel").selectAll().where("id", "=", modelId).executeTakeFirst();
  if (!model) throw commonErrors.notFound();
  return model;
}
