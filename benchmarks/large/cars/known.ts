import type pg from "pg";
import { oneOf } from "../staff.ts";

/** What the calls of the benchmark name, different in each set. */
export interface KnownCars {
  /** Of the large set, from all over the register. */
  readonly vins: readonly string[];
  readonly seriesId: string;
  readonly carConfigId: string;
  readonly saleCode: string;
  readonly extColor: string;
  readonly marketTypeId: string;
  readonly plateNo: string;
}

export async function knownCars(client: pg.Client): Promise<KnownCars> {
  const { rows } = await client.query<{ vin: string }>(
    "select vin from car where plate_no like '苏%D%' order by hashtext(vin) limit 5000",
  );
  const car = await oneOf<{ config: string; color: string; type: string; plate: string }>(
    client,
    `select car_config_id as config, ext_color as color, market_type_id as type, plate_no as plate from car where vin = $1`,
    [rows[0]?.vin],
  );
  const config = await oneOf<{ series: string; code: string }>(
    client,
    `select series_id as series, sale_code as code from car_config join car_sale_code on car_config_id = id where id = $1`,
    [car.config],
  );
  return {
    vins: rows.map(({ vin }) => vin),
    seriesId: config.series,
    carConfigId: car.config,
    saleCode: config.code,
    extColor: car.color,
    marketTypeId: car.type,
    plateNo: car.plate,
  };
}
