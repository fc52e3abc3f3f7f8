import { createCipheriv } from "node:crypto";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { CONSOLE, IMAGE_CODE } from "./addresses.ts";

export { expect };

export const accounts = {
  admin: "13800000001",
  regionManager: "13800000002",
  storeManager: "13800000003",
  deliverySpecialist: "13800000004",
  fresh: "13800000005",
  disabled: "13800000006",
  dormant: "13800000007",
  locked: "13800000008",
  homeless: "13800000009",
} as const;
export const DEMO_PASSWORD = "Demo@2025";
export const HOME = "/#/home";
/** A page of the workspace that asks nothing of the server. */
const QUIET = "/#/error404";

interface Watch {
  /** Messages that a test provokes on purpose from now on, such as a failed request: on one page, or on all. */
  allow(pattern: RegExp, page?: Page): void;
  over(context: BrowserContext): void;
}

interface Fixtures {
  watch: Watch;
  /** Opens a page of another person at another computer. It is closed after the test. */
  desk: () => Promise<Page>;
}

/** Every page of every test is watched: an error or warning in the browser's console fails the test. */
export const test = base.extend<Fixtures>({
  watch: [
    async ({ context }, use) => {
      const unexpected: string[] = [];
      const allowed: { readonly pattern: RegExp; readonly on: Page | undefined }[] = [];
      const note = (page: Page, text: string) => {
        const isAllowed = allowed.some(({ pattern, on }) => (on ?? page) === page && pattern.test(text));
        if (!isAllowed) unexpected.push(text);
      };
      const over = (watched: BrowserContext) => void watched.on("page", (page) => listenTo(page, note));
      over(context);
      await use({ allow: (pattern, on) => void allowed.push({ pattern, on }), over });
      expect(unexpected, "errors and warnings in the browser's console").toEqual([]);
    },
    { auto: true },
  ],
  desk: async ({ browser, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      watch.over(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

function listenTo(page: Page, note: (page: Page, text: string) => void): void {
  page.on("console", (message) => {
    const isBad = ["error", "warning"].includes(message.type());
    if (isBad) note(page, `${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => note(page, `pageerror: ${error.message}`));
}

/** Opens the login page, fills it and presses 登录. */
export async function fillLogin(page: Page, phone: string, password: string = DEMO_PASSWORD): Promise<void> {
  await page.goto("/#/login");
  await submitLogin(page, phone, password);
}

/** Does the same on a login page that is open already. */
export async function submitLogin(page: Page, phone: string, password: string = DEMO_PASSWORD): Promise<void> {
  await expect(page.getByAltText("点击刷新验证码")).toBeVisible(); // a new image would empty the field
  await page.getByPlaceholder("手机号").fill(phone);
  await page.getByPlaceholder("密码", { exact: true }).fill(password);
  await page.getByPlaceholder("验证码").fill(IMAGE_CODE);
  await page.getByRole("button", { name: "登录", exact: true }).click();
}

interface Entry {
  /**
   * The page to begin with. By default a quiet one, because 首页 costs as much as all the rest of the workspace and most
   * journeys lead elsewhere.
   */
  readonly at?: string;
  readonly password?: string;
}

/**
 * Signs in and comes to the workspace. A new page begins with a session that was opened beside it, since the way
 * through the login page, which waits on purpose, has journeys of its own.
 */
export async function signIn(
  page: Page,
  phone: string,
  { at = QUIET, password = DEMO_PASSWORD }: Entry = {},
): Promise<void> {
  if (page.url() === "about:blank") await giveSession(page, phone, password);
  else await signInOnPage(page, phone, password);
  await page.goto(at);
  await expectWorkspace(page, at);
}

/** Gives the pages of this browser a session, for what is shown outside of the workspace. */
export async function giveSession(page: Page, phone: string, password: string = DEMO_PASSWORD): Promise<void> {
  await page.context().addCookies([await openSession(page, phone, password)]);
}

/** Signs in as people do, on the login page. */
export async function signInOnPage(page: Page, phone: string, password: string = DEMO_PASSWORD): Promise<void> {
  await fillLogin(page, phone, password);
  await expectWorkspace(page);
}

/** Opens a session with the calls of the login page, and answers the cookie in which a page keeps it. */
async function openSession(page: Page, mobilePhone: string, typed: string) {
  const headers = { applicationid: "1" };
  const told = async (path: string, data?: object) => {
    const answer = await page.request.fetch(CONSOLE + path, { headers, ...(data ? { method: "POST", data } : {}) });
    return answer.json();
  };
  const [keys, code] = await Promise.all([told("/config.json"), told("/user/v1/kaptcha/imageCode")]);
  const [key, iv] = [keys.credentialKey, keys.credentialIv].map((part) => Buffer.from(part, "base64"));
  const cipher = createCipheriv("aes-128-cbc", key ?? "", iv ?? null);
  const password = Buffer.concat([cipher.update(typed, "utf8"), cipher.final()]).toString("base64");
  const body = { mobilePhone, password, verifyCode: IMAGE_CODE, codeId: code.data.codeId };
  const { msg, data } = await told("/user/v1/phoneLogin", body);
  expect(msg, mobilePhone).toBe("");
  return {
    name: "session-token",
    value: encodeURIComponent(data.accessToken),
    url: CONSOLE,
    sameSite: "Strict",
  } as const;
}

export async function expectWorkspace(page: Page, at = HOME): Promise<void> {
  await expect(page).toHaveURL((url) => url.href.endsWith(at));
  await expect(page.getByRole("banner")).toBeVisible();
}

/** Changes a password that another person made, which must happen before anything else, and signs in again. */
export async function replaceFirstPassword(page: Page, first: string, password: string): Promise<void> {
  await page.getByRole("dialog").getByRole("button").last().click();
  const dialog = page.getByRole("dialog", { name: "修改密码", exact: true });
  await dialog.getByLabel("旧密码", { exact: true }).fill(first);
  await dialog.getByLabel("新密码", { exact: true }).fill(password);
  await dialog.getByLabel("确认密码", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "确定" }).click();
  await expect(page.getByText("密码修改成功，请重新登录！")).toBeVisible();
  await expect(page.getByRole("heading", { name: "登录", exact: true })).toBeVisible();
}

export async function signOut(page: Page): Promise<void> {
  const item = page.getByRole("menuitem", { name: "退出登录" });
  await expect(async () => {
    if (!(await item.isVisible())) await page.getByRole("button", { name: /^用户菜单/ }).click();
    await item.click({ timeout: 3_000 }); // the menu closes with the header that is made anew for another organisation
  }).toPass();
  await expect(page.getByRole("heading", { name: "登录", exact: true })).toBeVisible();
}
