import type { Browser, Locator, Page } from "@playwright/test";
import { CONSOLE } from "./addresses.ts";
import { accounts, expect, signIn, test } from "./browser.ts";

const CHANNEL_MANAGER = "13800000020";
const drawer = (page: Page, title: string) => page.locator(".ant-drawer-content-wrapper", { hasText: title }).last();

/** Another person at another desk. */
async function colleague(browser: Browser, phone: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: CONSOLE, locale: "zh-CN" })).newPage();
  await signIn(page, phone);
  return page;
}

/** The drawer of a partner, found by its name, at one of its tabs. */
async function openPartner(page: Page, name: string, tab?: string): Promise<void> {
  await page.goto("/#/Partner/list");
  await page.getByPlaceholder("编号、公司全称或简称").fill(name);
  await page.getByRole("button", { name: "查询" }).click();
  const row = page.locator(".ant-table-row", { hasText: name });
  await expect(row).toHaveCount(1);
  await row.dblclick();
  await expect(drawer(page, name).getByRole("tab", { name: "概览" })).toBeVisible();
  if (tab) await page.getByRole("tab", { name: tab }).click();
}

test("PT-R7 a suspension is previewed and planned by one, confirmed by another, carried out in front of both, and undone exactly", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const name = "南京宁畅";
  const head = drawer(page, name);
  await signIn(page, CHANNEL_MANAGER);
  await openPartner(page, name);

  // 原因与凭证 → 影响预览 → 处理方案 → 提交复核
  await page.getByRole("button", { name: "暂停", exact: true }).click();
  const wizard = drawer(page, "暂停合作 ·");
  const next = wizard.getByRole("button", { name: "下一步" });
  await next.click();
  await expect(wizard.getByText("请输入暂停原因！")).toBeVisible();
  await wizard.getByLabel("暂停原因").fill("多次违规收费，责令整改");
  await next.click();
  const accountsRow = wizard.getByRole("row", { name: /员工账号/ });
  await expect(accountsRow).toBeVisible();
  const people = Number((await accountsRow.getByRole("cell").nth(1).textContent())?.trim());
  expect(people).toBeGreaterThan(0);
  await next.click();
  await expect(wizard.getByRole("radio", { name: "冻结账号并结束会话" })).toBeChecked();
  await next.click();
  await wizard.getByRole("button", { name: "提交复核" }).click();
  await expect(page.getByText("已提交，请由另一人复核")).toBeVisible();
  await expect(wizard).toBeHidden();

  // whoever handed it in cannot decide
  await page.getByRole("tab", { name: "暂停记录" }).click();
  await page
    .getByRole("row", { name: /待复核/ })
    .getByRole("button", { name: "查看" })
    .click();
  const mine = drawer(page, "暂停单 ·");
  await expect(mine.getByText("已提交，须由另一人复核。")).toBeVisible();
  await expect(mine.getByRole("button", { name: "确认暂停" })).toHaveCount(0);

  // the second person sees the same preview and decides
  const other = await colleague(browser, accounts.admin);
  await openPartner(other, name, "暂停记录");
  await other
    .getByRole("row", { name: /待复核/ })
    .getByRole("button", { name: "复核" })
    .click();
  const record = drawer(other, "暂停单 ·");
  await expect(record.getByRole("row", { name: /员工账号/ }).first()).toContainText(String(people));
  await record.getByRole("button", { name: "确认暂停" }).click();
  await expect(record.getByText("已完成")).toBeVisible({ timeout: 30_000 });
  await expect(record.getByRole("row", { name: /员工账号.*冻结账号并结束会话/ }).first()).toContainText(String(people));
  await record.getByRole("button", { name: "关闭" }).last().click();
  await expect(drawer(other, name)).toContainText("已暂停");

  // undone exactly: nothing is left behind
  await other.getByRole("button", { name: "恢复", exact: true }).click();
  const dialog = other.getByRole("dialog", { name: /恢复合作/ });
  await dialog.getByLabel("原因").fill("整改完成");
  await dialog.getByRole("button", { name: "恢复合作" }).click();
  await expect(other.getByText("已恢复合作，明细见暂停记录")).toBeVisible();
  const line = other.getByRole("row", { name: /多次违规收费/ });
  await expect(line).toContainText("已恢复", { timeout: 30_000 });
  await expect(line).toContainText(`${people + 1}/${people + 1}`);
  await expect(drawer(other, name)).toContainText("合作中");
  await other.context().close();
  await expect(head).toBeVisible();
});

/** Typed into the list of a form and taken from it. */
async function choose(form: Locator, label: string, option: string): Promise<void> {
  const input = form.getByLabel(label, { exact: true });
  await input.fill(option);
  await form.page().locator(".ant-select-item-option:visible", { hasText: option }).first().click();
  await input.blur();
}

const paper = {
  name: "执照.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\ntrailer\n<<>>\n%%EOF\n"),
};

test("PT-R18 an application with its papers is handed in by one and approved by another; then its tasks and what is missing are told", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  const name = "杭州旅途汽车用品有限公司";
  await signIn(page, CHANNEL_MANAGER);
  await page.goto("/#/Partner/list");
  await page.getByRole("button", { name: "新增", exact: true }).click();
  const form = drawer(page, "新增合作伙伴");
  await form.getByLabel("统一社会信用代码").fill("91330100ma76543212");
  await form.getByLabel("公司全称").fill(name);
  await form.getByLabel("简称").fill("旅途");
  await choose(form, "合作类型", "其他");
  await choose(form, "所属区域", "华东");
  await choose(form, "合作城市", "杭州");
  await choose(form, "渠道经理", "顾清源");
  await form.getByLabel("联系人").fill("林先生");
  await form.getByLabel("联系电话").fill("13912340000");
  await form.getByLabel("法定代表人", { exact: true }).fill("林旅途");
  await form.getByLabel("法定代表人证件").fill("11010519491231002X");
  await form.locator('input[type="file"]').setInputFiles(paper);
  await form.getByRole("button", { name: "保存草稿" }).click();
  await expect(form.getByText("统一社会信用代码校验失败").first()).toBeVisible();
  await form.getByLabel("统一社会信用代码").fill("91330100ma76543211");
  await form.getByRole("button", { name: "保存草稿" }).click();
  await expect(page.getByText("已保存草稿，请继续上传资质后提交")).toBeVisible();

  // what is asked for is handed in, then the application itself
  await openPartner(page, name, "资质");
  await page.getByRole("button", { name: "上传资质" }).click();
  const upload = drawer(page, "上传资质 ·");
  await upload.locator('input[type="file"]').setInputFiles(paper);
  await expect(upload.getByText("执照.pdf")).toBeVisible();
  await upload.getByRole("button", { name: "提交审核" }).click();
  await expect(page.getByText("所需资质均已上传")).toBeVisible();
  await page.getByRole("button", { name: "提交", exact: true }).click();
  await page
    .getByRole("dialog", { name: /提交「旅途」/ })
    .getByRole("button", { name: "提交" })
    .click();
  await expect(drawer(page, name)).toContainText("待审核");

  // somebody else looks at the papers and approves
  const other = await colleague(browser, accounts.admin);
  await openPartner(other, name, "资质");
  for (let left = 2; left > 0; left--) {
    const open = drawer(other, name).getByRole("tabpanel").getByRole("button", { name: "通过" });
    await expect(open).toHaveCount(left);
    await open.first().click();
    await other
      .getByRole("dialog", { name: /审核通过？/ })
      .getByRole("button", { name: "通过" })
      .click();
    await expect(open).toHaveCount(left - 1);
  }
  await other.locator(".partner-actions").getByRole("button", { name: "通过", exact: true }).click();
  await other
    .getByRole("dialog", { name: /通过「旅途」/ })
    .getByRole("button", { name: "通过" })
    .click();
  await expect(drawer(other, name)).toContainText("入驻中");
  await other.getByRole("tab", { name: "入驻任务" }).click();
  await expect(drawer(other, name)).toContainText("主合同签署");

  // nobody begins before everything is there
  await other.locator(".partner-actions").getByRole("button", { name: "启用", exact: true }).click();
  await other
    .getByRole("dialog", { name: /启用「旅途」/ })
    .getByRole("button", { name: "启用" })
    .click();
  await expect(other.getByText(/尚未完成：/).first()).toBeVisible();
  await other.context().close();
});
