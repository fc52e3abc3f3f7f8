import type { Page } from "@playwright/test";
import { accounts, expect, signInOnPage, submitLogin, test } from "./browser.ts";

/** Collects the paths that the page requests from now on. */
function watchRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith("http")) asked.push(new URL(request.url()).pathname);
  });
  return asked;
}

const isScript = (path: string) => /\.(js|css)$/.test(path);

test("the login page needs at most 8 requests; what follows it is loaded while the password is typed", async ({
  page,
}) => {
  const asked = watchRequests(page);
  await page.goto("/#/login");
  await expect(page.getByAltText("点击刷新验证码")).toBeVisible();
  expect(asked.length).toBeLessThanOrEqual(8);
  await page.getByPlaceholder("手机号").press("1");
  await expect.poll(() => asked.some((path) => path.includes("/HomePage-"))).toBe(true);
  await page.waitForLoadState("networkidle");
  const known = asked.filter(isScript);
  await submitLogin(page, accounts.deliverySpecialist);
  await expect(page).toHaveURL(/#\/home$/);
  await expect(page.getByRole("navigation").first()).toBeVisible();
  const later = asked.filter(isScript).slice(known.length);
  expect(later.filter((path) => /\/(work|HomePage|authority)-/.test(path))).toEqual([]);
});

test("a list needs at most 20 requests with the workspace around it, and its code does not wait for its data", async ({
  page,
}) => {
  await signInOnPage(page, accounts.admin);
  const asked = watchRequests(page);
  await page.goto("/#/AuthorityManagement/UserManagement");
  await page.reload();
  asked.length = 0;
  await page.reload();
  await expect(page.locator(".ant-table-row").first()).toBeVisible();
  expect(asked.length).toBeLessThanOrEqual(20);
  const lastScript = asked.findLastIndex(isScript);
  expect(lastScript).toBeLessThan(asked.indexOf("/user/v1/users"));
  expect(lastScript).toBeLessThan(asked.indexOf("/user/v1/menu/userList"));
});
