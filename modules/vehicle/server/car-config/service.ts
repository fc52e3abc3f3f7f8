import { acting, escapeLike, get, list, requireRecord, type Tx, writes } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { carConfigSheet } from "../../contract/index.ts";
import { lockCatalogue } from "../catalogue-lock.ts";
import { announceCatalogueChange } from "../quote/changed.ts";
import { refuseUsed } from "../refuse-used.ts";
import { offersOf, present, presentOne } from "./present.ts";
import * as configs from "./save-config.ts";
import { type CarConfigRow, carConfigs } from "./tables.ts";

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

export const getCarConfig = get(contract.getCarConfig, carConfigs, presentOne);

export const createCarConfig = writes(contract.createCarConfig, (tx, { body }) => configs.createCarConfig(tx, body));

export const editCarConfig = writes(contract.editCarConfig, (tx, { params, body }) =>
  configs.editCarConfig(tx, params.id, body),
);

/** Copies a configuration for a new year. 物料号 and prices are not copied, because both are decided anew each year. */
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

const tellSellers = (tx: Tx, { id }: CarConfigRow) => announceCatalogueChange(tx, id);

export const carConfigActing = acting(contract.carConfigActs, carConfigs, {
  present: (tx, rows) => Promise.all(rows.map((row) => presentOne(tx, row))),
  first: lockCatalogue,
  on: {
    enable: async (tx, { id }) => {
      await configs.requireComplete(tx, id);
      return {};
    },
    disable: async (tx, { id }) => {
      await refuseUsed(tx, carConfigs.name, id);
      return {};
    },
  },
  after: { enable: tellSellers, disable: tellSellers },
});
