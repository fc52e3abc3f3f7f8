import { accounts, expect, signIn, test } from "./browser.ts";
import { askFor, openCars } from "./cars.ts";

test("vehicle section 5.2: a VIN leads to all that is known of the car, and what is done there is told there", async ({
  page,
}) => {
  await signIn(page, accounts.admin);
  await openCars(page);
  await askFor(page, "已到店");
  const rows = page.locator(".ant-table-row", { hasText: "已到店" });
  await expect(rows).toHaveCount(10);
  const links = rows.locator(".car-vin");
  const [vin = "", next = ""] = await links.allInnerTexts();
  await links.first().click();
  await expect(page).toHaveURL(new RegExp(`car=${vin}`));
  const drawer = page.getByRole("dialog");
  const tab = (name: string) => drawer.getByRole("tab", { name, exact: true });

  await expect(drawer.getByText("已到店").first()).toBeVisible();
  await expect(drawer.getByText(/^订单 SO\d+$/).first()).toBeVisible();
  await tab("配置与价格").click();
  await expect(drawer.getByText("现行价合计")).toBeVisible();
  await tab("占用").click();
  await expect(drawer.getByRole("row", { name: /订单.*占用中/ })).toBeVisible();
  await tab("位置").click();
  await expect(drawer.getByRole("row", { name: /门店.*至今/ })).toBeVisible();
  await tab("车况").click();
  await expect(drawer.getByRole("columnheader", { name: "等级" })).toBeVisible();

  const acts = drawer.locator(".drawer-actions");
  await expect(acts.getByRole("button"), "three at most, and what the state does not allow is not offered").toHaveText([
    "管控",
    "改位置",
    "登记里程",
    "更多",
  ]);
  await acts.getByRole("button", { name: "更多" }).click();
  const menu = page.locator(".ant-dropdown");
  await expect(menu.getByRole("menuitem")).toHaveText(["登记车牌", "更正配置", "更正里程", "改市场类型"]);
  await page.keyboard.press("Escape");
  await acts.getByRole("button", { name: "登记里程" }).click();
  const dialog = page.getByRole("dialog", { name: /^登记里程/ });
  await dialog.getByLabel(/^里程/).fill("1234");
  await dialog.getByRole("button", { name: /^保\s*存$/ }).click();
  await expect(page.getByText("登记成功！")).toBeVisible();
  await tab("里程车牌").click();
  await expect(drawer.getByText("1234 km")).toBeVisible();
  await tab("事件流").click();
  await expect(drawer.getByRole("row", { name: /里程.*控制台.*里程 1234/ })).toBeVisible();
  await tab("日志").click();
  await expect(drawer.getByText("登记里程").last()).toBeVisible();

  await page.keyboard.press("]");
  await expect(drawer.getByText(next)).toBeVisible();
  await page.keyboard.press("[");
  await expect(drawer.getByText(vin)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/car=/);
});
