import { accounts, expect, signIn, test } from "./browser.ts";
import { addPhoto, bookFirst, confirm, deliverCar, openOrder, orderNow, payAs, sign, tick } from "./orders.ts";
import { turnTo } from "./partners.ts";
import { act, callAs } from "./stores.ts";

interface Listed {
  readonly id: string;
  readonly orderNo: string;
  readonly appointmentAt: string | null;
  readonly balanceFen: number;
  readonly payMode: string;
}

test("OR-R11 OR-R12 a butler's day: who comes today, a customer is booked, all is checked, and the car is handed over", async ({
  desk,
  page,
}) => {
  await signIn(page, accounts.deliverySpecialist);
  const listed = (query: string) =>
    callAs<{ list: Listed[]; total: number }>(page, "GET", `/order/v1/orders?pageSize=50&${query}`);

  await test.step("the views show who comes today and what is his", async () => {
    await page.goto("/#/OrderManage/OrderList");
    const views = page.getByRole("navigation", { name: "视图" });
    for (const [view, label] of [
      ["TODAY", "今日交付"],
      ["MINE", "我的订单"],
    ] as const) {
      const { list } = await listed(`view=${view}`);
      const choice = views.getByRole("button", { name: label });
      await choice.click();
      await expect(choice).toHaveAttribute("aria-pressed", "true");
      const first = list[0]?.orderNo ?? "没有符合条件的订单";
      await expect(page.locator(".ant-table-tbody")).toContainText(first);
    }
  });

  const { list } = await listed("view=MINE&state=ARRIVED");
  const order = list.find(({ appointmentAt, payMode }) => appointmentAt === null && payMode === "FULL");
  expect(order, "a car has arrived whose customer is not booked yet").toBeDefined();
  if (!order) return;
  if (order.balanceFen > 0) {
    const finance = await desk();
    await signIn(finance, accounts.admin);
    await payAs(finance, order.id, "BALANCE", order.balanceFen);
  }

  await test.step("the inspection comes first, and the customer is booked", async () => {
    const opened = await openOrder(page, order, "delivery");
    await expect(opened.getByRole("button", { name: "待交付", exact: true })).toBeDisabled();
    await bookFirst(opened);
    await act(page, opened, "待交付");
    await page.getByRole("dialog").last().getByRole("button", { name: "待交付" }).click();
    await expect(page.getByText("以下项目未完成：交付前检查")).toBeVisible();
    await tick(opened, "交付前检查", addPhoto);
    await confirm(opened, "待交付", "订单已待交付！");
  });

  await test.step("without an invoice the car is not handed over, which the act says", async () => {
    const opened = await openOrder(page, order, "delivery");
    const handOver = opened.getByRole("button", { name: "交付", exact: true });
    await expect(handOver).toBeDisabled();
    const { version } = await orderNow(page, order.id);
    await callAs(page, "POST", `/order/v1/orders/${order.id}/invoice/apply`, { kind: "CAR", version });
    await expect(async () => {
      await openOrder(page, order, "delivery");
      await expect(handOver).toBeEnabled({ timeout: 1_000 });
    }).toPass();
  });

  await test.step("what is missing is told when the car is to be handed over", async () => {
    const opened = await openOrder(page, order, "delivery");
    await act(page, opened, "交付");
    const question = page.getByRole("dialog", { name: /^交付 · / });
    await question.getByLabel("交付里程（公里）").fill("21");
    await question.getByRole("button", { name: "确认交付" }).click();
    await expect(page.getByText(/^以下项目未完成：.*交接签字/).first()).toBeVisible();
    await question.getByRole("button", { name: "取消" }).click();
    await page.getByRole("dialog", { name: "放弃已填写的内容？" }).getByRole("button", { name: "放弃" }).click();
    await expect(question).toBeHidden();
  });

  await test.step("papers, plate and signature", async () => {
    const opened = await openOrder(page, order, "delivery");
    await tick(opened, "保险", addPhoto);
    await tick(opened, "现场核验", async () => undefined);
    await tick(opened, "牌照/临牌", (question) => question.getByLabel("说明").fill("临牌 沪A54321临"));
    await tick(opened, "交接签字", sign);
    await expect(async () => {
      await page.reload();
      await turnTo(opened, "交付");
      await expect(opened.getByText("未完成")).toHaveCount(0, { timeout: 1_000 });
    }).toPass();
  });

  await test.step("the car is handed over, and the appointment is done", async () => {
    const opened = await openOrder(page, order, "delivery");
    await deliverCar(opened, "21");
    await expect(opened.getByRole("tabpanel", { name: "交付", exact: true })).toContainText("已完成");
    expect((await listed("view=TODAY")).list.some(({ id }) => id === order.id)).toBe(false);
  });
});
