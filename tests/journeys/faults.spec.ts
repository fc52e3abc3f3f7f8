import { accounts, expect, fillLogin, signIn, test } from "./browser.ts";

const LIST = "**/user/v1/users?**";
const userList = "/#/AuthorityManagement/UserManagement";

test("PF-R78 a refused call shows 错误提示： with the server's text", async ({ page }) => {
  await signIn(page, accounts.admin);
  await page.route(LIST, (route) =>
    route.fulfill({ json: { success: false, msg: "今天不行", msgCode: "X", data: null } }),
  );
  await page.goto(userList);
  await expect(page.getByText("错误提示：")).toBeVisible();
  await expect(page.getByText("今天不行").first()).toBeVisible();
});

test("PF-R78 without a text the code is shown", async ({ page }) => {
  await signIn(page, accounts.admin);
  await page.route(LIST, (route) =>
    route.fulfill({ json: { success: false, msg: "", msgCode: "ONLY_CODE", data: null } }),
  );
  await page.goto(userList);
  await expect(page.getByText("ONLY_CODE").first()).toBeVisible();
});

for (const [status, text] of [
  [500, "系统异常，请联系管理员（编号：42）"],
  [502, "系统繁忙，请稍后再试"],
  [503, "系统繁忙，请稍后再试"],
  [429, "系统繁忙，请稍后再试"],
] as const) {
  test(`PF-R8${status === 500 ? 0 : 1} HTTP ${status} shows its message and keeps the page`, async ({
    page,
    watch,
  }) => {
    watch.allow(/Failed to load resource/);
    await signIn(page, accounts.admin);
    const body = { success: false, msg: "系统异常，请联系管理员（编号：42）", msgCode: "SYSTEM_FAULT", data: null };
    await page.route(LIST, (route) => route.fulfill({ status, json: body }));
    await page.goto(userList);
    await expect(page.getByText(text).first()).toBeVisible();
    await expect(page).toHaveURL(/UserManagement$/);
    await page.unroute(LIST);
    await page
      .getByRole("button", { name: /重试|刷新/ })
      .first()
      .click();
    await expect(page.locator("tr.ant-table-row").first()).toBeVisible();
  });
}

test("PF-R79 HTTP 404 shows its message and goes to /error404", async ({ page, watch }) => {
  watch.allow(/Failed to load resource/);
  await signIn(page, accounts.admin);
  await page.route(LIST, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto(userList);
  await expect(page.locator(".ant-message").getByText("接口404，未找到资源路径！")).toBeVisible();
  await expect(page).toHaveURL(/#\/error404$/);
});

test("PF-R81 no response at all has its own message", async ({ page, watch }) => {
  watch.allow(/Failed to load resource|ERR_FAILED/);
  await signIn(page, accounts.admin);
  await page.route(LIST, (route) => route.abort());
  await page.goto(userList);
  await expect(page.getByText("接口请求出错，请联系管理员！").first()).toBeVisible();
});

test("PF-R75 offline shows a banner and comes back", async ({ page, context, watch }) => {
  watch.allow(/Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
  await signIn(page, accounts.admin);
  await context.setOffline(true);
  await expect(page.getByText("网络已断开，正在重连…")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("网络已断开，正在重连…")).toBeHidden();
});

test("PF-R83 a slow login sends once however often the button is pressed", async ({ page }) => {
  let calls = 0;
  await page.route("**/user/v1/phoneLogin", async (route) => {
    calls++;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    return route.continue();
  });
  await fillLogin(page, accounts.deliverySpecialist);
  const button = page.getByRole("button", { name: /登录/ }).first();
  for (let n = 0; n < 3; n++) await button.click({ force: true, timeout: 400 }).catch(() => undefined);
  await expect(page).toHaveURL(/#\/home$/);
  expect(calls).toBe(1);
});
