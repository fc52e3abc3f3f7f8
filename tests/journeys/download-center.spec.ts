import type { Page } from "@playwright/test";
import { accounts, expect, signIn, test } from "./browser.ts";

const row = (page: Page, taskNo: string) => page.locator("tr.ant-table-row", { hasText: taskNo });

const none = {
  successCount: 0,
  failCount: 0,
  skipCount: 0,
  done: 0,
  fileSize: null,
  hasFailures: false,
  finishedAt: null,
};
/** These tasks ended long ago, so that their dates differ from those of the demo data. */
const ended = { finishedAt: "2020-01-01 10:00:00", expiresAt: "2020-01-08 10:00:00" };
/** States that pass too quickly, or come too late, for a test to wait for them. */
const states = [
  { ...none, taskNo: "DR1", kind: "IMPORT", status: "RUNNING", total: 4000, done: 1000 },
  { ...none, taskNo: "DC2", kind: "EXPORT", status: "RUNNING", total: null },
  { ...none, ...ended, taskNo: "DC3", kind: "EXPORT", status: "EXPIRED", total: 5 },
  { ...none, ...ended, taskNo: "DC4", kind: "EXPORT", status: "FAILED", total: null },
];

/** Shows the list of a person who has a task in each of these states. */
async function showStates(page: Page): Promise<void> {
  await page.route(/excel\/downloads\?/, async (route) => {
    const answer = await (await route.fetch()).json();
    const [sample] = answer.data.list;
    const list = states.map((state, n) => ({ ...sample, id: `0190000${n}${sample.id.slice(8)}`, ...state }));
    await route.fulfill({ json: { ...answer, data: { ...answer.data, list } } });
  });
}

test("PF-R93 the download center shows how far a task is, what cancelling means, and why there is no file", async ({
  page,
}) => {
  await signIn(page, accounts.admin);
  await showStates(page);
  await page.goto("/#/RightCenter/DownloadCenter");
  await expect(row(page, "DR1").getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
  await expect(row(page, "DC2").getByRole("progressbar")).toBeVisible();
  await expect(row(page, "DC4").getByText("2020-01-08")).toHaveCount(0);

  await row(page, "DR1").getByRole("button", { name: "取消" }).click();
  const question = page.getByRole("dialog");
  await expect(question).toContainText("导入任务不可重试，请重新上传");
  await expect(question.getByRole("button", { name: "取消任务" })).toBeVisible();
  await question.getByRole("button", { name: "再想想" }).click();

  await row(page, "DC3").getByText("已过期").dblclick();
  await expect(page.getByText("文件已过期，请重新导出")).toBeVisible();
});

test("PF-R93 what a download of several leaves out is told", async ({ page }) => {
  await signIn(page, accounts.admin, { at: "/#/RightCenter/DownloadCenter" });
  await page.getByRole("button", { name: "展开" }).click();
  await page.getByRole("button", { name: "重置" }).click();
  await page.getByLabel("选择本页全部").first().check();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "批量下载" }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^导出文件_\d{14}\.zip$/);
  await expect(page.getByText(/^未包含\d+个任务：/)).toBeVisible();
});

test("PF-R71 the red dot is seen on the closed group and on the icon of the narrow sidebar", async ({ page }) => {
  await signIn(page, accounts.admin);
  await page.route(/excel\/downloads\/unread/, async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, data: { count: 1 } } });
  });
  await page.reload();
  const group = page.getByRole("navigation", { name: "主菜单" }).getByRole("menuitem", { name: "权益中心" });
  const dot = () =>
    group
      .locator(".anticon")
      .first()
      .evaluate((icon) => getComputedStyle(icon, "::after").content);
  await expect(group).toContainText("有新文件");
  expect(await dot()).toBe('""');
  await group.click();
  await expect(group).not.toContainText("有新文件");
  await page.getByRole("button", { name: "收起侧边栏" }).click();
  expect(await dot()).toBe('""');
});
