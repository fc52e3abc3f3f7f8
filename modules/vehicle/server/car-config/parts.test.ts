import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type GivenConfig, givenConfig, testApp } from "../testing.ts";

const app = testApp();
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const newCode = () => `P-${newId().slice(-12).toUpperCase()}`;
const admin = () => app.signIn({ boolAdmin: true });
const unknown = (code: string) => ["VEHICLE_ITEM_UNKNOWN", `选装或颜色${code}不存在或已停用`];
const incomplete = (missing: string) => ["VEHICLE_CFG_INCOMPLETE", `配置不完整：${missing}`];

interface Offer {
  readonly itemCode: string;
  readonly itemKind: "OPTION" | "COLOR";
  readonly mode: "STANDARD" | "OPTIONAL" | "BLOCKED";
  readonly requires?: string[];
  readonly excludes?: string[];
}
const color = (itemCode: string, mode: Offer["mode"] = "OPTIONAL"): Offer => ({ itemCode, itemKind: "COLOR", mode });
const option = (itemCode: string, more: Partial<Offer> = {}): Offer => ({
  itemCode,
  itemKind: "OPTION",
  mode: "OPTIONAL",
  ...more,
});
const code = (saleCode: string, more: { extColor?: string; intColor?: string; optionCodes?: string[] } = {}) => ({
  saleCode,
  extColor: null,
  intColor: null,
  optionCodes: null,
  ...more,
});

/** Sends the configuration as the form would, with these changes. */
async function edit(config: GivenConfig, changes: object) {
  const person = await admin();
  const params = { id: config.id };
  const { data } = await person.call(contract.getCarConfig, { params });
  const { trim, energyType, batteryKwh, rangeKm, driveType, seats, lengthMm, widthMm, heightMm, kerbKg } = data;
  const { onSaleFrom, onSaleTo, version, saleCodes } = data;
  const offers = data.offers.map(({ validFrom: _from, validTo: _to, ...offer }) => offer);
  const sizes = { rangeKm, driveType, seats, lengthMm, widthMm, heightMm, kerbKg };
  const body = { trim, energyType, batteryKwh, ...sizes, onSaleFrom, onSaleTo, version, saleCodes, offers };
  return person.call(contract.editCarConfig, { params, body: { ...body, ...changes } });
}

const partsOf = ({ id }: GivenConfig) =>
  app.rows(
    `select (select array_agg(sale_code order by sale_code) from car_sale_code where car_config_id = $1) as codes,
       (select array_agg(item_code || ' ' || mode order by item_code) from car_offer where car_config_id = $1) as offers`,
    [id],
  );

test("vehicle 2.1 parts that the form no longer names are deleted, for this configuration and no other", async () => {
  const [config, other] = [await givenConfig(app), await givenConfig(app)];
  const before = await partsOf(other);
  const [first, second] = [newCode(), newCode()];
  const offers = [color("EX-B01"), color("IN-W02", "STANDARD"), option("OP-SEAT", { requires: ["EX-B01"] })];
  const saleCodes = [code(first), code(second, { extColor: "EX-B01", intColor: "IN-W02", optionCodes: ["OP-SEAT"] })];
  const { data, msg } = await edit(config, { offers, saleCodes });
  assert.equal(msg, "");
  assert.deepEqual(await partsOf(config), [
    { codes: [first, second].sort(), offers: ["EX-B01 OPTIONAL", "IN-W02 STANDARD", "OP-SEAT OPTIONAL"] },
  ]);
  assert.deepEqual(await partsOf(other), before);
  assert.deepEqual(
    data.offers.map(({ itemCode, requires, excludes }) => [itemCode, requires, excludes]),
    [
      ["EX-B01", [], []],
      ["IN-W02", [], []],
      ["OP-SEAT", ["EX-B01"], []],
    ],
  );
  assert.deepEqual(
    data.colors.map(({ colorCode, colorName, side }) => [colorCode, colorName, side]),
    [
      ["EX-B01", "曜石黑", "EXT"],
      ["IN-W02", "米白", "INT"],
    ],
  );
  assert.equal(data.saleCodeCount, 2);
  const fieldsOf = async () => (await app.auditOf(config)).at(-1)?.diffs.map(({ field }) => field) ?? [];
  assert.deepEqual((await fieldsOf()).filter((field) => field === "saleCodes" || field === "offers").sort(), [
    "offers",
    "saleCodes",
  ]);
  assert.equal((await edit(config, { rangeKm: 640 })).msg, "");
  assert.deepEqual(await fieldsOf(), ["rangeKm"], "what stayed is not told again");
});

test("vehicle 2.1 every code of a form exists, is of its kind and is named once", async () => {
  const config = await givenConfig(app);
  const offers = [color("EX-W01"), color("IN-B02"), option("OP-ADS")];
  const refusal = async (changes: object) => whyNot(await edit(config, { offers, ...changes }));
  assert.deepEqual(await refusal({ offers: [...offers, color("EX-W01")] }), ["VEHICLE_CODE_DUP", "可选项编码已存在"]);
  assert.deepEqual(await refusal({ offers: [...offers, color("OP-SEAT")] }), unknown("OP-SEAT"));
  assert.deepEqual(await refusal({ offers: [...offers, option("EX-B01")] }), unknown("EX-B01"));
  const wheel = (more: Partial<Offer>) => ({ offers: [...offers, option("OP-WHEEL", more)] });
  assert.deepEqual(await refusal(wheel({ requires: ["OP-SEAT"] })), unknown("OP-SEAT"));
  assert.deepEqual(await refusal(wheel({ excludes: ["OP-SEAT"] })), unknown("OP-SEAT"));
  assert.deepEqual(await refusal(wheel({ requires: ["OP-ADS"], excludes: ["EX-W01"] })), ["", ""]);
  const named = (more: Parameters<typeof code>[1]) => ({ saleCodes: [code(newCode(), more)] });
  assert.deepEqual(await refusal(named({ extColor: "IN-B02" })), unknown("IN-B02"));
  assert.deepEqual(await refusal(named({ intColor: "EX-W01" })), unknown("EX-W01"));
  assert.deepEqual(await refusal(named({ optionCodes: ["OP-ADS", "OP-NONE"] })), unknown("OP-NONE"));
  assert.deepEqual(await refusal(named({ extColor: "EX-B01", intColor: "IN-W02", optionCodes: ["OP-SEAT"] })), [
    "",
    "",
  ]);
});

test("vehicle 2.1 an item that is 停用 stays where it was, and no other configuration can take it", async () => {
  const [config, other] = [await givenConfig(app), await givenConfig(app)];
  await app.rows("update car_option set status = 'DISABLED' where option_code = 'OP-WHEEL'");
  await app.rows("update car_color set status = 'DISABLED' where color_code = 'IN-W02'");
  await app.rows(
    "insert into car_offer (car_config_id, item_kind, item_code, mode) values ($1, 'OPTION', 'OP-WHEEL', 'OPTIONAL'), ($1, 'COLOR', 'IN-W02', 'OPTIONAL')",
    [config.id],
  );
  const kept = await edit(config, { rangeKm: 500 });
  assert.equal(kept.msg, "");
  assert.deepEqual(
    kept.data.colors.map(({ colorCode }) => colorCode),
    ["EX-W01", "IN-B02"],
    "but cannot be chosen",
  );
  const offers = [color("EX-W01"), color("IN-B02")];
  assert.deepEqual(whyNot(await edit(other, { offers: [...offers, option("OP-WHEEL")] })), unknown("OP-WHEEL"));
  assert.deepEqual(whyNot(await edit(other, { offers: [...offers, color("IN-W02")] })), unknown("IN-W02"));
  await app.rows("update car_option set status = 'ENABLED' where option_code = 'OP-WHEEL'");
  await app.rows("update car_color set status = 'ENABLED' where color_code = 'IN-W02'");
});

test("vehicle 3.5 only items that can be chosen and have a price now make a configuration complete", async () => {
  const person = await admin();
  const reenable = async (change: string) => {
    const config = await givenConfig(app, { status: "DISABLED" });
    await app.rows(change, [config.id]);
    const body = { version: 1 };
    return whyNot(await person.call(contract.enableCarConfig, { params: { id: config.id }, body }));
  };
  const offer = (item: string) =>
    `update car_offer set mode = 'BLOCKED' where car_config_id = $1 and item_code = '${item}'`;
  const base = "where car_config_id = $1 and kind = 'BASE'";
  assert.deepEqual(await reenable(offer("EX-W01")), incomplete("外观"));
  assert.deepEqual(await reenable(offer("IN-B02")), incomplete("内饰"));
  assert.deepEqual(await reenable(offer("OP-ADS")), ["", ""]);
  assert.deepEqual(await reenable("delete from car_sale_code where car_config_id = $1"), incomplete("物料号"));
  const ended = `update car_price set effective_to = now() - interval '1 hour' ${base}`;
  assert.deepEqual(await reenable(ended), incomplete("已发布的基础价"));
  assert.deepEqual(await reenable(`update car_price set effective_to = now() + interval '1 hour' ${base}`), ["", ""]);
  assert.deepEqual(await reenable(`update car_price set state = 'DRAFT' ${base}`), incomplete("已发布的基础价"));
  assert.deepEqual(await reenable(`delete from car_price ${base}`), incomplete("已发布的基础价"));
});

test("VE-R4 the next quote knows every change of a configuration", async () => {
  const person = await admin();
  const config = await givenConfig(app);
  const params = { id: config.id };
  const reason = async () => {
    const query = { carConfigId: config.id, extColor: "EX-W01", intColor: "IN-B02" };
    return (await person.call(contract.quoteCar, { query })).data.reason;
  };
  const version = async () => (await person.call(contract.getCarConfig, { params })).data.version;
  assert.equal(await reason(), "");
  const disabled = await person.call(contract.disableCarConfig, {
    params,
    body: { reason: "换代", version: await version() },
  });
  assert.equal(disabled.data.status, "DISABLED");
  assert.equal(await reason(), "配置未启用");
  const enabled = await person.call(contract.enableCarConfig, { params, body: { version: await version() } });
  assert.equal(enabled.data.status, "ENABLED");
  assert.equal(await reason(), "");
  assert.equal((await edit(config, { offers: [color("EX-B01"), color("IN-B02", "STANDARD")] })).msg, "");
  assert.equal(await reason(), "「EX-W01」不可选");
  const [last] = (await app.published(contract.catalogChanged)).slice(-1);
  assert.deepEqual(last, { configIds: [config.id] });
});

test("vehicle 2.1 a 版本 is unique within a model and year; another year or model may use it again", async () => {
  const person = await admin();
  const [config, other] = [await givenConfig(app), await givenConfig(app)];
  const create = (more: object) =>
    person.call(contract.createCarConfig, {
      body: {
        configCode: newCode(),
        modelId: config.modelId,
        modelYear: 2026,
        trim: "性能",
        energyType: "BEV",
        batteryKwh: 80,
        onSaleFrom: "2025-11-01 00:00:00",
        saleCodes: [],
        offers: [],
        ...more,
      },
    });
  assert.equal((await create({})).msg, "");
  assert.deepEqual(whyNot(await create({})), ["VEHICLE_CFG_SAME", "该车型已有2026年款性能"]);
  assert.equal((await create({ modelYear: 2027 })).msg, "");
  assert.equal((await create({ modelId: other.modelId })).msg, "");
  assert.equal((await create({ modelId: newId() })).msgCode, "COMMON_NOT_FOUND");
  assert.deepEqual(whyNot(await edit(config, { trim: "性能" })), ["VEHICLE_CFG_SAME", "该车型已有2026年款性能"]);
  assert.equal((await edit(config, { trim: "后驱" })).data.trim, "后驱");
  const same = { onSaleFrom: "2026-01-01 00:00:00", onSaleTo: "2026-01-01 00:00:00" };
  assert.deepEqual(whyNot(await edit(config, same)), ["COMMON_PARAM", "在售结束须晚于开始"]);
  await app.rows("update car_config set on_sale_to = now() + interval '1 year' where id = $1", [config.id]);
  const body = { configCode: newCode(), modelYear: 2028, onSaleFrom: "2027-12-01 00:00:00" };
  const copy = await person.call(contract.copyCarConfig, { params: { id: config.id }, body });
  assert.partialDeepStrictEqual(copy.data, { onSaleTo: null, trim: "后驱", seriesName: `车系${config.seriesCode}` });
});

test("vehicle 5.1 在售 begins and ends at its exact time; colours outside of their period are not shown", async () => {
  const person = await admin();
  const config = await givenConfig(app);
  await app.holdTime(async () => {
    const list = async (isOnSale?: "true" | "false") => {
      const query = { seriesId: config.seriesId, ...(isOnSale ? { isOnSale } : {}) };
      return (await person.call(contract.listCarConfigs, { query })).data;
    };
    const set = (column: string, seconds: number) =>
      app.rows(`update car_config set ${column} = $2 where id = $1`, [
        config.id,
        new Date(app.now().getTime() + seconds * 1_000),
      ]);
    await set("on_sale_from", 0);
    assert.equal((await list("true")).total, 1);
    await set("on_sale_from", -60);
    await set("on_sale_to", 0);
    assert.deepEqual([(await list("true")).total, (await list("false")).total], [0, 1]);
    const offered = async (validFrom: number | null, validTo: number | null) => {
      const at = (seconds: number | null) => seconds !== null && new Date(app.now().getTime() + seconds * 1_000);
      await app.rows(
        "update car_offer set valid_from = $2, valid_to = $3 where car_config_id = $1 and item_code = 'EX-W01'",
        [config.id, at(validFrom) || null, at(validTo) || null],
      );
      return (await list()).list[0]?.colors.map(({ colorCode }) => colorCode);
    };
    const both = ["EX-W01", "IN-B02"];
    assert.deepEqual(await offered(null, null), both);
    assert.deepEqual(await offered(0, 1), both);
    assert.deepEqual(await offered(1, null), ["IN-B02"]);
    assert.deepEqual(await offered(null, 0), ["IN-B02"]);
    await app.rows(
      "update car_offer set mode = 'BLOCKED', valid_to = null where car_config_id = $1 and item_code = 'IN-B02'",
      [config.id],
    );
    assert.deepEqual(await offered(null, null), ["EX-W01"]);
  });
});
