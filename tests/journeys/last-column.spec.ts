import type { Locator, Page } from "@playwright/test";
import { siteMap } from "../../platform/contract/site-map.ts";
import playwrightConfig from "../../playwright.config.ts";
import { accounts, expect, signIn, test } from "./browser.ts";

// browsers under test hide scroll bars by default, but this test looks for them
test.use({ launchOptions: { ...playwrightConfig.use?.launchOptions, ignoreDefaultArgs: ["--hide-scrollbars"] } });

const routes = siteMap
  .flatMap((group) => group.routes)
  .filter(({ path, planned }) => !planned && !path.includes("{"))
  .map(({ path }) => path);

/** Pages and tabs that show a tree, a board or a form instead of a list. */
const withoutList: ReadonlySet<string> = new Set([
  "/RightCenter/CarConfigMaintain 车系车型",
  "/RightCenter/CarConfigMaintain 选装与颜色",
  "/RightCenter/CarConfigMaintain 车辆统计",
  "/RightCenter/CarMarketType",
  "/RightCenter/ExcelImport",
  "/OrderManage/OrderList 看板",
  "/StoreManage/StorePosition",
  "/AuthorityManagement/OrgManagement",
  "/AuthorityManagement/RoleManagement 权限解释",
  "/AuthorityManagement/MenuManagement",
]);
/** The least number of lists on the site. A new list is found by its route or by its tab. */
const LEAST_LISTS = 19;

test("PF-R85 every list at 1440 and 1200: no heading is cut, the last column is whole or a bar and an edge lead to it", async ({
  page,
}) => {
  test.slow();
  await signIn(page, accounts.admin);
  let seen = 0;
  for (const route of routes) {
    await page.goto(`/#${route}`);
    await expect(page.locator("main").first()).toBeVisible();
    for (const [at, tab] of (await tabsOf(page)).entries()) {
      if (at > 0) await chooseTab(page, tab);
      const name = `${route} ${tab}`.trim();
      if (withoutList.has(name)) continue;
      for (const width of [1200, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await checkTable(page, `${name} at ${width}`);
      }
      seen++;
    }
  }
  expect(seen).toBeGreaterThanOrEqual(LEAST_LISTS);
});

test("PF-R85 a column is as wide as its words, also where these come after the rows", async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 800 });
  await signIn(page, accounts.admin);
  let words = 0;
  await page.route(/\/common\/v1\/dicts?\//, async (route) => {
    words++;
    await new Promise((later) => setTimeout(later, 1_500));
    await route.continue();
  });
  await page.goto("/#/Partner/staff");
  const rows = page.locator(".ant-table-row");
  await expect(rows.first()).toBeVisible();
  const positions = rows.locator("td").filter({ hasText: /顾问|专员|店长|管家|管理员/ });
  await expect(positions.first()).toBeVisible();
  expect(words, "dictionaries that were held back").toBeGreaterThan(0);
  const cut = () =>
    positions.evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
  await expect.poll(cut, "cells that are cut").toBe(0);
});

/** Lists the names of the lists on a page. A page without tabs has one list without a name. */
async function tabsOf(page: Page): Promise<string[]> {
  await expect(page.locator(".list-page, .page-tabs, section, form").first()).toBeVisible();
  const names = await page.locator(".page-tabs > .tab-line").getByRole("button").allInnerTexts();
  return names.length > 0 ? names : [""];
}

/**
 * Chooses a tab and waits until the former list is gone and the next one, whose code may have to be loaded, is shown.
 */
async function chooseTab(page: Page, name: string): Promise<void> {
  const before = await page.locator(".page-tabs > .tab-line + *").elementHandle();
  await page.locator(".page-tabs > .tab-line").getByRole("button", { name, exact: true }).click();
  await before?.waitForElementState("hidden");
  await expect(page.locator(".page-tabs > .tab-line + *").first()).toBeVisible();
}

async function checkTable(page: Page, name: string): Promise<void> {
  const table = page.locator(".list-table:not(.menu-table)").filter({ visible: true });
  await expect(table, name).toHaveCount(1); // the code and the first rows may have to be loaded
  await expect(page.getByRole("status", { name: "加载中" })).toHaveCount(0);
  await expect(table.locator("th").first()).toBeVisible();
  await expect.soft(await cutHeadings(table), `${name}: headings that are cut`).toEqual([]);

  const body = table.locator(".ant-table-body");
  const overflow = await body.evaluate((element) => element.scrollWidth - element.clientWidth);
  if (overflow > 1) {
    const bar = await body.evaluate((element) => element.getBoundingClientRect().height - element.clientHeight);
    expect.soft(bar, `${name}: height of the scroll bar`).toBeGreaterThan(5);
    const edge = table.locator(".ant-table-thead .ant-table-cell-fix-end-shadow-show");
    if (await table.locator("th.ant-table-cell-fix-end").count()) await expect.soft(edge.first(), name).toBeVisible();
    await body.evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
  }
  await expect.soft.poll(() => hiddenInLast(table), { message: `${name}: hidden in the last column` }).toEqual([]);
}

function cutHeadings(table: Locator): Promise<string[]> {
  return table.locator(".ant-table-thead th .list-column-title").evaluateAll((titles) =>
    titles
      .filter((title) => {
        const cell = title.closest("th");
        if (!cell) return true;
        const arrows = cell.querySelector(".ant-table-column-sorter")?.getBoundingClientRect().width ?? 0;
        const { paddingLeft, paddingRight } = getComputedStyle(cell);
        const room = cell.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - arrows;
        return title.getBoundingClientRect().width > room + 0.5;
      })
      .map((title) => title.textContent ?? ""),
  );
}

/** Finds parts of the last data column that are covered by 操作, beyond the edge, or cut without an ellipsis. */
function hiddenInLast(table: Locator): Promise<string[]> {
  return table.evaluate((element) => {
    const rows = [...element.querySelectorAll(".ant-table-thead tr, .ant-table-row")];
    return rows.flatMap((row) => {
      const cells = [...row.querySelectorAll(":scope > .ant-table-cell:not(.ant-table-cell-scrollbar)")];
      const fixed = cells.find((cell) => cell.classList.contains("ant-table-cell-fix-end"));
      const last = cells.filter((cell) => !cell.classList.contains("ant-table-cell-fix-end")).at(-1);
      if (!last) return ["a row without cells"];
      const edge = (fixed ?? element).getBoundingClientRect();
      const limit = fixed ? edge.left : edge.right;
      const { right } = last.getBoundingClientRect();
      const ends = right <= limit + 1 && getComputedStyle(last).textOverflow === "ellipsis";
      return ends ? [] : [`${last.textContent}: ends at ${right}, room until ${limit}`];
    });
  });
}
