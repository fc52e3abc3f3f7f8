import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImportKind } from "@ops/platform/contract";
import { sheetsOf, unzip } from "./import/read-back.ts";
import { bytesOf } from "./import/testing-import.ts";
import { writeFailures, writeTemplate } from "./template.ts";

const cities = Array.from({ length: 300 }, (_, n) => `城市${n}，区, "县" & 乡`);
const kind: ImportKind = {
  key: "a.b",
  name: "门店",
  permission: "a:b:c",
  version: 3,
  columns: [
    { key: "name", title: "名称", required: true, max: 5 },
    { key: "city", title: "城市", words: Object.fromEntries(cities.map((city, n) => [`c${n}`, city])) },
    { key: "none", title: "空", words: {}, max: 30 },
    { key: "state", title: "状态", words: { ON: "启用", OFF: "停用" }, max: 100 },
  ],
};

for (const [what, write] of [
  ["template", () => writeTemplate(kind)],
  ["failure file", () => writeFailures(kind, [{ row: { line: 2, cells: { name: "甲" } }, reason: "不行" }])],
] as const) {
  test(`PF-R95 the drop-downs of a ${what} name lists of any length and of any words`, async () => {
    const file = await bytesOf(write());
    const [, hidden] = sheetsOf(file);
    assert.deepEqual([hidden?.name, hidden?.rows[0]], ["模板信息", ["类型", "版本", "城市", "状态"]]);
    const looks = (name: string) => {
      const xml = String(unzip(file).get(`xl/worksheets/${name}.xml`));
      const titles = [...xml.matchAll(/<c r="[A-Z]+1" s="(\d)"[^>]*><is><t>(.*?)<\/t>/g)];
      const widths = [...xml.matchAll(/width="(\d+)"/g)];
      return titles.map(([, style, title], n) => `${title} ${style} ${widths[n]?.[1]}`);
    };
    const failed = what === "template" ? [] : ["行号 1 8", "失败原因 2 40"];
    assert.deepEqual(looks("sheet1"), ["名称* 2 12", "城市 1 20", "空 1 30", "状态 1 40", ...failed]);
    assert.deepEqual(looks("sheet2"), ["类型 1 20", "版本 1 10", "城市 1 20", "状态 1 20"]);
    assert.match(String(unzip(file).get("xl/workbook.xml")), /"模板信息" sheetId="2" state="hidden"/);
    assert.deepEqual(hidden?.rows.slice(1, 3), [
      ["a.b", 3, cities[0], "启用"],
      [null, null, cities[1], "停用"],
    ]);
    assert.deepEqual(
      hidden?.rows.slice(1).map(([, , city]) => city),
      cities,
    );
    const sheet = String(unzip(file).get("xl/worksheets/sheet1.xml"));
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
