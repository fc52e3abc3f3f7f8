import assert from "node:assert/strict";
import { test } from "node:test";
import { wireTime } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { assertSellable, configKeyOf, quote as quoteCar, quoterOf } from "../index.ts";
import { type GivenConfig, givenConfig, givenPrice, testApp } from "../testing.ts";

const app = testApp();

const choice = { extColor: "EX-W01", intColor: "IN-B02" };

async function quoteOf(config: GivenConfig, query: Record<string, string> = {}) {
  const anybody = await app.signIn();
  return (await anybody.call(contract.quoteCar, { query: { carConfigId: config.id, ...choice, ...query } })).data;
}

/** Adds an option to the offers of the configuration. */
async function offer(config: GivenConfig, code: string, more: { mode?: string; requires?: string; excludes?: string }) {
  const { mode = "OPTIONAL", requires = "{}", excludes = "{}" } = more;
  await app.rows("insert into car_offer values ($1, 'OPTION', $2, $3, null, null, $4, $5)", [
    config.id,
    code,
    mode,
    requires,
    excludes,
  ]);
}

test("VE-R6 a quote has a line for the base, the colour and each option, their rows of the price book and the sum", async () => {
  const config = await givenConfig(app);
  const quote = await quoteOf(config, { optionCodes: "OP-ADS" });
  assert.deepEqual(
    quote.lines.map(({ kind, itemCode, amountFen }) => [kind, itemCode, amountFen]),
    [
      ["BASE", "", 23_990_000],
      ["COLOR", "EX-W01", 600_000],
      ["COLOR", "IN-B02", 0],
      ["OPTION", "OP-ADS", 1_200_000],
    ],
  );
  assert.equal(quote.sumFen, 25_790_000);
  assert.deepEqual([quote.sellable, quote.reason], [true, ""]);
  const rows = await app.rows<{ id: string }>("select id from car_price where car_config_id = $1", [config.id]);
  const known = new Set(rows.map(({ id }) => id));
  assert.deepEqual(
    quote.lines.map(({ priceId }) => priceId !== null && known.has(priceId)),
    [true, true, false, true],
  );
});

test("VE-R6 a package costs its own price and its members nothing", async () => {
  const config = await givenConfig(app);
  await offer(config, "PK-LUX", {});
  await givenPrice(app, { configId: config.id, kind: "OPTION", code: "PK-LUX", amountFen: 1_500_000 });
  const quote = await quoteOf(config, { optionCodes: "PK-LUX,OP-ADS" });
  const amounts = Object.fromEntries(quote.lines.map(({ itemCode, amountFen }) => [itemCode, amountFen]));
  assert.deepEqual([amounts["PK-LUX"], amounts["OP-ADS"]], [1_500_000, 0]);
  assert.equal(quote.sumFen, 23_990_000 + 600_000 + 1_500_000);
});

test("VE-R6 a quote at another instant takes the prices of that instant", async () => {
  const config = await givenConfig(app);
  await app.rows(
    "update car_price set effective_to = now() - interval '1 month' where car_config_id = $1 and kind = 'BASE'",
    [config.id],
  );
  await app.rows(
    `insert into car_price (id, created_at, created_by, updated_at, updated_by, car_config_id, kind, item_code, amount_fen,
       effective_from, state, published_at)
     values ($1, now(), $1, now(), $1, $2, 'BASE', '', 22990000, now() - interval '1 month', 'PUBLISHED', now())`,
    [newId(), config.id],
  );
  assert.equal((await quoteOf(config)).sumFen, 22_990_000 + 600_000);
  const [earlier] = await app.rows<{ at: string }>(
    "select to_char(now() at time zone 'Asia/Shanghai' - interval '2 months', 'YYYY-MM-DD HH24:MI:SS') as at",
  );
  const quote = await quoteOf(config, { at: earlier?.at ?? "" });
  assert.deepEqual([quote.sumFen, quote.priceBookAt], [23_990_000 + 600_000, earlier?.at]);
});

test("VE-R4 the quote names the first reason against a sale", async () => {
  const reasonAfter = async (change: string, query: Record<string, string> = {}) => {
    const config = await givenConfig(app);
    if (change) await app.rows(change, [config.id]);
    return (await quoteOf(config, query)).reason;
  };
  const series = "(select series_id from car_config where id = $1)";
  const model = "(select model_id from car_config where id = $1)";
  const reasons = {
    车系已停用: await reasonAfter(`update car_series set status = 'DISABLED' where id = ${series}`),
    车型已停用: await reasonAfter(`update car_model set status = 'DISABLED' where id = ${model}`),
    配置未启用: await reasonAfter("update car_config set status = 'DRAFT' where id = $1"),
    不在在售期内: await reasonAfter("update car_config set on_sale_to = now() - interval '1 day' where id = $1"),
    "「EX-B01」不可选": await reasonAfter("", { extColor: "EX-B01" }),
    "「高阶智驾」不可选": await reasonAfter(
      "update car_offer set mode = 'BLOCKED' where car_config_id = $1 and item_code = 'OP-ADS'",
      { optionCodes: "OP-ADS" },
    ),
    "「珍珠白」不可选": await reasonAfter(
      "update car_offer set valid_to = now() - interval '1 day' where car_config_id = $1 and item_code = 'EX-W01'",
    ),
    须选择一种外观: await reasonAfter("", { extColor: "" }),
    须选择一种内饰: await reasonAfter("", { intColor: "" }),
    没有生效的基础价: await reasonAfter("delete from car_price where car_config_id = $1 and kind = 'BASE'"),
    "「珍珠白」没有生效的价格": await reasonAfter("delete from car_price where car_config_id = $1 and kind = 'COLOR'"),
  };
  for (const [expected, told] of Object.entries(reasons)) assert.equal(told, expected);
});

test("VE-R4, VE-R6 a period excludes its end: sale, offer and price are valid until the second before it", async () => {
  const end = new Date(Math.floor(app.now().getTime() / 60_000) * 60_000 - 30 * 86_400_000);
  const lastSecond = new Date(end.getTime() - 1000);
  const around = async (change: string, query: Record<string, string> = {}) => {
    const config = await givenConfig(app);
    await app.rows(change, [config.id, end]);
    const at = (instant: Date) => quoteOf(config, { ...query, at: wireTime(instant) });
    return [(await at(lastSecond)).reason, (await at(end)).reason];
  };
  assert.deepEqual(await around("update car_config set on_sale_to = $2 where id = $1"), ["", "不在在售期内"]);
  assert.deepEqual(await around("update car_config set on_sale_from = $2 where id = $1"), ["不在在售期内", ""]);
  const offered = "where car_config_id = $1 and item_code = 'OP-ADS'";
  const chosen = { optionCodes: "OP-ADS" };
  assert.deepEqual(await around(`update car_offer set valid_to = $2 ${offered}`, chosen), ["", "「高阶智驾」不可选"]);
  assert.deepEqual(await around(`update car_offer set valid_from = $2 ${offered}`, chosen), ["「高阶智驾」不可选", ""]);
  const priced = "where car_config_id = $1 and kind = 'BASE'";
  assert.deepEqual(await around(`update car_price set effective_to = $2 ${priced}`), ["", "没有生效的基础价"]);
  assert.deepEqual(await around(`update car_price set effective_from = $2 ${priced}`), ["没有生效的基础价", ""]);
});

test("VE-R4 requires and excludes hold with packages opened; what is standard meets a requirement", async () => {
  const config = await givenConfig(app);
  await offer(config, "OP-WHEEL", { requires: "{OP-SEAT}", excludes: "{OP-ADS}" });
  await offer(config, "PK-LUX", {});
  await givenPrice(app, { configId: config.id, kind: "OPTION", code: "OP-WHEEL", amountFen: 800_000 });
  await givenPrice(app, { configId: config.id, kind: "OPTION", code: "PK-LUX", amountFen: 1_500_000 });
  const reasonOf = async (optionCodes: string) => (await quoteOf(config, { optionCodes })).reason;
  assert.equal(await reasonOf("OP-WHEEL"), "「21寸轮毂」须同时选择「OP-SEAT」");
  assert.equal(await reasonOf("OP-WHEEL,PK-LUX"), "「21寸轮毂」与「高阶智驾」不能同时选择");

  const other = await givenConfig(app);
  await offer(other, "OP-WHEEL", { requires: "{OP-SEAT}" });
  await offer(other, "OP-SEAT", { mode: "STANDARD" });
  await givenPrice(app, { configId: other.id, kind: "OPTION", code: "OP-WHEEL", amountFen: 800_000 });
  assert.equal((await quoteOf(other, { optionCodes: "OP-WHEEL" })).reason, "");
});

test("VE-R4 other modules are refused what may not be sold, inside their transaction", async () => {
  const config = await givenConfig(app, { status: "DRAFT" });
  const sold = await givenConfig(app);
  const ask = (carConfigId: string) =>
    app.arrange((tx) => assertSellable(tx, { carConfigId, optionCodes: ["OP-ADS"], ...choice }));
  await assert.rejects(ask(config.id), { msgCode: "VEHICLE_NOT_SELLABLE", message: "该配置当前不可售：配置未启用" });
  await assert.rejects(ask(newId()), { msgCode: "COMMON_NOT_FOUND" });
  assert.equal((await ask(sold.id)).sumFen, 25_790_000);
});

test("VE-R5 the key does not depend on the order of choosing, on packages or on what is standard", async () => {
  const config = await givenConfig(app, { configCode: "S7-26-LR-AWD" });
  await app.rows("update car_series set series_code = 'S7' where id = $1", [config.seriesId]);
  await offer(config, "OP-SEAT", {});
  await offer(config, "OP-WHEEL", { mode: "STANDARD" });
  await offer(config, "PK-LUX", {});
  const keyOf = (...optionCodes: string[]) =>
    app.arrange((tx) => configKeyOf(tx, { carConfigId: config.id, optionCodes, ...choice }));
  const key = "a1b51b8276809f3dccdd80ad71d2271f";
  assert.equal(await keyOf("OP-ADS", "OP-SEAT"), key);
  assert.equal(await keyOf("OP-SEAT", "OP-ADS"), key);
  assert.equal(await keyOf("PK-LUX"), key);
  assert.equal(await keyOf("PK-LUX", "OP-ADS", "OP-WHEEL"), key);
  assert.notEqual(await keyOf("OP-ADS"), key);
});

test("vehicle 6 the catalogue is a tree for everybody, and only of what can be sold if that is asked", async () => {
  const [sold, draft, old] = [
    await givenConfig(app),
    await givenConfig(app, { status: "DRAFT" }),
    await givenConfig(app),
  ];
  await app.rows("update car_config set on_sale_to = now() where id = $1", [old.id]);
  const anybody = await app.signIn();
  const idsOf = async (query: { onlySellable?: "true" | "false" }) => {
    const { data } = await anybody.call(contract.carCatalogue, { query });
    const trims = data.flatMap(({ models }) => models.flatMap(({ years }) => years.flatMap((year) => year.trims)));
    return new Map(trims.map((trim) => [trim.carConfigId, trim.guidePriceFen]));
  };
  const all = await idsOf({});
  assert.deepEqual([all.get(sold.id), all.has(draft.id), all.has(old.id)], [23_990_000, false, true]);
  const sellable = await idsOf({ onlySellable: "true" });
  assert.deepEqual([sellable.has(sold.id), sellable.has(old.id)], [true, false]);
});

const wireIn = async (interval: string) => {
  const [row] = await app.rows<{ at: string }>(
    "select to_char(now() at time zone 'Asia/Shanghai' + $1::interval, 'YYYY-MM-DD HH24:MI:SS') as at",
    [interval],
  );
  return row?.at ?? "";
};

test("VE-R6 future prices are shown to readers of the price book, and to nobody else", async () => {
  const config = await givenConfig(app);
  const [anybody, pricer] = [await app.signIn(), await app.signIn({ permissions: ["vehicle:price:view"] })];
  await app.rows(
    "update car_price set effective_to = now() + interval '1 day' where car_config_id = $1 and kind = 'BASE'",
    [config.id],
  );
  await app.rows(
    `insert into car_price (id, created_at, created_by, updated_at, updated_by, car_config_id, kind, item_code, amount_fen,
       effective_from, state, published_at)
     values ($1, now(), $1, now(), $1, $2, 'BASE', '', 25990000, now() + interval '1 day', 'PUBLISHED', now())`,
    [newId(), config.id],
  );
  const at = await wireIn("2 days");
  const query = { carConfigId: config.id, ...choice, at };
  const refusal = ["VEHICLE_PRICE_LATER", "尚未生效的价格只有具有价格查看权限的人员可以查询"];
  for (const answer of [
    await anybody.call(contract.quoteCar, { query }),
    await anybody.call(contract.carCatalogue, { query: { at } }),
  ]) {
    assert.deepEqual([answer.msgCode, answer.msg, answer.data], [...refusal, null]);
  }
  assert.equal((await pricer.call(contract.quoteCar, { query })).data.sumFen, 25_990_000 + 600_000);
  assert.equal((await pricer.call(contract.carCatalogue, { query: { at } })).success, true);
  assert.equal(
    (await anybody.call(contract.quoteCar, { query: { ...query, at: await wireIn("-1 minute") } })).success,
    true,
  );
});

test("VE-R6 a configuration out of service is quoted only to readers of the price book", async () => {
  const config = await givenConfig(app);
  const [anybody, pricer] = [await app.signIn(), await app.signIn({ permissions: ["vehicle:price:view"] })];
  await app.rows("update car_config set status = 'DISABLED' where id = $1", [config.id]);
  const query = { carConfigId: config.id, ...choice };
  const { data: plain } = await anybody.call(contract.quoteCar, { query });
  assert.deepEqual([plain.sellable, plain.reason, plain.lines, plain.sumFen], [false, "配置未启用", [], 0]);
  assert.equal((await pricer.call(contract.quoteCar, { query })).data.sumFen, 23_990_000 + 600_000);
  const priceTo = async (client: typeof anybody) => {
    const { data } = await client.call(contract.carCatalogue, { query: {} });
    const trims = data.flatMap(({ models }) => models.flatMap(({ years }) => years.flatMap((year) => year.trims)));
    return trims.find(({ carConfigId }) => carConfigId === config.id)?.guidePriceFen;
  };
  assert.deepEqual([await priceTo(anybody), await priceTo(pricer)], [null, 23_990_000]);
});

test("VE-R6 a quoter sees what its own transaction has written, and answers as a quote does", async () => {
  const config = await givenConfig(app);
  const asked = { carConfigId: config.id, optionCodes: [], ...choice };
  const usual = await app.arrange((tx) => quoteCar(tx, asked));
  const [same, changed] = await app.arrange(async (tx) => {
    const before = await quoterOf(tx)(asked);
    await sql`update car_price set amount_fen = 100 where car_config_id = ${config.id} and kind = 'BASE'`.execute(
      tx.kysely,
    );
    return [before, await quoterOf(tx)(asked)];
  });
  assert.deepEqual([same?.lines, same?.sellable], [usual.lines, true]);
  assert.equal(changed?.sumFen, usual.sumFen - 23_990_000 + 100);
  await assert.rejects(
    app.arrange((tx) => quoterOf(tx)({ ...asked, carConfigId: newId() })),
    { msgCode: "COMMON_NOT_FOUND" },
  );
});

test("VE-R4 everybody sees what can be chosen now with its price, and nothing that is blocked or over", async () => {
  const config = await givenConfig(app);
  await offer(config, "PK-LUX", { mode: "BLOCKED" });
  await offer(config, "OP-WHEEL", { requires: "{OP-SEAT}", excludes: "{OP-ADS}" });
  const anybody = await app.signIn();
  const { data } = await anybody.call(contract.carChoices, { query: { carConfigId: config.id } });
  const shown = new Map(data.map((item) => [item.itemCode, item]));
  assert.partialDeepStrictEqual(shown.get("EX-W01"), { itemKind: "COLOR", side: "EXT", amountFen: 600_000 });
  assert.match(shown.get("EX-W01")?.hex ?? "", /^#[0-9a-f]{6}$/i);
  assert.partialDeepStrictEqual(shown.get("IN-B02"), { side: "INT", isStandard: true, amountFen: 0 });
  assert.partialDeepStrictEqual(shown.get("OP-ADS"), {
    itemKind: "OPTION",
    itemName: "高阶智驾",
    side: null,
    amountFen: 1_200_000,
  });
  assert.partialDeepStrictEqual(shown.get("OP-WHEEL"), {
    requires: ["OP-SEAT"],
    excludes: ["OP-ADS"],
    amountFen: null,
  });
  assert.equal(shown.has("PK-LUX"), false);

  const over = await givenConfig(app);
  await app.rows(
    "update car_offer set valid_to = now() - interval '1 day' where car_config_id = $1 and item_code = 'OP-ADS'",
    [over.id],
  );
  const { data: left } = await anybody.call(contract.carChoices, { query: { carConfigId: over.id } });
  assert.deepEqual(
    left.map(({ itemCode }) => itemCode),
    ["EX-W01", "IN-B02"],
  );
  const unknown = await anybody.call(contract.carChoices, { query: { carConfigId: newId() } });
  assert.equal(unknown.msgCode, "COMMON_NOT_FOUND");
});

test("VE-R6 prices of what is out of service are told to readers of the price book alone", async () => {
  const config = await givenConfig(app);
  await app.rows("update car_config set status = 'DISABLED' where id = $1", [config.id]);
  const pricesFor = async (permissions: string[]) => {
    const reader = await app.signIn({ permissions });
    const { data } = await reader.call(contract.carChoices, { query: { carConfigId: config.id } });
    return data.find(({ itemCode }) => itemCode === "EX-W01")?.amountFen;
  };
  assert.equal(await pricesFor([]), null);
  assert.equal(await pricesFor(["vehicle:price:view"]), 600_000);
});
