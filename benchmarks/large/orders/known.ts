import type pg from "pg";
import { oneOf, placeOf } from "../staff.ts";

/** What the calls of the benchmark name, different in each set. */
export interface KnownOrders {
  /** From all over the set. */
  readonly ids: readonly string[];
  readonly orderNos: readonly string[];
  readonly vins: readonly string[];
  readonly storeId: string;
  readonly seriesId: string;
  readonly carConfigId: string;
  readonly advisorId: string;
  readonly butlerId: string;
  readonly regionId: string;
}

export async function knownOrders(client: pg.Client): Promise<KnownOrders> {
  const { rows } = await client.query<{ id: string; no: string; vin: string }>(
    `select id, order_no as no, vin from sales_order tablesample bernoulli (
       least(100, 20000.0 / (select greatest(1, n_live_tup) from pg_stat_user_tables where relname = 'sales_order')))
     where vin is not null limit 100`,
  );
  const order = await oneOf<Omit<KnownOrders, "ids" | "orderNos" | "vins" | "regionId">>(
    client,
    `select store_id as "storeId", series_id as "seriesId", car_config_id as "carConfigId", advisor_id as "advisorId",
       butler_id as "butlerId" from sales_order
     where state = 'READY' and butler_id is not null and store_id in (select id from store where state = 'OPEN')
     order by id limit 1`,
  );
  return {
    ids: rows.map(({ id }) => id),
    orderNos: rows.map(({ no }) => no),
    vins: rows.map(({ vin }) => vin),
    regionId: (await placeOf(client, "LARGE-R1")).id,
    ...order,
  };
}
