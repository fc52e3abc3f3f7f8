import { accounts, expect, signIn, test } from "./browser.ts";
import { lockedOrder, newBuyer, openOrder, payAs, sellableChoice } from "./orders.ts";
import { choose, turnTo } from "./partners.ts";
import { act, approve, callAs } from "./stores.ts";

test("OR-R8 OR-R9 a locked order is cancelled: the deposit is kept, store and region agree, and the rest goes back", async ({
  desk,
  page,
}) => {
  await signIn(page, accounts.admin);
  const sold = { seller: page, customer: newBuyer("顾清和"), ...(await sellableChoice(page)) };
  const order = await lockedOrder(page, sold);
  await payAs(page, order.id, "DOWN", 6_000_000);

  await test.step("what it costs, what goes back and who decides is seen before it is asked for", async () => {
    const opened = await openOrder(page, order);
    await act(page, opened, "退订");
    const form = page.getByRole("dialog", { name: /^退订/ });
    await expect(form.getByText("已付 ¥65,000.00 = 扣款 ¥5,000.00 + 退款 ¥60,000.00")).toBeVisible();
    await expect(form.getByText(/审批：门店.* → 区域/)).toBeVisible();
    await expect(form.getByRole("row", { name: /定金/ }).getByText("¥5,000.00")).toHaveCount(2); // 应扣 and 实扣
    await choose(form, "退订原因", "计划变化");
    await form.getByRole("button", { name: "提交审批" }).click();
    await expect(page.getByText("退订申请已提交！")).toBeVisible();
    await expect(opened.getByText("退订审核中").first()).toBeVisible();
  });

  await test.step("nobody pays back before both have agreed", async () => {
    const manager = await desk();
    await signIn(manager, accounts.storeManager);
    await approve(manager, `${order.orderNo}退订`, "退订");
    const { refunds } = await callAs<{ refunds: unknown[] }>(page, "GET", `/order/v1/orders/${order.id}/money`);
    expect(refunds).toEqual([]);
    const region = await desk();
    await signIn(region, accounts.regionManager);
    await approve(region, `${order.orderNo}退订`, "退订");
  });

  await test.step("the order is cancelled and the money back at its channel", async () => {
    const opened = await openOrder(page, order, "requests");
    await expect(opened.getByText("已退订").first()).toBeVisible();
    const row = opened.getByRole("row", { name: /^TD/ });
    for (const text of ["已退订", "¥5,000.00", "¥60,000.00"]) await expect(row).toContainText(text);
    await expect(async () => {
      await page.reload();
      await turnTo(opened, "收款退款");
      const refunds = opened.getByRole("tabpanel", { name: "收款退款" }).getByRole("row", { name: /^TK/ });
      await expect(refunds).toHaveText([/¥60,000\.00.*已退款/], { timeout: 2_000 });
    }).toPass();
    await turnTo(opened, "合同发票");
    await expect(opened.getByRole("tabpanel", { name: "合同发票" })).toContainText("已作废");
  });
});
