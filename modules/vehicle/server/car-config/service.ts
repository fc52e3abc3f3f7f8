import { changeRecord, escapeLike, list, lockRecord, reads, requireRecord, writes } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { carConfigSheet, carConfigStates } from "../../contract/index.ts";
import { lockCatalogue } from "../catalogue-lock.ts";
import { catalogueChanged } from "../quote/changed.ts";
import { refuseUsed } from "../refuse-used.ts";
import { offersOf, present, presentOne } from "./present.ts";
import * as configs from "./save-config.ts";
import { carConfigs } from "./tables.ts";

export const listCarConfigs = list(contract.listCarConfigs, carConfigs, {
  where: {
    configCode: (typed) => sql<boolean>`car_config.config_code ilike ${`%${escapeLike(typed)}%`}`,
    saleCode: (typed) =>
      typed === ""
        ? null
        : sql<boolean>`exists (select 1 from car_sale_code s
            where s.car_config_id = car_config.id and s.sale_code = ${typed.toUpperCase()})`,
    isOnSale: (wanted, { now }) => sql<boolean>`(car_config.status = 'ENABLED' and car_config.on_sale_from <= ${now}
      and coalesce(car_config.on_sale_to > ${now}, true)) = ${wanted}`,
  },
  orderBy: ["configCode", "asc"],
  present,
  sheet: carConfigSheet,
});

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
