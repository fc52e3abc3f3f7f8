import { addDays, dayOf } from "@ops/platform/contract";
import { accounts, expect, signIn, test } from "./browser.ts";
import { choose, drawer, pickDay, press, turnTo } from "./partners.ts";

const NAME = "上海前滩新店";

test("ST-R21 a project is made from its template and started, and progress is saved with the forecast that the page foresees", async ({
  page,
}) => {
  const today = dayOf(new Date());
  await signIn(page, accounts.admin, { at: "/#/StoreManage/StoreProject" });
  await page.getByRole("toolbar", { name: "列表工具" }).getByRole("button", { name: "新增项目" }).click();
  const form = page.getByRole("region", { name: "新增项目" });
  await form.getByLabel("项目名称").fill(NAME);
  await choose(form, "门店", "上海虹口");
  await pickDay(form, "计划开始", today);
  await pickDay(form, "计划开业", addDays(today, 125));
  await choose(form, "项目经理", "周文博");
  await form.getByRole("button", { name: "保存" }).click();

  const opened = drawer(page, NAME);
  await turnTo(opened, "节点");
  await expect(opened.getByRole("tabpanel")).toContainText("选址签约");

  await opened.getByRole("button", { name: "进度编辑" }).click();
  const progress = page.getByRole("region", { name: `进度编辑 · ${NAME}` });
  await progress.getByRole("button", { name: "新增节点" }).click();
  const added = page.getByRole("dialog", { name: "新增节点" });
  await added.getByLabel("节点编码").fill("bad");
  await added.getByRole("button", { name: "确定" }).click();
  await expect(added).toContainText("节点编码为2–10位大写字母和数字");
  await added.getByLabel("节点编码").fill("BLD9");
  await added.getByLabel("节点名称").fill("门头安装");
  await added.getByRole("button", { name: "确定" }).click();
  await progress.getByRole("button", { name: "删除平面方案" }).click();
  await progress.getByRole("button", { name: "保存进度" }).click();
  await expect(page.getByText("进度已保存！")).toBeVisible();
  await expect(progress.getByRole("button", { name: "门头安装", exact: true })).toBeVisible();
  await expect(progress.getByRole("button", { name: "平面方案", exact: true })).toBeHidden();

  await page.goto("/#/StoreManage/StoreProject");
  await page.getByRole("button", { name: NAME }).click();
  await press(opened, "启动");
  await expect(page.getByText("项目已启动！")).toBeVisible();
  await expect(page.getByText("进度已保存！"), "what was told of the first save").toBeHidden();

  await opened.getByRole("button", { name: "进度编辑" }).click();
  await progress.getByLabel("商圈评估 计划结束").fill(addDays(today, 45));
  await progress.getByLabel("商圈评估 计划结束").press("Enter");
  await expect(progress.getByText(/保存后预测开业 .* → .*，偏差\+\d+天/)).toBeVisible();
  await progress.getByLabel("商圈评估 进度").fill("60");
  await progress.getByLabel("商圈评估 进度").blur();
  await progress.getByRole("button", { name: "保存进度" }).click();
  await expect(page.getByText("进度已保存！")).toBeVisible();

  await page.goto("/#/StoreManage/StoreProject");
  await page.getByRole("button", { name: NAME }).click();
  await turnTo(drawer(page, NAME), "节点");
  const node = drawer(page, NAME).locator(".ant-table-row", { hasText: "商圈评估" });
  await node.getByRole("button", { name: "提交验收" }).click();
  await page
    .getByRole("dialog", { name: /提交验收/ })
    .getByRole("button", { name: "提交验收" })
    .click();
  await expect(node).toContainText("待验收");
  await node.getByRole("button", { name: "验收", exact: true }).click();
  await page.getByRole("dialog", { name: /验收/ }).getByRole("button", { name: "提交" }).click();
  await expect(node).toContainText("已完成");
});

test("store 5.5 a template gets its next version on the page, and a click on a chart filters the projects", async ({
  page,
}) => {
  await signIn(page, accounts.admin, { at: "/#/StoreManage/StoreProject" });
  const tools = page.getByRole("toolbar", { name: "列表工具" });
  await tools.getByRole("button", { name: "节点模板" }).click();
  const templates = drawer(page, "节点模板");
  await expect(templates).toContainText("权重合计100");
  await templates.getByRole("button", { name: "编辑模板" }).click();
  const editor = drawer(page, "编辑节点模板");
  await editor.locator(".ant-table-row", { hasText: "商圈评估" }).getByRole("button", { name: "编辑" }).click();
  const node = page.getByRole("dialog", { name: "编辑节点 · 商圈评估" });
  await node.getByLabel("权重").fill("6");
  await node.getByRole("button", { name: "确定" }).click();
  await expect(editor).toContainText("权重合计102");
  await editor.getByRole("button", { name: /保存为第\d+版/ }).click();
  await expect(page.getByText("节点模板已保存！")).toBeVisible();
  await expect(templates).toContainText("权重合计102");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "项目漏斗：以表格显示" }).click();
  await page.getByRole("button", { name: "查看选址数值" }).click();
  await expect(page.getByText("到达阶段：选址")).toBeVisible();
});
