import type { BodyOf } from "@ops/platform/contract";
import { changeRecord, insertRecord, lockRecord, onlyOf, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { carConfigStates, vehicleErrors } from "../../contract/index.ts";
import { lockCatalogue } from "../catalogue-lock.ts";
import { findRow } from "../database.ts";
import { announceCatalogueChange } from "../quote/changed.ts";
import { requireModel } from "../series/require-model.ts";
import { saveParts } from "./parts.ts";
import { type PresentedDetail, presentOne } from "./present.ts";
import { type CarConfigRow, carConfigs } from "./tables.ts";

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
  await announceCatalogueChange(tx, id);
  return presentOne(tx, changed);
}

/** Requires all parts that a configuration needs to be built and sold, before it becomes 启用 (section 3.5). */
export async function requireComplete(tx: Tx, id: string): Promise<void> {
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
  if (await findRow(tx, "carConfig", { configCode })) throw vehicleErrors.cfgDup();
}

type Edition = Pick<CarConfigRow, "modelId" | "modelYear" | "trim">;

async function requireFreeTrim(tx: Tx, { modelId, modelYear, trim }: Edition): Promise<void> {
  const taken = await findRow(tx, "carConfig", { modelId, modelYear, trim });
  if (taken) throw vehicleErrors.cfgSame({ year: modelYear, trim });
}
