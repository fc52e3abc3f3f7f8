import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readXlsx } from "hucre";
import { accounts, expect, signIn, test } from "./browser.ts";

/** Reads the list as a person does, page after page: the titles and the text of every cell. */
async function shownTable(page: Page): Promise<{ titles: string[]; rows: string[][] }> {
  const titles = await page.locator("thead th").allInnerTexts();
  const from = titles.findIndex((title) => title.trim() === "姓名");
  const until = titles.findIndex((title) => title.trim() === "操作");
  const rows: string[][] = [];
  for (;;) {
    await expect(page.locator(".list-table[data-stale=true]")).toHaveCount(0);
    for (const row of await page.locator("tr.ant-table-row").all()) {
      const cells = await row.locator("td").allInnerTexts();
      rows.push(cells.slice(from, until).map((cell) => cell.trim().replaceAll(/\s+/g, " ")));
    }
    const next = page.locator(".ant-pagination-next");
    if ((await next.getAttribute("aria-disabled")) === "true") break;
    const before = await page.locator("tr.ant-table-row").first().innerText();
    await next.click();
    await expect(page.locator("tr.ant-table-row").first()).not.toHaveText(before);
  }
  return { titles: titles.slice(from, until).map((title) => title.trim()), rows };
}

/** Writes a cell of the file as a person would read it in the list. */
function textOf(cell: unknown, title: string): string {
  if (cell === null || cell === undefined || cell === "") return "-";
  if (title === "角色") return asTags(String(cell).split("、"));
  if (!(cell instanceof Date)) return String(cell);
  const text = cell.toISOString().replace("T", " "); // a file has no time zone, so its times are those of Shanghai
  return title === "有效期至" ? text.slice(0, 10) : text.slice(0, 19);
}

/** Shows roles as the list does: two of them, and how many more there are. */
function asTags([first = "", second = "", ...more]: string[]): string {
  return [first, second, more.length > 0 ? `+${more.length}` : ""].filter(Boolean).join(" ");
}

test("PF-R94 an export goes on while one works elsewhere, sets the red dot, and every cell is that of the list", async ({
  page,
}) => {
  await signIn(page, accounts.admin);
  const menu = page.getByRole("navigation", { name: "主菜单" });
  await menu.getByText("权益中心").click();
  await page.goto("/#/AuthorityManagement/UserManagement");
  await page.getByLabel("关键字").fill("李");
  await page.getByRole("button", { name: "查询" }).click();
  await expect(page.locator("tr.ant-table-row").first().locator("td").nth(1)).toContainText("李");
  const shown = await shownTable(page);
  expect(shown.rows.length).toBeGreaterThan(10);

  await page.getByRole("toolbar", { name: "列表工具" }).getByRole("button", { name: "导出" }).click();
  await page.getByRole("dialog", { name: "导出用户列表" }).getByRole("button", { name: "导出" }).click();
  await expect(page.getByText("导出任务已提交，完成后可在下载中心下载")).toBeVisible();
  await page.goto("/#/AuthorityManagement/RoleManagement");
  await expect(page.locator("tr.ant-table-row").first()).toBeVisible();
  await expect(menu.getByText("有新文件")).toBeAttached();

  await page.goto("/#/RightCenter/DownloadCenter");
  const task = page.locator("tr.ant-table-row", { hasText: "用户列表.xlsx" }).first();
  await expect(task.getByText("成功", { exact: true })).toBeVisible();
  await expect(menu.getByText("有新文件")).toHaveCount(0);
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    task.getByRole("button", { name: "下载" }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^用户列表_\d{14}\.xlsx$/);
  const { sheets } = await readXlsx(await readFile(await saved.path()));
  const [titles = [], ...rows] = sheets[0]?.rows ?? [];
  expect(titles).toEqual(shown.titles);
  expect(rows.map((row) => shown.titles.map((title, n) => textOf(row[n], title)))).toEqual(shown.rows);
  expect(new Map(sheets[1]?.rows.map(([label, value]) => [label, value])).get("筛选条件：关键字")).toBe("李");
});
