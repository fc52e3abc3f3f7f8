import type { Page } from "@playwright/test";
import { accounts, expect, HOME, signIn, test } from "./browser.ts";

const people = { admin: accounts.admin, regionManager: accounts.regionManager, storeManager: accounts.storeManager };
/** As many lists as 最近访问 remembers for the administrator. */
const visited = [
  "/AuthorityManagement/UserManagement",
  "/AuthorityManagement/OrgManagement",
  "/AuthorityManagement/RoleManagement",
  "/AuthorityManagement/MenuManagement",
  "/AuthorityManagement/InterfaceAuthority",
  "/AuthorityManagement/OtherAccountManage",
  "/RightCenter/DownloadCenter",
  "/Partner/list",
];

interface Card {
  readonly title: string;
  /** The number of pixels of content below the lower edge. */
  readonly cut: number;
}

/** Measures the cards after all of them have loaded. The window is high enough to show every card. */
async function cardsAt(page: Page, width: number): Promise<Card[]> {
  await page.setViewportSize({ width, height: 3000 });
  await expect(page.locator(".home-widget").first()).toBeVisible();
  await expect(page.locator(".home .ant-skeleton")).toHaveCount(0);
  return page.locator(".home-widget").evaluateAll((widgets) =>
    widgets.map((widget) => {
      const card = widget.querySelector(".home-card, .ant-card") ?? widget;
      const edge = card.getBoundingClientRect().bottom;
      const ends = [...card.querySelectorAll("li, a, button, p, tr, canvas")].map((part) => {
        return part.getBoundingClientRect().bottom - edge;
      });
      return {
        title: widget.querySelector("h2, .ant-card-head-title")?.textContent ?? "",
        cut: Math.round(Math.max(0, card.scrollHeight - card.clientHeight, ...ends)),
      };
    }),
  );
}

for (const [name, phone] of Object.entries(people)) {
  test(`AU-5.8 no card of the home page is cut off at 1440 and at 1200: ${name}`, async ({ page }) => {
    await signIn(page, phone, { at: HOME });
    if (name === "admin") {
      for (const path of visited) {
        await page.goto(`/#${path}`);
        await expect(page.getByRole("main").locator(".ant-table, .org-page, .page")).not.toHaveCount(0);
      }
      await page.goto("/#/home");
      await expect(page.getByRole("region", { name: "最近访问" }).getByRole("listitem")).toHaveCount(visited.length);
    }
    for (const width of [1440, 1200]) {
      const cards = await cardsAt(page, width);
      expect(cards.length).toBeGreaterThan(4);
      expect(
        cards.filter(({ cut }) => cut > 1),
        `cards that are cut off at ${width}`,
      ).toEqual([]);
    }
  });
}

test("AU-5.8 more todos than a card can hold are told and unfold", async ({ page }) => {
  const todos = Array.from({ length: 31 }, (_, at) => ({
    key: `made.up${at}`,
    title: `第${at + 1}种待办事项`,
    count: at + 1,
    route: "/home",
    preset: null,
  }));
  await page.route("**/common/v1/todos", (route) =>
    route.fulfill({ json: { success: true, code: 200, msg: "", msgCode: "", data: todos } }),
  );
  await signIn(page, accounts.admin, { at: HOME });
  const card = page.getByRole("region", { name: "我的待办" });
  await expect(card.getByRole("listitem")).toHaveCount(20);
  await card.getByRole("button", { name: "还有 11 项" }).click();
  await expect(card.getByRole("listitem")).toHaveCount(31);
  expect((await cardsAt(page, 1440)).filter(({ cut }) => cut > 1)).toEqual([]);
  await card.getByRole("button", { name: "收起" }).click();
  await expect(card.getByRole("listitem")).toHaveCount(20);
});

test("AU-5.8 shortcuts and recent pages lead to pages that exist", async ({ page }) => {
  await signIn(page, accounts.admin, { at: HOME });
  const entries = page.getByRole("region", { name: "快捷入口" }).getByRole("link");
  await expect(entries).not.toHaveCount(0);
  const addresses = await entries.evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  for (const address of addresses) {
    await page.goto(`/${address}`);
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
    await expect(page.getByText("功能暂未开放，敬请期待"), address).toHaveCount(0);
  }
  await page.goto("/#/ClueManagement/ClueList");
  await expect(page.getByText("功能暂未开放，敬请期待")).toBeVisible();
  await page.goto("/#/home");
  const recent = page.getByRole("region", { name: "最近访问" });
  await expect(recent.getByRole("listitem")).toHaveCount(addresses.length);
  await expect(recent.getByText("线索列表")).toHaveCount(0);
});
