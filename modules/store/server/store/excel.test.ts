import assert from "node:assert/strict";
import { test } from "node:test";
import { AuthorityTestApp, exported, givenOrganization, importing } from "@ops/authority/server/testing";
import { partnerModule } from "@ops/partner/server";
import { givenPartner } from "@ops/partner/server/testing";
import { declareTestApp } from "@ops/platform/server/testing";
import { vehicleModule } from "@ops/vehicle/server";
import * as contract from "../../contract/index.ts";
import { storeImport, storeSheet } from "../../contract/index.ts";
import { storeModule } from "../index.ts";
import { givenStore } from "../testing.ts";
import { STORE_KEEPER } from "./testing.ts";

const app = declareTestApp(
  new AuthorityTestApp([vehicleModule, partnerModule, storeModule], undefined, { background: true }),
);
const { problems, run } = importing(app, storeImport);

type Cells = Partial<Record<(typeof storeImport.columns)[number]["key"], string>>;
const row = (cells: Cells) => storeImport.columns.map(({ key }) => cells[key] ?? "");

test("ST-R7 门店导入: rows without a code make stores, others change their filled cells; each problem by its line", async () => {
  const region = await givenOrganization(app, { type: "REGION", name: "华东导入大区" });
  const keeper = await app.signIn({ permissions: STORE_KEEPER });
  const partner = await givenPartner(app);
  const stopped = await givenPartner(app, { state: "SUSPENDED" });
  await givenStore(app, { name: "已有门店", cityCode: "330100", serviceCityCodes: ["330100"] });
  await keeper.call(contract.createExtColumn, { body: { colKey: "floors", label: "楼层数", colType: "NUMBER" } });
  await keeper.call(contract.createExtColumn, { body: { colKey: "lift", label: "电梯", colType: "BOOL" } });
  const fresh: Cells = {
    name: "导入一店",
    storeType: "体验中心",
    operateMode: "直营",
    regionId: "华东导入大区",
    regionCode: "330106",
  };
  assert.deepEqual(
    await problems(keeper, [
      row(fresh),
      row({ ...fresh, name: "" }),
      row({ ...fresh, name: "已有门店" }),
      row({ ...fresh, storeType: "没有的类型" }),
      row({ ...fresh, regionCode: "330000" }),
      row({ ...fresh, operateMode: "合伙", partnerId: "" }),
      row({ ...fresh, operateMode: "合伙", partnerId: stopped.partnerNo }),
      row({ ...fresh, lng: "116.4", lat: "39.9" }),
      row({ ...fresh, areaSqm: "50001" }),
      row({ ...fresh, ext: "floors=三" }),
      row({ ...fresh, ext: "none=1" }),
      row({ storeCode: "S000000001", name: "无此门店" }),
      row({ ...fresh, storeType: "", operateMode: "", regionCode: "" }),
      row({ ...fresh, ext: "floors=" }),
      row({ ...fresh, ext: "floors=3；lift=有" }),
    ]),
    [
      "3 新增门店须填写：门店名称",
      "4 同城已存在同名门店",
      "5 门店类型不在字典中",
      "6 请选择到城市或区县",
      "7 请选择合作伙伴",
      "8 合作伙伴当前为【已暂停】，不能新增门店",
      "9 坐标不在所选城市",
      "10 面积格式不正确",
      "11 扩展字段格式不正确：floors",
      "12 扩展字段格式不正确：none",
      "13 门店编码不存在",
      "14 新增门店须填写：门店类型、经营模式、省市区",
      "15 扩展字段格式不正确：floors",
      "16 扩展字段格式不正确：lift",
    ],
  );
  for (const key of ["storeType", "operateMode", "regionCode"] as const) {
    const [problem] = await problems(keeper, [row({ ...fresh, [key]: "" })]);
    assert.match(problem ?? "", /^2 新增门店须填写：/, key);
  }
  const far = row({ ...fresh, lng: "116.4", lat: "39.9" });
  assert.deepEqual(await problems(keeper, [far], ["isConfirmed"]), []);
  const { task } = await run(
    keeper,
    [
      row({
        ...fresh,
        ext: "floors=3；lift=是；",
        serviceCityCodes: "宁波，杭州",
        phone: "0571-12345678",
        areaSqm: "50000",
        storeLevel: "A",
      }),
      row({
        ...fresh,
        name: "导入二店A一二三四五六七八九十甲乙",
        operateMode: "合伙",
        partnerId: partner.partnerNo,
        regionId: "",
      }),
      row({ ...fresh, name: "导入三店一二三四五六七八九十甲乙丙丁", lng: "116.4", lat: "39.9", ext: "lift=否" }),
    ],
    ["isConfirmed"],
  );
  assert.equal(task.status, "SUCCESS");
  const find = async (keyword: string) => (await keeper.call(contract.listStores, { query: { keyword } })).data.list[0];
  const [first, second] = [await find("导入一店"), await find("导入二店")];
  assert.deepEqual(
    [first?.shortName, first?.ext, first?.serviceCityCodes, first?.areaSqm, first?.regionOrgName, first?.storeLevel],
    ["导入一店", { floors: 3, lift: true }, ["330100", "330200"], 50_000, region.name, "A"],
  );
  const third = await find("导入三店");
  assert.deepEqual(
    [third?.shortName, third?.ext],
    ["导入三店一二三四五六七八九十甲", { floors: null, lift: false }],
    "as much of the name as a short name may have",
  );
  assert.deepEqual(
    [second?.operateMode, second?.partnerId, second?.shortName],
    ["PARTNER", partner.id, "导入二店A一二三四五六七八九十"],
  );
  const same = { storeCode: second?.storeCode ?? "", operateMode: "合伙", partnerId: partner.partnerNo };
  assert.deepEqual(await problems(keeper, [row(same)]), [], "what is as it was may be told again");
  const storeCode = first?.storeCode ?? "";
  assert.deepEqual(await problems(keeper, [row({ storeCode, operateMode: "合伙" })]), [
    "2 经营模式与合作伙伴请用变更归属修改",
  ]);
  const other = row({ storeCode: second?.storeCode ?? "", partnerId: stopped.partnerNo });
  assert.deepEqual(await problems(keeper, [other]), ["2 经营模式与合作伙伴请用变更归属修改"]);
  await run(keeper, [row({ storeCode, address: "文三路1号" })]);
  const changed = await find("导入一店");
  assert.deepEqual(
    [changed?.address, changed?.phone, changed?.ext, changed?.name],
    ["文三路1号", "0571-12345678", { floors: 3, lift: true }, "导入一店"],
  );
  const { titles, rows } = await exported(app, keeper, storeSheet, { query: { keyword: storeCode } });
  assert.deepEqual(titles.slice(0, 5), ["门店编码", "组织编码", "门店名称", "门店简称", "门店类型"]);
  assert.equal(rows.length, 1);
  const cells = rows[0]?.map(String) ?? [];
  assert.ok(cells.some((cell) => cell === "lift=是；floors=3") && cells.includes("体验中心"), cells.join(" | "));
});
