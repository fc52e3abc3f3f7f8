import type { BodyOf, QueryOf } from "@ops/platform/contract";
import {
  changeRecord,
  escapeLike,
  exportsList,
  insertRecord,
  is,
  listPage,
  lockRecord,
  onlyOf,
  requireRecord,
  type Tx,
  wholeList,
} from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { carConfigSheet, carConfigStates, vehicleErrors } from "../../contract/index.ts";
import { lockCatalogue } from "../catalogue-lock.ts";
import { db } from "../database.ts";
import { catalogueChanged } from "../quote/changed.ts";
import { refuseUsed } from "../refuse-used.ts";
import { requireModel } from "../series/service.ts";
import { saveParts } from "./parts.ts";
import { offersOf, type PresentedDetail, present, presentOne } from "./present.ts";
import { carConfigs } from "./tables.ts";

type Query = QueryOf<typeof contract.listCarConfigs>;

export async function listCarConfigs(tx: Tx, query: Query) {
  const page = await listPage(tx, carConfigs, query, shownConfigs(tx, query));
  return { ...page, list: await present(tx, page.list) };
}

/** The same configurations as a sheet. */
export const carConfigExport = exportsList(carConfigSheet, (tx, query) =>
  wholeList(tx, carConfigs, query, { ...shownConfigs(tx, query), show: present }),
);

function shownConfigs(tx: Tx, query: Query) {
  const { seriesId, modelId, modelYear, energyType, status, isOnSale } = query;
  return {
    where: [
      is("seriesId", seriesId),
      is("modelId", modelId),
      is("modelYear", modelYear),
      is("energyType", energyType),
      is("status", status),
      codeLike(query.configCode),
      hasSaleCode(query.saleCode),
      onSale(isOnSale, tx.now),
    ],
    orderBy: ["configCode", "asc"] as const,
  };
}

export async function getCarConfig(tx: Tx, id: string): Promise<PresentedDetail> {
  return presentOne(tx, await requireRecord(tx, carConfigs, id));
}

export async function createCarConfig(tx: Tx, body: BodyOf<typeof contract.createCarConfig>): Promise<PresentedDetail> {
  await lockCatalogue(tx);
  const { saleCodes, offers, ...fields } = body;
  const { seriesId } = await requireModel(tx, body.modelId);
  await requireFreeCode(tx, body.configCode);
  await requireFreeTrim(tx, body);
  const config = await insertRecord(tx, carConfigs, { ...fields, seriesId, status: carConfigStates.initial });
  await saveParts(tx, config, { saleCodes, offers });
  return presentOne(tx, config);
}

export async function editCarConfig(
  tx: Tx,
  id: string,
  body: BodyOf<typeof contract.editCarConfig>,
): Promise<PresentedDetail> {
  await lockCatalogue(tx);
  const { version, saleCodes, offers, ...changes } = body;
  const config = await lockRecord(tx, carConfigs, id, version, presentOne);
  if (changes.trim !== config.trim) await requireFreeTrim(tx, { ...config, trim: changes.trim });
  const changed = await changeRecord(tx, carConfigs, config, changes);
  await saveParts(tx, changed, { saleCodes, offers });
  if (changed.status === "ENABLED") await requireComplete(tx, id);
  await catalogueChanged(tx, id);
  return presentOne(tx, changed);
}

/** A new year of the same car: what the factory calls it and what it costs are decided anew. */
export async function copyCarConfig(
  tx: Tx,
  id: string,
  body: BodyOf<typeof contract.copyCarConfig>,
): Promise<PresentedDetail> {
  const {
    id: _id,
    version,
    createdAt,
    createdBy,
    updatedAt,
    updatedBy,
    ...source
  } = await requireRecord(tx, carConfigs, id);
  return createCarConfig(tx, { ...source, ...body, onSaleTo: null, saleCodes: [], offers: await offersOf(tx, id) });
}

export async function enableCarConfig(
  tx: Tx,
  id: string,
  { version }: BodyOf<typeof contract.enableCarConfig>,
): Promise<PresentedDetail> {
  await lockCatalogue(tx);
  const config = await lockRecord(tx, carConfigs, id, version, presentOne);
  const status = carConfigStates.next(config.status, "enable");
  await requireComplete(tx, id);
  const enabled = await changeRecord(tx, carConfigs, config, { status });
  await catalogueChanged(tx, id);
  return presentOne(tx, enabled);
}

export async function disableCarConfig(
  tx: Tx,
  id: string,
  { version, reason }: BodyOf<typeof contract.disableCarConfig>,
): Promise<PresentedDetail> {
  await lockCatalogue(tx);
  const config = await lockRecord(tx, carConfigs, id, version, presentOne);
  const status = carConfigStates.next(config.status, "disable");
  await refuseUsed(tx, carConfigs.name, id);
  tx.trail.reason = reason;
  const disabled = await changeRecord(tx, carConfigs, config, { status });
  await catalogueChanged(tx, id);
  return presentOne(tx, disabled);
}

/** 3.5: what is 启用 can be built and sold. */
async function requireComplete(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ codes: boolean; ext: boolean; int: boolean; price: boolean }>`
    select exists (select 1 from car_sale_code where car_config_id = ${id}) as codes,
      exists (select 1 from car_offer o join car_color c on c.color_code = o.item_code and c.side = 'EXT'
        where o.car_config_id = ${id} and o.mode <> 'BLOCKED') as ext,
      exists (select 1 from car_offer o join car_color c on c.color_code = o.item_code and c.side = 'INT'
        where o.car_config_id = ${id} and o.mode <> 'BLOCKED') as "int",
      exists (select 1 from car_price where car_config_id = ${id} and kind = 'BASE' and state = 'PUBLISHED'
        and (effective_to is null or effective_to > ${tx.now})) as price`.execute(tx.kysely);
  const has = onlyOf(rows);
  const missing = [!has.codes && "物料号", !has.ext && "外观", !has.int && "内饰", !has.price && "已发布的基础价"];
  const named = missing.filter((one) => one !== false);
  if (named.length > 0) throw vehicleErrors.cfgIncomplete({ missing: named.join("、") });
}

async function requireFreeCode(tx: Tx, configCode: string): Promise<void> {
  const taken = await db(tx)
    .selectFrom("carConfig")
    .select("id")
    .where("configCode", "=", configCode)
    .executeTakeFirst();
  if (taken) throw vehicleErrors.cfgDup();
}

async function requireFreeTrim(tx: Tx, of: { modelId: string; modelYear: number; trim: string }): Promise<void> {
  const taken = await db(tx)
    .selectFrom("carConfig")
    .select("id")
    .where("modelId", "=", of.modelId)
    .where("modelYear", "=", of.modelYear)
    .where("trim", "=", of.trim)
    .executeTakeFirst();
  if (taken) throw vehicleErrors.cfgSame({ year: of.modelYear, trim: of.trim });
}

function codeLike(typed: string | undefined): RawBuilder<boolean> | null {
  return typed ? sql<boolean>`car_config.config_code ilike ${`%${escapeLike(typed)}%`}` : null;
}

function hasSaleCode(saleCode: string | undefined): RawBuilder<boolean> | null {
  if (!saleCode) return null;
  return sql<boolean>`exists (select 1 from car_sale_code s
    where s.car_config_id = car_config.id and s.sale_code = ${saleCode.toUpperCase()})`;
}

function onSale(wanted: boolean | undefined, now: Date): RawBuilder<boolean> | null {
  if (wanted === undefined) return null;
  return sql<boolean>`(car_config.status = 'ENABLED' and car_config.on_sale_from <= ${now}
    and coalesce(car_config.on_sale_to > ${now}, true)) = ${wanted}`;
}
