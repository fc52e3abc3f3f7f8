import type { Page } from "@playwright/test";
import type { CellValue } from "hucre";
import { accounts, expect, signIn, test } from "./browser.ts";
import { check, fileOf, saves, sheetsOf } from "./excel-file.ts";

async function confirmAndClosePassword(page: Page): Promise<void> {
  await page.getByRole("button", { name: "确认导入" }).click();
  const password = page.getByRole("dialog", { name: "结果文件的打开密码" });
  await expect(password.getByLabel("打开密码")).toHaveText(/^\w{20}$/);
  await password.getByRole("button", { name: "我已复制" }).click();
  await expect(password).toBeHidden();
}

test("PF-R95 PF-R96 a file with errors is imported in part, its failure file is corrected and imported again", async ({
  page,
}) => {
  await signIn(page, accounts.admin, { at: "/#/AuthorityManagement/UserManagement" });
  const tools = page.getByRole("toolbar", { name: "列表工具" });
  await expect(tools.getByRole("button", { name: /^(新增|导入|导出)$/ })).toHaveText(["新增", "导入", "导出"]);
  await tools.getByRole("button", { name: "导入" }).click();
  await expect(page.getByRole("region", { name: "导入用户" })).toBeVisible();

  const [data, ...hidden] = await sheetsOf(await saves(page, "下载模板"));
  const titles = data?.rows[0] ?? [];
  expect(titles.slice(0, 6)).toEqual(["姓名*", "手机号*", "工号", "用户类型*", "组织编码*", "职位编码*"]);
  const rows: CellValue[][] = [
    ["导入甲", "13611110001", "", "门店员工", "ST-SH01", "salesAdvisor"],
    ["导入乙", "1361111", "", "门店员工", "ST-SH01", "salesAdvisor"],
    ["导入丙", "１３６１１１１０００３ ", "", "门店员工", "ST-SH01", "salesAdvisor"],
    ["导入丁", "13611110004", "", "门店员工", "ST-SH99", "salesAdvisor"],
  ];
  await check(page, "新员工.xlsx", await fileOf({ name: data?.name ?? "", rows: [titles, ...rows] }, ...hidden));
  await expect(page.getByText("共4行，可导入2行，错误2行")).toBeVisible();
  await expect(page.getByRole("row", { name: /手机号.*1361111.*手机号格式不正确/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /组织编码不存在或已停用/ })).toBeVisible();

  await confirmAndClosePassword(page);
  const result = page.getByRole("dialog", { name: "导入结果" });
  await expect(result.getByText("总数4成功2失败2")).toBeVisible();
  const [failed, ...rest] = await sheetsOf(await saves(page, "下载失败明细"));
  const [head = [], ...bad] = failed?.rows ?? [];
  expect(head.slice(-2)).toEqual(["行号", "失败原因"]);
  expect(bad.map((cells) => cells.slice(-2))).toEqual([
    [3, "手机号格式不正确"],
    [5, "组织编码不存在或已停用"],
  ]);

  await result.getByRole("button", { name: "继续导入" }).click();
  const mended = bad.map(([name = null, , ...cells], n) => [name, `1361111000${n === 0 ? 2 : 4}`, ...cells]);
  mended[1]?.splice(4, 1, "ST-SH01");
  const corrected = await fileOf({ name: failed?.name ?? "", rows: [head, ...mended] }, ...rest);
  await check(page, "失败明细.xlsx", corrected);
  await expect(page.getByText("共2行，可导入2行，错误0行")).toBeVisible();
  await confirmAndClosePassword(page);
  await expect(result.getByText("总数2成功2失败0")).toBeVisible();

  await result.getByRole("button", { name: "继续导入" }).click();
  await check(page, "失败明细.xlsx", corrected);
  const again = page.getByRole("dialog", { name: /^该文件已于.+导入过，是否继续？$/ });
  await again.getByRole("button", { name: /^取\s*消$/ }).click();
  await expect(again).toBeHidden();

  await page.goto("/#/AuthorityManagement/UserManagement");
  await page.getByLabel("关键字").fill("导入");
  await page.getByRole("button", { name: "查询" }).click();
  for (const name of ["导入甲", "导入乙", "导入丙", "导入丁"]) {
    await expect(page.getByRole("row", { name: new RegExp(name) })).toBeVisible();
  }
});

test("PF-R95 the result waits until the password of its file was taken down", async ({ page }) => {
  await signIn(page, accounts.admin, { at: "/#/RightCenter/ExcelImport?kind=authority.userImport" });
  const [data, ...hidden] = await sheetsOf(await saves(page, "下载模板"));
  const titles = data?.rows[0] ?? [];
  const row: CellValue[] = ["导入戊", "13611110005", "", "门店员工", "ST-SH01", "salesAdvisor"];
  const file = await fileOf({ name: data?.name ?? "", rows: [titles, row] }, ...hidden);
  await check(page, "密码.xlsx", file);
  await page.getByRole("button", { name: "确认导入" }).click();
  const history = page.getByRole("region", { name: "导入记录" });
  await expect(history.getByRole("row", { name: /密码\.xlsx.*成功/ })).toBeVisible();
  const password = page.getByRole("dialog", { name: "结果文件的打开密码" });
  const result = page.getByRole("dialog", { name: "导入结果" });
  await expect(password).toBeVisible();
  await expect(result).toBeHidden();
  await expect(page.getByText("任务在后台继续，可在下载中心查看")).toBeHidden();
  await password.getByRole("button", { name: "我已复制" }).click();
  await expect(result.getByText("总数1成功1失败0")).toBeVisible();
  await result.getByRole("button", { name: "查看数据" }).click();
  await expect(page).toHaveURL(/UserManagement/);
});
