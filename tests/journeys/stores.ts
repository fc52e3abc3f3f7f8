import type { Locator, Page } from "@playwright/test";
import { CONSOLE } from "./addresses.ts";
import { expect, fillLogin, replaceFirstPassword } from "./browser.ts";
import { drawer, lastMessage } from "./partners.ts";

async function headersOf(page: Page) {
  const token = (await page.context().cookies()).find(({ name }) => name === "session-token")?.value ?? "";
  return { authorization: decodeURIComponent(token), applicationid: "1" };
}

const TOO_OFTEN = "操作过于频繁，请稍后再试";

/** Leaves the page its share of the calls that the server takes from one session in a second. */
const PAUSE_MS = 50;

/**
 * Calls the server as the person at the page, for what a story begins with and for stretches that repeat themselves.
 * Nobody clicks as quickly as that, so it pauses before each call, and longer where the server asks for it.
 */
export async function callAs<T>(page: Page, method: string, path: string, data?: object): Promise<T> {
  await page.waitForTimeout(PAUSE_MS);
  const headers = await headersOf(page);
  const answer = await page.request.fetch(CONSOLE + path, { method, headers, ...(data ? { data } : {}) });
  const { success, msg, data: told } = (await answer.json()) as { success: boolean; msg: string; data: T };
  if (msg === TOO_OFTEN) {
    await page.waitForTimeout(1_000);
    return callAs(page, method, path, data);
  }
  expect(msg, `${method} ${path}`).toBe("");
  expect(success).toBe(true);
  return told;
}

/** Uploads a small file with this content, as the person at the page, and answers its id. */
export async function uploadAs(page: Page, bizType: string, content: string): Promise<string> {
  const buffer = Buffer.from(`%PDF-1.4\n1 0 obj\n<<>>\nendobj\n% ${content}\ntrailer\n<<>>\n%%EOF\n`);
  return sendFileAs(page, bizType, { name: "现场.pdf", mimeType: "application/pdf", buffer });
}

interface SentFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** Uploads a file as the person at the page, and answers its id. */
export async function sendFileAs(page: Page, bizType: string, file: SentFile): Promise<string> {
  const answer = await page.request.post(`${CONSOLE}/common/v1/files`, {
    headers: await headersOf(page),
    multipart: { bizType, file },
  });
  const { msg, data } = (await answer.json()) as { msg: string; data: { id: string } };
  if (msg === TOO_OFTEN) {
    await page.waitForTimeout(1_000);
    return sendFileAs(page, bizType, file);
  }
  expect(msg, bizType).toBe("");
  return data.id;
}

/** The only store of this name. */
export async function storeNamed(page: Page, name: string): Promise<{ id: string; version: number; name: string }> {
  const path = `/store/v1/stores?keyword=${encodeURIComponent(name)}`;
  const { list } = await callAs<{ list: { id: string; version: number; name: string }[] }>(page, "GET", path);
  expect(list, name).toHaveLength(1);
  return list[0] ?? { id: "", version: 0, name };
}

/** Opens a store by its name. */
export async function openStore(page: Page, name: string): Promise<Locator> {
  await page.goto("/#/StoreManage/StoreList");
  await page.getByPlaceholder("门店名称、门店编码或组织编码").fill(name);
  await page.getByRole("button", { name: "查询" }).click();
  const row = page.locator(".ant-table-row", { hasText: name });
  await expect(row).toHaveCount(1);
  await row.dblclick();
  return drawer(page, name);
}

/** Opens a project by its name; the list shows the worst ones first, and others may be on a later page. */
export async function openProject(page: Page, name: string): Promise<Locator> {
  const path = `/store/v1/projects?keyword=${encodeURIComponent(name)}`;
  const { list } = await callAs<{ list: { id: string }[] }>(page, "GET", path);
  expect(list, name).toHaveLength(1);
  await page.goto(`/#/StoreManage/StoreProject?project=${list[0]?.id}`);
  return drawer(page, name);
}

/** Presses an action of what is opened, wherever its head has room for it. */
export async function act(page: Page, opened: Locator, label: string): Promise<void> {
  const button = opened.getByRole("button", { name: label, exact: true });
  const item = page.getByRole("menuitem", { name: label, exact: true });
  await expect(async () => {
    if (await button.isVisible()) return button.click({ timeout: 3_000 });
    if (!(await item.isVisible())) await opened.getByRole("button", { name: "更多" }).first().click({ timeout: 3_000 });
    await item.click({ timeout: 3_000 }); // the head is drawn anew when the record has been loaded again
  }).toPass();
}

/** Approves a request that waits for the person at the page, usually a movement, among whatever else waits there. */
export async function approve(page: Page, title: string, kind = "人员异动"): Promise<void> {
  await page.goto("/#/home?approvals=WAITING");
  await page.locator(".approvals").getByLabel("按类型筛选").click();
  await page.locator(".ant-select-item-option:visible", { hasText: kind }).click();
  const request = page.locator(".approvals .ant-table-row", { hasText: title });
  const question = page.getByRole("dialog", { name: /^通过：/ });
  await expect(async () => {
    await request.getByRole("button", { name: "通过" }).click();
    await expect(question).toBeVisible({ timeout: 3_000 }); // what is filtered meanwhile takes its buttons with it
  }).toPass();
  await question.getByRole("button", { name: "通过" }).click();
  await expect(request).toBeHidden();
}

/** Lets somebody who was onboarded sign in for the first time, with the password of the message, and set an own one. */
export async function signInFirst(page: Page, phone: string, password: string): Promise<void> {
  const first = /初始密码(.+?)，/.exec(await lastMessage(page, phone, "您的账号已开通"))?.[1] ?? "";
  await fillLogin(page, phone, first);
  await replaceFirstPassword(page, first, password);
}

interface Certificate {
  readonly id: string;
  readonly version: number;
  readonly items: readonly { readonly id: string; readonly side: string }[];
}

/** Passes everything that the position of somebody in training asks for. */
export async function certifyAs(page: Page, staffId: string): Promise<void> {
  const { list } = await callAs<{ list: { id: string }[] }>(page, "GET", `/store/v1/certifications?staffId=${staffId}`);
  expect(list).toHaveLength(1);
  const path = `/store/v1/certifications/${list[0]?.id}`;
  const now = () => callAs<Certificate>(page, "GET", path);
  const { items, version } = await now();
  const up = items.filter(({ side }) => side === "UP");
  const results = up.map(({ id: itemId }) => ({ itemId, score: 95, isPassed: true, fileIds: [], note: null }));
  await callAs(page, "PUT", `${path}/results`, { results, version });
  await callAs(page, "POST", `${path}/submit`, { version: (await now()).version });
  await callAs(page, "POST", `${path}/review`, { verdict: "APPROVE", note: null, version: (await now()).version });
}

/** Types part of the name of a store into the tree of 选择组织, and chooses the first one that is found. */
export async function chooseStore(form: Locator, label: string, name: string): Promise<void> {
  const input = form.getByLabel(label, { exact: true });
  await input.fill(name);
  await form.page().locator(".ant-select-tree-title:visible", { hasText: name }).first().click();
  await input.blur();
}
