import { accounts, expect, HOME, signIn, test } from "./browser.ts";

test("AU-5.1 each number of people says whom it counts", async ({ page }) => {
  await signIn(page, accounts.admin, { at: HOME });
  const figures = page.getByRole("region", { name: "账号安全概览" });
  await expect(figures.getByRole("link", { name: /^账号总数/ })).toContainText("不含离职，含未任职");
  await page.goto("/#/AuthorityManagement/UserManagement");
  const tree = page.getByRole("complementary", { name: "按组织查看" });
  await expect(tree).toContainText("组织旁为在任人数，含下级。列表未选组织时，还含已离职和没有任职的账号。");
});

test("AU-5.2 新增用户 is called so above the page, and can be cancelled beside its next step", async ({ page }) => {
  await signIn(page, accounts.admin, { at: "/#/AuthorityManagement/UserManagement" });
  await page.getByRole("button", { name: "新增", exact: true }).click();
  const trail = page.getByRole("navigation", { name: "面包屑" });
  await expect(trail).toContainText("新增用户");
  await expect(trail).not.toContainText("用户详情");
  await expect(page).toHaveTitle(/^新增用户/);
  await expect(page.getByRole("button", { name: "下一步" })).toBeVisible();
  await page.getByRole("button", { name: "取消" }).click();
  await expect(page).toHaveURL(/UserManagement$/);
});
