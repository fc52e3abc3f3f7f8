import type { Page } from "@playwright/test";
import { accounts, expect, fillLogin, signInOnPage, test } from "./browser.ts";

declare global {
  interface Window {
    steps?: string[];
    told?: string;
  }
}

/** Records the order of the steps that a page takes at the login. */
function watchSteps(): void {
  const steps: string[] = [];
  window.steps = steps;
  const note = (step: string) => void (steps.includes(step) || steps.push(step));
  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, "cookie");
  Object.defineProperty(document, "cookie", {
    get: () => cookie?.get?.call(document),
    set: (text: string) => {
      if (/^session-token=[^;]/.test(text)) note("token");
      cookie?.set?.call(document, text);
    },
  });
  const { removeItem, setItem } = Storage.prototype;
  Storage.prototype.removeItem = function (key) {
    if (this === localStorage && key === "session-transfer") note("transfer flag");
    removeItem.call(this, key);
  };
  Storage.prototype.setItem = function (key, value) {
    if (this === sessionStorage && key === "changePwdStatus") note("password status");
    setItem.call(this, key, value);
  };
  const { fetch } = window;
  window.fetch = (input, init) => {
    if (String(input instanceof Request ? input.url : input).includes("/user/v1/userInfo")) note("user info");
    return fetch(input, init);
  };
  const { replaceState } = window.history;
  window.history.replaceState = function (state, title, url) {
    if (String(url).endsWith("#/home")) note("home");
    replaceState.call(this, state, title, url);
  };
}

test("PF-R17 token, transfer flag, password status, user info, home: in this order", async ({ page }) => {
  await page.addInitScript(watchSteps);
  await page.goto("/#/login");
  await page.evaluate(() => {
    localStorage.setItem("session-transfer", "true");
    window.steps?.splice(0);
  });
  await fillLogin(page, accounts.deliverySpecialist);
  await expect(page).toHaveURL(/#\/home$/);
  const steps = await page.evaluate(() => window.steps);
  expect(steps).toEqual(["token", "transfer flag", "password status", "user info", "home"]);
  expect(await page.evaluate(() => localStorage.getItem("session-transfer"))).toBeNull();
});

test("PF-R16 the full-screen loading stands for half a second, and not longer", async ({ page }) => {
  await page.clock.install();
  const known = page.waitForResponse("**/user/v1/userInfo");
  await page.goto("/#/login");
  await expect(page.getByAltText("点击刷新验证码")).toBeVisible();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await fillLogin(page, accounts.deliverySpecialist);
  await known;
  const loading = page.getByText("正在登录…");
  await expect(loading).toBeVisible();
  await page.clock.runFor(499);
  await expect(loading).toBeVisible();
  await expect(page).toHaveURL(/#\/login$/);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(/#\/home$/);
});

const withoutPortal = (page: Page) =>
  page.route("**/config.json", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ssoHost: "" } });
  });

test("PF-R58 without a sign-on host there is no link, and a session that came from it leaves like the others", async ({
  page,
}) => {
  await page.goto("/#/login");
  await expect(page.getByRole("link", { name: "统一登录" })).toBeVisible();
  await withoutPortal(page);
  await page.reload();
  await expect(page.getByAltText("点击刷新验证码")).toBeVisible();
  await expect(page.getByRole("link", { name: "统一登录" })).toHaveCount(0);

  await signInOnPage(page, accounts.deliverySpecialist);
  await page.evaluate(() => localStorage.setItem("session-transfer", "true"));
  const left = page.waitForRequest((request) => /\/user\/v1\/logout$/.test(request.url()));
  await page.getByRole("button", { name: /^用户菜单/ }).click();
  await page.getByRole("menuitem", { name: "退出登录" }).click();
  expect((await left).method()).toBe("GET");
  await expect(page.getByRole("heading", { name: "登录", exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("session-transfer"))).toBeNull();
});

/** Collects the short messages of the page, which may be gone before a slow machine looks. */
function keepMessages(): void {
  window.told = "";
  new MutationObserver(() => {
    window.told += document.querySelector(".ant-message")?.textContent ?? "";
  }).observe(document, { childList: true, subtree: true });
}

/** Lets the next count of todos be refused as the server does after the end of a membership. */
async function endMembershipOf(page: Page): Promise<void> {
  const msg = "您在该组织的任职已结束";
  const json = { success: false, code: 200, msg, msgCode: "ORG_ENDED", data: null };
  await page.addInitScript(keepMessages);
  const todos = page.getByRole("region", { name: "我的待办" });
  await expect(todos).toBeVisible();
  await expect(todos.locator(".ant-skeleton")).toHaveCount(0); // the first count has arrived
  await page.route("**/common/v1/todos", (route) => route.fulfill({ json }), { times: 1 });
  await page.reload();
  await expect.poll(() => page.evaluate(() => window.told)).toContain(msg);
}

test("PF-R65 who loses the active post goes on in the primary organisation", async ({ page }) => {
  await signInOnPage(page, accounts.storeManager);
  const place = page.getByTitle("切换组织");
  const primary = await place.innerText();
  await place.click();
  const dialog = page.getByRole("dialog", { name: "切换组织" });
  await dialog.getByRole("radio", { checked: false }).first().check();
  await dialog.getByRole("button", { name: "确定" }).click();
  await expect(place).not.toHaveText(primary);

  await endMembershipOf(page);
  await expect(place).toHaveText(primary);
  await expect(page).toHaveURL(/#\/home$/);
});

test("PF-R65 who loses the only post is signed out", async ({ page, context }) => {
  await signInOnPage(page, accounts.deliverySpecialist);
  await endMembershipOf(page);
  await expect(page.getByRole("heading", { name: "登录", exact: true })).toBeVisible();
  expect((await context.cookies()).some(({ name }) => name === "session-token")).toBe(false);
});

const icons = {
  线索管理: "user-switch",
  订单管理: "unordered-list",
  门店管理: "shop",
  板车物流: "truck",
  权益中心: "gift",
  超时补贴: "account-book",
  企业微信: "wechat-work",
  闪电交付: "thunderbolt",
  合作伙伴: "team",
  车主活动: "car",
  账号权限管理: "safety-certificate",
};

test("PF-R69 a group has the icon of its Chinese title, and a folder where no icon belongs to it", async ({ page }) => {
  await signInOnPage(page, accounts.admin);
  const group = (title: string) =>
    page.getByRole("navigation", { name: "主菜单" }).locator(".ant-menu-submenu", { hasText: title }).first();
  for (const [title, icon] of Object.entries(icons)) {
    await expect(group(title).locator(`.anticon-${icon}`).first(), title).toBeVisible();
  }
  await page.route("**/user/v1/menu/userList", async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replaceAll("线索管理", "另起的名字");
    await route.fulfill({ response: answer, body: text });
  });
  await page.reload();
  await expect(group("另起的名字").locator(".anticon-folder").first()).toBeVisible();
});

test("PF-R7 a list that an administrator caches keeps its page, scroll and selection; another one is drawn anew", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 560 }); // ten rows do not fit, so the table scrolls
  await signInOnPage(page, accounts.admin);
  const cache = async (isOn: boolean) => {
    await page.goto("/#/AuthorityManagement/MenuManagement");
    const row = page.getByRole("row").filter({ hasText: "/AuthorityManagement/UserManagement" });
    await row.getByRole("button", { name: "编辑" }).click();
    await page.getByRole("switch", { name: "缓存" }).setChecked(isOn);
    await page.getByRole("button", { name: "保存" }).click();
    await expect(page.getByText("修改成功！")).toBeVisible();
    await page.reload(); // the reload loads the new menu
  };
  await cache(true);
  const list = page.locator(".page-host").filter({ visible: true });
  const body = list.locator(".ant-table-body");
  const leaveAndReturn = async (path: string) => {
    await page.goto("/#/home");
    await expect(page.getByText("快捷入口")).toBeVisible();
    await page.goto(`/#${path}`);
    await expect(list.locator(".ant-table-row").first()).toBeVisible();
  };

  const users = "/AuthorityManagement/UserManagement";
  await page.goto(`/#${users}`);
  const firstRow = list.locator(".ant-table-row").first();
  await expect(firstRow).toBeVisible();
  const firstOfAll = await firstRow.innerText();
  await list.locator(".ant-pagination-item-2").click();
  await expect(list.locator(".ant-pagination-item-active")).toHaveText("2");
  await expect(firstRow).not.toHaveText(firstOfAll, { useInnerText: true }); // the rows of page 2 are shown
  await list.locator(".ant-table-row").nth(1).getByRole("checkbox").check();
  await list.locator(".ant-table-row").nth(2).getByRole("checkbox").check();
  await expect(list.getByText(/已选择 ?2 ?项/)).toBeVisible();
  await body.evaluate((node) => node.scrollTo(0, 120));
  await expect.poll(() => body.evaluate((node) => node.scrollTop)).toBe(120);
  await body.evaluate((node) => node.setAttribute("data-mark", "kept"));
  await leaveAndReturn(users);
  await expect(body).toHaveAttribute("data-mark", "kept");
  await expect(list.getByText(/已选择 ?2 ?项/)).toBeVisible();
  await expect(list.locator(".ant-pagination-item-active")).toHaveText("2");
  expect(await body.evaluate((node) => node.scrollTop)).toBe(120);

  const roles = "/AuthorityManagement/RoleManagement";
  await page.goto(`/#${roles}`);
  await expect(list.locator(".ant-table-row").first()).toBeVisible();
  await body.evaluate((node) => node.setAttribute("data-mark", "kept"));
  await leaveAndReturn(roles);
  await expect(body).not.toHaveAttribute("data-mark", "kept");
  await cache(false);
});
