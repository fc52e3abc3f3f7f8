import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldNamedBy } from "./field-refusal.ts";

const fields = new Map([
  ["code", { label: "编码" }],
  ["name", { label: "名称" }],
]);
const about = (msgCode: string, msg: string) => fieldNamedBy({ msgCode, msg }, fields);

test("PF-R84 a refusal that names a field of the form belongs to it", () => {
  assert.equal(about("COMMON_DUPLICATE", "编码已存在"), "code");
  assert.equal(about("COMMON_PARAM", "名称格式不正确"), "name");
});

test("PF-R84 a refusal that tells the key of a field of the form belongs to it, whatever it says", () => {
  const about = (field: string) =>
    fieldNamedBy({ msgCode: "COMMON_PARAM", msg: "请选择组织！", data: { field } }, fields);
  assert.deepEqual([about("name"), about("other")], ["name", null]);
});

test("PF-R84 any other refusal belongs to no field", () => {
  assert.equal(about("COMMON_DUPLICATE", "数据已存在"), null);
  assert.equal(about("COMMON_PARAM", "旧名称格式不正确"), null);
  assert.equal(about("CLUE_TAKEN", "编码已存在"), null);
});
