import type { Locator, Page } from "@playwright/test";
import { accounts, expect, signIn, test } from "./browser.ts";
import { askFor, choose, openCars, vinOf } from "./cars.ts";

const unknown = [vinOf("L0Z7E4A2?TA", 990_001), vinOf("L0Z7E4A2?TA", 990_002)];

test("VE-R11 of forty VINs two are not in the register: 38 are blocked, and released together", async ({ page }) => {
  await signIn(page, accounts.admin);
  await openCars(page);
  await askFor(page, "空闲");
  await fiftyRows(page);
  const vins = await vinsShown(page, 38);

  await page.getByRole("button", { name: "批量管控" }).click();
  const dialog = page.getByRole("dialog", { name: "管控车辆" });
  await paste(page, dialog.getByRole("combobox", { name: "VIN" }), [...vins, ...unknown].join("\n"));
  await choose(dialog, "管控类型", "质量");
  await dialog.getByLabel("原因").fill("电池批次排查");
  await dialog.getByRole("button", { name: /^管\s*控$/ }).click();
  const ends = page.getByRole("dialog", { name: "完成 38 辆，未完成 2 辆" });
  for (const vin of unknown) {
    await expect(ends.getByRole("row", { name: `${vin} 车辆未建档` })).toBeVisible();
  }
  await ends.getByRole("button", { name: /^(确\s*定|知道了)$/ }).click();
  await expect(ends).toBeHidden();

  await askFor(page, "全部");
  await paste(page, page.getByLabel("VIN", { exact: true }), vins.join("\n"));
  await page.getByRole("button", { name: "查询" }).click();
  await expect(page.getByText("共 38 条")).toBeVisible();
  await expect(page.locator(".ant-table-row", { hasText: "已管控" })).toHaveCount(38);

  await page.getByRole("checkbox", { name: "选择本页全部" }).check();
  await page.getByRole("button", { name: "解除管控", exact: true }).click();
  const release = page.getByRole("dialog", { name: "解除管控" });
  await choose(release, "管控类型", "质量");
  await release.getByLabel("原因").fill("排查完成");
  await release.getByRole("button", { name: /^解\s*除$/ }).click();
  await expect(page.getByText("已处理")).toBeVisible();
  await expect(page.locator(".ant-table-row", { hasText: "空闲" })).toHaveCount(38);
});

async function fiftyRows(page: Page): Promise<void> {
  await page.locator(".ant-pagination-options .ant-select").click();
  await page.locator(".ant-select-item-option:visible", { hasText: "50" }).click();
}

async function vinsShown(page: Page, count: number): Promise<string[]> {
  const links = page.locator(".ant-table-row .car-vin");
  await expect(page.locator(".ant-table-row", { hasText: "空闲" })).toHaveCount(50);
  return (await links.allInnerTexts()).slice(0, count);
}

/** Pastes a list of VINs from the clipboard, as people do with one from a mail. */
async function paste(page: Page, into: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await into.press("ControlOrMeta+V");
}
