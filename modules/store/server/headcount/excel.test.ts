import assert from "node:assert/strict";
import { test } from "node:test";
import { AuthorityTestApp, exported, importing } from "@ops/authority/server/testing";
import { partnerModule } from "@ops/partner/server";
import { givenPartner, givenStaff } from "@ops/partner/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import { declareTestApp } from "@ops/platform/server/testing";
import { vehicleModule } from "@ops/vehicle/server";
import * as contract from "../../contract/index.ts";
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
      [200, 1, 0, 199, store.storeCode, store.name, "salesAdvisor", "销售顾问"],
      [2, 0, 0, 2, store.storeCode, store.name, "deliverySpecialist", "交付专员"],
    ],
  );
});

test("ST-R8 编制导出 has a line for each cell that the grid shows: also for people whom nobody planned, own and partners'", async () => {
  await givenStorePositions(app);
  const [keeper, today] = [await app.signIn({ permissions: codes }), dayOf(app.now())];
  const [partner, own, empty] = [await givenPartner(app), await givenStore(app), await givenStore(app)];
  const theirs = await givenStore(app, { operateMode: "PARTNER", partnerId: partner.id });
  await givenSeat(app, { storeId: own.id, state: "IN_POST" });
  await givenSeat(app, { storeId: own.id, state: "TO_JOIN", positionCode: "deliverySpecialist", entryDate: today });
  await givenStaff(app, { partner, storeId: theirs.id });
  await run(keeper, [[empty.storeCode, "salesAdvisor", addDays(today, 1), "5"]]);
  const linesOf = async ({ storeCode }: { storeCode: string | null }) => {
    const query = { keyword: storeCode ?? "" };
    const { rows } = await exported(app, keeper, headcountSheet, { query });
    const { data } = await keeper.call(contract.listHeadcounts, { query });
    const shown = (data.list[0]?.cells ?? []).filter((cell) => cell.quota + cell.occupied + cell.reserved > 0);
    assert.equal(rows.length, shown.length, "as many as the grid shows");
    return rows.map(([quota, occupied, reserved, vacancy, code, , positionCode]) => {
      return [code, positionCode, quota, occupied, reserved, vacancy];
    });
  };
  assert.deepEqual(await linesOf(own), [
    [own.storeCode, "salesAdvisor", 0, 1, 0, -1],
    [own.storeCode, "deliverySpecialist", 0, 0, 1, -1],
  ]);
  assert.deepEqual(await linesOf(theirs), [[theirs.storeCode, "salesAdvisor", 0, 1, 0, -1]]);
  assert.deepEqual(await linesOf(empty), [], "its seats begin tomorrow");
});
