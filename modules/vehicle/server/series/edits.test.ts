import assert from "node:assert/strict";
import { test } from "node:test";
import { defineModule, newId, SKIPPED } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { carItemImportSource } from "../car-item/import.ts";
import { givenCar, givenConfig, givenItems, testApp } from "../testing.ts";

/** How many records of a module above use a record, by id. The tests set these numbers. */
const used = new Map<string, number>();
const entities = ["carSeries", "carModel", "carOption", "carColor", "carMarketType"] as const;
const above = defineModule({
  name: "above",
  usages: entities.map((entity) => ({ entity, label: "活动", countOf: async (_tx, id) => used.get(id) ?? 0 })),
});
const app = testApp(above);
const admin = () => app.signIn({ boolAdmin: true });
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const newCode = () => newId().slice(-8).toUpperCase();
const fine = ["", ""];
const inUse = ["VEHICLE_IN_USE", "已被2个活动引用，不能停用"];
const nested = ["VEHICLE_PACKAGE_NESTED", "选装包不能互相包含"];
const wrongContents = ["COMMON_PARAM", "包含选装格式不正确"];

type Status = "ENABLED" | "DISABLED";

/**
 * Proves that a record in use can be edited and enabled but not disabled, and that a disabled one can be edited even if
 * it is in use.
 */
async function provesUse(
  id: string,
  edit: (status: Status) => Promise<{ msgCode: string; msg: string }>,
): Promise<void> {
  used.set(id, 2);
  assert.deepEqual(whyNot(await edit("ENABLED")), fine);
  assert.deepEqual(whyNot(await edit("DISABLED")), inUse);
  used.delete(id);
  assert.deepEqual(whyNot(await edit("DISABLED")), fine);
  used.set(id, 2);
  assert.deepEqual(whyNot(await edit("DISABLED")), fine);
  assert.deepEqual(whyNot(await edit("ENABLED")), fine);
  used.delete(id);
}

const reasonOf = async (configId: string, query: object = {}) => {
  const asked = { carConfigId: configId, extColor: "EX-W01", intColor: "IN-B02", ...query };
  return (await (await admin()).call(contract.quoteCar, { query: asked })).data.reason;
};

test("VE-R16 series, models, options and colours are 停用 only while nothing in force points at them, and quotes hear of it", async () => {
  const person = await admin();
  const config = await givenConfig(app);
  const { data: allSeries } = await person.call(contract.listSeries, {});
  const series = allSeries.find(({ id }) => id === config.seriesId);
  const model = (await person.call(contract.listModels, {})).data.find(({ id }) => id === config.modelId);
  assert.ok(series && model);
  let [ofSeries, ofModel] = [series.version, model.version];
  const editSeries = async (status: Status) => {
    const { seriesName, aliases, sort } = series;
    const body = { seriesName, aliases, sort, status, version: ofSeries };
    const answer = await person.call(contract.editSeries, { params: { id: series.id }, body });
    ofSeries = answer.data?.version ?? ofSeries;
    return answer;
  };
  const editModel = async (status: Status) => {
    const { modelName, bodyClass } = model;
    const body = { modelName, bodyClass, status, version: ofModel };
    const answer = await person.call(contract.editModel, { params: { id: model.id }, body });
    ofModel = answer.data?.version ?? ofModel;
    return answer;
  };
  await provesUse(series.id, editSeries);
  await provesUse(model.id, editModel);
  assert.equal(await reasonOf(config.id), "");
  await editModel("DISABLED");
  assert.equal(await reasonOf(config.id), "车型已停用");
  await editSeries("DISABLED");
  assert.equal(await reasonOf(config.id), "车系已停用");
  await editSeries("ENABLED");
  await editModel("ENABLED");
  assert.equal(await reasonOf(config.id), "");

  const option = (await person.call(contract.listOptions, {})).data.find(({ optionCode }) => optionCode === "OP-ADS");
  const color = (await person.call(contract.listColors, {})).data.find(({ colorCode }) => colorCode === "EX-W01");
  assert.ok(option && color);
  let [ofOption, ofColor] = [option.version, color.version];
  const editOption = async (status: Status) => {
    const { optionName, optionGroup, contains } = option;
    const body = { optionName, optionGroup, contains, status, version: ofOption };
    const answer = await person.call(contract.editOption, { params: { id: option.id }, body });
    ofOption = answer.data?.version ?? ofOption;
    return answer;
  };
  const editColor = async (status: Status) => {
    const { colorName, hex } = color;
    const body = { colorName, hex, status, version: ofColor };
    const answer = await person.call(contract.editColor, { params: { id: color.id }, body });
    ofColor = answer.data?.version ?? ofColor;
    return answer;
  };
  await provesUse(option.id, editOption);
  await provesUse(color.id, editColor);
  const chosen = { optionCodes: "OP-ADS" };
  assert.equal(await reasonOf(config.id, chosen), "");
  await editOption("DISABLED");
  assert.equal(await reasonOf(config.id, chosen), "「高阶智驾」不可选");
  await editOption("ENABLED");
  await editColor("DISABLED");
  assert.equal(await reasonOf(config.id, chosen), "「珍珠白」不可选");
  await editColor("ENABLED");
});

test("vehicle 2.1 a series takes no name and no alias that another one has, when it is made and when it is edited", async () => {
  const person = await admin();
  const brand = await person.call(contract.createBrand, { body: { brandCode: newCode(), brandName: "极野" } });
  const brandId = brand.data.id;
  const create = (seriesName: string, aliases: string[]) =>
    person.call(contract.createSeries, { body: { brandId, seriesCode: newCode(), seriesName, aliases, sort: 1 } });
  const [{ data: one }, { data: two }] = [await create("山海一", ["壹号"]), await create("山海二", ["贰号"])];
  const edit = async (seriesName: string, aliases: string[]) =>
    whyNot(
      await person.call(contract.editSeries, {
        params: { id: two.id },
        body: { seriesName, aliases, sort: 1, status: "ENABLED", version: two.version },
      }),
    );
  const taken = ["VEHICLE_ALIAS_DUP", "别名已被车系山海一使用"];
  assert.deepEqual(await edit("山海一", []), ["VEHICLE_NAME_DUP", "车系名称已存在"]);
  assert.deepEqual(await edit("壹号", []), taken);
  assert.deepEqual(await edit("山海二", ["贰号", "山海一"]), taken);
  assert.deepEqual(await edit("山海二", ["壹号"]), taken);
  assert.deepEqual(whyNot(await create("山海三", ["山海一"])), taken);
  assert.equal((await create("山海三", [])).success, true);
  const unknown = { brandId: newId(), seriesCode: newCode(), seriesName: "山海四", aliases: [], sort: 1 };
  assert.equal((await person.call(contract.createSeries, { body: unknown })).msgCode, "COMMON_NOT_FOUND");
  assert.deepEqual(await edit("山海二", ["贰号", "二"]), fine);
  const body = { brandName: "极野新", version: 1 };
  const renamed = await person.call(contract.editBrand, { params: { id: brandId }, body });
  assert.partialDeepStrictEqual(renamed.data, { brandName: "极野新", version: 2 });
  assert.equal(one.seriesName, "山海一");
});

test("vehicle 2.1 a model is renamed inside its series to what no other model there is called", async () => {
  const person = await admin();
  const [config, other] = [await givenConfig(app), await givenConfig(app)];
  const create = (seriesId: string, modelName: string) =>
    person.call(contract.createModel, { body: { seriesId, modelCode: newCode(), modelName, bodyClass: "SUV_M" } });
  const { data: model } = await create(config.seriesId, "远行");
  await create(config.seriesId, "近游");
  await create(other.seriesId, "他乡");
  const edit = async (modelName: string, version: number) =>
    whyNot(
      await person.call(contract.editModel, {
        params: { id: model.id },
        body: { modelName, bodyClass: "MPV", status: "ENABLED", version },
      }),
    );
  assert.deepEqual(await edit("近游", 1), ["VEHICLE_NAME_DUP", "车型名称已存在"]);
  assert.deepEqual(await edit("远行", 1), fine, "its own name is free for it");
  assert.deepEqual(await edit("他乡", 2), fine, "of another series");
  assert.equal((await create(newId(), "无主")).msgCode, "COMMON_NOT_FOUND");
});

test("vehicle 2.1 a package holds two options or more, none of them a package or itself; nothing else holds anything", async () => {
  const person = await admin();
  await givenItems(app);
  const create = (optionGroup: "PACKAGE" | "SEAT", contains: string[], optionCode = `O-${newCode()}`) =>
    person.call(contract.createOption, { body: { optionCode, optionName: "选装", optionGroup, contains } });
  assert.deepEqual(whyNot(await create("SEAT", ["OP-ADS"])), wrongContents);
  assert.deepEqual(whyNot(await create("SEAT", ["OP-ADS", "OP-SEAT"])), wrongContents);
  assert.deepEqual(whyNot(await create("PACKAGE", ["OP-ADS", "OP-ADS"])), wrongContents);
  assert.deepEqual(whyNot(await create("PACKAGE", [])), wrongContents);
  const self = `O-${newCode()}`;
  assert.deepEqual(whyNot(await create("PACKAGE", [self, "OP-ADS"], self)), nested);
  const inside = (await create("SEAT", [])).data;
  const holder = (await create("PACKAGE", [inside.optionCode, "OP-ADS"])).data;
  const edit = async (of: typeof inside, optionGroup: "PACKAGE" | "SEAT", contains: string[]) =>
    person.call(contract.editOption, {
      params: { id: of.id },
      body: { optionName: "新名", optionGroup, contains, status: "ENABLED", version: of.version },
    });
  assert.deepEqual(whyNot(await edit(inside, "PACKAGE", ["OP-ADS", "OP-SEAT"])), nested, "it is inside of another");
  assert.deepEqual(whyNot(await edit(holder, "PACKAGE", ["OP-ADS"])), wrongContents);
  assert.deepEqual(whyNot(await edit(holder, "PACKAGE", ["OP-ADS", "PK-LUX"])), nested);
  assert.deepEqual(whyNot(await edit(holder, "PACKAGE", ["OP-ADS", "OP-NIL"])), [
    "VEHICLE_ITEM_UNKNOWN",
    "选装或颜色OP-NIL不存在或已停用",
  ]);
  const renamed = await edit(holder, "PACKAGE", ["OP-ADS", "OP-WHEEL"]);
  assert.partialDeepStrictEqual(renamed.data, { optionName: "新名", contains: ["OP-ADS", "OP-WHEEL"], version: 2 });
  assert.deepEqual(whyNot(await create("SEAT", [], holder.optionCode)), ["VEHICLE_CODE_DUP", "选装编码已存在"]);
  const color = { colorCode: "EX-W01", colorName: "白", side: "EXT" as const, hex: "#ffffff" };
  assert.deepEqual(whyNot(await person.call(contract.createColor, { body: color })), [
    "VEHICLE_CODE_DUP",
    "颜色编码已存在",
  ]);
});

/** Makes an import call without rows before. */
const newFile = <T extends object>(call: T) => ({ ...call, memory: new Map<string, readonly string[] | null>() });

test("vehicle 8 an item of a file that is there is passed over only if all of it is the same", async () => {
  await givenItems(app);
  const call = {
    options: new Set([contract.OVERWRITE.key]),
    beside: {},
    prepared: undefined,
    taskId: null,
    memory: new Map<string, readonly string[] | null>(),
  };
  const verdict = (values: Record<string, string>) =>
    app.arrange(async (tx) => (await carItemImportSource.check(tx, [{ line: 2, values }], newFile(call))).get(2));
  const pack = { kind: "OPTION", code: "PK-LUX", name: "豪华包", optionGroup: "PACKAGE", contains: "OP-SEAT、OP-ADS" };
  assert.equal(await verdict(pack), SKIPPED, "in whatever order");
  assert.equal(await verdict({ ...pack, name: "尊享包" }), undefined);
  assert.equal(await verdict({ ...pack, contains: "OP-SEAT、OP-WHEEL" }), undefined);
  const seat = { kind: "OPTION", code: "OP-SEAT", name: "舒享座椅", optionGroup: "SEAT" };
  assert.equal(await verdict(seat), SKIPPED);
  assert.equal(await verdict({ ...seat, optionGroup: "AUDIO" }), undefined);
  const black = { kind: "EXT", code: "EX-B01", name: "曜石黑", hex: "#15171a" };
  assert.equal(await verdict(black), SKIPPED);
  assert.equal(await verdict({ ...black, name: "黑" }), undefined);
  assert.equal(await verdict({ ...black, hex: "#000000" }), undefined);
  assert.equal(await verdict({ ...seat, optionGroup: "PACKAGE", contains: "OP-ADS,OP-WHEEL" }), nested[1]);
  assert.equal(await verdict({ ...pack, contains: "OP-SEAT,EX-B01" }), "选装或颜色EX-B01不存在或已停用");
});

test("vehicle 8 options and colours that are there change by a file as by hand, of whatever state they are", async () => {
  await givenItems(app);
  const call = {
    options: new Set([contract.OVERWRITE.key]),
    beside: {},
    prepared: undefined,
    taskId: null,
    memory: new Map<string, readonly string[] | null>(),
  };
  const apply = (values: Record<string, string>) =>
    app.arrange(async (tx) => carItemImportSource.apply?.(tx, { line: 2, values }, call));
  const found = (codes: string[]) =>
    app.rows(
      `select option_code as code, option_name as name, option_group as kind, contains::text, status, version from car_option where option_code = any($1)
       union all select color_code, color_name, side, hex, status, version from car_color where color_code = any($1) order by code`,
      [codes],
    );
  const wheel = { kind: "OPTION", code: "OP-WHEEL", name: "22寸轮毂", optionGroup: "WHEEL" };
  const white = { kind: "INT", code: "IN-W02", name: "象牙白", hex: "#FFFFF0" };
  await app.rows("update car_option set status = 'DISABLED' where option_code = 'OP-WHEEL'");
  const before = await found(["OP-WHEEL", "IN-W02"]);
  const versions = new Map(
    before.map((row) => [Reflect.get(row ?? {}, "code"), Number(Reflect.get(row ?? {}, "version"))]),
  );
  await apply(wheel);
  await apply(white);
  const next = (code: string) => (versions.get(code) ?? 0) + 1;
  assert.deepEqual(await found(["OP-WHEEL", "IN-W02"]), [
    { code: "IN-W02", name: "象牙白", kind: "INT", contains: "#fffff0", status: "ENABLED", version: next("IN-W02") },
    {
      code: "OP-WHEEL",
      name: "22寸轮毂",
      kind: "WHEEL",
      contains: "{}",
      status: "DISABLED",
      version: next("OP-WHEEL"),
    },
  ]);
  const kind = { msgCode: "VEHICLE_ITEM_KIND" };
  await assert.rejects(apply({ ...white, kind: "EXT" }), kind);
  await assert.rejects(apply({ ...wheel, code: "IN-W02" }), kind);
});

test("vehicle 2.2 a market type tells how many cars are sold as it, and which uses it has", async () => {
  const person = await admin();
  const create = async (usableFor: ("SALE" | "DISPLAY")[]) => {
    const code = newCode();
    const body = { typeCode: code, typeName: code, rightsAllowed: false, usableFor, parentId: null };
    return (await person.call(contract.createCarMarketType, { body })).data;
  };
  const [sale, display] = [await create(["SALE"]), await create(["SALE", "DISPLAY"])];
  const [one, two, other] = [await givenCar(app), await givenCar(app), await givenCar(app)];
  await app.rows("update car set market_type_id = $2 where id = any($1)", [[one.id, two.id], sale.id]);
  await app.rows("update car set market_type_id = $2 where id = $1", [other.id, display.id]);
  const { data } = await person.call(contract.listCarMarketTypes, {});
  const shown = (id: string) => data.filter((type) => type.id === id).map((type) => [type.carCount, type.usableFor]);
  assert.deepEqual([shown(sale.id), shown(display.id)], [[[2, ["SALE"]]], [[1, ["SALE", "DISPLAY"]]]]);
  const get = await person.call(contract.getCarMarketType, { params: { id: display.id } });
  assert.partialDeepStrictEqual(get.data, { carCount: 1, rightsAllowed: false, status: "ENABLED" });
  assert.ok(display.sort > sale.sort, "the last of its level");
});

test("vehicle 8 packages are judged as they will be after the file: one that is none any more holds nothing", async () => {
  const person = await admin();
  for (const [optionCode, contains] of [
    ["OQ-A", []],
    ["OQ-B", []],
    ["OQ-C", []],
    ["PQ-1", ["OQ-A", "OQ-B"]],
  ] as const) {
    const optionGroup = contains.length > 0 ? ("PACKAGE" as const) : ("SEAT" as const);
    const body = { optionCode, optionName: optionCode, optionGroup, contains: [...contains] };
    assert.equal((await person.call(contract.createOption, { body })).msg, "");
  }
  const call = {
    options: new Set([contract.OVERWRITE.key]),
    beside: {},
    prepared: undefined,
    taskId: null,
    memory: new Map<string, readonly string[] | null>(),
  };
  const option = (line: number, code: string, optionGroup: string, contains = "") => ({
    line,
    values: { kind: "OPTION", code, name: code, optionGroup, contains },
  });
  const verdicts = (...rows: ReturnType<typeof option>[]) =>
    app.arrange(async (tx) => Object.fromEntries(await carItemImportSource.check(tx, rows, newFile(call))));
  const inside = option(2, "OQ-A", "PACKAGE", "OQ-C,OQ-B");
  assert.deepEqual(await verdicts(inside), { 2: nested[1] });
  assert.deepEqual(await verdicts(inside, option(3, "PQ-1", "SEAT")), {});
  assert.deepEqual(await verdicts(inside, option(3, "PQ-1", "PACKAGE", "OQ-B,OQ-C")), {});
  assert.deepEqual(await verdicts(option(2, "PK-NEW", "PACKAGE", "PQ-1,OQ-C")), { 2: nested[1] });
  assert.deepEqual(
    await verdicts(option(2, "PK-NEW", "PACKAGE", "PQ-1,OQ-C"), option(3, "PQ-1", "SEAT")),
    {},
    "a former package may be inside of another",
  );
  const [single, twice] = [option(2, "PK-NEW", "PACKAGE", "OQ-B"), option(3, "OP-NEW", "SEAT", "OQ-B")];
  assert.deepEqual(await verdicts(single, twice), { 2: wrongContents[1], 3: wrongContents[1] });
  const color = { line: 5, values: { kind: "EXT", code: "EX-NEW", name: "新", hex: "#010203" } };
  const arranged = carItemImportSource.arrange?.([
    inside,
    option(3, "OP-NEW", "SEAT"),
    option(4, "PK-2", "选装包"),
    color,
  ]);
  assert.deepEqual(
    arranged?.rows.map(({ line }) => line),
    [3, 5, 2, 4],
  );
  assert.equal(arranged?.problems.size, 0);
});
