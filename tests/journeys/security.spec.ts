import AxeBuilder from "@axe-core/playwright";
import { accounts, expect, signInOnPage, test } from "./browser.ts";

test("the page holds to a strict content security policy and asks nobody else for anything", async ({ page }) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  const response = await page.goto("/");
  const policy = response?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(policy).toContain("frame-ancestors 'none'");
  await signInOnPage(page, accounts.admin);
  await page.goto("/#/AuthorityManagement/UserManagement");
  await expect(page.locator("tr.ant-table-row").first()).toBeVisible();
  expect([...hosts].filter((host) => host && !host.startsWith("localhost"))).toEqual([]);
});

test("PF-R17 the cookie alone gives no rights", async ({ page, context }) => {
  await signInOnPage(page, accounts.admin);
  const answer = await context.request.get("/user/v1/userInfo", { headers: { applicationId: "1" } });
  expect(answer.status()).toBe(401);
});

test("PF-R104 half a phone is refused at its field instead of finding nobody; a whole one is searched for", async ({
  page,
}) => {
  await signInOnPage(page, accounts.admin);
  await page.goto("/#/Partner/staff");
  await expect(page.locator("tr.ant-table-row").first()).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("phone=") && asked.push(request.url()));
  const query = page.getByRole("search");
  await query.getByLabel("手机号").fill("1380");
  await query.getByRole("button", { name: "查询" }).click();
  await expect(query.getByRole("alert")).toHaveText("请输入完整手机号");
  await expect(query.getByLabel("手机号")).toBeFocused();
  await expect(query.getByLabel("手机号")).toHaveAccessibleDescription("请输入完整手机号");
  await expect(query.getByRole("button", { name: "收起" }), "also where the field was folded away").toBeVisible();
  expect(asked).toEqual([]);
  await query.getByLabel("手机号").fill("13800009999");
  await expect(query.getByRole("alert")).toBeHidden();
  await query.getByRole("button", { name: "查询" }).click();
  await expect(page.getByText("没有符合条件的数据")).toBeVisible();
});

test("PF-R44 the handover value leaves the address at once; without it 登陆失败！", async ({ page, watch }) => {
  watch.allow(/401/);
  await page.goto("/#/Transfer");
  await expect(page.getByText("登陆失败！")).toBeVisible();
  await expect(page).toHaveURL(/#\/$/);
  await page.goto("/#/Transfer?authorization=forged");
  await expect(page.getByText("您的账号登录超时或已在其他地方登录")).toBeVisible();
  expect(page.url()).not.toContain("forged");
});

for (const theme of ["浅色", "深色"] as const) {
  test(`accessibility: login, home and a list have no serious findings (${theme})`, async ({ page }) => {
    const check = async () => {
      await page.waitForFunction(() => !document.getAnimations().some((one) => one instanceof CSSTransition));
      const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa"]).analyze();
      const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    };
    await page.goto("/#/login");
    await expect(page.getByAltText("点击刷新验证码")).toBeVisible();
    await check();
    await signInOnPage(page, accounts.admin);
    if (theme === "深色") await page.getByRole("button", { name: "切换为深色" }).click();
    await page.mouse.move(700, 500);
    await expect(page.getByText("当前设备").first()).toBeVisible();
    await check();
    await page.goto("/#/AuthorityManagement/UserManagement");
    await expect(page.locator("tr.ant-table-row").first()).toBeVisible();
    await check();
  });
}
