import { addDays, dayOf, idNumberCheck } from "@ops/platform/contract";
import type { Locator, Page } from "@playwright/test";
import { accounts, expect, signIn, test } from "./browser.ts";
import { choose, drawer, paper, pickDay, press, turnTo } from "./partners.ts";
import { callAs, certifyAs, openProject, openStore, signInFirst, uploadAs } from "./stores.ts";

const STORE = "嘉兴南湖快闪店";
const PROJECT = "嘉兴南湖开店项目";
const PHONE = "15712340021";
const FIRST = "33040219900307201";

interface Kept {
  readonly id: string;
  readonly version: number;
}
interface Node extends Kept {
  readonly code: string;
  readonly name: string;
  readonly state: string;
  readonly evidenceMin: number;
}

async function createStore(page: Page): Promise<string> {
  await page.goto("/#/StoreManage/StoreList");
  await page.getByRole("button", { name: "新增门店" }).click();
  const form = drawer(page, "新增门店");
  await form.getByLabel("门店名称").fill(STORE);
  await form.getByLabel("门店简称").fill("南湖快闪");
  await choose(form, "门店类型", "快闪店");
  await choose(form, "大区", "华东");
  await form.getByLabel("服务电话").fill("0573-82345678");
  await form.getByLabel("省市区").fill("南湖区");
  await page.locator(".ant-cascader-menu-item:visible", { hasText: "浙江省 / 嘉兴市 / 南湖区" }).first().click();
  await form.getByLabel("地址", { exact: true }).fill("中山东路88号");
  await form.getByLabel("经度").fill("120.76");
  await form.getByLabel("纬度").fill("30.75");
  await form.getByLabel("主体名称").fill("启岳汽车销售服务有限公司");
  await form.getByLabel("统一社会信用代码").fill("91350100M000100Y43");
  await form.locator('input[type="file"]').first().setInputFiles(paper("执照.pdf"));
  await expect(form.getByText("执照.pdf")).toBeVisible();
  await form.getByRole("button", { name: "保存" }).click();
  await expect(page.getByText("新增成功！")).toBeVisible();
  const { list } = await callAs<{ list: Kept[] }>(page, "GET", `/store/v1/stores?keyword=${STORE}`);
  return list[0]?.id ?? "";
}

async function startProject(page: Page): Promise<Locator> {
  const today = dayOf(new Date());
  await page.goto("/#/StoreManage/StoreProject");
  await page.getByRole("toolbar", { name: "列表工具" }).getByRole("button", { name: "新增项目" }).click();
  const form = page.getByRole("region", { name: "新增项目" });
  await form.getByLabel("项目名称").fill(PROJECT);
  await choose(form, "门店", STORE);
  await pickDay(form, "计划开始", today);
  await pickDay(form, "计划开业", addDays(today, 125));
  await choose(form, "项目经理", "周文博");
  await form.getByRole("button", { name: "保存" }).click();
  const opened = drawer(page, PROJECT);
  await press(opened, "启动");
  await expect(page.getByText("项目已启动！")).toBeVisible();
  return opened;
}

/** Brings the nodes forward, one after the other, with pictures where they are asked for; the opening itself is left. */
async function finishNodes(page: Page, projectId: string): Promise<void> {
  const nodesOf = async () => (await callAs<{ nodes: Node[] }>(page, "GET", `/store/v1/projects/${projectId}`)).nodes;
  for (const { id, code, evidenceMin } of await nodesOf()) {
    const versionNow = async () => (await nodesOf()).find((node) => node.id === id)?.version;
    const changed = [{ id, progress: 100, version: await versionNow() }];
    await callAs(page, "PUT", `/store/v1/projects/${projectId}/nodes`, { changed });
    if (code === "OPN") continue;
    for (let n = 0; n < evidenceMin; n++) {
      const fileId = await uploadAs(page, "projectNode", `${code} ${n}`);
      await callAs(page, "POST", `/store/v1/nodes/${id}/evidence`, { fileId, category: "PHOTO", note: null });
    }
    await callAs(page, "POST", `/store/v1/nodes/${id}/submit`, { version: await versionNow() });
    const verdict = { verdict: "ACCEPT", version: await versionNow() };
    await callAs(page, "POST", `/store/v1/nodes/${id}/review`, verdict);
  }
}

/** Hires the manager, whom alone the template of this type asks for, and leads the store by that person. */
async function staffStore(page: Page, person: Page, storeId: string): Promise<void> {
  const seats = { storeType: "POPUP", storeLevel: "C", rows: [{ positionCode: "storeManager", quota: 1, minOpen: 1 }] };
  await callAs(page, "PUT", "/store/v1/headcount-templates", seats);
  const entryDate = dayOf(new Date());
  const typed = { name: "方知夏", phone: PHONE, idNo: FIRST + idNumberCheck(FIRST) };
  const job = { storeId, positionCode: "storeManager", employType: "FULL", source: "SITE", entryDate };
  const made = await callAs<Kept>(page, "POST", "/store/v1/staff", { ...typed, ...job });
  const entry = { entryDate, reason: "开业筹备", version: made.version };
  const { version } = await callAs<Kept>(page, "POST", `/store/v1/staff/${made.id}/direct-entry`, entry);
  const { userId } = await callAs<{ userId: string }>(page, "POST", `/store/v1/staff/${made.id}/onboard`, { version });
  await certifyAs(page, made.id);
  await signInFirst(person, PHONE, "Zhixia@2026"); // only somebody who has signed in can lead
  const store = await callAs<Kept>(page, "GET", `/store/v1/stores/${storeId}`);
  await callAs(page, "PUT", `/store/v1/stores/${storeId}/manager`, { userId, version: store.version });
  const week = Array.from({ length: 7 }, () => [{ from: "10:00", until: "22:00" }]);
  const hours = { week, exceptions: [], followsHolidays: false, version: null };
  await callAs(page, "PUT", `/store/v1/stores/${storeId}/hours`, hours);
}

async function verify(page: Page, opened: Locator): Promise<void> {
  await page.reload();
  await turnTo(opened, "验收流程");
  await opened.getByRole("button", { name: "发起验收" }).click();
  const form = page.getByRole("dialog", { name: "发起验收" }).last();
  await choose(form, "验收人", "系统管理员");
  await form.getByRole("button", { name: "保存" }).click();
  await expect(page.getByText("已发起验收！")).toBeVisible();
  await opened.getByRole("button", { name: "填写验收单" }).click();
  const sheet = drawer(page, "验收单 · 第1轮");
  for (const [code, score] of [
    ["O1", "40"],
    ["O2", "30"],
    ["O3", "30"],
  ] as const) {
    await sheet.getByLabel(`${code} 得分`).fill(score);
    await sheet.getByLabel(`${code} 得分`).blur();
  }
  await expect(sheet).toContainText("合计 100 分");
  await sheet.getByRole("button", { name: "提交验收单" }).click();
  await page.getByRole("dialog", { name: "提交验收单？" }).getByRole("button", { name: "提交" }).click();
  await expect(page.getByText("验收单已保存！")).toBeVisible();
  await expect(opened.locator(".ant-table-row", { hasText: "系统管理员" })).toContainText("通过");
}

async function openByNode(page: Page, opened: Locator): Promise<void> {
  await turnTo(opened, "节点");
  const node = opened.locator(".ant-table-row", { hasText: "开业" }).last();
  await node.getByRole("button", { name: "提交验收" }).click();
  await page
    .getByRole("dialog", { name: /提交验收/ })
    .getByRole("button", { name: "提交验收" })
    .click();
  await expect(node).toContainText("待验收");
  await node.getByRole("button", { name: "验收", exact: true }).click();
  await page.getByRole("dialog", { name: /验收/ }).getByRole("button", { name: "提交" }).click();
  await expect(node).toContainText("已完成");
}

test("ST-R4 a store is opened from its project: nodes, verification, readiness, and the last node opens it", async ({
  desk,
  page,
}) => {
  test.setTimeout(360_000); // a long story on a busy machine
  await signIn(page, accounts.admin);
  const storeId = await test.step("the store is made", () => createStore(page));
  const opened = await test.step("its project is made and started", () => startProject(page));
  const { list } = await callAs<{ list: Kept[] }>(page, "GET", `/store/v1/projects?storeId=${storeId}`);
  await finishNodes(page, list[0]?.id ?? "");

  await test.step("the checklist names what is missing", async () => {
    const store = await openStore(page, STORE);
    await turnTo(store, "开业检查");
    const items = store.getByRole("tabpanel", { name: "开业检查" });
    await expect(items).toContainText("未设置店长");
    await expect(items.getByRole("button", { name: "开业", exact: true })).toBeDisabled();
  });
  await staffStore(page, await desk(), storeId);

  await openProject(page, PROJECT);
  await test.step("the opening is verified", () => verify(page, opened));

  await test.step("everything is ready", async () => {
    const store = await openStore(page, STORE);
    await turnTo(store, "开业检查");
    const items = store.getByRole("tabpanel", { name: "开业检查" });
    await expect(items).toContainText("开业验收");
    await expect(items.getByLabel("未满足")).toHaveCount(0);
    await expect(items.getByRole("button", { name: "开业", exact: true })).toBeEnabled();
  });

  await openProject(page, PROJECT);
  await test.step("the last node is accepted", () => openByNode(page, opened));
  await expect(opened.locator(".ant-drawer-header")).toContainText("已完成");
  const store = await openStore(page, STORE);
  await expect(store).toContainText("营业中");
});
