import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createAuthority } from "@ops/authority/server";
import { AuthorityTestApp, testApp, testSettings } from "@ops/authority/server/testing";
import { readConfig } from "@ops/platform/server";
import { declareTestApp } from "@ops/platform/server/testing";
import { prepareData } from "./demo.ts";
import { modulesAbove } from "./modules.ts";

describe("a fresh database outside production", () => {
  const app = testApp(...modulesAbove);

  test("gets the demo once and shows its accounts at every start", async () => {
    const config = readConfig({ APP_ENV: "development" });
    const accounts = await prepareData(app.node, config, testSettings);
    assert.equal(accounts.length, 13);
    assert.deepEqual(await prepareData(app.node, config, testSettings), accounts);
    const ofBrand = "where id not in (select user_id from partner_staff where user_id is not null)";
    assert.deepEqual(await app.rows(`select count(*)::int as count from app_user ${ofBrand}`), [{ count: 423 }]);
    assert.deepEqual(await app.rows("select count(*)::int as count from car"), [{ count: 1_600 }]);
    assert.deepEqual(await app.rows("select count(*)::int as count from partner_staff"), [{ count: 420 }]);
    assert.deepEqual(await app.rows("select count(*)::int as count from store"), [{ count: 130 }]);
    assert.deepEqual(await app.rows("select count(*)::int as count from store_project"), [{ count: 12 }]);
    assert.deepEqual(await app.rows("select count(*)::int as count from interview"), [{ count: 24 }]);
    assert.deepEqual(await app.rows("select count(*)::int as count from training_record"), [{ count: 400 }]);
    assert.deepEqual(await app.rows("select count(*)::int as count from sales_order where car_id is null"), [
      { count: 256 },
    ]);
  });

  test("PF-R134 the past calls come by a job of any node, and all modules together have fewer than 120,000 rows", async () => {
    const worker = new AuthorityTestApp(modulesAbove, createAuthority(testSettings), { background: true });
    await worker.start(app);
    try {
      const isLoaded = async () => (await rowsIn("interface_usage_daily")) > 0;
      for (let tries = 0; tries < 300 && !(await isLoaded()); tries++) await sleep(100);
      assert.ok(await isLoaded());
    } finally {
      await worker.stop();
    }
    const tables = await app.rows<{ name: string }>(
      "select relname as name from pg_stat_user_tables where schemaname = 'public' and relname <> 'region'",
    );
    const counts = await Promise.all(tables.map(({ name }) => rowsIn(name)));
    const total = counts.reduce((sum, count) => sum + count, 0);
    assert.ok(total > 80_000 && total < 120_000, `${total} rows`);
  });

  /** A table of parts counts none of the rows of its parts. */
  async function rowsIn(table: string): Promise<number> {
    const [row] = await app.rows<{ count: number }>(`select count(*)::int as count from only ${table}`);
    return row?.count ?? 0;
  }
});

describe("a fresh database in production", () => {
  const settings = { ...testSettings, firstPasswordHours: 72 };
  const app = declareTestApp(new AuthorityTestApp([], createAuthority(settings)));
  const dataDir = mkdtempSync(join(tmpdir(), "first-start-"));
  const file = join(dataDir, "first-administrator.txt");
  const config = readConfig({ APP_ENV: "production", DEMO_DATA: "small", DATA_DIR: dataDir });
  const begin = () => prepareData(app.node, config, settings);
  const written = () => /密码：(\S+)/.exec(readFileSync(file, "utf8"))?.[1] ?? "";
  const signIn = (password: string) => app.login({ mobilePhone: config.adminPhone, password });
  after(() => rmSync(dataDir, { recursive: true }));

  test("gets one administrator and no demo, whatever DEMO_DATA says; the password goes to a file of its owner alone", async () => {
    assert.deepEqual(await begin(), [], "nothing is shown on standard output");
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.match(readFileSync(file, "utf8"), new RegExp(config.adminPhone));
    const first = written();
    assert.deepEqual(await begin(), []);
    assert.equal(written(), first, "a second start leaves it as it is");
    assert.deepEqual(await app.rows("select user_name as name from app_user"), [{ name: "系统管理员" }]);
  });

  test("AU-R2 its password is void after 72 hours without a sign-in; the next start writes another one", async () => {
    const first = written();
    app.passTime(72 * 3_600 + 60);
    const refused = await signIn(first);
    assert.deepEqual(
      [refused.msgCode, refused.msg],
      ["FIRST_PASSWORD_VOID", "初始密码超过72小时未使用，已失效，请联系运维人员重新生成"],
    );
    await begin();
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const second = written();
    assert.notEqual(second, first);
    assert.equal((await signIn(first)).msg, "手机号或密码错误");
    assert.ok((await signIn(second)).data.changePwdStatus);
    const renewed =
      "select action_name as name from audit_log where action = 'authority.firstStart' order by occurred_at";
    assert.deepEqual(await app.rows(renewed), [{ name: "创建首个管理员" }, { name: "重新生成首个管理员的初始密码" }]);
  });

  test("AU-R2 once it was used it is not void, and no later start makes another one", async () => {
    const used = written();
    rmSync(file);
    app.passTime(72 * 3_600 + 60);
    assert.ok((await signIn(used)).success);
    await begin();
    assert.equal(existsSync(file), false);
  });
});

describe("a fresh database of developers without the demo", () => {
  const app = testApp();

  test("gets one administrator whose password is shown once and stays", async () => {
    const config = readConfig({ APP_ENV: "development", DEMO_DATA: "none" });
    const [administrator, ...others] = await prepareData(app.node, config, testSettings);
    assert.ok(administrator && others.length === 0);
    assert.deepEqual(await prepareData(app.node, config, testSettings), []);
    app.passTime(1_000 * 3_600);
    const { phone, password } = administrator;
    assert.ok((await app.login({ mobilePhone: phone, password })).data.changePwdStatus);
  });
});
