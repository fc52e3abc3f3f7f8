import assert from "node:assert/strict";
import { test } from "node:test";
import { wireTime } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type GivenConfig, givenConfig, givenPrice, testApp } from "../testing.ts";

const app = testApp();

async function quoteOf(config: GivenConfig, query: Record<string, string> = {}) {
  const anybody = await app.signIn();
  const asked = { carConfigId: config.id, extColor: "EX-W01", intColor: "IN-B02", ...query };
  return (await anybody.call(contract.quoteCar, { query: asked })).data;
}

interface Offered {
  readonly kind?: "OPTION" | "COLOR";
  readonly mode?: "OPTIONAL" | "STANDARD" | "BLOCKED";
  readonly requires?: string;
  readonly excludes?: string;
  readonly validTo?: Date;
}

async function offer(config: GivenConfig, code: string, offered: Offered = {}, amountFen = 100): Promise<void> {
  const { kind = "OPTION", mode = "OPTIONAL", requires = "{}", excludes = "{}", validTo = null } = offered;
  await app.rows("insert into car_offer values ($1, $2, $3, $4, null, $5, $6, $7)", [
    config.id,
    kind,
    code,
    mode,
    validTo,
    requires,
    excludes,
  ]);
  if (mode === "OPTIONAL") await givenPrice(app, { configId: config.id, kind, code, amountFen });
}

test("VE-R4 a standard item fulfils a requirement only while it is offered, and is dropped if a chosen item excludes it", async () => {
  const reasonWith = async (seat: Offered, wheel: Offered, chosen = "OP-WHEEL") => {
    const config = await givenConfig(app);
    await offer(config, "OP-SEAT", seat);
    await offer(config, "OP-WHEEL", wheel);
    return (await quoteOf(config, { optionCodes: chosen })).reason;
  };
  const needs = { requires: "{OP-SEAT}" };
  const wanted = "「21寸轮毂」须同时选择「舒享座椅」";
  assert.equal(await reasonWith({}, needs), wanted);
  assert.equal(await reasonWith({}, needs, "OP-WHEEL,OP-SEAT"), "");
  assert.equal(await reasonWith({ mode: "STANDARD" }, needs), "");
  const ended = new Date(app.now().getTime() - 60_000);
  assert.equal(await reasonWith({ mode: "STANDARD", validTo: ended }, needs), wanted);
  assert.equal(await reasonWith({ mode: "BLOCKED" }, needs), wanted);
  const against = { excludes: "{OP-SEAT}" };
  assert.equal(await reasonWith({ mode: "STANDARD" }, against), "");
  assert.equal(await reasonWith({}, against), "");
  const both = "「21寸轮毂」与「舒享座椅」不能同时选择";
  assert.equal(await reasonWith({}, against, "OP-WHEEL,OP-SEAT"), both);
  assert.equal(await reasonWith({ mode: "STANDARD" }, against, "OP-WHEEL,OP-SEAT"), both, "chosen all the same");
});

test("VE-R4 a car has one exterior and one interior colour; a price of another kind or item does not count", async () => {
  const config = await givenConfig(app);
  await offer(config, "EX-B01", { kind: "COLOR" });
  await offer(config, "IN-W02", { kind: "COLOR" });
  assert.equal((await quoteOf(config, { optionCodes: "EX-B01" })).reason, "须选择一种外观");
  assert.equal((await quoteOf(config, { optionCodes: "IN-W02" })).reason, "须选择一种内饰");
  const black = await quoteOf(config, { extColor: "EX-B01" });
  assert.deepEqual([black.reason, black.sumFen], ["", 23_990_000 + 100]);
  await app.rows("update car_price set kind = 'OPTION' where car_config_id = $1 and item_code = 'EX-B01'", [config.id]);
  const other = await givenConfig(app);
  await offer(other, "EX-B01", { kind: "COLOR" });
  await app.rows("update car_price set kind = 'OPTION' where car_config_id = $1 and item_code = 'EX-B01'", [other.id]);
  assert.equal((await quoteOf(other, { extColor: "EX-B01" })).reason, "「曜石黑」没有生效的价格");
  const strange = await quoteOf(other, { optionCodes: "OP-NIL" });
  assert.deepEqual([strange.reason, strange.sellable], ["「OP-NIL」不可选", false]);
  assert.equal(
    (await (await app.signIn()).call(contract.quoteCar, { query: { carConfigId: newId() } })).msgCode,
    "COMMON_NOT_FOUND",
  );
});

test("vehicle 6 the catalogue is a tree of series, models, years and trims, each with its own, the newest year first", async () => {
  const config = await givenConfig(app);
  const add = async (year: number, code: string) => {
    const id = newId();
    await app.rows(
      `insert into car_config (id, version, created_at, created_by, updated_at, updated_by, config_code, model_id, series_id,
         model_year, trim, energy_type, battery_kwh, on_sale_from, status)
       values ($1, 1, now(), $1, now(), $1, $2, $3, $4, $5, $2, 'BEV', 80, now() - interval '1 year', 'ENABLED')`,
      [id, code, config.modelId, config.seriesId, year],
    );
    return id;
  };
  const [newer, twin] = [await add(2027, `${config.seriesCode}-27`), await add(2026, `${config.seriesCode}-26-A`)];
  const other = await givenConfig(app);
  const anybody = await app.signIn();
  const treeOf = async (seriesId: string, query: { onlySellable?: "true"; at?: string } = {}) => {
    const { data } = await anybody.call(contract.carCatalogue, { query });
    return data.filter((one) => one.seriesId === seriesId);
  };
  const trim = (carConfigId: string, configCode: string, name: string, guidePriceFen: number | null) => ({
    carConfigId,
    configCode,
    trim: name,
    guidePriceFen,
  });
  const shown = (tree: Awaited<ReturnType<typeof treeOf>>) =>
    tree.map(({ seriesName, models }) => [
      seriesName,
      models.map(({ modelName, years }) => [
        modelName,
        years.map(({ modelYear, trims }) => [
          modelYear,
          trims.map(({ carConfigId, configCode, trim: name, guidePriceFen }) =>
            trim(carConfigId, configCode, name, guidePriceFen),
          ),
        ]),
      ]),
    ]);
  const own = trim(config.id, config.configCode, "长续航", 23_990_000);
  const twinTrim = trim(twin, `${config.seriesCode}-26-A`, `${config.seriesCode}-26-A`, null);
  const ofYear = [twinTrim, own].toSorted((a, b) => (a.configCode < b.configCode ? -1 : 1));
  assert.deepEqual(shown(await treeOf(config.seriesId)), [
    [
      `车系${config.seriesCode}`,
      [
        [
          `车型${config.seriesCode}`,
          [
            [2027, [trim(newer, `${config.seriesCode}-27`, `${config.seriesCode}-27`, null)]],
            [2026, ofYear],
          ],
        ],
      ],
    ],
  ]);
  const isSold = async (change: string, values: unknown[] = []) => {
    const one = await givenConfig(app);
    await app.rows(change, [one.id, ...values]);
    return [(await treeOf(one.seriesId)).length, (await treeOf(one.seriesId, { onlySellable: "true" })).length];
  };
  assert.deepEqual(await isSold("select $1::uuid"), [1, 1]);
  assert.deepEqual(await isSold("update car_config set status = 'DISABLED' where id = $1"), [1, 0]);
  const of = (column: string) => `(select ${column} from car_config where id = $1)`;
  assert.deepEqual(await isSold(`update car_series set status = 'DISABLED' where id = ${of("series_id")}`), [1, 0]);
  assert.deepEqual(await isSold(`update car_model set status = 'DISABLED' where id = ${of("model_id")}`), [1, 0]);
  const past = new Date(Math.floor(app.now().getTime() / 60_000) * 60_000 - 3_600_000);
  const [at, before] = [wireTime(past), wireTime(new Date(past.getTime() - 1_000))];
  const soldAt = async (column: string) => {
    const one = await givenConfig(app);
    await app.rows(`update car_config set ${column} = $2 where id = $1`, [one.id, past]);
    const counts = [];
    for (const asked of [before, at]) {
      counts.push((await treeOf(one.seriesId, { onlySellable: "true", at: asked })).length);
    }
    return counts;
  };
  assert.deepEqual(await soldAt("on_sale_from"), [0, 1]);
  assert.deepEqual(await soldAt("on_sale_to"), [1, 0]);
  const priced = async (column: string) => {
    await app.rows(`update car_price set ${column} = $2 where car_config_id = $1 and kind = 'BASE'`, [other.id, past]);
    const prices = [];
    for (const asked of [before, at]) {
      const [series] = await treeOf(other.seriesId, { at: asked });
      prices.push(series?.models[0]?.years[0]?.trims[0]?.guidePriceFen);
    }
    return prices;
  };
  assert.deepEqual(await priced("effective_to"), [23_990_000, null]);
  await app.rows("update car_price set effective_to = null where car_config_id = $1", [other.id]);
  assert.deepEqual(await priced("effective_from"), [null, 23_990_000]);
});
