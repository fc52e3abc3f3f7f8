import { accounts, expect, signIn, test } from "./browser.ts";
import { askFor, openCars } from "./cars.ts";

test("order 15 车辆档案 shows the order that has the car, and leads to it", async ({ page }) => {
  await signIn(page, accounts.admin);
  await openCars(page);
  await askFor(page, "已到店");
  const link = page.locator(".ant-table-row", { hasText: "已到店" }).locator(".car-vin").first();
  const vin = await link.innerText();
  await link.click();
  const car = page.getByRole("dialog");
  await car.getByRole("tab", { name: "订单", exact: true }).click();
  const row = car.getByRole("row", { name: /SO\d+.*已到店/ });
  await expect(row).toBeVisible();
  const orderNo = await row.getByRole("button").innerText();
  await row.getByRole("button", { name: orderNo }).click();
  const order = page.getByRole("dialog", { name: new RegExp(orderNo) });
  await expect(order.getByText(vin).first()).toBeVisible();
});
