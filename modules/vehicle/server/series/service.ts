import {
  asStored,
  bindFile,
  changeRecord,
  insertRecord,
  lockRecord,
  reads,
  requireRecord,
  type Tx,
  writes,
} from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { vehicleErrors } from "../../contract/index.ts";
import { lockCatalogue } from "../catalogue-lock.ts";
import { findRow, findRows } from "../database.ts";
import { editListed } from "./edit-listed.ts";
import { brands, type ModelRow, models, type SeriesRow, series } from "./tables.ts";

export const listBrands = reads(contract.listBrands, (tx) => findRows(tx, "carBrand", {}, "brandCode"));

export const createBrand = writes(contract.createBrand, async (tx, { body }) => {
  await lockCatalogue(tx);
  const taken = await findRow(tx, "carBrand", { brandCode: body.brandCode });
  if (taken) throw vehicleErrors.codeDup({ what: brands.entity });
  return insertRecord(tx, brands, body);
});

export const editBrand = writes(contract.editBrand, async (tx, { params: { id }, body: { version, ...changes } }) =>
  changeRecord(tx, brands, await lockRecord(tx, brands, id, version, asStored), changes),
);

export const listSeries = reads(contract.listSeries, allSeries);

export const createSeries = writes(contract.createSeries, async (tx, { body }) => {
  await lockCatalogue(tx);
  await requireRecord(tx, brands, body.brandId);
  const others = await allSeries(tx);
  const isTaken = others.some(({ seriesCode }) => seriesCode === body.seriesCode);
  if (isTaken) throw vehicleErrors.codeDup({ what: series.entity });
  requireOwnNames(body, others);
  const made = await insertRecord(tx, series, body);
  await bindCover(tx, made);
  return made;
});

export const editSeries = writes(contract.editSeries, async (tx, { params: { id }, body: { version, ...changes } }) => {
  const changed = await editListed(tx, series, { id, version }, changes, async () =>
    requireOwnNames(
      changes,
      (await allSeries(tx)).filter((other) => other.id !== id),
    ),
  );
  await bindCover(tx, changed);
  return changed;
});

export const listModels = reads(contract.listModels, allModels);

export const createModel = writes(contract.createModel, async (tx, { body }) => {
  await lockCatalogue(tx);
  await requireRecord(tx, series, body.seriesId);
  const others = await allModels(tx);
  const isTaken = others.some(({ modelCode }) => modelCode === body.modelCode);
  if (isTaken) throw vehicleErrors.codeDup({ what: models.entity });
  requireOwnName(body, others);
  return insertRecord(tx, models, body);
});

export const editModel = writes(contract.editModel, (tx, { params: { id }, body: { version, ...changes } }) =>
  editListed(tx, models, { id, version }, changes, async ({ seriesId }) =>
    requireOwnName(
      { seriesId, ...changes },
      (await allModels(tx)).filter((other) => other.id !== id),
    ),
  ),
);

function allSeries(tx: Tx): Promise<SeriesRow[]> {
  return findRows(tx, "carSeries", {}, "sort", "seriesCode");
}

function allModels(tx: Tx): Promise<ModelRow[]> {
  return findRows(tx, "carModel", {}, "modelCode");
}

/** Binds the picture to the series, so that everybody who may see the series sees it. */
async function bindCover(tx: Tx, { id: bizId, coverFileId }: SeriesRow): Promise<void> {
  if (coverFileId) await bindFile(tx, coverFileId, { bizType: series.name, bizId });
}

type Names = Pick<SeriesRow, "seriesName" | "aliases">;

/** Keeps names and aliases unique, so that a word in a lead always means one series. */
function requireOwnNames({ seriesName, aliases }: Names, others: readonly SeriesRow[]): void {
  if (others.some((other) => other.seriesName === seriesName)) throw vehicleErrors.nameDup({ what: series.entity });
  for (const alias of aliases) {
    const holder = others.find((other) => other.seriesName === alias || other.aliases.includes(alias));
    if (holder) throw vehicleErrors.aliasDup({ name: holder.seriesName });
  }
  const holder = others.find((other) => other.aliases.includes(seriesName));
  if (holder) throw vehicleErrors.aliasDup({ name: holder.seriesName });
}

type ModelName = Pick<ModelRow, "seriesId" | "modelName">;

function requireOwnName({ seriesId, modelName }: ModelName, others: readonly ModelRow[]): void {
  const isTaken = others.some((other) => other.seriesId === seriesId && other.modelName === modelName);
  if (isTaken) throw vehicleErrors.nameDup({ what: models.entity });
}
