import { addDays, dayOf, daysApart } from "@ops/platform/contract";
import { accounts, expect, signIn, test } from "./browser.ts";
import { addPhoto, openOrder } from "./orders.ts";
import { choose, pickDay, turnTo } from "./partners.ts";
import { act, callAs } from "./stores.ts";

interface Late {
  readonly id: string;
  readonly orderNo: string;
  readonly promiseOriginal: string;
  readonly promiseEffective: string;
  readonly heldReason: string | null;
  readonly advisorName: string;
}

interface Told {
  readonly promises: readonly { readonly kind: string; readonly reason: string | null }[];
}

const parties: Readonly<Record<string, string>> = { FACTORY: "工厂", LOGISTICS: "物流", STORE: "门店" };

test("OR-R6 OR-R19 OR-R20 a customer's late delivery is explained: whose the days are, what he is told, and the day he agrees to", async ({
  page,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, accounts.storeManager);
  const today = dayOf(new Date());
  const query = "view=PAST&pageSize=50";
  const { list } = await callAs<{ list: Late[] }>(page, "GET", `/order/v1/orders?${query}`);
  const reasonOf = async ({ id }: Late) => {
    const { promises } = await callAs<Told>(page, "GET", `/order/v1/orders/${id}/history`);
    return promises.findLast(({ kind }) => kind === "BRAND")?.reason ?? null;
  };
  let order: Late | undefined;
  let reason: string | null = null;
  for (const one of list.filter(({ heldReason }) => heldReason === null)) {
    order = one;
    reason = await reasonOf(one);
    if (reason !== null) break;
  }
  expect(reason, "an order is past its promise, and somebody has said why").not.toBeNull();
  if (!order || reason === null) return;
  const { promiseOriginal, promiseEffective: promised } = order;
  const days = daysApart(promised, today);
  const opened = await openOrder(page, order);

  await test.step("the head says how late it is, whose the days are and why", async () => {
    type Plan = { late: { party: string; days: number }[] };
    const { late } = await callAs<Plan>(page, "GET", `/order/v1/orders/${order.id}/plan`);
    expect(late.reduce((sum, one) => sum + one.days, 0)).toBe(days);
    const line = opened.getByText(`超承诺${days}天`).locator("..");
    for (const one of late) await expect(line).toContainText(`${parties[one.party]}${one.days}天`);
    await expect(line).toContainText(`原因：${reason}`);
    await expect(opened.getByText(`超${days}天`, { exact: true }).first()).toBeVisible();
  });

  await test.step("the words for the customer speak of the promise, and of nobody of the house", async () => {
    const words = opened.getByRole("region", { name: "给客户的说明" });
    await expect(words).toContainText(`承诺交付日${promised}已过，非常抱歉`);
    await words.getByRole("button", { name: "复制" }).click();
    await expect(page.getByText("说明已复制")).toBeVisible();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain(order.orderNo);
    for (const hidden of [reason, order.advisorName, "计划"]) expect(copied).not.toContain(hidden);
  });

  const agreed = addDays(today, 10);
  const why = `客户出差至${agreed}后提车`;
  await test.step("the day that the customer agrees to needs his word on paper", async () => {
    await act(page, opened, "变更承诺");
    const question = page.getByRole("dialog", { name: /^变更承诺/ });
    await choose(question, "责任方", "客户");
    await pickDay(question, "新的交付日", agreed);
    await question.getByLabel("原因").fill(why);
    await question.getByRole("button", { name: "变更", exact: true }).click();
    await expect(question.getByText("客户原因变更须上传凭证")).toBeVisible();
    await addPhoto(question);
    await question.getByRole("button", { name: "变更", exact: true }).click();
    await expect(page.getByText("承诺已变更！")).toBeVisible();
  });

  await test.step("the history shows both days, and nothing is late any more", async () => {
    await turnTo(opened, "承诺");
    const told = opened.getByRole("tabpanel", { name: "承诺" });
    const row = told.getByRole("row", { name: new RegExp(why) });
    for (const text of ["客户原因", agreed, "凭证.png"]) await expect(row).toContainText(text);
    await expect(told.getByRole("row", { name: /锁单/ })).toContainText(promiseOriginal);
    await expect(told.getByText(promiseOriginal, { exact: true }).first()).toBeVisible();
    await expect(told.getByText("剩10天").first()).toBeVisible();
    await expect(opened.getByText(/^超承诺/)).toBeHidden();
    await expect(opened.locator("[data-late]")).toHaveCount(0);
    await turnTo(opened, "概览");
    await expect(opened.getByRole("region", { name: "给客户的说明" })).toContainText(`承诺交付日${agreed}`);
  });
});
