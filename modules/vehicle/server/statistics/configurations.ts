import { inScope, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { carConfigName } from "../../contract/index.ts";
import { cars } from "../car-record/tables.ts";
import { firstMonth } from "./lead-times.ts";
import type { Statistics } from "./service.ts";
import { inStock } from "./stock.ts";

/** A chart can show so many areas. All other configurations are combined into one. */
const SHOWN = 40;

type Configuration = Statistics["configurations"][number];
interface Counted extends Omit<Configuration, "configKey" | "configName"> {
  readonly configKey: string;
  readonly modelName: string;
  readonly modelYear: number;
  readonly trim: string;
  /** The totals, including configurations that are not shown. */
  readonly allProduced: number;
  readonly allAllocated: number;
  readonly allStock: number;
}

/** 配置结构: counts cars built in the last twelve months, held by orders and in stock, by the key of equal cars. */
export async function countConfigurations(tx: Tx): Promise<Configuration[]> {
  const since = firstMonth(tx.now);
  const { rows } = await sql<Counted>`
    select top.*, m.model_name as "modelName", c.model_year as "modelYear", c.trim,
      array(select coalesce(o.option_name, code) from unnest(top.option_codes) with ordinality as chosen (code, at)
        left join car_option o on o.option_code = code order by at) as "optionNames",
      coalesce(ext.color_name, top.ext_color) as "extColorName", coalesce(int.color_name, top.int_color) as "intColorName"
    from (
      select config_key as "configKey", min(car_config_id::text)::uuid as car_config_id, min(ext_color) as ext_color,
        min(int_color) as int_color, min(option_codes) as option_codes,
        (count(*) filter (where produced_on >= ${since}::date))::int as produced,
        (count(*) filter (where hold_state = 'ALLOCATED'))::int as allocated, (count(*) filter (where ${inStock}))::int as stock,
        (sum(count(*) filter (where produced_on >= ${since}::date)) over ())::int as "allProduced",
        (sum(count(*) filter (where hold_state = 'ALLOCATED')) over ())::int as "allAllocated",
        (sum(count(*) filter (where ${inStock})) over ())::int as "allStock"
      from car where (produced_on >= ${since}::date or hold_state in ('FREE', 'LOCKED', 'ALLOCATED')) and ${inScope(tx, cars)}
      group by config_key order by count(*) desc, config_key limit ${SHOWN}
    ) top join car_config c on c.id = top.car_config_id join car_model m on m.id = c.model_id
      left join car_color ext on ext.color_code = top.ext_color left join car_color int on int.color_code = top.int_color
    order by produced + allocated + stock desc, "configKey"`.execute(tx.kysely);
  const shown = rows.map((row): Configuration => ({ ...row, configName: carConfigName(row) }));
  const [first] = rows;
  const rest = first && {
    produced: first.allProduced - sumOf(rows, "produced"),
    allocated: first.allAllocated - sumOf(rows, "allocated"),
    stock: first.allStock - sumOf(rows, "stock"),
  };
  if (!rest || rest.produced + rest.allocated + rest.stock === 0) return shown;
  return [
    ...shown,
    { configKey: null, configName: "其他", extColorName: "", intColorName: "", optionNames: [], ...rest },
  ];
}

const sumOf = (rows: readonly Counted[], of: "produced" | "allocated" | "stock"): number =>
  rows.reduce((sum, row) => sum + row[of], 0);
