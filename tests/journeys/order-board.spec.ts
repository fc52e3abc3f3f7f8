import { accounts, expect, signIn, test } from "./browser.ts";
import { choose } from "./partners.ts";

test("order 5 order 9 events wait in their tab, a figure of the board leads to its orders, and many get a butler", async ({
  page,
}) => {
  await signIn(page, accounts.admin, { at: "/#/OrderManage/OrderList?tab=events" });
  const rows = page.locator(".ant-table-row");
  await test.step("what was told and did not apply says why", async () => {
    const waiting = rows.filter({ hasText: "等待订单" }).first();
    await expect(waiting).toContainText("订单不存在");
    await waiting.getByRole("button", { name: "重放" }).click();
    await expect(page.getByText(/^重放结果：等待订单/)).toBeVisible();
  });

  await test.step("a figure is the total of the list that it opens", async () => {
    await page.getByRole("navigation", { name: "订单列表" }).getByRole("button", { name: "看板" }).click();
    const figure = page.getByRole("region", { name: "在手订单" }).getByRole("button", { name: /^查看已大定：/ });
    await expect(page.locator(".figure-board .chart-drawing svg").first()).toBeVisible();
    await page.setViewportSize({ width: 1200, height: 800 });
    const isCut = () => page.locator(".figure-board").evaluate((board) => board.scrollWidth > board.clientWidth);
    await expect.poll(isCut, "the board follows a narrower window").toBe(false);
    await page.setViewportSize({ width: 1440, height: 900 });
    const total = await figure.innerText();
    await figure.click();
    await expect(page.getByText("状态：已大定")).toBeVisible();
    await expect(page.getByText(`共 ${total} 条`)).toBeVisible();
  });

  await test.step("one butler takes an order that was ticked", async () => {
    const orderNo = await rows.first().getByRole("button", { name: /^SO/ }).innerText();
    await rows.first().getByRole("checkbox").check();
    await page.getByRole("region", { name: "批量操作" }).getByRole("button", { name: "批量分配管家" }).click();
    const drawer = page.getByRole("dialog", { name: "批量分配管家" });
    await choose(drawer, "交付管家", "陈浩然");
    await drawer.getByRole("textbox", { name: "原因" }).fill("统一交付");
    await drawer.getByRole("button", { name: "下一步：预览" }).click();
    await drawer.getByRole("button", { name: "分配管家（1 单）" }).click();
    await expect(drawer.getByText("已执行 1 单")).toBeVisible();
    await drawer
      .getByRole("button", { name: /^关\s?闭$/ })
      .last()
      .click();
    await expect(rows.filter({ hasText: orderNo })).toContainText("陈浩然");
  });
});
