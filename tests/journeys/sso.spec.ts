import type { Page } from "@playwright/test";
import { CONSOLE, IMAGE_CODE, PORTAL } from "./addresses.ts";
import { accounts, DEMO_PASSWORD, expect, expectWorkspace, signIn, signOut, test } from "./browser.ts";

async function signInAtPortal(page: Page, staffNo: string): Promise<void> {
  await page.getByRole("tab", { name: "工号登录" }).click();
  const panel = page
    .getByRole("tabpanel", { name: "工号登录" })
    .or(page.locator("form"))
    .filter({ visible: true })
    .first();
  await expect(panel.getByRole("img", { name: /验证码/ }).first()).toBeVisible();
  await panel.getByPlaceholder("工号").fill(staffNo);
  await panel.getByPlaceholder("密码", { exact: true }).fill(DEMO_PASSWORD);
  await panel
    .getByPlaceholder(/验证码/)
    .first()
    .fill(IMAGE_CODE);
  await panel.getByRole("button", { name: "登录", exact: true }).click();
}

test("PF-R46 unified sign-on leads into the console and, signing out, back to the portal's applications", async ({
  page,
}) => {
  await page.goto("/#/login");
  await page.getByRole("link", { name: "统一登录" }).click();
  await expect(page).toHaveURL(new RegExp(`^${PORTAL}`));
  await signInAtPortal(page, "A0003");
  await page.waitForURL(`${CONSOLE}/#/home`);
  await expectWorkspace(page);
  expect(page.url()).not.toContain("authorization");

  await page.getByRole("button", { name: /^用户菜单/ }).click();
  await page.getByRole("menuitem", { name: "退出登录" }).click();
  await expect(page).toHaveURL(new RegExp(`^${PORTAL}/#/apps`));
  await expect(page.getByText("退出登录")).toBeVisible();

  await page.getByText("营销运营管理平台").last().click();
  await page.waitForURL(`${CONSOLE}/#/home`);
  await expectWorkspace(page);
});

test("PF-R48 SMS sign-in: the code arrives in the outbox and opens the console", async ({ page, context }) => {
  await page.goto(`${PORTAL}/#/login`);
  const captcha = page
    .getByRole("img", { name: /验证码/ })
    .filter({ visible: true })
    .first();
  await expect(captcha).toBeVisible();
  await page.getByPlaceholder("手机号").fill(accounts.deliverySpecialist);
  await page
    .getByPlaceholder(/图形验证码|验证码/)
    .filter({ visible: true })
    .first()
    .fill(IMAGE_CODE);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await expect(page.getByRole("button", { name: /\d+\s*秒/ })).toBeVisible();
  const outbox = await context.request.get(`${PORTAL}/sso/v1/outbox`, { headers: { applicationid: "1" } });
  const { data } = await outbox.json();
  const code = /\d{6}/.exec(data[0].text)?.[0] ?? "";
  await page.getByPlaceholder("短信验证码").fill(code);
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.waitForURL(`${CONSOLE}/#/home`);
  await expectWorkspace(page);
});

test("PF-R52 signing out at the portal ends the console session too", async ({ page, context, watch }) => {
  watch.allow(/401/);
  await page.goto(`${PORTAL}/#/login`);
  await signInAtPortal(page, "A0003");
  await page.waitForURL(`${CONSOLE}/#/home`);
  await expectWorkspace(page);
  const portal = await context.newPage();
  await portal.goto(`${PORTAL}/#/apps`);
  await portal.getByRole("button", { name: "退出登录" }).click();
  const confirm = portal.getByRole("button", { name: /确定|退出/ }).last();
  if (await portal.getByText("将同时退出所有已登录的应用").isVisible()) await confirm.click();
  await expect(page.getByText("您的账号登录超时或已在其他地方登录")).toBeVisible({ timeout: 10_000 });
});

test("PF-R57 a password sign-in ends the session that came through the portal", async ({ page, browser, watch }) => {
  watch.allow(/401/);
  await page.goto(`${PORTAL}/#/login`);
  await signInAtPortal(page, "A0003");
  await page.waitForURL(`${CONSOLE}/#/home`);
  await expectWorkspace(page);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signIn(other, accounts.storeManager);
  await expect(page.getByText("您的账号登录超时或已在其他地方登录")).toBeVisible({ timeout: 5_000 });
  await signOut(other);
  await elsewhere.close();
});
