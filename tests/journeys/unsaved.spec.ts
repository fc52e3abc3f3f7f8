import type { Page } from "@playwright/test";
import { accounts, expect, signIn, test } from "./browser.ts";

const LIST = "/#/AuthorityManagement/UserManagement";
const question = (page: Page) => page.getByRole("dialog").filter({ hasText: "放弃已填写的内容？" });

/** Changes the address as a person who types another one. The router learns of it only afterwards. */
async function typeAddress(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => window.location.assign(to), address);
}

async function fillSomething(page: Page) {
  await page.getByRole("row").getByRole("button", { name: "编辑" }).first().click();
  const note = page.getByRole("dialog", { name: /编辑/ }).getByLabel("备注");
  await note.fill("没写完");
  await expect(page.getByText("6 / 400")).toBeVisible();
  return note;
}

test("PF-R76 a typed address asks before typed content is lost, stays or leaves as answered", async ({ page }) => {
  await signIn(page, accounts.admin);
  await typeAddress(page, LIST);
  const note = await fillSomething(page);

  await typeAddress(page, "/#/home");
  await expect(question(page)).toBeVisible();
  await expect(page).toHaveURL(/UserManagement$/);
  await typeAddress(page, "/#/AuthorityManagement/RoleManagement");
  await expect(page).toHaveURL(/UserManagement$/); // the router has taken the new address
  await expect(question(page)).toHaveCount(1);
  await question(page).getByRole("button", { name: "继续填写" }).click();
  await expect(question(page)).toBeHidden();
  await expect(note).toHaveValue("没写完");
  await expect(page).toHaveURL(/UserManagement$/);

  await typeAddress(page, "/#/AuthorityManagement/RoleManagement");
  await question(page).getByRole("button", { name: "放弃" }).click();
  await expect(page).toHaveURL(/RoleManagement$/);
  await page.goBack();
  await expect(page).toHaveURL(/UserManagement$/);
});

test("PF-R76 so does Back to an entry that came from a typed address", async ({ page }) => {
  await signIn(page, accounts.admin);
  await typeAddress(page, "/#/AuthorityManagement/RoleManagement");
  await expect(page.getByRole("navigation", { name: "面包屑" })).toContainText("角色");
  await typeAddress(page, LIST);
  const note = await fillSomething(page);

  await page.evaluate(() => window.history.back());
  await expect(question(page)).toBeVisible();
  await question(page).getByRole("button", { name: "继续填写" }).click();
  await expect(question(page)).toBeHidden();
  await expect(note).toHaveValue("没写完");
  await page.evaluate(() => window.history.back());
  await question(page).getByRole("button", { name: "放弃" }).click();
  await expect(page).toHaveURL(/RoleManagement$/);
});
