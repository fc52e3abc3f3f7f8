import type { Page } from "@playwright/test";
import { accounts, expect, fillLogin, signIn, test } from "./browser.ts";
import * as onboarding from "./partner-onboarding.ts";
import { COMPANY, PERSON } from "./partner-onboarding.ts";
import { drawer, lookAgain, openPartner, turnTo } from "./partners.ts";

const MINUTE_MS = 60_000;
const CHANNEL_MANAGER = "13800000020";
const REASON = "多次违规收费，责令整改";

/** Both journeys are about one partner. The second one continues where the first one ended. */
test.describe.configure({ mode: "serial", timeout: 5 * MINUTE_MS });

test("PT-R16 PT-R17 PT-R18 from the application to the contract: papers, review, contract, deposit, account, person, tasks, activation", async ({
  page: manager,
  desk,
}) => {
  const people = { manager, second: await desk(), person: await desk() };
  await Promise.all([signIn(manager, CHANNEL_MANAGER), signIn(people.second, accounts.admin)]);
  await test.step("application and papers", () => onboarding.apply(manager));
  await test.step("review by a second person", () => onboarding.review(people.second));
  await test.step("nobody begins before everything is there", () => onboarding.beginTooEarly(manager));
  await test.step("contract drafted and reviewed", () => onboarding.contract(people));
  await test.step("contract signed", () => onboarding.signContract(manager));
  await test.step("deposit", () => onboarding.deposit(manager));
  await test.step("settlement account", () => onboarding.settlementAccount(people));
  await test.step("confirmed by its contact", () => onboarding.confirmAccount(manager));
  await test.step("somebody of the partner gets an account", () => onboarding.staff(people));
  await test.step("tasks", () => onboarding.tasks(manager));
  await test.step("activation", () => onboarding.activate(manager));
});

test("PT-R7 PT-R8 suspended with its preview by two people, carried out before their eyes, restored exactly", async ({
  page: manager,
  desk,
  watch,
}) => {
  watch.allow(/401/); // the session of the partner's person is ended on purpose
  const people = { manager, second: await desk(), person: await desk() };
  await Promise.all([
    signIn(manager, CHANNEL_MANAGER),
    signIn(people.second, accounts.admin),
    signIn(people.person, PERSON.phone, { password: PERSON.password }),
  ]);
  await openPartner(manager, COMPANY.name, "概览");
  const before = await test.step("how everything stands", () => standing(manager));
  await test.step("planned with its preview", () => plan(manager));
  await test.step("confirmed by a second person", () => suspend(people.second));
  await test.step("the person is out", () => refused(people.person));
  await test.step("restored", () => restore(people.second));
  await test.step("everything stands as before", async () => expect(await standing(manager)).toEqual(before));
  await test.step("the person works again", () => signIn(people.person, PERSON.phone, { password: PERSON.password }));
});

/** Reads the partner and its person, without the times of their last change and what was done meanwhile. */
async function standing(page: Page): Promise<unknown> {
  const answers = [/\/partner\/v1\/partners\/[\w-]{36}$/, /\/partner\/v1\/staffs\/[\w-]{36}$/].map(async (address) => {
    const { data } = await (await page.waitForResponse(address)).json();
    const { version: _version, updatedAt: _updatedAt, counts, ...facts } = data;
    return { ...facts, counts: { ...counts, suspensions: "one more" } };
  });
  const opened = drawer(page, COMPANY.name);
  await lookAgain(opened, "员工");
  await opened.getByRole("row", { name: PERSON.name }).getByRole("button", { name: "详情" }).click();
  return Promise.all(answers);
}

/** Goes through the steps 原因与凭证 → 影响预览 → 处理方案 → 提交复核. */
async function plan(page: Page): Promise<void> {
  const opened = await openPartner(page, COMPANY.name, "概览");
  await opened.getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "暂停", exact: true }).click();
  const wizard = drawer(page, "暂停合作 ·");
  const next = wizard.getByRole("button", { name: "下一步" });
  await next.click();
  await expect(wizard.getByText("请输入暂停原因！")).toBeVisible();
  await wizard.getByLabel("暂停原因").fill(REASON);
  await next.click();
  await expect(
    wizard
      .getByRole("row", { name: /员工账号/ })
      .getByRole("cell")
      .nth(1),
  ).toHaveText("1");
  await next.click();
  await expect(wizard.getByRole("radio", { name: "冻结账号并结束会话" })).toBeChecked();
  await next.click();
  await wizard.getByRole("button", { name: "提交复核" }).click();
  await expect(page.getByText("已提交，请由另一人复核")).toBeVisible();
  await expect(wizard).toBeHidden();

  // the person who submitted the suspension cannot confirm it
  await turnTo(opened, "暂停记录");
  await opened
    .getByRole("row", { name: /待复核/ })
    .getByRole("button", { name: "查看" })
    .click();
  const mine = drawer(page, "暂停单 ·");
  await expect(mine.getByText("已提交，须由另一人复核。")).toBeVisible();
  await expect(mine.getByRole("button", { name: "确认暂停" })).toHaveCount(0);
}

/** Lets the second person check the same preview, confirm it and watch the execution. */
async function suspend(page: Page): Promise<void> {
  const opened = await openPartner(page, COMPANY.name, "暂停记录");
  await opened
    .getByRole("row", { name: /待复核/ })
    .getByRole("button", { name: "复核" })
    .click();
  const record = drawer(page, "暂停单 ·");
  await expect(record.getByRole("row", { name: /员工账号/ }).first()).toContainText("1");
  await record.getByRole("button", { name: "确认暂停" }).click();
  await expect(record.locator(".record-head").getByText("已完成")).toBeVisible();
  await expect(record.getByRole("row", { name: /员工账号.*冻结账号并结束会话/ }).first()).toContainText("1");
  await record.getByRole("button", { name: "关闭" }).last().click();
  await expect(opened).toContainText("已暂停");
  await turnTo(opened, "概览");
  await expect(opened).toContainText("没有开通的权限");
}

/** Checks that the account is frozen with the partner: its session has ended, and it cannot sign in again. */
async function refused(person: Page): Promise<void> {
  await expect(person.getByRole("heading", { name: "登录", exact: true })).toBeVisible();
  await fillLogin(person, PERSON.phone, PERSON.password);
  await expect(person.getByText(/冻结/).first()).toBeVisible();
}

/** Restores the partner. The suspension is undone exactly, so partner and person are as they were before. */
async function restore(page: Page): Promise<void> {
  const opened = drawer(page, COMPANY.name);
  await opened.getByRole("button", { name: "恢复", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /恢复合作/ });
  await dialog.getByLabel("原因").fill("整改完成");
  await dialog.getByRole("button", { name: "恢复合作" }).click();
  await expect(page.getByText("已恢复合作，明细见暂停记录")).toBeVisible();
  await turnTo(opened, "暂停记录");
  const line = opened.getByRole("row", { name: REASON });
  await expect(line).toContainText("已恢复");
  await expect(line).toContainText("2/2");
  await expect(opened).toContainText("合作中");
}
