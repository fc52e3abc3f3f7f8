import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImportKind } from "@ops/platform/contract";
import { sheetsOf, unzipped } from "./read-back.ts";
import { writeFailures, writeTemplate } from "./template.ts";
import { bytesOf } from "./testing-import.ts";

const cities = Array.from({ length: 300 }, (_, n) => `城市${n}，区, "县" & 乡`);
const kind: ImportKind = {
  ...{ key: "a.b", name: "门店", permission: "a:b:c", version: 3 },
  columns: [
    { key: "name", title: "名称", required: true },
    { key: "city", title: "城市", words: Object.fromEntries(cities.map((city, n) => [`c${n}`, city])) },
    { key: "none", title: "空", words: {} },
    { key: "state", title: "状态", words: { ON: "启用", OFF: "停用" } },
  ],
};

for (const [what, write] of [
  ["template", () => writeTemplate(kind)],
  ["failure file", () => writeFailures(kind, [{ row: { line: 2, cells: { name: "甲" } }, reason: "不行" }])],
] as const) {
  test(`PF-R95 the drop-downs of a ${what} name lists of any length and of any words`, async () => {
    const file = await bytesOf(write());
    const [, hidden] = sheetsOf(file);
    assert.deepEqual(hidden?.rows[0], ["类型", "版本", "城市", "状态"]);
    assert.deepEqual(hidden?.rows.slice(1, 3), [
      ["a.b", 3, cities[0], "启用"],
      [null, null, cities[1], "停用"],
    ]);
    assert.deepEqual(
      hidden?.rows.slice(1).map(([, , city]) => city),
      cities,
    );
    const sheet = String(unzipped(file).get("xl/worksheets/sheet1.xml"));
    const rules = [...sheet.matchAll(/sqref="(\w+):\w+"><formula1>(.*?)<\/formula1>/g)].map(([, at, list]) => [
      at,
      list,
    ]);
    assert.deepEqual(rules, [
      ["B2", "'模板信息'!$C$2:$C$301"],
      ["D2", "'模板信息'!$D$2:$D$3"],
    ]);
  });
}
