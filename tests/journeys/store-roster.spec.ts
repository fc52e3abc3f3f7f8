import { addDays, dayOf, weekdayOf } from "@ops/platform/contract";
import { accounts, expect, signIn, test } from "./browser.ts";
import { drawer, turnTo } from "./partners.ts";

const STORE = "北京朝阳体验中心";

test("ST-R31 a week of a store is planned, published and shown again", async ({ page }) => {
  await signIn(page, accounts.admin, { at: "/#/StoreManage/StoreList" });
  await page.getByPlaceholder("门店名称、门店编码或组织编码").fill(STORE);
  await page.getByRole("button", { name: "查询" }).click();
  const row = page.locator(".ant-table-row", { hasText: STORE });
  await expect(row).toHaveCount(1);
  await row.dblclick();
  const opened = drawer(page, STORE);
  await turnTo(opened, "排班");

  // The demo has published this week and the next one.
  const today = dayOf(new Date());
  const monday = addDays(today, 14 - weekdayOf(today));
  await expect(opened.getByText("已发布", { exact: true })).toBeVisible();
  await opened.getByRole("button", { name: "下一周" }).click();
  await opened.getByRole("button", { name: "下一周" }).click();
  await expect(opened.getByText(`${monday} 至 ${addDays(monday, 6)}`)).toBeVisible();
  await expect(opened.getByText("未发布：营业时间内全员在岗")).toBeVisible();

  const cells = Array.from({ length: 7 }, (_, at) =>
    opened.getByRole("combobox", { name: addDays(monday, at) }).first(),
  );
  for (const [at, cell] of cells.entries()) {
    await cell.click();
    const choice = at < 5 ? "A 早班" : "休息";
    await page.locator(".ant-select-item-option:visible", { hasText: choice }).click();
  }
  await expect(opened.getByRole("button", { name: "下一周" })).toBeDisabled();
  await opened.getByRole("button", { name: "发布" }).click();
  await expect(opened.getByText("已发布", { exact: true })).toBeVisible();
  await expect(opened.getByText("未发布：营业时间内全员在岗")).toBeHidden();

  await opened.getByRole("button", { name: "本周" }).click();
  await expect(opened.getByText(`${monday} 至`)).toBeHidden();
  await opened.getByRole("button", { name: "下一周" }).click();
  await opened.getByRole("button", { name: "下一周" }).click();
  const first = opened.locator(".ant-table-row").first();
  await expect(first.getByText("A 早班")).toHaveCount(5);
  await expect(first.getByText("休息")).toHaveCount(2);
});
