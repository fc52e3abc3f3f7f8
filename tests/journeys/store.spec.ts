import { accounts, expect, signIn, test } from "./browser.ts";
import { choose, drawer, turnTo } from "./partners.ts";

const NAME = "杭州九溪体验中心";
const RENAMED = "杭州九溪用户中心";

test("ST-R6 a store is created, found, opened, edited and shown with its people, hours and log", async ({ page }) => {
  await signIn(page, accounts.admin, { at: "/#/StoreManage/StoreList" });
  await expect(page.getByRole("list", { name: "概况" })).toContainText("营业中");
  await page.getByRole("button", { name: "新增门店" }).click();
  const form = drawer(page, "新增门店");
  await form.getByLabel("门店名称").fill(NAME);
  await form.getByLabel("门店简称").fill("九溪体验中心");
  await choose(form, "门店类型", "体验中心");
  await choose(form, "大区", "华东");
  await form.getByRole("button", { name: "保存" }).click();
  await expect(form.getByText("请输入省市区！")).toBeVisible();
  await form.getByLabel("省市区").fill("西湖区");
  await page.locator(".ant-cascader-menu-item:visible", { hasText: "浙江省 / 杭州市 / 西湖区" }).first().click();
  await form.getByRole("button", { name: "保存" }).click();
  await expect(page.getByText("新增成功！")).toBeVisible();

  const opened = drawer(page, NAME);
  await expect(opened).toContainText("筹备中");
  await expect(opened).toContainText("S3301");
  await opened.locator(".drawer-actions").getByRole("button", { name: "编辑" }).click();
  const edit = drawer(page, `编辑门店 · ${NAME}`);
  await edit.getByLabel("门店名称").fill(RENAMED);
  await edit.getByLabel("服务电话").fill("12345");
  await edit.getByRole("button", { name: "保存" }).click();
  await expect(edit.getByText("服务电话格式不正确")).toBeVisible();
  await edit.getByLabel("服务电话").fill("0571-87654321");
  await edit.getByRole("button", { name: "保存" }).click();
  await expect(page.getByText("修改成功！")).toBeVisible();
  const renamed = drawer(page, RENAMED);
  await expect(renamed).toContainText("0571-87654321");
  await turnTo(renamed, "人员");
  await expect(renamed).toContainText("暂无人员");
  await turnTo(renamed, "营业时间");
  await expect(renamed).toContainText("每周营业时间");
  await turnTo(renamed, "操作日志");
  await expect(renamed).toContainText("编辑门店");
  await page.keyboard.press("Escape");

  await page.getByLabel("名称/编码").fill(RENAMED);
  await page.getByRole("button", { name: "查询" }).click();
  await expect(page.getByRole("row", { name: new RegExp(RENAMED) })).toHaveCount(1);
  await page.getByRole("button", { name: "扩展列" }).click();
  await expect(drawer(page, "扩展列")).toContainText("还没有扩展列");
});
