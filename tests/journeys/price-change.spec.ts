import type { Page } from "@playwright/test";
import { accounts, expect, signIn, test } from "./browser.ts";

const PRICES = "/#/RightCenter/CarConfigMaintain?tab=prices";
const drawer = (page: Page, title: string) => page.locator(".ant-drawer-content-wrapper", { hasText: title });

test("VE-R7 a price change is prepared by one and published by another, and stands in the price book from then on", async ({
  page,
}) => {
  await signIn(page, accounts.admin, { at: PRICES });
  const line = page.getByRole("row", { name: /X5-\d\d-STD/ }).first();
  await page.getByLabel("车系").click();
  await page.locator(".ant-select-item-option:visible", { hasText: "启岳 X5" }).click();
  await page.getByRole("button", { name: "查询" }).click();
  await expect(line).toContainText("待发布");

  // a colleague prepared this change
  await page.getByRole("button", { name: "待发布" }).click();
  const waiting = drawer(page, "待发布的价格");
  const draft = waiting.getByRole("row", { name: /X5-\d\d-STD/ });
  await expect(draft).toContainText(/萧明|叶雪/);
  await draft.getByRole("button", { name: "发布" }).click();
  await page
    .getByRole("dialog", { name: /确认发布/ })
    .getByRole("button", { name: "发布" })
    .click();
  await expect(page.getByText("发布成功！")).toBeVisible();
  await expect(draft).toHaveCount(0);
  await waiting
    .getByRole("button", { name: "关闭" })
    .or(waiting.getByRole("button", { name: "Close" }))
    .click();
  await expect(line).toContainText("→ ¥201,900.00");

  // nobody publishes a change of their own
  await line.getByRole("button", { name: "调价" }).click();
  const change = drawer(page, "调价 ·");
  const item = change.getByRole("row", { name: /珍珠白/ });
  await item.getByRole("spinbutton").fill("5000");
  await expect(item).toContainText("−¥1,000.00");
  await change.getByRole("button", { name: /提交发布/ }).click();
  await expect(page.getByText("已提交，待他人发布")).toBeVisible();
  await page.getByRole("button", { name: "待发布" }).click();
  const own = waiting.getByRole("row", { name: /珍珠白/ });
  await own.getByRole("button", { name: "发布" }).click();
  await page
    .getByRole("dialog", { name: /确认发布/ })
    .getByRole("button", { name: "发布" })
    .click();
  await expect(page.getByText("不能发布本人提交的价格")).toBeVisible();
  await expect(own).toBeVisible();
});
