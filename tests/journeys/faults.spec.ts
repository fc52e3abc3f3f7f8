import { accounts, expect, fillLogin, HOME, signIn, test } from "./browser.ts";

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
  await signIn(page, accounts.admin, { at: HOME });
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

test("PF-R75 offline shows a banner, disables what submits, and comes back", async ({ page, context, watch }) => {
  watch.allow(/Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
  await signIn(page, accounts.admin, { at: "/#/AuthorityManagement/RoleManagement" });
  await page.getByRole("button", { name: "新增", exact: true }).click();
  const save = page.getByRole("dialog").locator(".form-footer .ant-btn-primary");
  await expect(save).toBeEnabled();
  await context.setOffline(true);
  await expect(page.getByText("网络已断开，正在重连…")).toBeVisible();
  await expect(save).toBeDisabled();
  await context.setOffline(false);
  await expect(page.getByText("网络已断开，正在重连…")).toBeHidden();
  await expect(save).toBeEnabled();
});

test("PF-R75 a part of the console that is gone shows 系统已更新，请刷新页面 with a button that reloads", async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource|dynamically imported module|preload CSS|404/);
  await signIn(page, accounts.admin);
  await page.route(/\/assets\/RoleManagementPage[^/]*\.js/, (route) => route.fulfill({ status: 404, body: "" }));
  await page.goto("/#/AuthorityManagement/RoleManagement");
  const banner = page.locator(".banner").filter({ hasText: "系统已更新，请刷新页面" });
  await expect(banner).toBeVisible();
  await page.unroute(/\/assets\/RoleManagementPage[^/]*\.js/);
  await banner.getByRole("button", { name: "刷新" }).click();
  await expect(page.locator(".ant-table-row").first()).toBeVisible();
  await expect(banner).toHaveCount(0);

  await page.getByLabel("名称/编码").fill("还没有查询");
  const asked: string[] = [];
  await page.route(/\/assets\/(dialogs|forms)[^/]*\.js/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ status: 404, body: "" });
  });
  await page.getByRole("button", { name: "新增", exact: true }).click();
  const lost = page.getByRole("dialog", { name: "系统已更新，请刷新页面" });
  await expect(lost).toContainText("已填写的内容还在");
  await expect(banner).toBeVisible();
  const once = asked.length;
  expect(once, "a part that is gone is not asked for without end").toBeLessThanOrEqual(4);
  await expect(page.getByLabel("名称/编码"), "the page stays as it was").toHaveValue("还没有查询");
  await page.unroute(/\/assets\/(dialogs|forms)[^/]*\.js/);
  await lost.getByRole("button", { name: "重试" }).click();
  await expect(page.getByRole("dialog", { name: "新增角色" })).toBeVisible();
  expect(asked.length, "nobody asked again by itself").toBe(once);
  await page.keyboard.press("Escape");

  const panel = Promise.withResolvers<void>();
  await page.route(/\/assets\/ExplainPanel[^/]*\.js/, async (route) => {
    await panel.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "权限解释" }).click();
  await expect(page.getByRole("status", { name: "页面加载中" }), "a tab on its way is not blank").toBeVisible();
  panel.resolve();
  await expect(page.getByRole("status", { name: "页面加载中" })).toHaveCount(0);
});

for (const [what, answer, text] of [
  ["an empty stream", { headers: { "export-filename": "a.xlsx" }, body: "" }, "文件流处理错误，请联系管理员！"],
  ["a file without a name", { body: "PK" }, "文件格式获取错误，请联系管理员！"],
  ["a name without an ending", { headers: { "export-filename": "a" }, body: "PK" }, "文件格式获取错误，请联系管理员！"],
  [
    "a refusal in the place of a file",
    { json: { success: false, msg: "模板已下线", msgCode: "GONE", data: null } },
    "模板已下线",
  ],
] as const) {
  test(`PF-R82 ${what} is told, nothing is saved and no success is claimed`, async ({ page }) => {
    await signIn(page, accounts.admin, { at: "/#/RightCenter/ExcelImport" });
    const saved: string[] = [];
    page.on("download", (file) => saved.push(file.suggestedFilename()));
    const file = { contentType: "application/octet-stream" };
    await page.route(/\/template/, (route) => route.fulfill("json" in answer ? answer : { ...file, ...answer }));
    await page.getByRole("button", { name: "下载模板" }).first().click();
    await expect(page.getByText(text).first()).toBeVisible();
    await expect(page.getByText("文件下载成功！")).toHaveCount(0);
    expect(saved).toEqual([]);
  });
}

test("PF-R82 a file is saved under its name with the time of the server, and the success is told", async ({ page }) => {
  await signIn(page, accounts.admin, { at: "/#/RightCenter/ExcelImport" });
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "下载模板" }).first().click();
  expect((await saving).suggestedFilename()).toMatch(/^.+_\d{14}\.xlsx$/);
  await expect(page.getByText("文件下载成功！")).toBeVisible();
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
