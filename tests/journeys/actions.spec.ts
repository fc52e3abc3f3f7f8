import type { Page } from "@playwright/test";
import { accounts, expect, signIn, test } from "./browser.ts";

const menuItems = (page: Page) => page.locator(".ant-dropdown:not(.ant-dropdown-hidden) [role=menuitem]");

test("the page of somebody who never signed in offers no 强制下线; nothing dangerous stands as a button", async ({
  page,
}) => {
  await signIn(page, accounts.admin, { at: "/#/AuthorityManagement/UserManagement" });
  await page.getByRole("row", { name: "姚文博" }).getByRole("link", { name: "姚文博" }).click();
  const head = page.locator("header.detail-head");
  await expect(head.getByRole("heading", { name: "姚文博" })).toBeVisible();
  await expect(head.getByText("待激活")).toBeVisible();
  await expect(head.getByRole("button")).toHaveText(["", "更多", /./, /./, "编辑"]);
  await expect(head.locator(".ant-btn-dangerous")).toHaveCount(0);
  await head.getByRole("button", { name: "更多" }).click();
  await expect(menuItems(page).filter({ hasText: "停用" })).toBeVisible();
  await expect(menuItems(page).filter({ hasText: "强制下线" })).toHaveCount(0);
});

test("a role can be edited from its row; 停用 and 删除 stand under 更多", async ({ page }) => {
  await signIn(page, accounts.admin, { at: "/#/AuthorityManagement/RoleManagement" });
  const row = page.locator(".ant-table-row").filter({ hasText: "启用" }).last();
  await expect(row.locator(".list-row-actions").getByRole("button")).toHaveText(["编辑", "复制", "更多"]);
  await row.getByRole("button", { name: "更多" }).click();
  await expect(menuItems(page).filter({ hasText: "停用" })).toBeVisible();
  await page.keyboard.press("Escape");
  await row.getByRole("button", { name: "编辑" }).click();
  await expect(page).toHaveURL(/RoleManagementDetail/);
});

test("with people at work selected 审核通过 cannot be pressed and says of how many it could", async ({ page }) => {
  await signIn(page, accounts.admin, { at: "/#/Partner/staff" });
  const atWork = page.locator(".ant-table-row").filter({ hasText: "在职" });
  for (const at of [0, 1]) await atWork.nth(at).getByRole("checkbox").check();
  const bar = page.getByRole("region", { name: "批量操作" });
  const approve = bar.getByRole("button", { name: "审核通过 0/2" });
  await expect(approve).toBeDisabled();
  await approve.hover({ force: true });
  await expect(page.getByRole("tooltip", { name: "选中的 2 项都不能执行「审核通过」" })).toBeVisible();
  await expect(bar.getByRole("button", { name: "冻结", exact: true })).toBeEnabled();
});

test("of six batch actions three stand as buttons; the others, what is dangerous last, under 更多", async ({
  page,
}) => {
  await signIn(page, accounts.admin, { at: "/#/AuthorityManagement/UserManagement" });
  const invited = page.locator(".ant-table-row").filter({ hasText: "待激活" });
  for (const at of [0, 1]) await invited.nth(at).getByRole("checkbox").check();
  const bar = page.getByRole("region", { name: "批量操作" });
  const buttons = bar.locator(".list-batch-actions").getByRole("button");
  await expect(buttons).toHaveText(["启用 0/2", "授予角色", "收回角色", "更多"]);
  await expect(buttons.first()).toBeDisabled();
  await bar.getByRole("button", { name: "更多" }).click();
  await expect(menuItems(page)).toHaveText(["调整组织", "导出有效权限", "停用"]);
});
