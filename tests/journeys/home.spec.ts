import type { Page } from "@playwright/test";
import { accounts, expect, HOME, signIn, test } from "./browser.ts";

const widgets = (page: Page) => page.locator(".home-widget h2");

test("AU-5.8 the home page is arranged with the keyboard, kept over a reload, and set back", async ({ page }) => {
  await signIn(page, accounts.deliverySpecialist, { at: HOME });
  await expect(widgets(page).first()).toHaveText("我的待办");
  await page.getByRole("button", { name: "编辑布局" }).click();
  await page.getByRole("button", { name: /^移动「我的待办」/ }).press("ArrowRight");
  await page.getByRole("button", { name: "移除「最近访问」" }).click();
  const bar = page.getByRole("region", { name: "编辑布局" });
  await bar.getByRole("button", { name: "保存" }).click();
  await expect(page.getByText("布局已保存")).toBeVisible();

  await page.reload();
  await expect(widgets(page).first()).toHaveText("公告");
  await expect(page.getByRole("region", { name: "最近访问" })).toHaveCount(0);
  await page.getByRole("button", { name: "编辑布局" }).click();
  await expect(bar.getByRole("button", { name: "最近访问" })).toBeVisible();
  await bar.getByRole("button", { name: "恢复默认" }).click();
  await page.getByRole("dialog", { name: "确认恢复默认布局？" }).getByRole("button", { name: "恢复默认" }).click();
  await expect(widgets(page).first()).toHaveText("我的待办");
});

test("AU-5.8 a widget that fails says so alone and loads when it is pressed", async ({ page, watch }) => {
  watch.allow(/500/);
  await page.route("**/common/v1/todos", (route) => route.fulfill({ status: 500, json: { success: false } }));
  await signIn(page, accounts.admin, { at: HOME });
  const todos = page.getByRole("region", { name: "我的待办" });
  const retry = todos.getByRole("button", { name: "加载失败，点击重试" });
  await expect(retry).toBeVisible();
  await expect(page.getByRole("button", { name: "加载失败，点击重试" })).toHaveCount(1);
  await page.unroute("**/common/v1/todos");
  await retry.click();
  await expect(todos.getByRole("link", { name: /休眠账号待处理/ })).toBeVisible();
});

const bell = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^通知/ });

test("PF-R100 a click on a notice opens its route and reads it", async ({ page }) => {
  await signIn(page, accounts.admin, { at: HOME });
  await bell(page).click();
  await page.locator(".ant-drawer").getByRole("tab", { name: /^系统/ }).click();
  const read = page.waitForResponse(/\/common\/v1\/notices\/read$/);
  await page
    .locator(".ant-drawer")
    .getByRole("button", { name: /接口目录有变化/ })
    .first()
    .click();
  await expect(page).toHaveURL(/InterfaceAuthority\?tab=sync$/);
  expect(await (await read).json()).toMatchObject({ success: true });
});

test("PF-R100 a notice about a page that is not in the menu says so and stays", async ({ page }) => {
  const item = {
    id: "019a0000-0000-7000-8000-000000000001",
    category: "WARNING",
    level: "WARN",
    title: "接口目录有变化",
    content: "新增1个",
    route: "/AuthorityManagement/InterfaceAuthority?tab=sync",
    isRead: true,
    createdAt: "2026-11-15 10:00:00",
  };
  const found = { list: [item], total: 1, totalKind: "exact", pageNo: 1, pageSize: 10 };
  await page.route(/\/common\/v1\/notices\?/, (route) =>
    route.fulfill({ json: { success: true, msg: "", msgCode: "", data: found } }),
  );
  await signIn(page, accounts.deliverySpecialist, { at: HOME });
  await bell(page).click();
  await page.locator(".ant-drawer").getByRole("tab", { name: /^预警/ }).click();
  await page
    .locator(".ant-drawer")
    .getByRole("button", { name: /接口目录有变化/ })
    .first()
    .click();
  await expect(page.getByText("您没有查看该内容的权限")).toBeVisible();
  await expect(page).toHaveURL(/#\/home$/);
});

test("PF-R100 an announcement that must be read blocks an open page at once, until it is read", async ({
  page,
  browser,
}) => {
  const context = await browser.newContext();
  const reader = await context.newPage();
  await signIn(reader, accounts.regionManager, { at: HOME });
  await signIn(page, accounts.admin, { at: HOME });
  await page.getByRole("region", { name: "系统设置" }).getByRole("button", { name: /^公告/ }).click();
  const settings = page.getByRole("dialog", { name: "系统设置" });
  await settings.getByRole("button", { name: "新增公告" }).click();
  const form = page.getByRole("dialog", { name: "新增公告" });
  await form.getByLabel("标题").fill("消防演练");
  await form.getByLabel("内容").fill("周五下午三点，请全员参加。");
  await form.getByRole("switch", { name: "必读" }).click();
  await form.getByRole("button", { name: "保存" }).click();
  const row = settings.getByRole("row", { name: /消防演练/ });
  await row.getByRole("button", { name: "发布" }).click();
  await page
    .getByRole("dialog", { name: /^确认向「全部人员」发布/ })
    .getByRole("button", { name: "发布" })
    .click();

  const notice = reader.getByRole("dialog", { name: "消防演练" });
  await expect(notice).toContainText("周五下午三点，请全员参加。");
  await reader.keyboard.press("Escape");
  await expect(notice).toBeVisible();
  await notice.getByRole("button", { name: "我已阅读" }).click();
  await expect(notice).toBeHidden();
  await context.close();

  await page.getByRole("dialog", { name: "消防演练" }).getByRole("button", { name: "我已阅读" }).click();
  // otherwise the announcement would cover the pages of other journeys
  await row.getByRole("button", { name: "撤回" }).click();
  await page
    .getByRole("dialog", { name: /^撤回后/ })
    .getByRole("button", { name: "撤回" })
    .click();
  await expect(row).toContainText("已撤回");
});
