import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isWellFormedPassword, organizationLogin, userInfo } from "../../../contract/index.ts";
import { testApp } from "../../testing.ts";
import { loadAuthorityDemo } from "../load.ts";
import { cheapHasher } from "../testing.ts";
import { demoAccounts } from "./accounts.ts";

describe("the accounts of the demo", () => {
  const app = testApp();

  /** Signs in with the printed password and finds what the console would show. */
  async function trySignIn(phone: string, password: string) {
    const { success, msgCode, data } = await app.login({ mobilePhone: phone, password });
    if (!success) return msgCode;
    const [info] = (await app.call(userInfo, {}, { token: data.accessToken })).data;
    assert.ok(info);
    return { token: data.accessToken, ...info };
  }

  test("sign in, or are refused, as the document says", async () => {
    assert.equal(await app.arrange((tx) => loadAuthorityDemo(tx, cheapHasher())), true);
    const shown: unknown[] = [];
    for (const { phone, password } of demoAccounts()) {
      assert.ok(isWellFormedPassword(password));
      const one = await trySignIn(phone, password);
      if (typeof one === "string") shown.push(one);
      else shown.push([one.boolAdmin, one.organizations.length, one.position.join(), one.changePwdStatus]);
    }
    assert.deepEqual(shown, [
      [true, 0, "", false],
      [false, 3, "区域经理", false],
      [false, 2, "店长", false],
      [false, 1, "交付专员", false],
      [false, 1, "销售顾问", true],
      "ACCOUNT_DISABLED",
      "ACCOUNT_DORMANT",
      "LOGIN_LOCKED",
      "NO_ORGANIZATION",
    ]);
  });

  test("a region manager switches into the second organisation and keeps the pages of the post there", async () => {
    const manager = await trySignIn("13800000002", "Demo@2025");
    assert.ok(typeof manager !== "string");
    assert.equal(manager.organizationsDescription, "华东大区(区域经理)");
    const other = manager.organizations.find(
      ({ organizationPositionName }) => organizationPositionName === "上海(城市经理)",
    );
    const switched = await app.call(
      organizationLogin,
      { body: { organizationId: other?.id ?? "" } },
      { token: manager.token },
    );
    const [info] = (await app.call(userInfo, {}, { token: switched.data.accessToken })).data;
    assert.deepEqual(info?.position, ["城市经理"]);
  });
});
