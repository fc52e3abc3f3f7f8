import { addDays, dayOf } from "@ops/platform/contract";
import { accounts, expect, signIn, test } from "./browser.ts";
import { choose, drawer, pickDay, turnTo } from "./partners.ts";
import { act, approve, chooseStore, openStore } from "./stores.ts";

test("ST-R34 a store with people is not closed, and the question shows what is open; it is paused and resumed", async ({
  page,
}) => {
  await signIn(page, accounts.admin);
  const opened = await openStore(page, "上海浦东");

  await test.step("closing shows what is open, with a way to it", async () => {
    await act(page, opened, "闭店");
    const question = page.getByRole("dialog", { name: /^闭店/ });
    await expect(question).toContainText("存在未结业务");
    await expect(question.getByRole("row", { name: /在岗人员/ })).toBeVisible();
    await question.getByRole("button", { name: "知道了" }).click();
    await expect(question).toBeHidden();
  });

  await test.step("it is paused with a reason and a day, and resumed", async () => {
    await act(page, opened, "暂停营业");
    const question = page.getByRole("dialog", { name: /暂停营业/ }).last();
    await pickDay(question, "预计恢复", addDays(dayOf(new Date()), 10));
    await question.getByLabel("原因").fill("店面装修");
    await question.getByRole("button", { name: "暂停营业" }).click();
    await expect(page.getByText("已暂停营业！")).toBeVisible();
    await expect(opened).toContainText("暂停营业：店面装修");
    await act(page, opened, "恢复营业");
    await page
      .getByRole("dialog", { name: /恢复营业？/ })
      .getByRole("button", { name: "恢复营业" })
      .click();
    await expect(page.getByText("已恢复营业！")).toBeVisible();
  });

  await test.step("the checklist tells what it has", async () => {
    await turnTo(opened, "开业检查");
    await expect(opened.getByRole("tabpanel", { name: "开业检查" })).toContainText("店长在岗");
  });
});

test("ST-R16 ST-R17 a transfer is asked for and approved, and the page of the person shows it", async ({
  desk,
  page,
}) => {
  await signIn(page, accounts.admin, { at: "/#/StoreManage/StaffManagement" });
  await page.getByLabel("姓名").fill("陈浩然");
  await page.getByRole("button", { name: "查询" }).click();
  const row = page.locator(".ant-table-row", { hasText: "陈浩然" });
  await expect(row).toHaveCount(1);
  await row.dblclick();
  await expect(page.getByRole("heading", { name: "陈浩然" })).toBeVisible();
  const move = page.getByRole("button", { name: "调动", exact: true });
  if (!(await move.isVisible())) await page.getByRole("button", { name: "更多" }).first().click();
  await page.getByText("调动", { exact: true }).last().click();

  const form = drawer(page, "调动 · 陈浩然");
  await chooseStore(form, "调入门店", "上海虹口");
  await choose(form, "其他事项接手人", "王敏");
  await form.getByLabel("原因").fill("新店开业，抽调支援");
  await form.getByRole("button", { name: "提交审批" }).click();
  await expect(page.getByText("已提交审批！")).toBeVisible();
  await page.getByRole("tab", { name: "异动与交接" }).click();
  await expect(page.getByRole("tabpanel", { name: "异动与交接" })).toContainText("待审批");

  const other = await desk();
  await signIn(other, accounts.regionManager);
  await approve(other, "陈浩然调店");
});
