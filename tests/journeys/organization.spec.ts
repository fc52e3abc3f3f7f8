import { accounts, expect, signIn, signOut, test } from "./browser.ts";

test("PF-R60 an administrator sees no organisation; one organisation is shown, several can be switched", async ({
  page,
}) => {
  await signIn(page, accounts.admin);
  await expect(page.getByTitle("切换组织")).toHaveCount(0);
  await signOut(page);
  await signIn(page, accounts.deliverySpecialist);
  await expect(page.getByRole("banner").getByText(/\(.+\)/)).toBeVisible();
  await expect(page.getByTitle("切换组织")).toHaveCount(0);
});

test("PF-R62 switching the organisation brings a new token, the new name and its message; PF-R64 other tabs follow", async ({
  page,
  context,
}) => {
  await signIn(page, accounts.storeManager);
  const other = await context.newPage();
  await other.goto("/#/home");
  await expect(other.getByTitle("切换组织")).toBeVisible();
  const tokenOf = async () => (await context.cookies()).find(({ name }) => name === "session-token")?.value;
  const [before, name] = [await tokenOf(), await page.getByTitle("切换组织").innerText()];

  await page.getByTitle("切换组织").click();
  const dialog = page.getByRole("dialog", { name: "切换组织" });
  await expect(dialog.getByRole("button", { name: "确定" })).toBeDisabled();
  await dialog.getByRole("radio", { checked: false }).first().check();
  await dialog.getByRole("button", { name: "确定" }).click();
  await expect(page.getByText("组织切换成功！")).toBeVisible();
  await expect(page).toHaveURL(/#\/home$/);
  await expect(page.getByTitle("切换组织")).not.toHaveText(name);
  expect(await tokenOf()).not.toBe(before);
  await expect(other.getByTitle("切换组织")).not.toHaveText(name);
});
