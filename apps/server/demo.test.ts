import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { testApp, testSettings } from "@ops/authority/server/testing";
import { readConfig } from "@ops/platform/server";
import { vehicleModule } from "@ops/vehicle/server";
import { prepareData } from "./demo.ts";

describe("a fresh database outside production", () => {
  const app = testApp(vehicleModule);

  test("gets the demo once and shows its accounts at every start", async () => {
    const config = readConfig({ APP_ENV: "development" });
    const accounts = await prepareData(app.node, config, testSettings);
    assert.equal(accounts.length, 9);
    assert.deepEqual(await prepareData(app.node, config, testSettings), accounts);
    assert.deepEqual(await app.rows("select count(*)::int as count from app_user"), [{ count: 420 }]);
    assert.deepEqual(await app.rows("select count(*)::int as count from car"), [{ count: 1_600 }]);
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
