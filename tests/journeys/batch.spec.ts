import type { Page } from "@playwright/test";
import { accounts, expect, signIn, test } from "./browser.ts";
import { saves, sheetsOf } from "./excel-file.ts";

test("PF-R119 the administrator disables people by their numbers, sees who is left out and why, and takes it back", async ({
  page,
}) => {
  test.slow(); // three tasks run here, and each one waits for its turn
  await signIn(page, accounts.admin, { at: "/#/AuthorityManagement/UserManagement" });
  // the first one signs in for another journey
  const active = page.locator(".ant-table-row").filter({ hasText: "待激活" }).nth(1);
  await active.getByRole("checkbox").check();
  const bar = page.getByRole("region", { name: "批量操作" });
  await bar.getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "停用" }).click();

  const drawer = page.getByRole("dialog", { name: "批量停用" });
  await expect(drawer.getByText("选中的 1 人")).toBeVisible();
  await drawer.getByText("粘贴工号").click();
  const staffNo = await active
    .first()
    .locator("td")
    .nth(await columnOf(page, "工号"))
    .innerText();
  await drawer.getByRole("textbox", { name: "工号" }).fill(`${staffNo}，A0001\nX999999`);
  await expect(drawer.getByText("已输入 3 个工号")).toBeVisible();
  await drawer.getByRole("button", { name: "下一步：预览" }).click();
  await expect(drawer.getByText("请输入原因！")).toBeVisible();
  await drawer.getByRole("textbox", { name: "原因" }).fill("盘点清理");
  await drawer.getByRole("button", { name: "下一步：预览" }).click();
  await expect(drawer.getByText("可停用 1 人，2 人将被跳过")).toBeVisible();
  await expect(drawer.getByRole("list", { name: "跳过的原因" })).toContainText("未找到该编号，或无权操作");
  await expect(drawer.getByRole("list", { name: "跳过的原因" })).toContainText("不能操作自己的账号");
  await expect(drawer.getByRole("row").filter({ hasText: "账号状态：待激活" })).toContainText("账号状态：停用");
  await drawer.getByRole("button", { name: "停用（1 人）" }).click();
  await expect(drawer.getByText("已执行 1 人，2 人未执行")).toBeVisible();
  const [sheet] = await sheetsOf(await saves(page, "下载结果明细"));
  const [titles, ...lines] = sheet?.rows ?? [];
  expect(titles).toEqual(["对象", "结果", "执行前", "执行后", "原因"]);
  expect(lines.map(([, result, , , why]) => `${result}：${why ?? ""}`).toSorted()).toEqual([
    "已执行：",
    "未执行：不能操作自己的账号",
    "未执行：未找到该编号，或无权操作",
  ]);
  await drawer
    .getByRole("button", { name: "关 闭" })
    .or(drawer.getByRole("button", { name: "关闭" }))
    .last()
    .click();

  await page.goto("/#/RightCenter/DownloadCenter");
  const task = page.locator(".ant-table-row").filter({ hasText: "批量停用账号" }).first();
  await expect(task).toContainText("部分成功");
  await task.getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "撤销" }).click();
  const undo = page.getByRole("dialog", { name: /撤销批量停用账号/ });
  await expect(undo.getByText("可撤销 1 条")).toBeVisible();
  await undo.getByRole("button", { name: "撤销（1 条）" }).click();
  await expect(undo.getByText("请输入原因！")).toBeInViewport();
  await undo.getByRole("textbox", { name: "原因" }).fill("误操作");
  await undo.getByRole("button", { name: "撤销（1 条）" }).click();
  await expect(undo.getByText("已执行 1 条")).toBeVisible();
});

test("PF-R119 a batch asks before typed content is lost, tells a long reason beside it, and a preview ends with its drawer", async ({
  page,
  watch,
}) => {
  watch.allow(/net::ERR_/);
  await signIn(page, accounts.admin, { at: "/#/AuthorityManagement/UserManagement" });
  await page.locator(".ant-table-row").nth(1).getByRole("checkbox").check();
  const more = page.getByRole("region", { name: "批量操作" }).getByRole("button", { name: "更多" });
  const drawer = page.getByRole("dialog", { name: "批量停用" });
  const open = async () => {
    await more.click();
    await page.getByRole("menuitem", { name: "停用" }).click();
    await expect(drawer).toBeVisible();
  };
  await open();
  await page.keyboard.press("Escape"); // nothing was typed, so nothing is asked
  await expect(drawer).toBeHidden();
  await expect(more).toBeFocused();

  await open();
  const reason = drawer.getByRole("textbox", { name: "原因" });
  await reason.fill("盘".repeat(101));
  await drawer.getByRole("button", { name: "下一步：预览" }).click();
  await expect(drawer.getByText("原因最多200个字符（汉字算2个）")).toBeVisible();
  await reason.fill("盘".repeat(100));
  await page.route("**/preview", () => undefined); // it takes for ever
  const asked = page.waitForRequest("**/preview");
  await drawer.getByRole("button", { name: "下一步：预览" }).click();
  await asked;
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "放弃已填写的内容？" });
  await question.getByRole("button", { name: "继续填写" }).click();
  await expect(question).toBeHidden();
  await expect(reason).toHaveValue("盘".repeat(100));
  await drawer.getByRole("button", { name: "取消" }).click();
  const ended = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/preview"));
  await question.getByRole("button", { name: "放弃" }).click();
  await ended;
  await expect(drawer).toBeHidden();
  await expect(more).toBeFocused();
});

async function columnOf(page: Page, title: string): Promise<number> {
  const titles = await page.locator("thead th").allInnerTexts();
  return titles.findIndex((text) => text.trim() === title);
}
