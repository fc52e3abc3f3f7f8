import { accounts, expect, signIn, test } from "./browser.ts";

test("AU-R40 the menu tells which pages are open, and those that this release does not have are not", async ({
  page,
}) => {
  await signIn(page, accounts.admin, { at: "/#/AuthorityManagement/MenuManagement" });
  const row = (path: string) => page.getByRole("row").filter({ hasText: path });
  await expect(row("/ClueManagement/PrimaryClue")).toContainText("未上线");
  await expect(row("/Partner/list")).toContainText("已开放");
  await row("/ClueManagement/PrimaryClue").getByRole("button", { name: "编辑" }).click();
  await expect(page.getByText("该页面尚未上线，上线前点击都显示敬请期待")).toBeVisible();
});
