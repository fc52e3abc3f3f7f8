import { example, type ProductApp } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import * as vehicle from "../../contract/index.ts";
import { givenConfig } from "../testing.ts";

const newCode = () => newId().slice(-8).toUpperCase();
const status = "DISABLED" as const;

async function oneOf(app: ProductApp, table: string): Promise<{ id: string; version: number }> {
  const [row] = await app.rows<{ id: string; version: number }>(
    `select id, version from ${table} order by created_at desc, id desc limit 1`,
  );
  return row ?? { id: newId(), version: 1 };
}

example(vehicle.createBrand, async () => ({ input: { body: { brandCode: newCode(), brandName: "品牌" } } }));
example(vehicle.editBrand, async (app) => {
  await givenConfig(app);
  const { id, version } = await oneOf(app, "car_brand");
  return { input: { params: { id }, body: { brandName: "新名", version } } };
});

example(vehicle.createSeries, async (app) => {
  await givenConfig(app);
  const { id: brandId } = await oneOf(app, "car_brand");
  const seriesName = newCode();
  return { input: { body: { brandId, seriesCode: newCode(), seriesName, aliases: [], sort: 1 } } };
});
example(vehicle.editSeries, async (app) => {
  const { seriesId: id } = await givenConfig(app);
  return { input: { params: { id }, body: { seriesName: newCode(), aliases: [], sort: 2, status, version: 1 } } };
});

const model = { bodyClass: "SEDAN" };
example(vehicle.createModel, async (app) => {
  const { seriesId } = await givenConfig(app);
  return { input: { body: { seriesId, modelCode: newCode(), modelName: newCode(), ...model } } };
});
example(vehicle.editModel, async (app) => {
  const { modelId: id } = await givenConfig(app);
  return { input: { params: { id }, body: { modelName: newCode(), ...model, status, version: 1 } } };
});

const option = { optionName: "选装", optionGroup: "SEAT" as const, contains: [] };
example(vehicle.createOption, async () => ({ input: { body: { optionCode: newCode(), ...option } } }));
example(vehicle.editOption, async (app) => {
  const id = newId();
  await app.rows(
    "insert into car_option values ($1::uuid, 1, now(), $1::uuid, now(), $1::uuid, $2, '选装', 'OTHER', '{}', 'ENABLED')",
    [id, newCode()],
  );
  return { input: { params: { id }, body: { ...option, status, version: 1 } } };
});

const color = { colorName: "颜色", hex: "#112233" };
example(vehicle.createColor, async () => ({
  input: { body: { colorCode: newCode(), side: "EXT" as const, ...color } },
}));
example(vehicle.editColor, async (app) => {
  const id = newId();
  await app.rows(
    "insert into car_color values ($1::uuid, 1, now(), $1::uuid, now(), $1::uuid, $2, '颜色', 'EXT', '#000000', 'ENABLED')",
    [id, newCode()],
  );
  return { input: { params: { id }, body: { ...color, status, version: 1 } } };
});

const config = {
  energyType: "BEV",
  batteryKwh: 80,
  onSaleFrom: "2026-01-01 00:00:00",
  saleCodes: [{ saleCode: "EXAMPLE-1", extColor: "EX-W01", intColor: null, optionCodes: null }],
  offers: [
    { itemKind: "COLOR" as const, itemCode: "EX-W01", mode: "OPTIONAL" as const },
    { itemKind: "COLOR" as const, itemCode: "IN-B02", mode: "STANDARD" as const },
  ],
};
const withCode = () => ({ ...config, saleCodes: config.saleCodes.map((one) => ({ ...one, saleCode: newCode() })) });
example(vehicle.createCarConfig, async (app) => {
  const { modelId } = await givenConfig(app);
  return { input: { body: { ...withCode(), configCode: newCode(), modelId, modelYear: 2027, trim: "版本" } } };
});
example(vehicle.editCarConfig, async (app) => {
  const { id } = await givenConfig(app);
  return { input: { params: { id }, body: { ...withCode(), trim: "版本", version: 1 } } };
});
example(vehicle.copyCarConfig, async (app) => {
  const { id } = await givenConfig(app);
  const body = { configCode: newCode(), modelYear: 2027, onSaleFrom: "2026-12-01 00:00:00" };
  return { input: { params: { id }, body } };
});
example(vehicle.enableCarConfig, async (app) => {
  const { id } = await givenConfig(app, { status: "DRAFT" });
  return { input: { params: { id }, body: { version: 1 } } };
});
example(vehicle.disableCarConfig, async (app) => {
  const { id } = await givenConfig(app);
  return { input: { params: { id }, body: { reason: "换代", version: 1 } } };
});

/** Makes a draft that another person prepared. */
async function givenDraft(app: ProductApp): Promise<string> {
  const { id: configId } = await givenConfig(app);
  const id = newId();
  await app.rows(
    `insert into car_price (id, created_at, created_by, updated_at, updated_by, car_config_id, kind, item_code, amount_fen)
     values ($1, now(), $1, now(), $1, $2, 'BASE', '', 100)`,
    [id, configId],
  );
  return id;
}
example(vehicle.preparePrices, async (app) => {
  const { id: carConfigId } = await givenConfig(app);
  return { input: { body: { rows: [{ carConfigId, kind: "BASE" as const, amountFen: 100 }] } } };
});
example(vehicle.publishPrices, async (app) => ({ input: { body: { ids: [await givenDraft(app)] } } }));
example(vehicle.removePrice, async (app) => ({
  input: { params: { id: await givenDraft(app) }, query: { version: 1 } },
}));
example(vehicle.endPrice, async (app) => {
  await givenConfig(app);
  const { id, version } = await oneOf(app, "car_price");
  return { input: { params: { id }, body: { effectiveTo: "2099-01-01 00:00:00", version } } };
});
example(vehicle.withdrawPrice, async (app) => {
  const id = await givenDraft(app);
  await app.rows(
    `update car_price set effective_to = now() + interval '9 days' where kind = 'BASE' and state = 'PUBLISHED'
       and car_config_id = (select car_config_id from car_price where id = $1)`,
    [id],
  );
  await app.rows(
    `update car_price set state = 'PUBLISHED', published_at = now(), effective_from = now() + interval '9 days' where id = $1`,
    [id],
  );
  return { input: { params: { id }, body: { reason: "有误", version: 1 } } };
});

const type = { rightsAllowed: true, usableFor: ["SALE" as const] };
async function givenType(app: ProductApp): Promise<string> {
  const id = newId();
  await app.rows(
    `insert into car_market_type values ($1::uuid, 1, now(), $1::uuid, now(), $1::uuid, $2, $2, null, 1, 'ENABLED', true,
       '{SALE}')`,
    [id, newCode()],
  );
  return id;
}
example(vehicle.createCarMarketType, async () => ({
  input: { body: { typeCode: newCode(), typeName: newCode(), ...type } },
}));
example(vehicle.editCarMarketType, async (app) => {
  const id = await givenType(app);
  return { input: { params: { id }, body: { typeName: newCode(), ...type, status, version: 1 } } };
});
example(vehicle.sortCarMarketTypes, async (app) => {
  const parentId = await givenType(app);
  const id = await givenType(app);
  await app.rows("update car_market_type set parent_id = $1, sort = 9 where id = $2", [parentId, id]);
  return { input: { body: { parentId, ids: [id] } } };
});
