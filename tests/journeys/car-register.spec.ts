import type { Page } from "@playwright/test";
import type { CellValue } from "hucre";
import { accounts, expect, signIn, test } from "./browser.ts";
import { carRow, openCars, vinOf } from "./cars.ts";
import { check, fileOf, saves, sheetsOf } from "./excel-file.ts";

const year = String(new Date().getFullYear()).slice(2);
const good = [vinOf("L0Z7E4A2?TA", 700_001), vinOf("L0Z7E4A2?TA", 700_002)];
/** A VIN whose check character is wrong. */
const wrong = good.map((vin) => `${vin.slice(0, 8)}${vin[8] === "X" ? "1" : "X"}${vin.slice(9)}`)[0] ?? "";

const values: Readonly<Record<string, CellValue>> = {
  配置编码: `S7-${year}-STD`,
  外观: "EX-W01",
  内饰: "IN-B02",
  工厂: "PLANT-CZ",
  下线日期: "2026-10-01",
  放行日期: "2026-10-02",
  现车类型: "常规现车",
  位置类型: "仓库",
  位置编码: "WH-CZ",
};

test("vehicle section 8: cars of a file enter the register, what is wrong comes back with its reason", async ({
  page,
}) => {
  await signIn(page, accounts.admin);
  await openCars(page);
  await page.getByRole("toolbar", { name: "列表工具" }).getByRole("button", { name: "导入", exact: true }).click();
  await expect(page.getByRole("region", { name: "导入车辆" })).toBeVisible();

  await importCars(page, [...good, wrong]);
  await expect(page.getByText("共3行，可导入2行，错误1行")).toBeVisible();
  await expect(page.getByRole("row", { name: `4 - - 车架号校验位错误，应为${good[0]?.[8]}` })).toBeVisible();
  await page.getByRole("button", { name: "确认导入" }).click();
  const result = page.getByRole("dialog", { name: "导入结果" });
  await expect(result.getByText("总数3成功2失败1")).toBeVisible();

  await openCars(page);
  await page.getByLabel("VIN", { exact: true }).fill(good.join(" "));
  await page.getByRole("button", { name: "查询" }).click();
  await expect(page.getByText("共 2 条")).toBeVisible();
  for (const vin of good) await expect(carRow(page, vin)).toContainText("空闲");
});

async function importCars(page: Page, vins: readonly string[]): Promise<void> {
  const [data, ...hidden] = await sheetsOf(await saves(page, "下载模板"));
  const titles = (data?.rows[0] ?? []).map(String);
  const rows = vins.map((vin) =>
    titles.map((title) => (title === "VIN*" ? vin : (values[title.replace("*", "")] ?? ""))),
  );
  await check(page, "新车.xlsx", await fileOf({ name: data?.name ?? "", rows: [titles, ...rows] }, ...hidden));
}
