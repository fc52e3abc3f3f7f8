import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../contract/index.ts";
import { testApp } from "../testing.ts";
import { loadVehicleDemo } from "./load.ts";

const app = testApp();

test("vehicle 11 the demo brand has its catalogue, price book and market types; loaded twice, nothing changes", async () => {
  await app.arrange(loadVehicleDemo);
  await app.arrange(loadVehicleDemo);
  const [counted] = await app.rows(
    `select (select count(*)::int from car_series) as series, (select count(*)::int from car_model) as models,
       (select count(*)::int from car_config) as configs,
       (select count(*)::int from car_config where status = 'DRAFT') as drafts,
       (select count(*)::int from car_config where status = 'DISABLED') as disabled,
       (select count(*)::int from car_color) as colors, (select count(*)::int from car_option) as options,
       (select count(*)::int from car_option where option_group = 'PACKAGE') as packages,
       (select count(*)::int from car_market_type) as types,
       (select count(*)::int from car_market_type where not rights_allowed) as "typesWithoutRights",
       (select count(*)::int from car_price where effective_from > now() and state = 'PUBLISHED') as coming,
       (select count(*)::int from car_price where state = 'DRAFT') as waiting`,
  );
  assert.deepEqual(counted, {
    series: 4,
    models: 9,
    configs: 24,
    drafts: 3,
    disabled: 4,
    colors: 14,
    options: 22,
    packages: 3,
    types: 7,
    typesWithoutRights: 2,
    coming: 2,
    waiting: 2,
  });
});

test("vehicle 11 what the demo offers can be sold", async () => {
  const anybody = await app.signIn({ permissions: ["vehicle:carConfig:list"] });
  const query = { status: "ENABLED" as const, pageSize: 100 };
  const { data } = await anybody.call(contract.listCarConfigs, { query });
  assert.equal(data.list.length, 17);
  for (const { id, configCode } of data.list) {
    const choice = { carConfigId: id, extColor: "EX-W01", intColor: "IN-B02", optionCodes: "PK-LUX,OP-ADS,OP-W21" };
    const quote = await anybody.call(contract.quoteCar, { query: choice });
    assert.equal(quote.data.reason, "", configCode);
  }
});
