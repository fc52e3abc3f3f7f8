import type { Locator, Page } from "@playwright/test";
import { accounts, expect, HOME, signIn, test } from "./browser.ts";

const USERS = "/#/AuthorityManagement/UserManagement";

async function openSettings(page: Page, part: string): Promise<Locator> {
  const card = page.getByRole("region", { name: "系统设置" });
  await card.getByRole("button", { name: part }).click();
  return page.getByRole("dialog", { name: "系统设置" });
}

test("PF-R88 a renamed dictionary entry reads anew in a list that is open, column and filter, without a reload", async ({
  page,
  context,
}) => {
  await signIn(page, accounts.admin, { at: HOME });
  const list = await context.newPage();
  await list.goto(USERS);
  const cells = (word: string) => list.getByRole("cell", { name: word, exact: true });
  await expect(cells("门店员工").first()).toBeVisible();

  const settings = await openSettings(page, "字典");
  await settings.getByRole("searchbox", { name: "搜索字典" }).fill("user_type");
  await settings.getByRole("searchbox", { name: "搜索字典" }).press("Enter");
  await settings.getByRole("button", { name: /^用户类型/ }).click();
  const entry = settings.getByRole("row", { name: /STORE/ });
  await expect(entry.getByRole("button")).toHaveText(["编辑", "停用"]); // a built-in dictionary cannot lose entries
  const rename = async (meaning: string) => {
    await entry.getByRole("button", { name: "编辑" }).click();
    const dialog = page.getByRole("dialog", { name: "编辑字典项 · STORE" });
    await dialog.getByLabel("名称").fill(meaning);
    await dialog.getByRole("button", { name: "保存" }).click();
    await expect(dialog).toBeHidden();
    await expect(entry).toContainText(meaning);
  };

  await rename("体验店员工");
  await expect(cells("体验店员工").first()).toBeVisible();
  await expect(cells("门店员工")).toHaveCount(0);
  await list.getByRole("button", { name: "展开" }).click();
  await list.getByRole("combobox", { name: "用户类型" }).click();
  await expect(list.getByTitle("体验店员工", { exact: true })).toBeVisible();
  await rename("门店员工"); // other journeys look for this name
});

test("PF-R88 an own dictionary: a value twice is refused beside its field, a disabled entry stays, an unused one goes", async ({
  page,
}) => {
  await signIn(page, accounts.admin, { at: HOME });
  const settings = await openSettings(page, "字典");
  await settings.getByRole("button", { name: "新增字典", exact: true }).click();
  const type = page.getByRole("dialog", { name: "新增字典", exact: true });
  await type.getByLabel("字典名称").fill("来访目的");
  await type.getByLabel("字典编码").fill("visit_purpose");
  await type.getByRole("button", { name: "保存" }).click();

  const entries = settings.getByRole("region", { name: "字典项 · 来访目的" });
  const add = async (meaning: string, value: string) => {
    await entries.getByRole("button", { name: "新增字典项" }).click();
    const dialog = page.getByRole("dialog", { name: "新增字典项 · 来访目的" });
    await dialog.getByLabel("名称").fill(meaning);
    await dialog.getByLabel("值", { exact: true }).fill(value);
    await dialog.getByRole("button", { name: "保存" }).click();
    return dialog;
  };
  await expect(await add("看车", "LOOK")).toBeHidden();
  const twin = await add("试驾", "LOOK");
  await expect(twin.getByText("值已存在")).toBeVisible();
  await twin.getByLabel("值", { exact: true }).fill("DRIVE");
  await twin.getByRole("button", { name: "保存" }).click();
  await expect(entries.getByRole("row", { name: /^2 试驾 DRIVE 启用/ })).toBeVisible();

  const first = entries.getByRole("row", { name: /LOOK/ });
  await first.getByRole("button", { name: "停用" }).click();
  await page
    .getByRole("dialog", { name: /^停用后「看车」/ })
    .getByRole("button", { name: "停用" })
    .click();
  await expect(first.getByRole("button", { name: "启用" })).toBeVisible();
  await first.getByRole("button", { name: "更多" }).click();
  await page.getByRole("menuitem", { name: "删除" }).click();
  await page.getByRole("dialog", { name: "确认删除字典项「看车」？" }).getByRole("button", { name: "删除" }).click();
  await expect(first).toHaveCount(0);
});

test("PF-R84 a parameter refuses a wrong value with its message, keeps what was typed, and takes a right one", async ({
  page,
}) => {
  await signIn(page, accounts.admin, { at: HOME });
  const settings = await openSettings(page, "参数");
  await settings.getByRole("textbox", { name: "搜索参数" }).fill("captcha.validSeconds");
  const param = settings.getByRole("row", { name: /captcha\.validSeconds/ });
  await param.getByRole("button", { name: "修改" }).click();
  const dialog = page.getByRole("dialog", { name: "修改参数" });
  const value = dialog.getByLabel("图形验证码有效期（秒）");
  await value.fill("5");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(dialog.getByText("图形验证码有效期（秒）格式不正确")).toBeVisible();
  await expect(dialog.getByText("30 至 600 的整数")).toBeVisible();
  await expect(value).toHaveValue("5");

  await value.fill("180");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(page.getByText("修改成功！")).toBeVisible();
  await expect(param).toContainText(/180\s*120/);
});

test("PF-R84 without one of its codes 系统设置 is not offered", async ({ page }) => {
  await signIn(page, accounts.storeManager, { at: HOME });
  await expect(page.getByRole("region", { name: "登录设备" })).toBeVisible();
  await expect(page.getByRole("region", { name: "系统设置" })).toHaveCount(0);
});

test("PF-R85 the page size of a list survives a reload", async ({ page }) => {
  await signIn(page, accounts.admin, { at: USERS });
  await expect(page.getByRole("row")).toHaveCount(11);
  await page.getByText("10 条/页").click();
  await page.getByTitle("20 条/页").click();
  await expect(page.getByRole("row")).toHaveCount(21);
  await page.reload();
  await expect(page.getByRole("row")).toHaveCount(21);
});

test("PF-R112 节假日 shows the years that have entries, takes a day in and leads to the import of more", async ({
  page,
}) => {
  await signIn(page, accounts.admin, { at: HOME });
  const settings = await openSettings(page, "节假日");
  await settings.getByRole("combobox", { name: "年份" }).click();
  await page.getByTitle("2025年", { exact: true }).click();
  await expect(settings.getByRole("row", { name: /2025-01-01 周三 放假/ })).toBeVisible();
  await settings.getByRole("button", { name: "新增节假日" }).click();
  const dialog = page.getByRole("dialog", { name: "新增节假日" });
  await dialog.getByLabel("日期").fill("2031-03-03");
  await dialog.getByLabel("日期").press("Enter");
  await dialog.getByLabel("名称").fill("厂休");
  await dialog.getByRole("button", { name: "保存" }).click();
  await expect(dialog).toBeHidden();
  await settings.getByRole("combobox", { name: "年份" }).click();
  await page.getByTitle("2031年", { exact: true }).click();
  await expect(settings.getByRole("row", { name: /2031-03-03 周一 放假 厂休/ })).toBeVisible();
  await settings.getByRole("button", { name: "导入", exact: true }).click();
  await expect(page).toHaveURL(/platform\.holiday/);
});

/** Nothing of the product fails by itself, so the answers are those of a server on which something did. */
test("PF-R108 PF-R110 a failing delivery is tried again or skipped with a reason, a failing timer is tried again", async ({
  page,
}) => {
  const at = new Date().toISOString();
  const waits = { tries: 3, nextRunAt: at, lastError: "程序错误", isRetired: false };
  const pageOf = (line: object) => ({ list: [line], total: 1, pageNo: 1, pageSize: 20, totalExact: true });
  const answer = (pattern: RegExp, data: unknown) =>
    page.route(pattern, (route) => route.fulfill({ json: { success: true, msg: "", msgCode: "", data } }));
  await signIn(page, accounts.admin, { at: HOME });
  await answer(
    /jobs\/deliveries\?/,
    pageOf({
      ...waits,
      id: "a:7",
      listener: "a.b",
      title: "样本监听",
      eventId: "7",
      event: "c.d",
      key: "k",
      held: 2,
      toldAt: at,
    }),
  );
  await answer(
    /jobs\/timers\?/,
    pageOf({ ...waits, id: "e.f:k", kind: "e.f", title: "样本任务", key: "k", dueAt: at }),
  );
  await answer(/jobs\/(deliveries|timers)\/.*\/(retry|skip)$/, true);
  const settings = await openSettings(page, "后台任务");

  await settings.getByText("事件投递").click();
  const delivery = settings.getByRole("row", { name: /样本监听/ });
  const [retried] = await Promise.all([
    page.waitForRequest(/deliveries\/a\.b\/7\/retry$/),
    delivery.getByRole("button", { name: "重试" }).click(),
  ]);
  expect(retried.method()).toBe("POST");
  await delivery.getByRole("button", { name: "跳过" }).click();
  const dialog = page.getByRole("dialog", { name: "跳过投递 · 样本监听" });
  await expect(dialog.getByText(/其后等待的2个事件将继续投递/)).toBeVisible();
  await dialog.getByRole("textbox").fill("数据已核对");
  const [skipped] = await Promise.all([
    page.waitForRequest(/deliveries\/a\.b\/7\/skip$/),
    dialog.getByRole("button", { name: "跳过" }).click(),
  ]);
  expect(skipped.postDataJSON()).toEqual({ reason: "数据已核对" });

  await settings.getByText("到时任务").click();
  await Promise.all([
    page.waitForRequest(/jobs\/timers\?.*state=FAILING/),
    settings.getByText("失败", { exact: true }).last().click(),
  ]);
  await Promise.all([
    page.waitForRequest(/timers\/e\.f\/k\/retry$/),
    settings
      .getByRole("row", { name: /样本任务/ })
      .getByRole("button", { name: "重试" })
      .click(),
  ]);
});
