import { checkDigitOf } from "@ops/platform/contract";
import type { Locator, Page } from "@playwright/test";
import { expect } from "./browser.ts";

const PAGE = "/#/RightCenter/CarConfigMaintain";

/** Makes a VIN with a right check character at the `?`. */
export function vinOf(head: string, serial: number): string {
  const draft = `${head}${String(serial).padStart(6, "0")}`;
  return draft.replace("?", checkDigitOf(draft.replace("?", "0")));
}

/** Opens 车辆档案 without any filter. */
export async function openCars(page: Page): Promise<void> {
  await page.goto(`${PAGE}?tab=cars`);
  await expect(page.getByRole("heading", { name: "车辆档案" })).toBeAttached();
}

export async function openIntakes(page: Page): Promise<void> {
  await page.goto(`${PAGE}?tab=intakes`);
  await expect(page.getByRole("heading", { name: "事件接入" })).toBeAttached();
}

export const carRow = (page: Page, vin: string): Locator => page.getByRole("row", { name: new RegExp(vin) });

/** Picks a choice of a select in a form or in the query panel. */
export async function choose(inside: Locator, label: string, text: string): Promise<void> {
  await inside.getByRole("combobox", { name: label }).click();
  await inside.page().locator(".ant-select-item-option:visible", { hasText: text }).first().click();
}

/** Shows the cars of one 去向, by its tab above the table. */
export async function askFor(page: Page, whereabouts: string): Promise<void> {
  const tab = page.getByRole("navigation", { name: "按去向查看" }).getByRole("button", { name: whereabouts });
  await tab.click();
  await expect(tab).toHaveAttribute("aria-pressed", "true");
}
