import { addDays, dayOf } from "@ops/platform/contract";
import { accounts, expect, signIn, test } from "./browser.ts";
import { idNoFrom, lockWith, pay, placeOrder, verifyBuyer } from "./orders.ts";
import { pickDay, turnTo } from "./partners.ts";
import { act } from "./stores.ts";

const PHONE = "15712350003";

test("OR-R4 OR-R5 OR-R6 an order is placed, paid, verified and locked with the customer, and its promise is moved", async ({
  page,
}) => {
  await signIn(page, accounts.admin);

  await test.step("a step that is not whole says what is missing", async () => {
    await page.goto("/#/OrderManage/OrderList");
    await page.getByRole("toolbar", { name: "列表工具" }).getByRole("button", { name: "新建订单" }).click();
    const form = page.getByRole("dialog", { name: "新建订单" });
    await form.getByRole("button", { name: "下一步" }).click();
    for (const text of ["请输入正确的手机号", "请输入客户姓名", "请选择下单门店"]) {
      await expect(form.getByText(text)).toBeVisible();
    }
    await form.getByRole("button", { name: "取消" }).click();
    await expect(form).toBeHidden();
  });

  const opened = await placeOrder(page, { name: "林一诺", phone: PHONE });
  await expect(opened.getByText("待支付").first()).toBeVisible();

  await test.step("the deposit makes it 已大定, and the work that is left is named", async () => {
    await pay(opened, "5000", `J${Date.now()}`);
    await expect(opened.getByText("已大定").first()).toBeVisible();
    await expect(opened.getByRole("button", { name: "核验购车人身份" })).toBeVisible();
    await turnTo(opened, "收款退款");
    await expect(opened.getByRole("tabpanel", { name: "收款退款" })).toContainText("¥5,000.00");
  });

  await test.step("it is not locked before the buyer is verified", async () => {
    await act(page, opened, "锁单");
    const question = page.getByRole("dialog", { name: /^锁单/ });
    await expect(question).toContainText("锁单前还需：核验购车人身份");
    await expect(question.getByRole("button", { name: "发送验证码" })).toBeDisabled();
    await question.getByRole("button", { name: "取消" }).click();
    await expect(question).toBeHidden();
    await verifyBuyer(opened, idNoFrom("31010119900307203"));
  });

  await test.step("the customer locks it with the code, and has a promise", async () => {
    await lockWith(opened, PHONE);
    await expect(opened.getByText("已锁单").first()).toBeVisible();
    await expect(opened.getByText(/^剩\d+天$/).first()).toBeVisible();
  });

  await test.step("the brand expects another day; the promise stays", async () => {
    const later = addDays(dayOf(new Date()), 60);
    await act(page, opened, "变更承诺");
    const question = page.getByRole("dialog", { name: /^变更承诺/ });
    await question.getByLabel("责任方").fill("品牌");
    await page.locator(".ant-select-item-option:visible", { hasText: "品牌" }).first().click();
    await pickDay(question, "新的交付日", later);
    await question.getByLabel("原因").fill("工厂检修");
    await question.getByRole("button", { name: "变更" }).click();
    await expect(page.getByText("承诺已变更！")).toBeVisible();
    await turnTo(opened, "承诺");
    const told = opened.getByRole("tabpanel", { name: "承诺" });
    await expect(told.getByRole("row", { name: /品牌原因/ })).toContainText(later);
    await expect(told.getByRole("row", { name: /锁单/ })).not.toContainText(later);
  });

  await test.step("what is on hold says why nothing can be done", async () => {
    await act(page, opened, "挂起");
    const question = page.getByRole("dialog", { name: /^挂起/ });
    await question.getByLabel("原因").fill("客户出差");
    await question.getByRole("button", { name: "挂起" }).click();
    await expect(opened.getByText("已挂起：客户出差")).toBeVisible();
    await opened.getByRole("button", { name: "更多" }).click();
    const promise = page.getByRole("menuitem", { name: "变更承诺" });
    await expect(promise).toBeDisabled();
    await expect(promise.getByText("订单已挂起（客户出差），请先解除挂起")).toBeVisible();
  });
});

test("a link opens an order at its tab, and the bar of stages filters the list", async ({ page }) => {
  await signIn(page, accounts.admin, { at: "/#/OrderManage/OrderList" });
  const bar = page.getByRole("navigation", { name: "按状态查看" });
  await bar.getByRole("button", { name: /^已大定/ }).click();
  const rows = page.locator(".ant-table-row");
  await expect(rows.first()).toContainText("已大定");
  const number = rows.first().getByRole("button", { name: /^SO/ });
  const orderNo = await number.innerText();
  await number.click();
  const opened = page.getByRole("dialog", { name: new RegExp(orderNo) });
  await opened.getByRole("tab", { name: "配置与价格" }).click();
  await expect(page).toHaveURL(/\?id=.+&tab=choice/);
  await page.reload();
  await expect(opened.getByRole("tabpanel", { name: "配置与价格" })).toContainText("价格明细");
});

test("order 5 a view stands in the address: a reload keeps it, and without filters it is gone", async ({ page }) => {
  await signIn(page, accounts.storeManager, { at: "/#/OrderManage/OrderList?view=PAST" });
  const view = page.getByRole("navigation", { name: "视图" }).getByRole("button", { name: "已超承诺" });
  await expect(view).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("视图：已超承诺")).toBeVisible();
  await page.getByRole("navigation", { name: "视图" }).getByRole("button", { name: "我的订单" }).click();
  await expect(page).toHaveURL(/\?view=MINE$/);
  await page.reload();
  await expect(page.getByText("视图：我的订单")).toBeVisible();
  await page.getByRole("button", { name: "清除全部" }).click();
  await expect(page).toHaveURL(/OrderList$/);
});
