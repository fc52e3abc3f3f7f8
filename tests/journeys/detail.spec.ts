import { accounts, expect, signIn, test } from "./browser.ts";
import { drawer, turnTo } from "./partners.ts";

const MANAGER = "13800000020";

test("LOOK a partner shows what is open and what happened last beside its facts, and leads there", async ({ page }) => {
  await signIn(page, MANAGER, { at: "/#/Partner/list" });
  await page.getByRole("button", { name: /资质过期$/ }).click(); // this figure leads to partners with open work
  const row = page.locator(".ant-table-row").first();
  await expect(row).toBeVisible();
  await row.dblclick();
  const opened = drawer(page, "操作日志");
  const work = opened.getByRole("region", { name: "待办" });
  await expect(work.getByRole("button", { name: /^资质已过期 \d+ 项/ })).toBeVisible();
  await expect(opened.getByRole("region", { name: "近期动态" }).getByRole("listitem")).not.toHaveCount(0);
  await expect(opened.getByRole("tab", { name: "资质", exact: true })).toContainText(/资质\d+/);
  await work.getByRole("button", { name: /^资质已过期/ }).click();
  await expect(opened.getByRole("tabpanel", { name: "资质", exact: true })).toBeVisible();
  await turnTo(opened, "概览");
  await opened.getByRole("button", { name: "全部日志" }).click();
  await expect(opened.getByRole("tabpanel", { name: "操作日志", exact: true })).toBeVisible();
});

test("LOOK a person's page and a configuration tell what was done last beside the facts", async ({ page }) => {
  await signIn(page, accounts.admin, { at: "/#/RightCenter/CarConfigMaintain" });
  await page.locator(".ant-table-row").first().dblclick();
  const config = drawer(page, "选装颜色");
  await expect(config.getByRole("region", { name: "近期动态" }).getByRole("listitem")).not.toHaveCount(0);
  await page.keyboard.press("Escape");

  await page.goto("/#/AuthorityManagement/UserManagement");
  await page.locator(".ant-table-row").first().getByRole("link").first().click();
  const latest = page.locator(".facts-side");
  await expect(latest).toContainText("近期动态");
  await expect(latest.getByRole("listitem")).not.toHaveCount(0);
  await page.getByRole("button", { name: "编辑", exact: true }).click();
  const form = drawer(page, "备注");
  await form.getByLabel("备注").fill("刚刚改过的备注");
  await form.getByRole("button", { name: "保存" }).click();
  await expect(latest, "the act just done is among them").toContainText("刚刚改过的备注");
  const [facts, events] = [await page.locator(".facts-main").boundingBox(), await latest.boundingBox()];
  expect(events?.x ?? 0, "stands beside the facts").toBeGreaterThan((facts?.x ?? 0) + (facts?.width ?? 0));
});

test("LOOK a record that is gone says so in its drawer; one that could not be loaded is asked for again", async ({
  page,
  watch,
}) => {
  watch.allow(/Failed to load resource|ERR_FAILED/);
  await signIn(page, MANAGER, { at: "/#/Partner/list?id=00000000-0000-4000-8000-000000000000" });
  await expect(drawer(page, "可能已被删除，或不在您的数据范围内")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/id=/);

  const one = "**/partner/v1/partners/*-*";
  await page.route(one, (route) => route.abort());
  await page.locator(".ant-table-row").first().dblclick();
  const opened = drawer(page, "数据加载失败");
  await expect(opened).toBeVisible();
  await page.unroute(one);
  await opened.getByRole("button", { name: "重试" }).click();
  const loaded = drawer(page, "概览");
  await loaded.getByRole("tab", { name: "门店", exact: true }).click();
  await expect(page, "record and tab can be sent").toHaveURL(/id=[^&]+&tab=stores/);
});

test("LOOK a person who was turned down is told of above all else, with number, state and tags in the head", async ({
  page,
}) => {
  await signIn(page, accounts.admin, { at: "/#/Partner/staff" });
  await page.getByRole("button", { name: /^已驳回/ }).click();
  await page.locator(".ant-table-row", { hasText: "已驳回" }).first().dblclick();
  const opened = drawer(page, "账号与角色");
  await expect(opened.getByRole("alert").filter({ hasText: /^已驳回：/ })).toBeVisible();
  await expect(opened.locator(".record-head")).toContainText(/HBY\d+已驳回/);
  const [facts, events] = [opened.locator(".facts-main"), opened.getByRole("region", { name: "近期动态" })];
  const [upper, lower] = [await facts.boundingBox(), await events.boundingBox()];
  expect(lower?.y ?? 0, "in a narrow drawer the events stand below the facts").toBeGreaterThan(
    (upper?.y ?? 0) + (upper?.height ?? 0) - 1,
  );
});
