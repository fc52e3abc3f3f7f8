import type { Locator, Page } from "@playwright/test";
import { IMAGE_CODE, OUTSIDE, PORTAL } from "./addresses.ts";
import { accounts, expect, HOME, signIn, test } from "./browser.ts";

/** Chooses on the page of the stand-in how it handles messages. */
async function letMessages(page: Page, behave: string): Promise<void> {
  await page.goto(OUTSIDE);
  const line = page.getByRole("row", { name: /^短信/ }).first();
  await line.getByRole("combobox").selectOption(behave);
  await line.getByRole("button", { name: "应用" }).click();
  await expect(line.getByRole("combobox").locator("option:checked")).toHaveText(behave);
}

async function askForCode(page: Page, phone: string): Promise<void> {
  await page.goto(`${PORTAL}/#/login`);
  await expect(page.getByRole("button", { name: "点击刷新验证码" }).locator("img").first()).toBeVisible();
  await page.getByPlaceholder("手机号").fill(phone);
  await page.getByRole("textbox", { name: "图形验证码" }).fill(IMAGE_CODE);
  await page.getByRole("button", { name: "获取验证码" }).click();
  await expect(page.getByRole("button", { name: /\d+\s*秒/ })).toBeVisible();
}

async function openPart(page: Page, part: string): Promise<Locator> {
  await page.getByRole("region", { name: "系统设置" }).getByRole("button", { name: part }).click();
  return page.getByRole("dialog", { name: "系统设置" });
}

const FAILING = "故障（503，未受理）";

test("PF-R120 PF-R121 what the gateway does not take stands under 外部调用: sent by 重试 once it is back, or marked as seen to", async ({
  page,
  desk,
}) => {
  const outside = await desk();
  await letMessages(outside, FAILING);
  await askForCode(outside, accounts.regionManager);

  await signIn(page, accounts.admin, { at: HOME });
  await page.getByRole("link", { name: /失败的外部调用/ }).click();
  const settings = page.getByRole("dialog", { name: "系统设置" });
  await expect(settings.getByRole("tab", { name: "外部调用", selected: true })).toBeVisible();
  await expect(settings.getByTitle("失败与出错")).toBeVisible();
  const line = settings.getByRole("row", { name: /短信/ });
  await expect(async () => {
    await settings.getByRole("button", { name: "刷新" }).click();
    await expect(line).toContainText("短信网关返回 503", { timeout: 1_000 });
  }).toPass();
  await expect(line.getByRole("button")).toHaveText(["重试", "标记已处理"]);

  await letMessages(outside, "正常");
  await line.getByRole("button", { name: "重试" }).click();
  await page
    .getByRole("dialog", { name: /立即重试/ })
    .getByRole("button", { name: "重试" })
    .click();
  await expect(async () => {
    await settings.getByRole("button", { name: "刷新" }).click();
    await expect(settings.getByText("没有失败或出错的调用")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await outside.goto(OUTSIDE);
  const arrived = outside.getByRole("row", { name: new RegExp(accounts.regionManager) });
  await expect(arrived).toHaveCount(1);
  await expect(arrived).toContainText("已完成");

  await letMessages(outside, FAILING);
  await askForCode(outside, accounts.fresh);
  await expect(async () => {
    await settings.getByRole("button", { name: "刷新" }).click();
    await expect(line).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await line.getByRole("button", { name: "标记已处理" }).click();
  const dialog = page.getByRole("dialog", { name: /标记已处理/ });
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(dialog.getByText(/请输入原因|原因/).last()).toBeVisible();
  await dialog.getByRole("textbox").fill("已电话告知");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(dialog).toBeHidden();
  await expect(settings.getByText("没有失败或出错的调用")).toBeVisible();
  await letMessages(outside, "正常");
});

test("PF-R125 operators read code, text, holes and parts of every message", async ({ page }) => {
  await signIn(page, accounts.admin, { at: HOME });
  const settings = await openPart(page, "短信发件箱");
  await settings.getByText("模板", { exact: true }).click();
  const line = settings.getByRole("row", { name: /LOGIN_CODE/ });
  await expect(line).toContainText("您的登录验证码为{code}");
  await expect(line).toContainText("{product} 产品名称，最多20个字");
  await expect(line).toContainText("1 条");
});

test("PF-R108 PF-R110 what operators watch is asked for again by itself", async ({ page }) => {
  await signIn(page, accounts.admin, { at: HOME });
  const settings = await openPart(page, "后台任务");
  const asked = () => page.waitForResponse((response) => response.url().includes("/common/v1/jobs/timers"));
  const first = asked();
  await settings.getByText("到时任务", { exact: true }).click();
  await first;
  await asked(); // nobody pressed 刷新, so the page asked by itself
});
