import { accounts, expect, signInOnPage, signOut, test } from "./browser.ts";

const KICKED = "您的账号登录超时或已在其他地方登录，若不是本人操作，请注意账号安全！";

test("PF-R29 a second sign-in ends the first page within 5 s, without a click, and says where it came from", async ({
  page,
  browser,
  watch,
}) => {
  watch.allow(/401/);
  await signInOnPage(page, accounts.regionManager);
  const elsewhere = await browser.newContext();
  const second = await elsewhere.newPage();
  await signInOnPage(second, accounts.regionManager);
  await expect(page.getByText(KICKED)).toBeVisible({ timeout: 5_000 });
  await expect(page.getByText(/新登录：.+ · .+ · .+/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "登录", exact: true })).toBeVisible();
  await expect(page.getByText(/^下线时间：\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)).toBeVisible();

  await signInOnPage(page, accounts.regionManager);
  await expect(second.getByText(KICKED)).toBeVisible({ timeout: 5_000 });
  await elsewhere.close();
});

test("PF-R29 why a page was signed out stays on the login page until it is read", async ({ page, browser, watch }) => {
  watch.allow(/401/);
  await page.clock.install();
  await signInOnPage(page, accounts.regionManager);
  const elsewhere = await browser.newContext();
  await signInOnPage(await elsewhere.newPage(), accounts.regionManager);
  await expect(page.getByText(KICKED)).toBeVisible();
  await page.clock.runFor(60_000);
  await expect(page.getByText(KICKED)).toBeVisible();
  await page.reload();
  await expect(page.getByText(KICKED)).toBeVisible();
  await page.getByRole("button", { name: "我知道了" }).click();
  await expect(page.getByText(KICKED)).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "登录", exact: true })).toBeVisible();
  await expect(page.getByText(KICKED)).toBeHidden();
  await elsewhere.close();
});

test("PF-R29 the message comes once even if several calls fail together", async ({ page, context, watch }) => {
  watch.allow(/401/);
  await signInOnPage(page, accounts.admin);
  await context.clearCookies();
  await context.addCookies([{ name: "session-token", value: "dead", url: page.url().split("#")[0] ?? "" }]);
  await page.reload();
  await expect(page.getByText(KICKED)).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "登录", exact: true })).toBeVisible();
});

test("PF-R31 the device list shows this device, and the ended ones with their reason", async ({
  page,
  browser,
  watch,
}) => {
  watch.allow(/401/);
  const elsewhere = await browser.newContext();
  await signInOnPage(await elsewhere.newPage(), accounts.admin);
  await signInOnPage(page, accounts.admin);
  await elsewhere.close();
  await page.getByRole("button", { name: "查看全部" }).click();
  const drawer = page.getByRole("dialog", { name: "登录设备" });
  await expect(drawer.getByText("当前设备")).toBeVisible();
  await expect(drawer.getByText(/其他地方登录|被新登录|顶替/).first()).toBeVisible();
});

test("PF-R42 退出登录 clears the token and what the browser kept", async ({ page, context }) => {
  await signInOnPage(page, accounts.admin);
  await signOut(page);
  expect((await context.cookies()).find(({ name }) => name === "session-token")).toBeUndefined();
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(kept).not.toContain("permissionCodeList");
});

test("PF-R41 signing out works without network too", async ({ page, context, watch }) => {
  watch.allow(/Failed to load resource|ERR_INTERNET|ERR_FAILED/);
  await signInOnPage(page, accounts.admin);
  await page.route("**/user/v1/logout", (route) => route.abort());
  await signOut(page);
  expect((await context.cookies()).find(({ name }) => name === "session-token")).toBeUndefined();
});

test("authority 5.1 按组织下线 counts and names those whom it signs out: with the organisations below, or without them", async ({
  page,
}) => {
  await signInOnPage(page, accounts.admin);
  await page.goto("/#/AuthorityManagement/UserManagement?tab=sessions");
  await page.getByRole("button", { name: "按组织下线" }).click();
  const dialog = page.getByRole("dialog", { name: "按组织强制下线" });
  await expect(dialog.getByText("该组织及下级的在线人员会立即退出登录。")).toBeVisible();
  await dialog.getByRole("switch", { name: "含下级" }).click();
  await expect(dialog.getByText("该组织的在线人员会立即退出登录。")).toBeVisible();
  /** Reads the count that the server answers to the filter of the call. */
  const readCount = async (withChildren: boolean) => {
    const answer = await page.waitForResponse(
      (one) => one.url().includes("/sessions/kick-by-org/count") && one.url().includes(`withChildren=${withChildren}`),
    );
    const { data }: { data: { sessions: number } } = await answer.json();
    return data.sessions;
  };
  const alone = readCount(false);
  await dialog.getByRole("combobox", { name: "组织" }).fill("启岳");
  await expect(page.locator(".ant-select-tree-title", { hasText: "启岳汽车集团" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(`该组织当前有 ${await alone} 个在线会话，会立即退出登录。`)).toBeVisible();
  const withAllBelow = readCount(true);
  await dialog.getByRole("switch", { name: "含下级" }).click();
  await expect(dialog.getByText(`该组织及下级当前有 ${await withAllBelow} 个在线会话，会立即退出登录。`)).toBeVisible();
});
