import { accounts, expect, signIn, test } from "./browser.ts";
import { newBuyer, type OrderNow, openOrder, STORE, sellableChoice } from "./orders.ts";
import { drawer } from "./partners.ts";
import { act, callAs, storeNamed } from "./stores.ts";

test("order 5 what another person saved of an order meanwhile stands beside one's own, and is chosen from", async ({
  page,
}) => {
  await signIn(page, accounts.admin);
  const { seriesId, choice } = await sellableChoice(page);
  const { id: storeId } = await storeNamed(page, STORE);
  const { name, phone } = newBuyer("陆一帆");
  const chosen = {
    seriesId,
    ...choice,
    optionCodes: [],
    deliveryStoreId: storeId,
    cityCode: "310100",
    payMode: "FULL",
  };
  const order = await callAs<OrderNow>(page, "POST", "/order/v1/orders", {
    customer: { type: "PERSON", name, phone },
    storeId,
    ...chosen,
  });
  const opened = await openOrder(page, order);
  const form = drawer(page, "编辑订单");
  const save = () => form.getByRole("button", { name: "保存" }).click();
  const saveMeanwhile = async (remark: string, lines: readonly object[]) => {
    const { version } = await callAs<OrderNow>(page, "GET", `/order/v1/orders/${order.id}`);
    await callAs(page, "PUT", `/order/v1/orders/${order.id}`, { ...chosen, remark, lines, version });
  };
  const conflict = page.getByRole("dialog", { name: "数据已被他人修改" });

  await test.step("the comparison names each field in words", async () => {
    await act(page, opened, "编辑");
    await form.getByRole("button", { name: "下一步" }).click();
    await expect(form.getByText("应付合计")).toBeVisible();
    await form.getByRole("button", { name: "下一步" }).click();
    await form.getByLabel("贷款").check();
    await form.getByLabel("备注").fill("我的备注");
    await saveMeanwhile("对方的备注", [{ kind: "PACK", name: "充电权益包", amountFen: 300_000 }]);
    await save();
    await expect(conflict.getByRole("row", { name: /付款方式/ })).toContainText("我修改了贷款全款");
    await expect(conflict.getByRole("row", { name: /备注/ })).toContainText("双方都修改了我的备注对方的备注");
    await expect(conflict.getByRole("row", { name: /优惠与费用/ })).toContainText("权益包 充电权益包 ¥3,000.00");
    await expect(conflict.getByRole("row")).toHaveCount(4);
  });

  await test.step("the latest data take the place of what was typed", async () => {
    await conflict.getByRole("button", { name: "使用最新数据" }).click();
    await expect(form.getByLabel("备注")).toHaveValue("对方的备注");
    await expect(form.getByLabel("全款")).toBeChecked();
  });

  await test.step("one's own content is kept and saved over the latest", async () => {
    await form.getByLabel("备注").fill("商定的备注");
    await saveMeanwhile("又一条备注", []);
    await save();
    await conflict.getByRole("button", { name: "继续编辑我的内容" }).click();
    await expect(form.getByLabel("备注")).toHaveValue("商定的备注");
    await save();
    await expect(page.getByText("修改成功！")).toBeVisible();
    await expect(opened).toContainText("商定的备注");
  });
});
