import type { QueryOf } from "@ops/platform/contract";
import {
  changeRecord,
  escapeLike,
  exportsList,
  is,
  listPage,
  lockRecord,
  reads,
  requireRecord,
  type Tx,
  wholeList,
  writes,
} from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { carConfigSheet, carConfigStates } from "../../contract/index.ts";
import { lockCatalogue } from "../catalogue-lock.ts";
import { catalogueChanged } from "../quote/changed.ts";
import { refuseUsed } from "../refuse-used.ts";
import { offersOf, present, presentOne } from "./present.ts";
import * as configs from "./save-config.ts";
import { carConfigs } from "./tables.ts";

type Query = QueryOf<typeof contract.listCarConfigs>;

export const listCarConfigs = reads(contract.listCarConfigs, async (tx, { query }) => {
  const page = await listPage(tx, carConfigs, query, shownConfigs(tx, query));
  return { ...page, list: await present(tx, page.list) };
});

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

export const getCarConfig = reads(contract.getCarConfig, async (tx, { params }) =>
  presentOne(tx, await requireRecord(tx, carConfigs, params.id)),
);

export const createCarConfig = writes(contract.createCarConfig, (tx, { body }) => configs.createCarConfig(tx, body));

export const editCarConfig = writes(contract.editCarConfig, (tx, { params, body }) =>
  configs.editCarConfig(tx, params.id, body),
);

/** A new year of the same car: what the factory calls it and what it costs are decided anew. */
export const copyCarConfig = writes(contract.copyCarConfig, async (tx, { params: { id }, body }) => {
  const {
    id: _id,
    version,
    createdAt,
    createdBy,
    updatedAt,
    updatedBy,
    ...source
  } = await requireRecord(tx, carConfigs, id);
  const offers = await offersOf(tx, id);
  return configs.createCarConfig(tx, { ...source, ...body, onSaleTo: null, saleCodes: [], offers });
});

export const enableCarConfig = writes(contract.enableCarConfig, async (tx, { params: { id }, body: { version } }) => {
  await lockCatalogue(tx);
  const config = await lockRecord(tx, carConfigs, id, version, presentOne);
  const status = carConfigStates.next(config.status, "enable");
  await configs.requireComplete(tx, id);
  const enabled = await changeRecord(tx, carConfigs, config, { status });
  await catalogueChanged(tx, id);
  return presentOne(tx, enabled);
});

export const disableCarConfig = writes(contract.disableCarConfig, async (tx, { params: { id }, body }) => {
  await lockCatalogue(tx);
  const config = await lockRecord(tx, carConfigs, id, body.version, presentOne);
  const status = carConfigStates.next(config.status, "disable");
  await refuseUsed(tx, carConfigs.name, id);
  tx.trail.reason = body.reason;
  const disabled = await changeRecord(tx, carConfigs, config, { status });
  await catalogueChanged(tx, id);
  return presentOne(tx, disabled);
});

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
