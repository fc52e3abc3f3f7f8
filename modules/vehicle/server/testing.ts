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
 */
export async function givenConfig(app: Storing, wishes: ConfigWishes = {}): Promise<GivenConfig> {
  const n = nextConfig();
  const [brandId, seriesId, modelId, id] = [newId(), newId(), newId(), newId()];
  const [seriesCode, configCode] = [`T${n}`, wishes.configCode ?? `T${n}-26-LR`];
  await app.rows(`insert into car_brand values ($1, ${stamp}, 'BRAND-' || $2, '品牌')`, [brandId, n]);
  await app.rows(`insert into car_series values ($1, ${stamp}, $2, $3::text, '车系' || $3, '{}', 1, 'ENABLED')`, [
    seriesId,
    brandId,
    seriesCode,
  ]);
  await app.rows(`insert into car_model values ($1, ${stamp}, $2, $3::text, '车型' || $3, 'SEDAN', 'ENABLED')`, [
    modelId,
    seriesId,
    seriesCode,
  ]);
  await app.rows(
    `insert into car_config (id, version, created_at, created_by, updated_at, updated_by, config_code, model_id, series_id,
       model_year, trim, energy_type, battery_kwh, on_sale_from, status)
     values ($1, ${stamp}, $2, $3, $4, 2026, '长续航', 'BEV', 80, now() - interval '1 year', $5)`,
    [id, configCode, modelId, seriesId, wishes.status ?? "ENABLED"],
  );
  await givenItems(app);
  await app.rows("insert into car_sale_code values ($1, $2)", [`MAT-${n}`, id]);
  for (const [kind, code, mode] of givenOffers) {
    await app.rows("insert into car_offer (car_config_id, item_kind, item_code, mode) values ($1, $2, $3, $4)", [
      id,
      kind,
      code,
      mode,
    ]);
  }
  for (const [kind, code, amountFen] of givenPrices) await givenPrice(app, { configId: id, kind, code, amountFen });
  return { id, modelId, seriesId, seriesCode, configCode };
}

const givenOffers = [
  ["COLOR", "EX-W01", "OPTIONAL"],
  ["COLOR", "IN-B02", "STANDARD"],
  ["OPTION", "OP-ADS", "OPTIONAL"],
] as const;
const givenPrices = [
  ["BASE", "", 23_990_000],
  ["COLOR", "EX-W01", 600_000],
  ["OPTION", "OP-ADS", 1_200_000],
] as const;

interface PriceWishes {
  readonly configId: string;
  readonly kind: string;
  readonly code: string;
  readonly amountFen: number;
}

/** Adds a price that was published a year ago. */
export async function givenPrice(app: Storing, { configId, kind, code, amountFen }: PriceWishes): Promise<void> {
  await app.rows(
    `insert into car_price (id, version, created_at, created_by, updated_at, updated_by, car_config_id, kind, item_code,
       amount_fen, effective_from, state, published_at)
     values ($1, ${stamp}, $2, $3, $4, $5, now() - interval '1 year', 'PUBLISHED', now())`,
    [newId(), configId, kind, code, amountFen],
  );
}

/**
 * Adds the options and colours of all test configurations: single options, a package of two of them, two exteriors and
 * two interiors.
 */
export async function givenItems(app: Storing): Promise<void> {
  const options = [
    ["OP-ADS", "高阶智驾", "ADS", "{}"],
    ["OP-SEAT", "舒享座椅", "SEAT", "{}"],
    ["OP-WHEEL", "21寸轮毂", "WHEEL", "{}"],
    ["PK-LUX", "豪华包", "PACKAGE", "{OP-ADS,OP-SEAT}"],
  ];
  const colors = [
    ["EX-W01", "珍珠白", "EXT", "#f5f5f0"],
    ["EX-B01", "曜石黑", "EXT", "#15171a"],
    ["IN-B02", "墨黑", "INT", "#22252a"],
    ["IN-W02", "米白", "INT", "#ece5d8"],
  ];
  for (const option of options) {
    await app.rows(`insert into car_option values ($1, ${stamp}, $2, $3, $4, $5) on conflict do nothing`, [
      newId(),
      ...option,
    ]);
  }
  for (const color of colors) {
    await app.rows(`insert into car_color values ($1, ${stamp}, $2, $3, $4, $5) on conflict do nothing`, [
      newId(),
      ...color,
    ]);
  }
}
