import assert from "node:assert/strict";
import { test } from "node:test";
import { defineModule, newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { testApp } from "../testing.ts";

let usedId = "";
const above = defineModule({
  name: "above",
  usages: [{ entity: "carMarketType", label: "车辆", countOf: async (_tx, id) => (id === usedId ? 12 : 0) }],
});
const app = testApp(above);
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const newCode = () => newId().slice(-8).toUpperCase();

async function create(more: { typeCode?: string; typeName?: string; parentId?: string | null }) {
  const admin = await app.signIn({ boolAdmin: true });
  const code = newCode();
  const body = { typeCode: code, typeName: code, rightsAllowed: true, usableFor: ["SALE" as const], ...more };
  return admin.call(contract.createCarMarketType, { body });
}

async function edit(
  id: string,
  more: { status?: "ENABLED" | "DISABLED"; parentId?: string | null; typeName?: string },
) {
  const admin = await app.signIn({ boolAdmin: true });
  const { data } = await admin.call(contract.getCarMarketType, { params: { id } });
  const { typeName, parentId, rightsAllowed, usableFor, status, version } = data;
  const body = { typeName, parentId, rightsAllowed, usableFor, status, version, ...more };
  return admin.call(contract.editCarMarketType, { params: { id }, body });
}

test("vehicle 2.2 market types have a fixed code, a unique name and at most two levels", async () => {
  const { data: top } = await create({ typeCode: "RETAIL", typeName: "国内零售" });
  assert.deepEqual(whyNot(await create({ typeCode: "RETAIL" })), ["VEHICLE_TYPE_DUP", "类型编码已存在"]);
  assert.deepEqual(whyNot(await create({ typeName: "国内零售" })), ["VEHICLE_TYPE_NAME_DUP", "类型名称已存在"]);
  const { data: child } = await create({ parentId: top.id });
  const { data: other } = await create({});
  const deep = ["VEHICLE_TREE_DEPTH", "最多两级"];
  assert.deepEqual(whyNot(await create({ parentId: child.id })), deep);
  // it has a child, which would become a third level
  assert.deepEqual(whyNot(await edit(top.id, { parentId: other.id })), deep);
  assert.deepEqual(whyNot(await edit(other.id, { parentId: other.id })), deep);
  assert.deepEqual(whyNot(await edit(other.id, { parentId: newId() })), ["COMMON_NOT_FOUND", "数据不存在或已被删除"]);
  assert.equal((await edit(other.id, { parentId: top.id })).data.parentId, top.id);
});

test("vehicle 5.3 停用 is refused while the type has active children or is referred to (VE-R16)", async () => {
  const { data: top } = await create({});
  const { data: child } = await create({ parentId: top.id });
  assert.deepEqual(whyNot(await edit(top.id, { status: "DISABLED" })), [
    "VEHICLE_CHILD_ENABLED",
    "存在启用的下级，不能停用",
  ]);
  usedId = child.id;
  assert.deepEqual(whyNot(await edit(child.id, { status: "DISABLED" })), [
    "VEHICLE_IN_USE",
    "已被12个车辆引用，不能停用",
  ]);
  usedId = "";
  assert.equal((await edit(child.id, { status: "DISABLED" })).data.status, "DISABLED");
  assert.equal((await edit(top.id, { status: "DISABLED" })).data.status, "DISABLED");
});

test("vehicle 5.3 a level is sorted as a whole; a type that somebody added meanwhile is not lost", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const { data: top } = await create({});
  const ids = [(await create({ parentId: top.id })).data.id, (await create({ parentId: top.id })).data.id];
  const sort = (wanted: string[]) =>
    admin.call(contract.sortCarMarketTypes, { body: { parentId: top.id, ids: wanted } });
  const { data } = await sort(ids.toReversed());
  assert.deepEqual(
    data.filter(({ parentId }) => parentId === top.id).map(({ id }) => id),
    ids.toReversed(),
  );
  await create({ parentId: top.id });
  assert.deepEqual(whyNot(await sort(ids)), ["COMMON_PARAM", "排序格式不正确"]);
});

test("vehicle 2.2 an edit keeps names unique and two levels; a type in use can be edited, but not 停用", async () => {
  const [{ data: one }, { data: two }] = [await create({ typeName: "类甲" }), await create({ typeName: "类乙" })];
  assert.deepEqual(whyNot(await edit(one.id, { typeName: "类乙" })), ["VEHICLE_TYPE_NAME_DUP", "类型名称已存在"]);
  assert.equal((await edit(one.id, { typeName: "类甲" })).msg, "", "its own name is free for it");
  usedId = one.id;
  assert.equal((await edit(one.id, { typeName: "类甲新" })).data.typeName, "类甲新");
  usedId = "";
  const { data: child } = await create({ parentId: one.id });
  assert.equal((await edit(child.id, { parentId: two.id })).data.parentId, two.id);
  const { data: ended } = await edit(child.id, { status: "DISABLED" });
  assert.equal(ended.status, "DISABLED");
  usedId = child.id;
  assert.equal((await edit(child.id, { status: "DISABLED", typeName: "停用后改名" })).msg, "");
  usedId = "";
  assert.equal((await edit(child.id, { status: "ENABLED" })).data.status, "ENABLED");
});

test("vehicle 5.3 a new type comes last in its level, and sorting changes only types that move", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const { data: top } = await create({});
  const made = [];
  for (let n = 0; n < 3; n++) made.push((await create({ parentId: top.id })).data);
  assert.deepEqual(
    made.map(({ sort }) => sort),
    [1, 2, 3],
  );
  const ids = made.map(({ id }) => id);
  const [first, second, third] = ids;
  const swapped = [first ?? "", third ?? "", second ?? ""];
  const { data } = await admin.call(contract.sortCarMarketTypes, { body: { parentId: top.id, ids: swapped } });
  const shown = data.filter(({ parentId }) => parentId === top.id);
  assert.deepEqual(
    shown.map(({ id, sort, version }) => [id, sort, version]),
    swapped.map((id, at) => [id, at + 1, at === 0 ? 1 : 2]),
  );
  const other = [...ids.slice(0, 2), newId()];
  const strange = await admin.call(contract.sortCarMarketTypes, { body: { parentId: top.id, ids: other } });
  assert.equal(strange.msgCode, "COMMON_PARAM");
});
