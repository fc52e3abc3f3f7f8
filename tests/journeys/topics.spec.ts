import { accounts, expect, HOME, signIn, signOut, test } from "./browser.ts";

test("PF-R109 an open home page counts its todos anew when something that they count has changed; a page without them does not ask", async ({
  page,
  desk,
}) => {
  const listening = page.waitForRequest(/\/common\/v1\/events\?.*topics=todo/);
  await signIn(page, accounts.storeManager, { at: HOME });
  await listening;

  const other = await desk();
  await signIn(other, accounts.admin, { at: HOME });
  await other.goto("/#/AuthorityManagement/UserManagement");
  await other.getByPlaceholder("姓名 / 完整手机号 / 完整工号").fill("A0004");
  await other.keyboard.press("Enter");
  const rows = other.locator("tr.ant-table-row");
  await expect(rows).toHaveCount(1);
  const asked: string[] = [];
  other.on("request", (request) => asked.push(request.url()));
  const again = page.waitForResponse(/\/common\/v1\/todos$/);
  await rows.getByRole("button", { name: "编辑" }).click();
  const drawer = other.getByRole("dialog", { name: /编辑/ });
  await drawer.getByLabel("备注").fill("轮岗");
  await drawer.getByRole("button", { name: /保存|确定/ }).click();
  await expect(drawer).toBeHidden();
  expect(await (await again).json()).toMatchObject({ success: true });
  expect(asked.filter((url) => url.endsWith("/common/v1/todos"))).toEqual([]);
});

test("PF-R42 a page that was about to count its todos asks nothing more after 退出登录", async ({ page }) => {
  await page.addInitScript(() => {
    Math.random = () => 0.99; // the longest wait before todos are counted anew
  });
  const news = `data: ${JSON.stringify({ type: "topic.news", news: { todo: "all" } })}\n\n`;
  await page.route(/\/common\/v1\/events\b/, (route) =>
    route.fulfill({ contentType: "text/event-stream", body: news }),
  );
  const told = page.waitForResponse(/\/common\/v1\/events\?.*topics=todo/);
  await signIn(page, accounts.storeManager, { at: HOME });
  await (await told).finished();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await signOut(page);
  await page.waitForTimeout(2_500);
  expect(asked.filter((url) => url.endsWith("/common/v1/todos"))).toEqual([]);
});
