import type { Page } from "@playwright/test";
import { accounts, expect, signIn, signOut, test } from "./browser.ts";

const menu = (page: Page) => page.getByRole("navigation", { name: "主菜单" });
const rows = (page: Page) => page.locator("tr.ant-table-row");

test("the administrator's day: finds a person, corrects the record, disables and enables the account", async ({
  page,
}) => {
  await signIn(page, accounts.admin);
  await menu(page).getByText("账号权限管理").click();
  await menu(page).getByText("用户管理").click();
  await expect(rows(page)).toHaveCount(10);
  await page.getByPlaceholder("姓名 / 完整手机号 / 完整工号").fill("A0002");
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText("138****0002")).toBeVisible();

  await rows(page).getByRole("button", { name: "编辑" }).click();
  const drawer = page.getByRole("dialog", { name: /编辑/ });
  await drawer.getByLabel("备注").fill("季度盘点");
  await drawer.getByRole("button", { name: /保存|确定/ }).click();
  await expect(drawer).toBeHidden();

  await rows(page).getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "停用" }).click();
  const reason = page.getByRole("dialog").filter({ hasText: "原因" });
  await reason.getByRole("textbox").fill("盘点期间停用");
  await reason
    .getByRole("button", { name: /停用|确定/ })
    .last()
    .click();
  await expect(rows(page).getByText("停用", { exact: true }).first()).toBeVisible();
  await rows(page).getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "启用" }).click();
  await reason.getByRole("textbox").fill("盘点结束");
  await reason
    .getByRole("button", { name: /启用|确定/ })
    .last()
    .click();
  await expect(rows(page).getByText("正常")).toBeVisible();

  await rows(page).getByRole("button", { name: "详情" }).or(rows(page).getByRole("link").first()).first().click();
  await expect(page.getByText("季度盘点", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByPlaceholder("姓名 / 完整手机号 / 完整工号")).toHaveValue("A0002");
  await signOut(page);
});

test("PF-R76, PF-R40 Escape asks before typed content is lost, and so does signing out", async ({ page }) => {
  await signIn(page, accounts.admin, { at: "/#/AuthorityManagement/UserManagement" });
  await rows(page).first().getByRole("button", { name: "编辑" }).click();
  const drawer = page.getByRole("dialog", { name: /编辑/ });
  await drawer.getByLabel("备注").fill("没写完");
  await page.keyboard.press("Escape");
  await expect(page.getByText("放弃已填写的内容？").filter({ visible: true }).first()).toBeVisible();
  await page.getByRole("button", { name: /继续/ }).click();
  await expect(drawer.getByLabel("备注")).toHaveValue("没写完");
  // the drawer covers the header, so the click is sent to the button itself, as by the keyboard
  await page.getByRole("button", { name: /^用户菜单/ }).dispatchEvent("click");
  await page.getByRole("menuitem", { name: "退出登录" }).dispatchEvent("click");
  await expect(page.getByText("您有未保存的内容，确定退出登录吗？").filter({ visible: true }).first()).toBeVisible();
});

test("the region manager's day: three organisations, another menu and other people in each", async ({ page }) => {
  await signIn(page, accounts.regionManager);
  await page.getByTitle("切换组织").click();
  const dialog = page.getByRole("dialog", { name: "切换组织" });
  await expect(dialog.getByRole("radio")).toHaveCount(3);
  await expect(dialog.getByText("当前", { exact: true })).toHaveCount(1);
  await expect(dialog.getByText("主", { exact: true })).toHaveCount(1);
  await dialog.getByRole("radio").last().check();
  await dialog.getByRole("button", { name: "确定" }).click();
  await expect(page.getByText("组织切换成功！")).toBeVisible();
  await signOut(page);
});

test("the store manager's day: switches to the second store at noon and back", async ({ page }) => {
  await signIn(page, accounts.storeManager);
  for (let n = 0; n < 2; n++) {
    const before = await page.getByTitle("切换组织").innerText();
    await page.getByTitle("切换组织").click();
    const dialog = page.getByRole("dialog", { name: "切换组织" });
    await expect(dialog.getByRole("radio")).toHaveCount(2);
    await dialog.getByRole("radio", { checked: false }).check();
    await dialog.getByRole("button", { name: "确定" }).click();
    await expect(page.getByTitle("切换组织")).not.toHaveText(before);
  }
  await signOut(page);
});

test("PF-R69 the delivery specialist's day: only granted pages in the menu, no way into others", async ({ page }) => {
  await signIn(page, accounts.deliverySpecialist);
  await expect(menu(page).getByText("账号权限管理")).toHaveCount(0);
  await page.goto("/#/AuthorityManagement/UserManagement");
  await expect(page.getByText("抱歉，您没有权限访问该页面")).toBeVisible();
  await signOut(page);
});

test("PF-R68, PF-R39 the header has logo, product name and toggle, the user menu 修改密码 and 退出登录", async ({
  page,
}) => {
  await signIn(page, accounts.admin);
  const header = page.getByRole("banner");
  await expect(header.getByRole("link", { name: /营销运营管理平台/ })).toBeVisible();
  await expect(header.getByRole("button", { name: "收起侧边栏" })).toBeVisible();
  await header.getByRole("button", { name: /^用户菜单/ }).click();
  const items = page.locator(".ant-dropdown").getByRole("menuitem");
  await expect(items).toHaveText(["修改密码", "退出登录"]);
});

test("PF-R71 PF-R94 an export runs by itself, sets the red dot of 下载中心, and is downloaded there", async ({
  page,
}) => {
  await signIn(page, accounts.admin);
  await menu(page).getByText("权益中心").click();
  await page.goto("/#/AuthorityManagement/UserManagement");
  await page.getByRole("toolbar", { name: "列表工具" }).getByRole("button", { name: "导出" }).click();
  await page.getByRole("dialog", { name: "导出用户列表" }).getByRole("button", { name: "导出" }).click();
  await expect(page.getByText("导出任务已提交，完成后可在下载中心下载")).toBeVisible();
  await expect(menu(page).getByText("有新文件")).toBeAttached();
  await menu(page).getByText("下载中心").click();
  const row = page.locator("tr.ant-table-row", { hasText: "用户列表.xlsx" }).first();
  await expect(row.getByText("成功", { exact: true })).toBeVisible();
  await expect(menu(page).getByText("有新文件")).toHaveCount(0);
  const [file] = await Promise.all([page.waitForEvent("download"), row.getByRole("button", { name: "下载" }).click()]);
  expect(file.suggestedFilename()).toMatch(/^用户列表_\d{14}\.xlsx$/);
  await expect(page.getByText("文件下载成功！")).toBeVisible();
});
