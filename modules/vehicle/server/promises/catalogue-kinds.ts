import type { Kind, PromiseGround } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import { givenConfig } from "../testing.ts";

/** The catalogue is the same for the whole brand, so a record either exists or does not. */
function ofCatalogue(table: string, make: (ground: PromiseGround) => Promise<string>): Kind {
  return {
    places: ["home", "missing"],
    make: async (ground, place) => (place === "missing" ? newId() : make(ground)),
    facts: `select id::text as id, true as exists, '{}'::uuid[] as "organizationIds", null as "ownerId", true as everywhere
      from ${table}`,
  };
}

const made = async ({ app }: PromiseGround) => givenConfig(app);
const anyOf = (table: string) => async (ground: PromiseGround) => {
  await made(ground);
  const [row] = await ground.app.rows<{ id: string }>(
    `select id from ${table} order by created_at desc, id desc limit 1`,
  );
  return row?.id ?? newId();
};

const carBrands = ofCatalogue("car_brand", anyOf("car_brand"));
const carSeries = ofCatalogue("car_series", async (ground) => (await made(ground)).seriesId);
const carModels = ofCatalogue("car_model", async (ground) => (await made(ground)).modelId);
const carConfigs = ofCatalogue("car_config", async (ground) => (await made(ground)).id);
const carOptions = ofCatalogue("car_option", anyOf("car_option"));
const carColors = ofCatalogue("car_color", anyOf("car_color"));
const carPrices = ofCatalogue("car_price", anyOf("car_price"));
const carMarketTypes = ofCatalogue("car_market_type", async ({ app }) => {
  const id = newId();
  await app.rows(
    `insert into car_market_type values ($1::uuid, 1, now(), $1::uuid, now(), $1::uuid, right($2, 12), $2, null, 1, 'ENABLED',
       true, '{SALE}')`,
    [id, id.toUpperCase()],
  );
  return id;
});

export const catalogueKinds = {
  carBrands,
  carSeries,
  carModels,
  carConfigs,
  carOptions,
  carColors,
  carPrices,
  carMarketTypes,
};
