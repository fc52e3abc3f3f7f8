import assert from "node:assert/strict";
import { test } from "node:test";
import type { BodyInputOf } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenKeeper } from "../store/testing.ts";
import { testApp } from "../testing.ts";

const app = testApp();

test("ST-R7 extended columns are asked for, checked by their type and kept; disabled ones keep their values", async () => {
  const { client, create } = await givenKeeper(app);
  const { data: older } = await create();
  const add = (body: BodyInputOf<typeof contract.createExtColumn>) => client.call(contract.createExtColumn, { body });
  const { data: rating } = await add({
    colKey: "rating",
    label: "商圈评级",
    colType: "TEXT",
    isRequired: true,
    sort: 1,
  });
  await add({ colKey: "floors", label: "楼层数", colType: "NUMBER", sort: 2 });
  await add({ colKey: "handedOn", label: "交房日期", colType: "DAY", sort: 3 });
  await add({ colKey: "isCorner", label: "是否转角", colType: "BOOL", sort: 4 });
  await add({ colKey: "kind", label: "业态", colType: "DICT", dictCode: "store_type", sort: 5 });
  const twice = await add({ colKey: "rating", label: "评级", colType: "TEXT" });
  assert.deepEqual([twice.msg, twice.data], ["列键已存在", { field: "colKey" }]);
  assert.equal(
    (await add({ colKey: "other", label: "其他", colType: "DICT", dictCode: "none" })).msg,
    "请输入存在的字典编码",
  );
  assert.equal((await create()).msg, "请输入商圈评级！");
  assert.equal((await create({ ext: { rating: "A", floors: "3" } })).msgCode, "COMMON_PARAM");
  assert.equal((await create({ ext: { rating: "A", kind: "NONE" } })).msg, "业态不在字典中");
  assert.equal((await create({ ext: { rating: "A", unknown: 1 } })).msgCode, "COMMON_PARAM");
  const full = { rating: "A", floors: 3, handedOn: "2026-07-01", isCorner: true, kind: "FULL" };
  const { data: store } = await create({ ext: full });
  assert.deepEqual(store.ext, full);
  const incomplete = await client.call(contract.listStores, { query: { isIncomplete: "1" } });
  assert.deepEqual(
    incomplete.data.list.map(({ id, missing }) => [id, missing]),
    [[older.id, ["商圈评级"]]],
    "older rows show 待补充",
  );
  const edit = (body: object) =>
    client.call(contract.editStore, { params: { id: older.id }, body: { version: older.version, ...body } });
  assert.equal((await edit({ ext: { floors: 2 } })).msg, "请输入商圈评级！", "asked for on save");
  assert.equal((await edit({ phone: "021-12345678" })).msg, "", "whoever edits the phone alone is not asked");
  const { id, colKey: _key, ...facts } = rating;
  const switched = await client.call(contract.editExtColumn, {
    params: { id },
    body: { ...facts, status: "DISABLED" },
  });
  assert.equal(switched.msg, "");
  const edited = await client.call(contract.editStore, {
    params: { id: store.id },
    body: { ext: { floors: 4 }, version: store.version },
  });
  assert.deepEqual([edited.data.ext["rating"], edited.data.ext["floors"], edited.data.missing], ["A", 4, []]);
  assert.equal((await create()).msg, "", "a disabled column is not asked for");
});

test("ST-R7 the type of a column with values stays; at most 30 are enabled at a time", async () => {
  const { client, create } = await givenKeeper(app);
  await app.rows("update store_ext_column set status = 'DISABLED'");
  const add = async (n: number) =>
    client.call(contract.createExtColumn, {
      body: { colKey: `column${n}`, label: `扩展${n}`, colType: "TEXT", sort: n },
    });
  const columns = [];
  for (let n = 1; n <= 30; n++) columns.push((await add(n)).data);
  const over = await add(31);
  assert.deepEqual([over.msgCode, over.msg], ["STORE_EXT_LIMIT", "扩展列最多30个"]);
  const [first, second] = columns;
  assert.ok(first && second);
  const edit = (column: contract.ExtColumn, changes: object) => {
    const { id, colKey: _key, ...facts } = column;
    return client.call(contract.editExtColumn, { params: { id }, body: { ...facts, ...changes } });
  };
  await create({ ext: { column1: "有" } });
  const locked = await edit(first, { colType: "NUMBER" });
  assert.deepEqual([locked.msgCode, locked.msg], ["STORE_EXT_TYPE_LOCKED", "该扩展列已有数据，不能修改类型"]);
  assert.equal((await edit(second, { colType: "NUMBER" })).msg, "", "no store has a value of it");
  assert.equal((await edit(first, { status: "DISABLED", label: "停用的列" })).msg, "");
  assert.equal((await add(31)).msg, "");
  assert.equal((await edit(first, { version: first.version + 1 })).msgCode, "STORE_EXT_LIMIT", "enabling counts too");
});
