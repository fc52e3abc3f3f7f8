import assert from "node:assert/strict";
import { test } from "node:test";
import { defineModule, newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenConfig, givenItems, testApp } from "../testing.ts";

/** How many records of a module above use a configuration, by id. The tests set these numbers. */
const used = new Map<string, number>();
const above = defineModule({
  name: "above",
  usages: [
    { entity: "carConfig", label: "锁车策略", countOf: async () => 0 },
    { entity: "carConfig", label: "权益包", countOf: async (_tx, id) => used.get(id) ?? 0 },
    { entity: "carSeries", label: "活动", countOf: async (_tx, id) => used.get(id) ?? 0 },
  ],
});
const app = testApp(above);
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];

const fields = {
  trim: "四驱",
  energyType: "BEV",
  batteryKwh: 82.5,
  onSaleFrom: "2025-11-01 00:00:00",
  saleCodes: [],
  offers: [],
};
const oneCode = (saleCode: string) => ({ saleCode, extColor: null, intColor: null, optionCodes: null });
const oneOffer = (itemCode: string, itemKind: "OPTION" | "COLOR" = "COLOR") =>
  ({ itemCode, itemKind, mode: "OPTIONAL" }) as const;
const newCode = () => `C-${newId().slice(-12).toUpperCase()}`;

test("vehicle 3.5 a configuration is 启用 once it has a 物料号, a colour of each side and a published base price", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const { modelId } = await givenConfig(app);
  const body = { ...fields, configCode: newCode(), modelId, modelYear: 2026 };
  const { data } = await admin.call(contract.createCarConfig, { body });
  assert.partialDeepStrictEqual(data, { status: "DRAFT", guidePriceFen: null, saleCodeCount: 0, version: 1 });
  const params = { id: data.id };
  const enable = async () => {
    const { data: now } = await admin.call(contract.getCarConfig, { params });
    return admin.call(contract.enableCarConfig, { params, body: { version: now.version } });
  };
  const incomplete = (missing: string) => ["VEHICLE_CFG_INCOMPLETE", `配置不完整：${missing}`];
  assert.deepEqual(whyNot(await enable()), incomplete("物料号、外观、内饰、已发布的基础价"));

  const parts = { saleCodes: [oneCode(newCode())], offers: [oneOffer("EX-W01"), oneOffer("OP-ADS", "OPTION")] };
  const edited = await admin.call(contract.editCarConfig, { params, body: { ...fields, ...parts, version: 1 } });
  assert.partialDeepStrictEqual(edited.data, { saleCodeCount: 1, colors: [{ colorCode: "EX-W01", side: "EXT" }] });
  assert.deepEqual(whyNot(await enable()), incomplete("内饰、已发布的基础价"));

  await app.rows(
    "insert into car_offer (car_config_id, item_kind, item_code, mode) values ($1, 'COLOR', 'IN-B02', 'STANDARD')",
    [data.id],
  );
  await app.rows(
    `insert into car_price (id, created_at, created_by, updated_at, updated_by, car_config_id, kind, item_code, amount_fen,
       effective_from, state, published_at) values ($1, now(), $1, now(), $1, $2, 'BASE', '', 1, now(), 'PUBLISHED', now())`,
    [newId(), data.id],
  );
  const enabled = await enable();
  assert.partialDeepStrictEqual(enabled.data, { status: "ENABLED", guidePriceFen: 1 });
  const stripped = { ...fields, ...parts, saleCodes: [], version: enabled.data.version };
  const refused = await admin.call(contract.editCarConfig, { params, body: stripped });
  assert.deepEqual(whyNot(refused), incomplete("物料号、内饰")); // a configuration that is 启用 must stay complete
  const again = await admin.call(contract.enableCarConfig, { params, body: { version: enabled.data.version } });
  assert.deepEqual(whyNot(again), ["VEHICLE_STATE_ILLEGAL", "配置当前状态为【启用】，不能执行【启用】"]);
});

test("VE-R16 停用 is refused while something in force refers to the configuration; the refusal and 引用 tell what it is", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const config = await givenConfig(app);
  const params = { id: config.id };
  used.set(config.id, 3).set(config.seriesId, 1);
  const disable = () => admin.call(contract.disableCarConfig, { params, body: { reason: "换代", version: 1 } });
  const refused = await disable();
  assert.deepEqual(whyNot(refused), ["VEHICLE_IN_USE", "已被3个权益包引用，不能停用"]);
  assert.deepEqual(refused.data, [{ label: "权益包", count: 3 }]);
  const { data } = await admin.call(contract.getCarConfig, { params });
  assert.deepEqual(data.usages, [{ label: "权益包", count: 3 }]);
  const { data: all } = await admin.call(contract.listSeries, {});
  const series = all.find(({ id }) => id === config.seriesId);
  assert.ok(series);
  const { seriesName, aliases, sort, version } = series;
  const body = { seriesName, aliases, sort, status: "DISABLED" as const, version };
  const ofSeries = await admin.call(contract.editSeries, { params: { id: series.id }, body });
  assert.deepEqual(whyNot(ofSeries), ["VEHICLE_IN_USE", "已被1个活动引用，不能停用"]);

  used.clear();
  assert.partialDeepStrictEqual((await disable()).data, { status: "DISABLED" });
  assert.partialDeepStrictEqual(await app.auditOf(config), [{ actionName: "停用车型配置", reason: "换代" }]);
});

test("vehicle 2.1 codes and trims are unique, and a 物料号 is unique over all configurations", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const { id, modelId, configCode } = await givenConfig(app);
  const create = async (more: object) =>
    whyNot(
      await admin.call(contract.createCarConfig, {
        body: { ...fields, configCode: newCode(), modelId, modelYear: 2026, ...more },
      }),
    );
  assert.deepEqual(await create({ configCode }), ["VEHICLE_CFG_DUP", "配置编码已存在"]);
  assert.deepEqual(await create({ trim: "长续航" }), ["VEHICLE_CFG_SAME", "该车型已有2026年款长续航"]);
  const [held] = await app.rows<{ saleCode: string }>("select sale_code from car_sale_code where car_config_id = $1", [
    id,
  ]);
  const taken = ["VEHICLE_SALECODE_DUP", `物料号已属于配置${configCode}`];
  assert.deepEqual(await create({ saleCodes: [oneCode(held?.saleCode.toLowerCase() ?? "")] }), taken);
  assert.deepEqual(await create({ offers: [oneOffer("EX-NONE")] }), [
    "VEHICLE_ITEM_UNKNOWN",
    "选装或颜色EX-NONE不存在或已停用",
  ]);
  assert.deepEqual(await create({ onSaleTo: "2025-10-01 00:00:00" }), ["COMMON_PARAM", "在售结束须晚于开始"]);
  assert.deepEqual(await create({ batteryKwh: 0 }), ["COMMON_PARAM", "电池容量须大于0"]);
});

test("vehicle 5.1 a copy for the new year takes over everything except 物料号 and prices", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const config = await givenConfig(app);
  const body = { configCode: newCode(), modelYear: 2027, onSaleFrom: "2026-12-01 00:00:00" };
  const { data } = await admin.call(contract.copyCarConfig, { params: { id: config.id }, body });
  assert.partialDeepStrictEqual(data, {
    status: "DRAFT",
    modelYear: 2027,
    trim: "长续航",
    saleCodes: [],
    guidePriceFen: null,
  });
  assert.deepEqual(
    data.offers.map(({ itemCode, mode }) => [itemCode, mode]),
    [
      ["EX-W01", "OPTIONAL"],
      ["IN-B02", "STANDARD"],
      ["OP-ADS", "OPTIONAL"],
    ],
  );
});

test("vehicle 5.1 the list is filtered by series, year, energy, code, 物料号, state and 在售; the log also shows changes of the parts", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  await givenItems(app);
  const [one, other] = [await givenConfig(app), await givenConfig(app, { status: "DRAFT" })];
  const found = async (query: Record<string, string>) => {
    const { data } = await admin.call(contract.listCarConfigs, { query: { pageSize: 100, ...query } });
    return [one.id, other.id].map((id) => data.list.some((row) => row.id === id));
  };
  assert.deepEqual(await found({}), [true, true]);
  assert.deepEqual(await found({ seriesId: one.seriesId }), [true, false]);
  assert.deepEqual(await found({ modelId: other.modelId }), [false, true]);
  assert.deepEqual(await found({ modelYear: "2025" }), [false, false]);
  assert.deepEqual(await found({ energyType: "EREV" }), [false, false]);
  assert.deepEqual(await found({ configCode: one.configCode.toLowerCase() }), [true, false]);
  assert.deepEqual(await found({ status: "DRAFT" }), [false, true]);
  assert.deepEqual(await found({ isOnSale: "true" }), [true, false]);
  const [code] = await app.rows<{ saleCode: string }>("select sale_code from car_sale_code where car_config_id = $1", [
    one.id,
  ]);
  assert.deepEqual(await found({ saleCode: code?.saleCode ?? "" }), [true, false]);

  const body = { ...fields, offers: [oneOffer("EX-B01")], version: 1 };
  await admin.call(contract.editCarConfig, { params: { id: other.id }, body });
  const [log] = await app.auditOf(other);
  const diff = log?.diffs.find(({ field }) => field === "offers");
  assert.deepEqual([diff?.before, diff?.after], ["EX-W01 选配、IN-B02 标配、OP-ADS 选配", "EX-B01 选配"]);
});

test("vehicle 2.1 a form names each 物料号 once, and a configuration may keep its own ones", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [one, other] = [await givenConfig(app), await givenConfig(app)];
  const codeOf = async ({ id }: { id: string }) => {
    const [row] = await app.rows<{ saleCode: string }>("select sale_code from car_sale_code where car_config_id = $1", [
      id,
    ]);
    return row?.saleCode ?? "";
  };
  const [own, foreign] = [await codeOf(one), await codeOf(other)];
  const offers = [oneOffer("EX-W01"), oneOffer("IN-B02")];
  const edit = (version: number, ...codes: string[]) =>
    admin.call(contract.editCarConfig, {
      params: { id: one.id },
      body: { ...fields, trim: "长续航", offers, saleCodes: codes.map(oneCode), version },
    });
  assert.deepEqual(whyNot(await edit(1, own, own)), ["VEHICLE_SALECODE_DUP", `物料号已属于配置${one.configCode}`]);
  assert.deepEqual(whyNot(await edit(1, own, foreign)), [
    "VEHICLE_SALECODE_DUP",
    `物料号已属于配置${other.configCode}`,
  ]);
  const next = newCode();
  const saved = await edit(1, own, next);
  assert.deepEqual(saved.data.saleCodes.map(({ saleCode }) => saleCode).sort(), [own, next].sort());
  const [log] = await app.auditOf(one);
  const diff = log?.diffs.find(({ field }) => field === "saleCodes");
  assert.ok(diff?.before?.includes(own) && !diff.before.includes(next) && diff.after?.includes(next));
});

test("vehicle 5.1 a configuration is 在售 from its first day until its end, if it is 启用", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const config = await givenConfig(app);
  const isListed = async (isOnSale: "true" | "false") => {
    const query = { seriesId: config.seriesId, isOnSale };
    return (await admin.call(contract.listCarConfigs, { query })).data.total === 1;
  };
  const set = (from: string, to: string | null) =>
    app.rows(
      `update car_config set on_sale_from = now() + $2::interval, on_sale_to = now() + $3::interval where id = $1`,
      [config.id, from, to],
    );
  for (const [from, to, expected] of [
    ["-1 hour", null, true],
    ["-1 hour", "1 hour", true],
    ["-2 hours", "-1 hour", false],
    ["1 hour", null, false],
  ] as const) {
    await set(from, to);
    assert.deepEqual([await isListed("true"), await isListed("false")], [expected, !expected], `${from} ${to}`);
  }
});
