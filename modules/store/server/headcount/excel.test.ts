import assert from "node:assert/strict";
import { test } from "node:test";
import { AuthorityTestApp, exported, importing } from "@ops/authority/server/testing";
import { partnerModule } from "@ops/partner/server";
import { addDays, dayOf } from "@ops/platform/contract";
import { declareTestApp } from "@ops/platform/server/testing";
import { vehicleModule } from "@ops/vehicle/server";
import { headcountImport, headcountSheet } from "../../contract/index.ts";
import { storeModule } from "../index.ts";
import { givenStore, givenStorePositions } from "../testing.ts";
import { givenSeat } from "./testing.ts";

const app = declareTestApp(
  new AuthorityTestApp([vehicleModule, partnerModule, storeModule], undefined, { background: true }),
);
const { problems, run } = importing(app, headcountImport);
const codes = ["list", "edit", "export"].map((act) => `store:headcount:${act}`);

test("ST-R8 编制导入: each problem is told by its line, a quota of the same day is overwritten; 导出 has the same numbers", async () => {
  await givenStorePositions(app);
  const store = await givenStore(app);
  const closed = await givenStore(app, { state: "CLOSED" });
  const keeper = await app.signIn({ permissions: codes });
  const today = dayOf(app.now());
  const line = (quota: string, code = store.storeCode, position = "salesAdvisor", day = today) => [
    code,
    position,
    day,
    quota,
  ];
  assert.deepEqual(
    await problems(keeper, [
      line("201"),
      line("5", closed.storeCode),
      line("5", store.storeCode, "none"),
      line("5", store.storeCode, "salesAdvisor", addDays(today, -31)),
      line("5", store.storeCode, "salesAdvisor", addDays(today, -30)),
      line("5", store.storeCode, "salesAdvisor", addDays(today, -30)),
    ]),
    ["2 编制须为0-200", "3 门店编码不存在", "4 岗位编码「none」不存在", "5 生效日期不能早于30天前", "7 与第6行重复"],
  );
  await run(keeper, [line("5"), line("2", store.storeCode, "deliverySpecialist")]);
  const { task } = await run(keeper, [line("200")]);
  assert.equal(task.status, "SUCCESS");
  await givenSeat(app, { storeId: store.id, state: "IN_POST" });
  const { titles, rows } = await exported(app, keeper, headcountSheet, { query: { keyword: store.storeCode ?? "" } });
  assert.deepEqual(titles, ["编制", "占用", "预占", "缺编", "门店编码", "门店", "岗位编码", "岗位", "日期"]);
  assert.deepEqual(
    rows.map((row) => row.slice(0, 8)),
    [
      [2, 0, 0, 2, store.storeCode, store.name, "deliverySpecialist", "交付专员"],
      [200, 1, 0, 199, store.storeCode, store.name, "salesAdvisor", "销售顾问"],
    ],
  );
});
