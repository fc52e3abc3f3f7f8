import { type AuthorityTestApp, testApp as authorityApp } from "@ops/authority/server/testing";
import { type Module, newId } from "@ops/platform/server";
import { startSeries } from "@ops/platform/server/testing";
import { vehicleModule } from "./index.ts";

export * from "./testing-cars.ts";

/** Declares the app of a test file with authority, vehicle and these modules. */
export function testApp(...modules: Module[]): AuthorityTestApp {
  return authorityApp(vehicleModule, ...modules);
}

/** The part of an app that the builders need. */
export interface Storing {
  rows<T = unknown>(statement: string, values?: unknown[]): Promise<T[]>;
}

const nextConfig = startSeries();
const stamp = "1, now(), $1::uuid, now(), $1::uuid";

export interface GivenConfig {
  readonly id: string;
  readonly modelId: string;
  readonly seriesId: string;
  readonly seriesCode: string;
  readonly configCode: string;
}

export interface ConfigWishes {
  readonly status?: "DRAFT" | "ENABLED" | "DISABLED";
  /** The code of the configuration. The series is new each time. */
  readonly configCode?: string;
}

/**
 * Makes a configuration with one 物料号, one exterior, one interior and one option, priced 239 900, 6 000, 0 and 12 000 元.
 * All in one statement, because hundreds of tests begin with it.
 */
export async function givenConfig(app: Storing, wishes: ConfigWishes = {}): Promise<GivenConfig> {
  const n = nextConfig();
  const [brandId, seriesId, modelId, id] = [newId(), newId(), newId(), newId()];
  const [seriesCode, configCode] = [`T${n}`, wishes.configCode ?? `T${n}-26-LR`];
  await app.rows(
    `with ${items}, brand as (insert into car_brand values ($2, ${stamp}, 'BRAND-' || $6::text, '品牌')),
       series as (insert into car_series values ($3, ${stamp}, $2, $7::text, '车系' || $7, '{}', 1, 'ENABLED')),
       model as (insert into car_model values ($4, ${stamp}, $3, $7, '车型' || $7, 'SEDAN', 'ENABLED')),
       config as (insert into car_config (id, version, created_at, created_by, updated_at, updated_by, config_code,
           model_id, series_id, model_year, trim, energy_type, battery_kwh, on_sale_from, status)
         values ($5, ${stamp}, $8, $4, $3, 2026, '长续航', 'BEV', 80, now() - interval '1 year', $9)),
       sale_code as (insert into car_sale_code values ('MAT-' || $6, $5)),
       offer as (insert into car_offer (car_config_id, item_kind, item_code, mode)
         values ($5, 'COLOR', 'EX-W01', 'OPTIONAL'), ($5, 'COLOR', 'IN-B02', 'STANDARD'), ($5, 'OPTION', 'OP-ADS', 'OPTIONAL'))
     insert into car_price (${priceColumns})
     select uuidv7(), ${stamp}, $5, kind, code, fen, ${published}
     from (values ('BASE', '', 23990000), ('COLOR', 'EX-W01', 600000), ('OPTION', 'OP-ADS', 1200000)) as price (kind, code, fen)`,
    [newId(), brandId, seriesId, modelId, id, n, seriesCode, configCode, wishes.status ?? "ENABLED"],
  );
  return { id, modelId, seriesId, seriesCode, configCode };
}

interface PriceWishes {
  readonly configId: string;
  readonly kind: string;
  readonly code: string;
  readonly amountFen: number;
}

const priceColumns = `id, version, created_at, created_by, updated_at, updated_by, car_config_id, kind, item_code, amount_fen,
  effective_from, state, published_at`;
const published = "now() - interval '1 year', 'PUBLISHED', now()";

/** Adds a price that was published a year ago. */
export async function givenPrice(app: Storing, { configId, kind, code, amountFen }: PriceWishes): Promise<void> {
  await app.rows(`insert into car_price (${priceColumns}) values (uuidv7(), ${stamp}, $2, $3, $4, $5, ${published})`, [
    newId(),
    configId,
    kind,
    code,
    amountFen,
  ]);
}

/** The options and colours of all test configurations: single options, a package of two of them, two exteriors and two interiors. */
const items = `
  option as (insert into car_option
    select uuidv7(), ${stamp}, * from (values
      ('OP-ADS', '高阶智驾', 'ADS', '{}'::text[]),
      ('OP-SEAT', '舒享座椅', 'SEAT', '{}'),
      ('OP-WHEEL', '21寸轮毂', 'WHEEL', '{}'),
      ('PK-LUX', '豪华包', 'PACKAGE', '{OP-ADS,OP-SEAT}')) as given on conflict do nothing),
  color as (insert into car_color
    select uuidv7(), ${stamp}, * from (values
      ('EX-W01', '珍珠白', 'EXT', '#f5f5f0'),
      ('EX-B01', '曜石黑', 'EXT', '#15171a'),
      ('IN-B02', '墨黑', 'INT', '#22252a'),
      ('IN-W02', '米白', 'INT', '#ece5d8')) as given on conflict do nothing)`;

/** Adds the options and colours of all test configurations. */
export async function givenItems(app: Storing): Promise<void> {
  await app.rows(`with ${items} select`, [newId()]);
}
