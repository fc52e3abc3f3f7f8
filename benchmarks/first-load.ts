import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { browserPath } from "../scripts/browser.ts";

export interface FirstLoad {
  readonly requests: number;
  /** Scripts and styles as gzip packs them, whatever the browser was sent. */
  readonly gzipKb: number;
}

const CONSOLE = join(import.meta.dirname, "../dist/console");
const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"];

export function canLoadPages(): boolean {
  return existsSync(join(CONSOLE, "index.html")) && existsSync(browserPath());
}

/** What a browser without a cache fetches for the login page, and for a list page when it has a session. */
export async function firstLoads(origin: string): Promise<{ login: FirstLoad; list: FirstLoad }> {
  const browser = await chromium.launch({ executablePath: browserPath(), args: FLAGS });
  try {
    const { context, fetched } = await openPage(browser, `${origin}/#/login`, "img[alt='点击刷新验证码']");
    const login = weighed(fetched);
    await signIn(context);
    const storageState = await context.storageState();
    const list = await openPage(
      browser,
      `${origin}/#/AuthorityManagement/UserManagement`,
      ".ant-table-row",
      storageState,
    );
    return { login, list: weighed(list.fetched) };
  } finally {
    await browser.close();
  }
}

type Stored = Awaited<ReturnType<BrowserContext["storageState"]>>;

async function openPage(browser: Browser, address: string, shown: string, storageState?: Stored) {
  const context = await browser.newContext(storageState ? { storageState } : {});
  const page = await context.newPage();
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));
  await page.goto(address);
  await page.locator(shown).first().waitFor();
  await page.waitForLoadState("load");
  return { context, fetched: [...fetched] };
}

async function signIn(context: BrowserContext): Promise<void> {
  const [page] = context.pages();
  if (!page) throw new Error("the login page is gone");
  await page.getByPlaceholder("手机号").fill("13800000001");
  await page.getByPlaceholder("密码", { exact: true }).fill("Demo@2025");
  await page.getByPlaceholder("验证码").fill("TEST");
  await page.getByRole("button", { name: "登录", exact: true }).click();
  await page.waitForURL(/#\/home$/);
}

function weighed(fetched: readonly string[]): FirstLoad {
  const addresses = fetched.filter((address) => address.startsWith("http"));
  const files = addresses.map((address) => new URL(address).pathname).filter((path) => /\.(js|css)$/.test(path));
  const bytes = files.map((path) => statSync(join(CONSOLE, `${path}.gz`)).size);
  return { requests: addresses.length, gzipKb: bytes.reduce((sum, size) => sum + size, 0) / 1024 };
}
