import type { Locator, Page } from "@playwright/test";
import { accounts, expect, signIn, test } from "./browser.ts";

const people = (page: Page) => page.getByRole("region", { name: "用户管理" });
const menuOf = (page: Page) => page.getByRole("region", { name: "常用筛选" });
const chips = (page: Page) => page.getByRole("list", { name: "已应用的查询条件" });

async function openPeople(page: Page): Promise<void> {
  await page.goto("/#/AuthorityManagement/UserManagement");
  await expect(people(page).locator(".ant-table-row").first()).toBeVisible();
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole("search").getByRole("textbox").first().fill(text);
  await page.getByRole("button", { name: "查询" }).click();
}

async function openMenu(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "常用筛选" }).click();
  await expect(menuOf(page)).toBeVisible();
  return menuOf(page);
}

test("PF-R131 with the keyboard alone: a filter is kept, renamed, applied; Esc gives the focus back to the button", async ({
  page,
}) => {
  await signIn(page, accounts.regionManager);
  await openPeople(page);
  await search(page, "1");
  await expect(chips(page)).toBeVisible();
  const button = page.getByRole("button", { name: "常用筛选" });
  await button.focus();
  await page.keyboard.press("Enter");
  const name = menuOf(page).getByRole("textbox", { name: "名称" });
  await expect(name).toBeFocused();
  await page.keyboard.type("含一");
  await page.keyboard.press("Enter");
  const kept = menuOf(page).getByRole("button", { name: "含一", exact: true });
  await expect(kept).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Escape");
  await expect(menuOf(page)).toBeHidden();
  await expect(button).toBeFocused();

  await page.getByRole("button", { name: "重置", exact: true }).click();
  await expect(chips(page)).toBeHidden();
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(kept).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "重命名" }).click();
  const typed = menuOf(page).getByRole("textbox", { name: "“含一”的新名称" });
  await expect(typed).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(kept).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "重命名" }).click();
  await expect(typed).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("编号含一");
  await page.keyboard.press("Enter");
  const renamed = menuOf(page).getByRole("button", { name: "编号含一", exact: true });
  await renamed.focus();
  await page.keyboard.press("Enter");
  await expect(menuOf(page)).toBeHidden();
  await expect(chips(page)).toContainText("1");
});

test("PF-R131 the default opens the list in a new session of the page; another memory goes before it", async ({
  page,
}) => {
  await signIn(page, accounts.regionManager);
  await openPeople(page);
  await search(page, "2");
  const menu = await openMenu(page);
  await menu.getByRole("textbox", { name: "名称" }).fill("含二");
  await menu.getByRole("button", { name: "保存" }).click();
  await menu.getByRole("button", { name: "打开列表时默认使用“含二”" }).click();
  await expect(menu.getByRole("button", { name: "打开列表时默认使用“含二”" })).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(chips(page)).toContainText("2");
  await page.getByRole("button", { name: "重置", exact: true }).click();
  await expect(chips(page)).toBeHidden();
  await page.goto("/#/home");
  await openPeople(page);
  await expect(chips(page)).toBeHidden();
});

test("PF-R131 重置 goes back to the first filters of the page, not to the default that opened it", async ({ page }) => {
  await signIn(page, accounts.admin, { at: "/#/RightCenter/DownloadCenter" });
  await expect(chips(page)).toContainText("创建时间");
  const first = (await chips(page).textContent()) ?? "";
  await chips(page).getByRole("button", { name: "移除条件：创建时间" }).click();
  await page.getByRole("combobox", { name: "任务类型" }).click();
  await page.locator(".ant-select-item-option:visible", { hasText: "导入" }).click();
  await page.getByRole("button", { name: "查询" }).click();
  const menu = await openMenu(page);
  await menu.getByRole("textbox", { name: "名称" }).fill("只看导入");
  await menu.getByRole("button", { name: "保存" }).click();
  const star = menu.getByRole("button", { name: "打开列表时默认使用“只看导入”" });
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(chips(page)).toContainText("导入");
  await expect(chips(page)).not.toContainText("创建时间");
  await page.getByRole("button", { name: "重置", exact: true }).click();
  await expect(chips(page)).toHaveText(first);
  await page.goto("/#/home");
  await page.goto("/#/RightCenter/DownloadCenter");
  await expect(chips(page)).toHaveText(first);
  await openMenu(page);
  await star.click(); // other journeys of this server open the list, too
  await expect(star).toHaveAttribute("aria-pressed", "false");
});

test("PF-R131 who may share shares with the own store and takes it back; deleting asks first", async ({ page }) => {
  await signIn(page, accounts.storeManager);
  await openPeople(page);
  await search(page, "3");
  const menu = await openMenu(page);
  await menu.getByRole("textbox", { name: "名称" }).fill("本店常看");
  await menu.getByRole("checkbox", { name: "与本组织共享" }).check();
  await menu.getByRole("button", { name: "保存" }).click();
  const line = menu.getByRole("listitem").filter({ hasText: "本店常看" });
  await expect(line.getByText("共享", { exact: true })).toBeVisible();
  await line.getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "取消共享" }).click();
  await expect(line.getByText("共享", { exact: true })).toBeHidden();
  await line.getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "删除" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "删除" }).click();
  await expect(line).toBeHidden();
});

test("PF-R131 what names somebody is not kept, and the page says so", async ({ page }) => {
  await signIn(page, accounts.admin);
  await openPeople(page);
  await search(page, accounts.regionManager);
  const menu = await openMenu(page);
  await expect(menu.getByRole("note")).toContainText("含个人信息，不会保存");
  await expect(menu.getByRole("button", { name: "保存" })).toBeDisabled();
  await expect(menu.getByRole("checkbox")).toHaveCount(0);
});

test("PF-R131 the buttons of the query panel cover no field at any width", async ({ page }) => {
  await signIn(page, accounts.admin);
  for (const path of ["/RightCenter/DownloadCenter", "/AuthorityManagement/UserManagement"]) {
    await page.goto(`/#${path}`);
    const buttons = page.locator(".list-query-actions");
    await expect(buttons).toBeVisible();
    for (const width of [1000, 1200, 1366, 1440, 1600, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      const covered = await buttons.evaluate((line) => {
        const first = line.firstElementChild?.getBoundingClientRect() ?? new DOMRect();
        const fields = [...document.querySelectorAll(".list-query-field > :not(label)")];
        return fields
          .map((field) => field.getBoundingClientRect())
          .filter(
            ({ left, right, top, bottom }) =>
              left < first.right && right > first.left && top < first.bottom && bottom > first.top,
          );
      });
      expect(covered, `${path} at ${width}`).toEqual([]);
    }
  }
});
