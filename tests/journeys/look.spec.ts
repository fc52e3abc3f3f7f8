import type { Locator, Page } from "@playwright/test";
import { accounts, expect, signIn, test } from "./browser.ts";

/** Pages with buttons, links, tables, forms and charts of their own. */
const pages = [
  "/home",
  "/AuthorityManagement/UserManagement",
  "/AuthorityManagement/RoleManagement",
  "/Partner/list",
  "/Partner/list?view=board",
  "/RightCenter/CarConfigMaintain?tab=cars",
  "/RightCenter/ExcelImport",
];

test("all text of the console is written in one font", async ({ page }) => {
  await signIn(page, accounts.admin);
  const expected = await page.evaluate(
    () => getComputedStyle(document.querySelector(".app-root") ?? document.body).fontFamily,
  );
  for (const path of pages) {
    await page.goto(`/#${path}`);
    await expect(page.locator("main, .list-page, .home-grid, section").first()).toBeVisible();
    await expect(page.getByRole("status", { name: "加载中" })).toHaveCount(0);
    const { fonts, texts } = await fontsOf(page);
    expect(texts, `${path}: texts seen`).toBeGreaterThan(20);
    expect(
      fonts.filter(({ family }) => family !== expected),
      path,
    ).toEqual([]);
  }
});

/** Finds the font of every element with text of its own. Codes and keys use a fixed width on purpose. */
function fontsOf(page: Page) {
  return page.evaluate(() => {
    const holders = [...document.querySelectorAll("#root *, .ant-drawer *")].filter(
      (element) =>
        element.checkVisibility() &&
        !element.closest("code, kbd, pre, canvas, svg, [data-code]") &&
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    );
    const fonts = new Map<string, string>();
    for (const holder of holders) {
      const family = getComputedStyle(holder).fontFamily;
      if (!/mono/i.test(family)) fonts.set(family, holder.textContent ?? "");
    }
    return { texts: holders.length, fonts: [...fonts].map(([family, example]) => ({ family, example })) };
  });
}

test("an eye stands on the line of what it opens, and no label of a detail breaks", async ({ page }) => {
  await signIn(page, accounts.admin, { at: "/#/AuthorityManagement/UserManagement" });
  const phones = page.locator(".ant-table-row .unmask");
  await expect(phones.first()).toBeVisible();
  const cut = await phones.evaluateAll((all) =>
    all.filter((one) => one.getBoundingClientRect().right > (one.closest("td")?.getBoundingClientRect().right ?? 0)),
  );
  expect(cut, "masked numbers that their column cuts").toEqual([]);
  await page.getByRole("row", { name: "姚文博" }).getByRole("link", { name: "姚文博" }).click();
  const eyes = page.locator(".field-list .unmask");
  await expect(eyes.first()).toBeVisible();
  const heights = await eyes.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(1);
  expect(Math.max(...heights)).toBeLessThan(32);
  const labels = await page
    .locator(".field-list dt")
    .evaluateAll((all) => all.map((one) => one.getClientRects().length && one.scrollHeight));
  expect(labels.length).toBeGreaterThan(5);
  expect(Math.max(...labels)).toBeLessThan(28);
});

test("PF-R6 a made-up id in the address gets a sentence for people", async ({ page }) => {
  await signIn(page, accounts.admin);
  const data = Buffer.from(JSON.stringify({ id: "abc", mode: "view" })).toString("base64url");
  await page.goto(`/#/AuthorityManagement/UserManagementDetail/${data}`);
  await expect(page.getByText("数据不存在或已被删除")).toBeVisible();
  await expect(page.getByText("格式不正确")).toHaveCount(0);
  for (const list of ["/Partner/list", "/Partner/staff"]) {
    await page.goto(`/#${list}?id=abc`);
    await expect(page.locator(".ant-drawer-body").getByText("数据不存在或已被删除"), list).toBeVisible();
    await expect(page.getByText("格式不正确"), list).toHaveCount(0);
    await expect(page.getByRole("button", { name: "重试" }), "asking again would not help").toHaveCount(0);
  }
});

test("PF-R104 a part of a phone number is refused beside its field, and nothing is asked for", async ({ page }) => {
  await signIn(page, accounts.admin, { at: "/#/Partner/staff" });
  await expect(page.locator(".ant-table-row").first()).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("phone=")) asked.push(request.url());
  });
  const panel = page.getByRole("search");
  await panel.getByLabel("姓名").fill("还没有查询");
  await page.locator(".ant-table-row").first().getByRole("checkbox").check();
  await expect(panel.getByLabel("姓名"), "what is typed stays while the list is used").toHaveValue("还没有查询");
  await panel.getByRole("button", { name: "重置" }).click();
  await expect(panel.getByLabel("姓名"), "also what was never asked for").toHaveValue("");
  await panel.getByLabel("手机号").fill("1380");
  await panel.getByRole("button", { name: "查询" }).click();
  await expect(panel.getByText("请输入完整手机号")).toBeVisible();
  await expect(page.getByText("没有符合条件的数据")).toHaveCount(0);
  expect(asked).toEqual([]);
  await panel.getByLabel("手机号").fill("13800000099");
  await expect(panel.getByText("请输入完整手机号")).toHaveCount(0);
  await panel.getByRole("button", { name: "查询" }).click();
  await expect(page.getByText("没有符合条件的数据")).toBeVisible();
});

test("PF-R94 the export dialog says how many rows, of which filter, which columns and where the file will be", async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource/);
  await signIn(page, accounts.admin, { at: "/#/AuthorityManagement/UserManagement" });
  await page.getByLabel("关键字").fill("李");
  await page.getByRole("button", { name: "查询" }).click();
  await expect(page.getByRole("list", { name: "已应用的查询条件" })).toBeVisible();
  await expect(page.locator(".list-table[data-stale=true]")).toHaveCount(0);
  const total = await page.locator(".list-total b").innerText();
  await page.getByRole("toolbar", { name: "列表工具" }).getByRole("button", { name: "导出" }).click();
  const dialog = page.getByRole("dialog", { name: "导出用户列表" });
  await expect(dialog.getByText(`${total} 条`, { exact: true })).toBeVisible();
  await expect(dialog.getByText("关键字：李")).toBeVisible();
  await expect(dialog.getByText(/^\d+ 列：姓名、手机号/)).toBeVisible();
  await expect(dialog.getByText(/到「下载中心」下载/)).toBeVisible();
  await expect(dialog.getByLabel("原因")).toHaveCount(0);
  await dialog.getByRole("switch").click();
  await expect(dialog.getByLabel("原因")).toBeVisible();
  await dialog.getByRole("button", { name: "导出" }).click();
  await expect(dialog.getByText("请输入原因！")).toBeVisible();
  await page.reload();

  await page.getByRole("complementary", { name: "按组织查看" }).getByText("华东大区", { exact: true }).click();
  await exporting(page, "导出用户列表", async (told) => {
    await expect(told.getByText("组织：华东大区")).toBeVisible();
    await expect(told.getByText("无，导出全部")).toHaveCount(0);
  });
  await page.route("**/user/v1/users?**", () => undefined); // this call is never answered
  await page.getByLabel("关键字").fill("李");
  await page.getByRole("button", { name: "查询" }).click();
  await exporting(page, "导出用户列表", async (told) => {
    await expect(told.getByText("列表还在加载，以导出时的数据为准")).toBeVisible();
  });
  await page.goto("/#/AuthorityManagement/UserManagement?tab=dormant");
  await page.getByRole("navigation", { name: "按未使用天数查看" }).getByRole("button").nth(1).click();
  await exporting(page, "导出休眠账号", (told) => expect(told.getByText(/未使用天数：/)).toBeVisible());
  await page.route("**/user/v1/roles?**", (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/#/AuthorityManagement/RoleManagement");
  await expect(page.getByText("数据加载失败")).toBeVisible();
  await exporting(page, "导出角色列表", async (told) => {
    await expect(told.getByText("列表没有加载成功，以导出时的数据为准")).toBeVisible();
    await expect(told.getByText("无，导出全部")).toBeVisible();
  });
});

/** Opens the dialog of an export, checks it and cancels it. */
async function exporting(page: Page, title: string, look: (told: Locator) => Promise<void>): Promise<void> {
  await page.getByRole("toolbar", { name: "列表工具" }).getByRole("button", { name: "导出" }).click();
  const told = page.getByRole("dialog", { name: title });
  await look(told);
  await told.getByRole("button", { name: "取消" }).click();
  await expect(told).toBeHidden();
}
