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
import { db } from "../database.ts";
import { editListed } from "./edit-listed.ts";
import { brands, type ModelRow, models, type SeriesRow, series } from "./tables.ts";

export const listBrands = reads(contract.listBrands, (tx) =>
  db(tx).selectFrom("carBrand").selectAll().orderBy("brandCode").execute(),
);

export const createBrand = writes(contract.createBrand, async (tx, { body }) => {
  await lockCatalogue(tx);
  const { brandCode } = body;
  const taken = await db(tx).selectFrom("carBrand").select("id").where("brandCode", "=", brandCode).executeTakeFirst();
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
  const made = await insertRecord(tx, series, { ...body, status: "ENABLED" });
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
  return insertRecord(tx, models, { ...body, status: "ENABLED" });
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
  return db(tx).selectFrom("carSeries").selectAll().orderBy("sort").orderBy("seriesCode").execute();
}

function allModels(tx: Tx): Promise<ModelRow[]> {
  return db(tx).selectFrom("carModel").selectAll().orderBy("modelCode").execute();
}

/** Whoever may see the series sees its picture. */
async function bindCover(tx: Tx, { id: bizId, coverFileId }: SeriesRow): Promise<void> {
  if (coverFileId) await bindFile(tx, coverFileId, { bizType: series.name, bizId });
}

type Names = Pick<SeriesRow, "seriesName" | "aliases">;

/** Whoever reads a word in a lead must be able to tell which series is meant. */
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
