import assert from "node:assert/strict";
import { test } from "node:test";
import { getFileUrl } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenConfig, givenItems, givenPhoto, testApp } from "../testing.ts";

const app = testApp();
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const newCode = () => newId().slice(-8).toUpperCase();

test("vehicle 2.1 series have a code that stays, a name and aliases that no other series has", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const brand = await admin.call(contract.createBrand, { body: { brandCode: newCode(), brandName: "极野" } });
  const brandId = brand.data.id;
  const create = (seriesName: string, aliases: string[], seriesCode = newCode()) =>
    admin.call(contract.createSeries, { body: { brandId, seriesCode, seriesName, aliases, sort: 1 } });
  const { data } = await create("野马七", ["S7", "老七"], "YM7");
  assert.partialDeepStrictEqual(data, { status: "ENABLED", version: 1 });
  assert.deepEqual(whyNot(await create("别的", [], "YM7")), ["VEHICLE_CODE_DUP", "车系编码已存在"]);
  assert.deepEqual(whyNot(await create("野马七", [])), ["VEHICLE_NAME_DUP", "车系名称已存在"]);
  assert.deepEqual(whyNot(await create("野马八", ["老七"])), ["VEHICLE_ALIAS_DUP", "别名已被车系野马七使用"]);
  assert.deepEqual(whyNot(await create("S7", [])), ["VEHICLE_ALIAS_DUP", "别名已被车系野马七使用"]);
  const body = { seriesName: "野马七", aliases: ["七"], sort: 2, status: "ENABLED" as const, version: 1 };
  assert.equal((await admin.call(contract.editSeries, { params: { id: data.id }, body })).data.version, 2);
  assert.equal((await create("野马八", ["老七"])).success, true); // the first series has given this alias up
  assert.equal(
    (await admin.call(contract.createBrand, { body: { brandCode: brand.data.brandCode, brandName: "同" } })).msgCode,
    "VEHICLE_CODE_DUP",
  );
});

test("vehicle 2.1 models have a name of their own inside their series", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [one, other] = [await givenConfig(app), await givenConfig(app)];
  const create = (seriesId: string, modelName: string, modelCode = newCode()) =>
    admin.call(contract.createModel, { body: { seriesId, modelCode, modelName, bodyClass: "SUV_M" } });
  assert.equal((await create(one.seriesId, "旗舰", "QJ-1")).success, true);
  assert.deepEqual(whyNot(await create(one.seriesId, "旗舰")), ["VEHICLE_NAME_DUP", "车型名称已存在"]);
  assert.deepEqual(whyNot(await create(other.seriesId, "旗舰", "QJ-1")), ["VEHICLE_CODE_DUP", "车型编码已存在"]);
  assert.equal((await create(other.seriesId, "旗舰")).success, true);
});

test("vehicle 2.1 a package holds two options or more and no package; options and colours share their codes", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  await givenItems(app);
  const create = (optionGroup: "PACKAGE" | "SEAT", contains: string[], optionCode = `O-${newCode()}`) =>
    admin.call(contract.createOption, { body: { optionCode, optionName: "选装", optionGroup, contains } });
  assert.equal((await create("PACKAGE", ["OP-ADS"])).msgCode, "COMMON_PARAM");
  assert.equal((await create("SEAT", ["OP-ADS", "OP-SEAT"])).msgCode, "COMMON_PARAM");
  assert.deepEqual(whyNot(await create("PACKAGE", ["OP-ADS", "PK-LUX"])), [
    "VEHICLE_PACKAGE_NESTED",
    "选装包不能互相包含",
  ]);
  assert.equal((await create("PACKAGE", ["OP-ADS", "OP-NONE"])).msgCode, "VEHICLE_ITEM_UNKNOWN");
  assert.deepEqual(whyNot(await create("SEAT", [], "EX-W01")), ["VEHICLE_CODE_DUP", "选装编码已存在"]);
  assert.equal((await create("PACKAGE", ["OP-ADS", "OP-WHEEL"])).success, true);
  const color = { colorCode: "OP-ADS", colorName: "红", side: "EXT" as const, hex: "#AA0000" };
  assert.deepEqual(whyNot(await admin.call(contract.createColor, { body: color })), [
    "VEHICLE_CODE_DUP",
    "颜色编码已存在",
  ]);
  const made = await admin.call(contract.createColor, { body: { ...color, colorCode: `E-${newCode()}` } });
  assert.equal(made.data.hex, "#aa0000");
});

test("vehicle 2.1 a series has a cover: a picture of whoever saves it, seen by whoever sees the series", async () => {
  const codes = ["vehicle:series:list", "vehicle:series:edit"];
  const [editor, reader] = [
    await app.signIn({ permissions: codes }),
    await app.signIn({ permissions: codes.slice(0, 1) }),
  ];
  const { seriesId } = await givenConfig(app);
  const [series] = (await reader.call(contract.listSeries, {})).data.filter(({ id }) => id === seriesId);
  assert.ok(series);
  const { aliases, seriesName, sort, status, version } = series;
  const coverFileId = await givenPhoto(app, editor.user, "carSeries");
  const params = { id: seriesId };
  const body = { aliases, seriesName, sort, status, version, coverFileId };
  assert.equal((await editor.call(contract.editSeries, { params, body })).data.coverFileId, coverFileId);
  assert.equal((await reader.call(getFileUrl, { params: { id: coverFileId } })).success, true);
  const stranger = await app.signIn({ permissions: [] });
  assert.equal((await stranger.call(getFileUrl, { params: { id: coverFileId } })).success, false);
  const foreign = await givenPhoto(app, reader.user, "carSeries");
  const stolen = await editor.call(contract.editSeries, {
    params,
    body: { ...body, version: version + 1, coverFileId: foreign },
  });
  assert.equal(stolen.success, false);
  const none = { ...body, version: version + 1, coverFileId: null };
  assert.equal((await editor.call(contract.editSeries, { params, body: none })).data.coverFileId, null);
});
