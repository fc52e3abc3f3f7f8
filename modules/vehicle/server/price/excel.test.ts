import assert from "node:assert/strict";
import { test } from "node:test";
import { createAuthority } from "@ops/authority/server";
import { AuthorityTestApp, exported, importing, testSettings } from "@ops/authority/server/testing";
import { declareTestApp } from "@ops/platform/server/testing";
import * as contract from "../../contract/index.ts";
import { vehicleModule } from "../index.ts";
import { givenConfig } from "../testing.ts";

const app = declareTestApp(new AuthorityTestApp([vehicleModule], createAuthority(testSettings), { background: true }));
const codes = ["vehicle:price:view", "vehicle:price:edit", "vehicle:price:export"];

test("vehicle 8 an import creates prices as drafts; faults are reported by row, and a draft that waits already is not made twice", async () => {
  const { problems, run } = importing(app, contract.priceImport);
  const client = await app.signIn({ permissions: codes });
  const { id, configCode } = await givenConfig(app);
  const bad = [
    ["NONE-1", "基础价", null, "100", null],
    [configCode, "选装", "OP-SEAT", "100", null],
    [configCode, "基础价", null, "1.234", null],
    [configCode, "基础价", null, "100", "2020-01-01"],
  ];
  assert.deepEqual(await problems(client, bad), [
    "2 配置编码或物料号不存在",
    "3 OP-SEAT不是该配置的可选项",
    "4 价格（元）格式不正确",
    "5 不能修改已生效的价格",
  ]);
  const good = [
    [configCode, "基础价", null, "229900", "2099-01-01"],
    [configCode, "选装", "OP-ADS", "9999.99", null],
  ];
  const { task } = await run(client, good);
  assert.equal(task.status, "SUCCESS");
  const drafts = await app.rows<{ amountFen: string }>(
    "select amount_fen from car_price where car_config_id = $1 and state = 'DRAFT' order by amount_fen",
    [id],
  );
  assert.deepEqual(
    drafts.map(({ amountFen }) => Number(amountFen)),
    [999_999, 22_990_000],
  );
  const again = await importing(app, contract.priceImport).check(client, good);
  assert.equal(again.data.skipped, 2);
});

test("vehicle 8 the exports of prices and configurations have the rows of the lists", async () => {
  const client = await app.signIn({ boolAdmin: true });
  const { id, configCode } = await givenConfig(app);
  const prices = await exported(app, client, contract.priceSheet, { query: { carConfigId: id, kind: "BASE" } });
  assert.deepEqual(
    prices.rows.map((row) => [row[0], row[2], row[5]]),
    [[configCode, "基础价", 239_900]],
  );
  const configs = await exported(app, client, contract.carConfigSheet, { query: { configCode } });
  const at = (title: string) => configs.rows[0]?.[configs.titles.indexOf(title)];
  assert.deepEqual(
    [at("配置编码"), at("能源"), at("指导价"), at("颜色")],
    [configCode, "纯电", 239_900, "珍珠白、墨黑"],
  );
});
