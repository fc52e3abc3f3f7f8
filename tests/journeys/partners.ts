import type { Locator, Page } from "@playwright/test";
import { PORTAL } from "./addresses.ts";
import { expect } from "./browser.ts";

/** A small file that is accepted as a paper of any kind, because its content fits its name. */
export const paper = (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\ntrailer\n<<>>\n%%EOF\n"),
});

/** Finds the topmost drawer with this title. */
export const drawer = (page: Page, title: string): Locator =>
  page.locator(".ant-drawer-content-wrapper", { hasText: title }).last();

/** Opens a partner by its name, at one of the tabs of its drawer. */
export async function openPartner(page: Page, name: string, tab: string): Promise<Locator> {
  await page.goto("/#/Partner/list");
  await page.getByPlaceholder("编号、公司全称或简称").fill(name);
  await page.getByRole("button", { name: "查询" }).click();
  const row = page.locator(".ant-table-row", { hasText: name });
  await expect(row).toHaveCount(1);
  await row.dblclick();
  const opened = drawer(page, name);
  await turnTo(opened, tab);
  return opened;
}

export async function turnTo(opened: Locator, tab: string): Promise<void> {
  await opened.getByRole("tab", { name: tab, exact: true }).click();
  await expect(opened.getByRole("tabpanel", { name: tab, exact: true })).toBeVisible();
}

/** Reloads the page to see what somebody else did meanwhile; the address keeps the drawer open. */
export async function lookAgain(opened: Locator, tab: string): Promise<void> {
  await opened.page().reload();
  await turnTo(opened, tab);
}

/** Types into a select of a form and picks the choice that it offers. */
export async function choose(form: Locator, label: string, option: string): Promise<void> {
  const input = form.getByLabel(label, { exact: true });
  await input.fill(option);
  await form.page().locator(".ant-select-item-option:visible", { hasText: option }).first().click();
  await input.blur();
}

/** Types a day into a date field. */
export async function pickDay(form: Locator, label: string, day: string): Promise<void> {
  const input = form.getByLabel(label, { exact: true });
  await input.fill(day);
  await input.press("Enter");
  await expect(input).toHaveValue(day);
}

/** Presses a button at the head of a drawer and confirms the question that follows. */
export async function press(opened: Locator, action: string): Promise<void> {
  await opened.locator(".drawer-actions").getByRole("button", { name: action, exact: true }).click();
  await opened.page().getByRole("dialog", { name: /？/ }).getByRole("button", { name: action, exact: true }).click();
}

/** Reads the last message to a phone in the portal's outbox for developers. */
export async function lastMessage(page: Page, phone: string, about: string): Promise<string> {
  const outbox = await page.context().newPage();
  await outbox.goto(`${PORTAL}/#/outbox`);
  const masked = `${phone.slice(0, 3)}****${phone.slice(-4)}`;
  const message = outbox.getByRole("row", { name: masked }).filter({ hasText: about }).first();
  await expect(async () => {
    await outbox.getByRole("button", { name: "刷新" }).click();
    await expect(message).toBeVisible({ timeout: 1_000 });
  }).toPass();
  const text = await message.getByRole("cell").nth(2).innerText();
  await outbox.close();
  return text;
}
