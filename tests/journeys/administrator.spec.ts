import type { Browser, Locator, Page } from "@playwright/test";
import {
  accounts,
  expect,
  expectWorkspace,
  fillLogin,
  replaceFirstPassword,
  signIn,
  submitLogin,
  test,
} from "./browser.ts";

const menu = (page: Page) => page.getByRole("navigation", { name: "主菜单" });
const rows = (page: Page | Locator) => page.locator("tr.ant-table-row");

/** The person whom the first journey creates and the last one off-boards. */
const ONBOARDED = { phone: "13911112222", password: "Onboard#2026" };
test.describe.configure({ mode: "serial" });

/** Opens a browser for another person, as if at another computer. */
async function colleague(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: "zh-CN", timezoneId: "Asia/Shanghai" });
  return context.newPage();
}

/** Chooses an organisation in a tree select by typing; the ones above it are listed too. */
async function chooseOrganization(page: Page, field: Locator, typed: string, name: string): Promise<void> {
  await field.fill(typed);
  await page.locator(".ant-select-tree-node-content-wrapper:visible").getByText(name, { exact: true }).click();
}

test("AU-R12 onboarding: a person with two posts signs in with the initial password, changes it and finds both", async ({
  page,
  browser,
}) => {
  await signIn(page, accounts.admin, { at: "/#/AuthorityManagement/UserManagement" });
  await page.getByRole("button", { name: "新增", exact: true }).click();
  await page.getByLabel("姓名").fill("沈一诺");
  await page.getByLabel("手机号").fill(ONBOARDED.phone);
  await page.getByLabel("用户类型").click();
  await page.getByTitle("门店员工").click();
  await page.getByRole("button", { name: "下一步" }).click();
  const stores = [
    ["ST-SH01", "上海浦东体验中心"],
    ["ST-SH02", "上海徐汇体验中心"],
  ] as const;
  for (const [at, [code, name]] of stores.entries()) {
    await page.getByRole("button", { name: "添加任职" }).click();
    const post = page.getByRole("group", { name: `任职 ${at + 1}` });
    await chooseOrganization(page, post.getByRole("combobox").first(), code, name);
    await post.getByRole("combobox").nth(1).fill("销售顾问");
    await page.locator(".ant-select-item-option:visible", { hasText: "销售顾问" }).click();
  }
  await page.getByRole("button", { name: "下一步" }).click();
  await expect(page.getByText("(销售顾问)")).toHaveCount(2);
  await page.getByRole("button", { name: "创建账号" }).click();
  await expect(page.getByText("账号「沈一诺」已创建")).toBeVisible();
  const password = await page.getByLabel("初始密码").innerText();

  const person = await colleague(browser);
  await fillLogin(person, ONBOARDED.phone, password);
  await replaceFirstPassword(person, password, ONBOARDED.password);
  await submitLogin(person, ONBOARDED.phone, ONBOARDED.password);
  await expectWorkspace(person);
  await person.getByTitle("切换组织").click();
  await expect(person.getByRole("dialog", { name: "切换组织" }).getByRole("radio")).toHaveCount(2);
  await person.context().close();
});

test("AU-R23 PF-R32 a saved role acts in another browser without a new sign-in, and so does its rollback", async ({
  page,
  browser,
}) => {
  const person = await colleague(browser);
  await signIn(person, accounts.deliverySpecialist);
  await expect(menu(person).getByText("订单管理")).toBeVisible();
  await expect(menu(person).getByText("账号权限管理")).toHaveCount(0);

  await signIn(page, accounts.admin, { at: "/#/AuthorityManagement/RoleManagement" });
  await page.getByPlaceholder(/名称/).first().fill("交付专员");
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole("link", { name: "交付专员" }).click();
  await page.getByRole("tab", { name: "菜单与权限" }).click();
  await page.getByLabel("搜索页面或权限点").fill("用户列表");
  await page.getByRole("checkbox", { name: "用户列表", exact: true }).check();
  await page.getByRole("button", { name: "预览并保存" }).click();
  const preview = page.getByRole("dialog", { name: /变更预览/ });
  await preview.getByLabel("变更说明").fill("交付专员查看同事");
  await preview.getByRole("button", { name: /保\s*存/ }).click();
  await expect(page.getByText("保存成功！")).toBeVisible();
  await expect(menu(person).getByText("账号权限管理")).toBeVisible();
  await expect(person.getByText("您的权限已更新").first()).toBeVisible();
  await menu(person).getByText("账号权限管理").click();
  await menu(person).getByText("用户管理").click();
  await expect(rows(person).first()).toBeVisible();

  await page.getByRole("tab", { name: "版本" }).click();
  await rows(page).getByRole("button", { name: "回滚" }).first().click();
  const rollback = page.getByRole("dialog", { name: /回滚预览/ });
  await rollback.getByLabel("变更说明").fill("恢复原权限");
  await rollback.getByRole("button", { name: /回\s*滚/ }).click();
  await expect(page.getByText("回滚成功！")).toBeVisible();
  await expect(menu(person).getByText("账号权限管理")).toHaveCount(0);
  await person.context().close();
});

test("AU-R41 an organisation moves after its preview, and back", async ({ page }) => {
  await signIn(page, accounts.admin, { at: "/#/AuthorityManagement/OrgManagement" });
  const tree = page.getByRole("tree").first();
  await page.getByPlaceholder(/拼音/).first().fill("上海");
  await tree.getByText("上海", { exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("上海");
  for (const region of ["华北大区", "华东大区"]) {
    await page.getByRole("button", { name: "移动" }).click();
    const dialog = page.getByRole("dialog", { name: /移动组织/ });
    await chooseOrganization(page, dialog.getByRole("combobox"), region, region);
    await expect(dialog.getByText("缩小可见范围")).toBeVisible();
    await dialog.getByRole("button", { name: "确认移动" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("region", { name: "组织管理" }).getByText(`/ ${region} /`)).toBeVisible();
  }
});

test("AU-R25 why somebody cannot see a record, and which role would help", async ({ page }) => {
  await signIn(page, accounts.admin, { at: "/#/AuthorityManagement/RoleManagement?tab=explain" });
  await page.getByRole("combobox", { name: "用户" }).fill("A0003");
  await page.locator(".ant-select-item-option:visible", { hasText: "王敏" }).click();
  await page.getByText("记录", { exact: true }).click();
  await page.getByLabel("记录编号").fill("A0002");
  await page.getByRole("button", { name: "解释", exact: true }).click();
  const verdict = page.getByRole("status").filter({ hasText: "王敏" });
  await expect(verdict).toContainText("拒绝：数据范围未通过");
  await expect(page.getByLabel("检查步骤").getByRole("img", { name: "未通过" })).toHaveCount(1);
  await expect(page.getByLabel("可解决方式").getByRole("listitem").first()).toContainText("授予角色");
  await page.getByLabel("记录编号").fill("A0004");
  await page.getByRole("button", { name: "解释", exact: true }).click();
  await expect(verdict).toContainText("允许");
});

test("AU-R10 off-boarding ends the session in another browser, the posts and the way in", async ({ page, browser }) => {
  const person = await colleague(browser);
  await signIn(person, ONBOARDED.phone, { password: ONBOARDED.password });
  await signIn(page, accounts.admin, { at: "/#/AuthorityManagement/UserManagement" });
  await page.getByPlaceholder("姓名 / 完整手机号 / 完整工号").fill(ONBOARDED.phone);
  await page.keyboard.press("Enter");
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "离职" }).click();
  const dialog = page.getByRole("dialog", { name: /办理离职/ });
  await expect(dialog.getByLabel("将要结束")).toContainText("任职");
  await dialog.getByLabel("离职说明").fill("个人原因");
  await dialog.getByRole("button", { name: "办理离职" }).click();
  const result = page.getByRole("dialog", { name: /离职结果/ });
  await expect(result.getByText(/完成。/)).toBeVisible();
  await expect(person.getByRole("heading", { name: "登录", exact: true })).toBeVisible();
  await result.getByRole("button", { name: "关闭" }).last().click();
  await expect(rows(page).getByText("已离职")).toBeVisible();
  await submitLogin(person, ONBOARDED.phone, ONBOARDED.password);
  await expect(person.getByText("账号已停用，请联系管理员")).toBeVisible();
  await person.context().close();
});
