import type { BrowserContext, Page } from "@playwright/test";
import { CONSOLE, IMAGE_CODE, PORTAL } from "./addresses.ts";
import { accounts, DEMO_PASSWORD, expect, expectWorkspace, signInOnPage, signOut, test } from "./browser.ts";

const shownImage = (page: Page) =>
  page.getByRole("button", { name: "点击刷新验证码" }).locator("img").filter({ visible: true });

async function signInAtPortal(page: Page, staffNo: string): Promise<void> {
  await page.getByRole("tab", { name: "工号登录" }).click();
  const panel = page.getByRole("tabpanel", { name: "工号登录" });
  await expect(shownImage(page)).toBeVisible();
  await panel.getByRole("textbox", { name: "工号" }).fill(staffNo);
  await panel.getByRole("textbox", { name: "密码", exact: true }).fill(DEMO_PASSWORD);
  await panel.getByRole("textbox", { name: "图形验证码" }).fill(IMAGE_CODE);
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
  await expect(page.getByRole("heading", { name: "应用列表" })).toBeVisible();

  await page.getByRole("main").getByRole("button", { name: "营销运营管理平台" }).click();
  await page.waitForURL(`${CONSOLE}/#/home`);
  await expectWorkspace(page);
});

/** Waits for the code, because a job writes messages a moment after the request. */
async function sentCode(context: BrowserContext, phone: string): Promise<string> {
  let code = "";
  await expect(async () => {
    const { data } = await (await context.request.get(`${PORTAL}/sso/v1/outbox`)).json();
    const [{ mobilePhone, text }] = data;
    expect(mobilePhone.slice(-4)).toBe(phone.slice(-4));
    code = /\d{6}/.exec(text)?.[0] ?? "";
    expect(code).not.toBe("");
  }).toPass();
  return code;
}

test("PF-R48 SMS sign-in: the code arrives in the outbox and opens the console", async ({ page, context }) => {
  await page.goto(`${PORTAL}/#/login`);
  await expect(shownImage(page)).toBeVisible();
  await page.getByPlaceholder("手机号").fill(accounts.deliverySpecialist);
  await page.getByRole("textbox", { name: "图形验证码" }).fill(IMAGE_CODE);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await expect(page.getByRole("button", { name: /\d+\s*秒/ })).toBeVisible();
  await page.getByPlaceholder("短信验证码").fill(await sentCode(context, accounts.deliverySpecialist));
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
  await expect(portal.getByText("将同时退出所有已登录的应用")).toBeVisible();
  await portal.getByRole("tooltip").getByRole("button", { name: "确定" }).click();
  await expect(page.getByText("您的账号登录超时或已在其他地方登录")).toBeVisible();
});

test("PF-R57 a password sign-in ends the session that came through the portal", async ({ page, browser, watch }) => {
  watch.allow(/401/);
  await page.goto(`${PORTAL}/#/login`);
  await signInAtPortal(page, "A0003");
  await page.waitForURL(`${CONSOLE}/#/home`);
  await expectWorkspace(page);
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signInOnPage(other, accounts.storeManager);
  await expect(page.getByText("您的账号登录超时或已在其他地方登录")).toBeVisible();
  await signOut(other);
  await elsewhere.close();
});

test("PF-R47 a deep link with a ticket is redeemed by the console itself, once", async ({ page, context }) => {
  await page.goto(`${PORTAL}/#/login`);
  await signInAtPortal(page, "A0003");
  await page.waitForURL(`${CONSOLE}/#/home`);
  await expectWorkspace(page);
  const opened = await context.request.post(`${PORTAL}/sso/v1/tickets`, {
    headers: { applicationid: "1" },
    data: { clientId: "ops-console", as: "ticket" },
  });
  const { data } = await opened.json();
  await page.close(); // a page without its cookie would be signed out
  await context.clearCookies({ name: "session-token" });
  const visitor = await context.newPage();
  await visitor.goto(data.location);
  await expectWorkspace(visitor);
  await signOut(visitor);
  const late = await context.newPage();
  await late.goto(data.location);
  await expect(late.getByText("登录凭证无效或已过期，请重新登录")).toBeVisible();
});
