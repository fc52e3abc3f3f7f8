import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { testApp, testSettings } from "@ops/authority/server/testing";
import { partnerModule } from "@ops/partner/server";
import { readConfig } from "@ops/platform/server";
import { vehicleModule } from "@ops/vehicle/server";
import { prepareData } from "./demo.ts";

describe("a fresh database outside production", () => {
  const app = testApp(vehicleModule, partnerModule);

  test("gets the demo once and shows its accounts at every start", async () => {
    const config = readConfig({ APP_ENV: "development" });
    const accounts = await prepareData(app.node, config, testSettings);
    assert.equal(accounts.length, 11);
    assert.deepEqual(await prepareData(app.node, config, testSettings), accounts);
    const ofBrand = "where id not in (select user_id from partner_staff where user_id is not null)";
    assert.deepEqual(await app.rows(`select count(*)::int as count from app_user ${ofBrand}`), [{ count: 421 }]);
    assert.deepEqual(await app.rows("select count(*)::int as count from car"), [{ count: 1_600 }]);
    assert.deepEqual(await app.rows("select count(*)::int as count from partner_staff"), [{ count: 420 }]);
  });
});

describe("a fresh database in production", () => {
  const app = testApp();

  test("gets one administrator and no demo, whatever DEMO_DATA says, and shows the password once", async () => {
    const config = readConfig({ APP_ENV: "production", DEMO_DATA: "small" });
    const [administrator, ...others] = await prepareData(app.node, config, testSettings);
    assert.ok(administrator && others.length === 0);
    assert.ok(
      (await app.login({ mobilePhone: administrator.phone, password: administrator.password })).data.changePwdStatus,
    );
    assert.deepEqual(await prepareData(app.node, config, testSettings), []);
    assert.deepEqual(await app.rows("select user_name as name from app_user"), [{ name: "系统管理员" }]);
  });
});
