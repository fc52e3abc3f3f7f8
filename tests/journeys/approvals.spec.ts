import type { Locator, Page } from "@playwright/test";
import { accounts, expect, HOME, signIn, test } from "./browser.ts";
import { drawer } from "./partners.ts";

const waiting = (page: Page): Locator => page.locator(".approvals");
const rows = (page: Page) => waiting(page).locator(".ant-table-row");

test("PF-R117 the bell leads there too; a refusal needs its reason, and filters narrow what waits", async ({
  page,
}) => {
  await signIn(page, accounts.admin);
  await page.getByRole("button", { name: /^通知/ }).click();
  await page.getByRole("button", { name: "待我审批" }).click();
  await expect(rows(page).first()).toBeVisible();
  await rows(page).first().getByRole("button", { name: "驳回" }).click();
  const question = page.getByRole("dialog", { name: /^驳回：/ });
  await question.getByRole("button", { name: "驳回" }).click();
  await expect(question.getByRole("alert")).toHaveText("请填写原因");
  await question.getByRole("textbox").fill("缺".repeat(101));
  await question.getByRole("button", { name: "驳回" }).click();
  await expect(question.getByRole("alert")).toHaveText("最多200个字符（汉字算2个）");
  await question.getByRole("button", { name: "取消" }).click();
  await page.getByRole("dialog", { name: "放弃已填写的内容？" }).getByRole("button", { name: "放弃" }).click();
  await expect(question).toBeHidden();
  await waiting(page).getByRole("checkbox", { name: "只看超时" }).check();
  await expect(rows(page).filter({ hasNotText: "已超时" })).toHaveCount(0);
  await waiting(page).getByRole("tab", { name: "我发起的" }).click();
  await expect(waiting(page).getByText("您还没有发起过申请")).toBeVisible();
  await waiting(page).getByRole("button", { name: "审批委托" }).click();
  await expect(page.getByText("没有审批委托").first()).toBeVisible();
});

test("PF-R117 what waits is opened from the home page's card, looked at in place, and decided there", async ({
  page,
}) => {
  await signIn(page, accounts.admin, { at: HOME });
  await page.getByRole("link", { name: /待我审批/ }).click();
  await expect(page).toHaveURL(/approvals=WAITING/);
  await expect(rows(page).first()).toBeVisible();
  await waiting(page).getByLabel("按类型筛选").click();
  await page.locator(".ant-select-item-option:visible", { hasText: "伙伴合同" }).click();
  await expect(rows(page).filter({ hasNotText: "伙伴合同" })).toHaveCount(0);
  const count = await rows(page).count();
  const asked = rows(page).first();
  const title = (await asked.locator(".approval-title").textContent()) ?? "";
  const no = (await asked.locator(".approval-named small").textContent()) ?? "";

  await test.step("the record opens in place, with its chain", async () => {
    await asked.getByRole("button", { name: title }).click();
    const record = drawer(page, "合同内容");
    await record.getByRole("tab", { name: "审批", exact: true }).click();
    await expect(record.locator(".approval-chain")).toContainText(/提交申请.*合同审批/);
    await record.getByRole("button", { name: "关闭" }).click();
    await expect(record).toBeHidden();
  });

  await test.step("approved with a note, it moves to 已办", async () => {
    const row = rows(page).filter({ hasText: no });
    await row.getByRole("button", { name: "通过" }).click();
    const question = page.getByRole("dialog", { name: `通过：${title}` });
    await expect(question).toContainText("保证金");
    await question.getByLabel("审批意见").fill("同意签署");
    await question.getByRole("button", { name: "通过" }).click();
    await expect(page.getByText("已通过", { exact: true }).first()).toBeVisible();
    await expect(rows(page)).toHaveCount(count - 1);
    await waiting(page).getByRole("tab", { name: "已办" }).click();
    await expect(rows(page).filter({ hasText: no })).toContainText("已通过");
  });

  await test.step("the chain tells who decided and why", async () => {
    await rows(page).filter({ hasText: no }).getByRole("button", { name: title }).click();
    const record = drawer(page, "合同内容");
    await expect(record).toContainText("待签署");
    await record.getByRole("tab", { name: "审批", exact: true }).click();
    await expect(record.locator(".approval-chain")).toContainText("合同审批：通过");
    await expect(record.locator(".approval-chain")).toContainText("同意签署");
  });
});
