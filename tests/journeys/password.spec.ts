import type { Page } from "@playwright/test";
import { accounts, expect, fillLogin, signInOnPage, submitLogin, test } from "./browser.ts";

const openDialog = async (page: Page) => {
  await page.getByRole("button", { name: /^用户菜单/ }).click();
  await page.getByRole("menuitem", { name: "修改密码" }).click();
  const dialog = page.getByRole("dialog", { name: "修改密码", exact: true });
  await expect(dialog).toBeVisible();
  return dialog;
};

test("PF-R33 name and masked phone are shown; PF-R34 every rule has its message", async ({ page }) => {
  await signInOnPage(page, accounts.deliverySpecialist);
  const dialog = await openDialog(page);
  await expect(dialog.getByText("138****0004")).toBeVisible();
  await dialog.getByRole("button", { name: "确定" }).click();
  await expect(dialog.getByText("请输入旧密码！")).toBeVisible();
  await expect(dialog.getByText("请输入新密码！")).toBeVisible();
  const fill = (label: string, text: string) => dialog.getByLabel(label, { exact: true }).fill(text);
  await fill("旧密码", "Demo@2025");
  await fill("新密码", "12345678");
  const format = "密码必须是8-16位英文字母、数字、字符组合，且字符仅包含@$!%*#_~?&^";
  await expect(dialog.getByText(format)).toBeVisible();
  await fill("新密码", "Demo@2025");
  await expect(dialog.getByText("新密码不能与旧密码一致！")).toBeVisible();
  await fill("新密码", "abc12345");
  await fill("确认密码", "abc12346");
  await expect(dialog.getByText("两次密码输入的不一致")).toBeVisible();
  await dialog.getByRole("button", { name: "取消" }).click();
  await expect(page.getByText("放弃已填写的内容？").filter({ visible: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "放弃", exact: true }).click();
  await expect(dialog).toBeHidden();
});

test("PF-R35 a wrong old password is refused by the server and nothing typed is lost", async ({ page }) => {
  await signInOnPage(page, accounts.deliverySpecialist);
  const dialog = await openDialog(page);
  await dialog.getByLabel("旧密码", { exact: true }).fill("Wrong@2025");
  await dialog.getByLabel("新密码", { exact: true }).fill("Other@2026");
  await dialog.getByLabel("确认密码", { exact: true }).fill("Other@2026");
  await dialog.getByRole("button", { name: "确定" }).click();
  await expect(page.getByText("旧密码错误")).toBeVisible();
  await expect(dialog.getByLabel("新密码", { exact: true })).toHaveValue("Other@2026");
});

test("PF-R37 0.4 s after the first login a new password is asked for, also after a reload; cancelling signs out", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const markArrivals = () => {
      const isThere = { workspace: ".shell", prompt: ".password-prompt-icon" };
      for (const [name, selector] of Object.entries(isThere)) {
        const isNew = performance.getEntriesByName(name).length === 0;
        if (isNew && document.querySelector(selector)) performance.mark(name);
      }
    };
    // Marked while the node is put in, because an observer is told only after everything else of that task.
    for (const way of ["appendChild", "insertBefore"] as const) {
      const put: (...nodes: never[]) => unknown = Node.prototype[way];
      Object.defineProperty(Node.prototype, way, {
        value(this: Node, ...nodes: never[]) {
          const answer = put.apply(this, nodes);
          markArrivals();
          return answer;
        },
      });
    }
  });
  await fillLogin(page, accounts.fresh, "Init@2025");
  const prompt = page.getByText("您当前使用的是初始密码，为保障账号安全，请先修改密码！");
  await expect(prompt).toBeVisible();
  const [arrived = 0, asked = 0] = await page.evaluate(() =>
    ["workspace", "prompt"].map((name) => performance.getEntriesByName(name)[0]?.startTime ?? 0),
  );
  expect(asked - arrived, "milliseconds between the arrival and the prompt").toBeGreaterThan(350);
  await page.reload();
  await expect(prompt).toBeVisible();
  await page.getByRole("dialog").getByRole("button").last().click();
  const dialog = page.getByRole("dialog", { name: "修改密码", exact: true });
  await dialog.getByRole("button", { name: "取消并退出" }).click();
  await expect(page.getByRole("heading", { name: "登录", exact: true })).toBeVisible();
});

test("PF-R36 the changed password ends the session after a second, is no longer remembered, and works at the next login", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/#/login");
  await page.getByRole("checkbox", { name: "记住密码" }).check();
  await submitLogin(page, accounts.fresh, "Init@2025");
  await page.getByRole("dialog").getByRole("button").last().click();
  const dialog = page.getByRole("dialog", { name: "修改密码", exact: true });
  for (const [label, text] of [
    ["旧密码", "Init@2025"],
    ["新密码", "Fresh#2026"],
    ["确认密码", "Fresh#2026"],
  ] as const) {
    await dialog.getByLabel(label, { exact: true }).fill(text);
  }
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await dialog.getByRole("button", { name: "确定" }).click();
  await expect(page.getByText("密码修改成功，请重新登录！")).toBeVisible();
  await page.clock.runFor(999);
  await expect(page).toHaveURL(/#\/home$/);
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(page.getByRole("heading", { name: "登录", exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("remembered-credentials"))).toBeNull();
  await signInOnPage(page, accounts.fresh, "Fresh#2026");
  await expect(page.getByText("您当前使用的是初始密码")).toBeHidden();
});
