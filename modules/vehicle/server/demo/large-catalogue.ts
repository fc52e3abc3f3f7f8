import { largeId } from "@ops/platform/server";

/** Each model year has ten trims, each model five years and each series four models. All of them are on sale. */
const TRIMS = 10;
const YEARS = 5;
const MODELS = 4;

const seriesId = (n: string) => largeId("10001", n);
const modelId = (n: string) => largeId("10002", n);
const configId = (n: string) => largeId("10003", n);

const GIVEN = "with given as (select $1::int as configs, $2::timestamptz as at, $3::uuid as by)";
const columns = "id, version, created_at, created_by, updated_at, updated_by";
const stamps = "1, given.at, given.by, given.at, given.by";

const SERIES = `${GIVEN} insert into car_series (${columns}, brand_id, series_code, series_name, sort)
  select ${seriesId("n")}, ${stamps}, (select id from car_brand limit 1), 'LG' || n, '规模车系' || n, 1000 + n
  from given, generate_series(0, (configs - 1) / ${TRIMS * YEARS * MODELS}) n`;

const CAR_MODELS = `${GIVEN} insert into car_model (${columns}, series_id, model_code, model_name, body_class)
  select ${modelId("n")}, ${stamps}, ${seriesId(`n / ${MODELS}`)}, 'LGM' || n, '规模车型' || n, 'SUV_M'
  from given, generate_series(0, (configs - 1) / ${TRIMS * YEARS}) n`;

const CONFIGS = `${GIVEN} insert into car_config (${columns}, config_code, model_id, series_id, model_year, trim, energy_type,
    battery_kwh, range_km, on_sale_from, status)
  select ${configId("n")}, ${stamps}, 'LG-' || lpad(n::text, 6, '0'), ${modelId(`n / ${TRIMS * YEARS}`)},
    ${seriesId(`n / ${TRIMS * YEARS * MODELS}`)}, 2022 + n / ${TRIMS} % ${YEARS}, '规模版' || n % ${TRIMS}, 'BEV', 82.5, 700,
    given.at - interval '30 days', 'ENABLED'
  from given, generate_series(0, configs - 1) n`;

const CODES = `${GIVEN} insert into car_sale_code (sale_code, car_config_id)
  select 'LARGE-' || n, ${configId("n")} from given, generate_series(0, configs - 1) n`;

/** Offers every colour and some of the options. */
const OFFERS = `${GIVEN} insert into car_offer (car_config_id, item_kind, item_code, mode)
  select ${configId("n")}, item.kind, item.code, 'OPTIONAL' from given, generate_series(0, configs - 1) n, (
    select 'COLOR' as kind, color_code as code from car_color
    union all select 'OPTION', option_code from car_option where option_group = 'ADS') item`;

/** Makes a base price that was changed once, and a price for each item. */
const PRICES = `${GIVEN}, large as (select * from car_config where config_code like 'LG-%'), price as (
    select id, 'BASE' as kind, '' as code, 20000000 as fen, on_sale_from as since, on_sale_from + interval '90 days' as until
    from large
    union all select id, 'BASE', '', 21000000, on_sale_from + interval '90 days', null from large
    union all select id, item_kind, item_code, 500000, on_sale_from, null from large join car_offer on car_config_id = id)
  insert into car_price (${columns}, car_config_id, kind, item_code, amount_fen, effective_from, effective_to, state,
    published_at, published_by)
  select uuidv7(), ${stamps}, price.*, 'PUBLISHED', given.at, given.by from given, price`;

/** The statements. Each takes the number of configurations, the time of their creation and their author. */
export const CATALOGUE: readonly string[] = [SERIES, CAR_MODELS, CONFIGS, CODES, OFFERS, PRICES];
