import { setTimeout as sleep } from "node:timers/promises";
import { addDays, dayOf } from "@ops/platform/contract";
import type { Locator, Page } from "@playwright/test";
import { expect, fillLogin, replaceFirstPassword } from "./browser.ts";
import { choose, drawer, lastMessage, lookAgain, openPartner, paper, pickDay, press, turnTo } from "./partners.ts";

export const COMPANY = { name: "杭州旅途信息科技有限公司", short: "旅途", contact: "13912340000" };
const FILES = "**/common/v1/files";
const SLOW_MS = 800;
const CONTRACT = "HT-旅途-主";
export const PERSON = { name: "周书言", phone: "13912341111", idNo: "330106199208162713", password: "Partner#2026" };

/** The channel manager, somebody else of the brand who reviews, and somebody of the partner. */
export interface People {
  readonly manager: Page;
  readonly second: Page;
  readonly person: Page;
}

export async function apply(page: Page): Promise<void> {
  await page.goto("/#/Partner/list");
  await page.getByRole("button", { name: "新增", exact: true }).click();
  const form = drawer(page, "新增合作伙伴");
  await form.getByLabel("统一社会信用代码").fill("91330100ma76543212");
  await form.getByLabel("公司全称").fill(COMPANY.name);
  await form.getByLabel("简称").fill(COMPANY.short);
  await choose(form, "合作类型", "线索合作");
  await choose(form, "所属区域", "华东");
  await choose(form, "合作城市", "杭州");
  await choose(form, "渠道经理", "顾清源");
  await form.getByLabel("联系人").fill("林先生");
  await form.getByLabel("联系电话").fill(COMPANY.contact);
  await form.getByLabel("法定代表人", { exact: true }).fill("林旅途");
  await form.getByLabel("法定代表人证件").fill("11010519491231002X");
  await form.locator('input[type="file"]').setInputFiles(paper("执照.pdf"));
  await form.getByRole("button", { name: "保存草稿" }).click();
  await expect(form.getByText("统一社会信用代码校验失败").first()).toBeVisible();
  await form.getByLabel("统一社会信用代码").fill("91330100ma76543211");
  await form.getByRole("button", { name: "保存草稿" }).click();
  await expect(page.getByText("已保存草稿，请继续上传资质后提交")).toBeVisible();

  // first the required papers are uploaded, then the application is submitted
  const opened = await openPartner(page, COMPANY.name, "资质");
  await page.route(FILES, async (route) => {
    await sleep(SLOW_MS);
    await route.continue();
  });
  for (const name of ["开户许可.pdf", "承诺书.pdf"]) {
    await opened.getByRole("button", { name: "上传资质" }).click();
    const upload = drawer(page, "上传资质 ·");
    await upload.locator('input[type="file"]').setInputFiles(paper(name));
    await expect(upload.getByText(name)).toBeVisible();
    // the file is still being uploaded, and the form waits for it
    await upload.getByRole("button", { name: "提交审核" }).click();
    await expect(upload).toBeHidden();
  }
  await page.unroute(FILES);
  await expect(opened.getByText("所需资质均已上传")).toBeVisible();
  await press(opened, "提交");
  await expect(opened).toContainText("待审核");
}

export async function review(page: Page): Promise<void> {
  const opened = await openPartner(page, COMPANY.name, "资质");
  const open = opened.getByRole("tabpanel").getByRole("button", { name: "通过" });
  for (let left = 3; left > 0; left--) {
    await expect(open).toHaveCount(left);
    await open.first().click();
    await page
      .getByRole("dialog", { name: /审核通过？/ })
      .getByRole("button", { name: "通过" })
      .click();
  }
  await expect(open).toHaveCount(0);
  await press(opened, "通过");
  await expect(opened).toContainText("入驻中");
}

export async function beginTooEarly(page: Page): Promise<void> {
  const opened = drawer(page, COMPANY.name);
  await lookAgain(opened, "入驻任务");
  await expect(opened).toContainText("主合同签署");
  await press(opened, "启用");
  await expect(page.getByText(/尚未完成：.*主合同/).first()).toBeVisible();
}

const contractRow = (inside: Locator) => inside.getByRole("row", { name: CONTRACT });

/** One person drafts and submits the contract, another approves it. */
export async function contract({ manager, second }: People): Promise<void> {
  const opened = drawer(manager, COMPANY.name);
  await turnTo(opened, "合同");
  await opened.getByRole("button", { name: "新增合同" }).click();
  const form = drawer(manager, "新增合同 ·");
  await form.getByLabel("合同号").fill(CONTRACT);
  await form.getByLabel("合同名称").fill("线索合作主合同");
  await pickDay(form, "开始日期", dayOf(new Date()));
  await pickDay(form, "结束日期", addDays(dayOf(new Date()), 364));
  await form.getByLabel("保证金").fill("50000");
  await form.getByLabel("线索下发").check();
  await form.getByLabel("订单代下").check();
  await form.getByRole("button", { name: "保存" }).click();
  await contractRow(opened).getByRole("button", { name: CONTRACT }).click();
  const whole = drawer(manager, "合同内容");
  await whole.getByRole("button", { name: "提交审批" }).click(); // asks first, because a submitted contract cannot be changed
  await manager
    .getByRole("dialog", { name: /提交合同/ })
    .getByRole("button", { name: "提交审批" })
    .click();
  await expect(whole.getByRole("button", { name: "提交审批" })).toHaveCount(0);
  await whole.getByRole("button", { name: "关闭" }).click();
  await expect(contractRow(opened)).toContainText("审批中");

  const reviewed = drawer(second, COMPANY.name);
  await turnTo(reviewed, "合同");
  await contractRow(reviewed).getByRole("button", { name: "通过" }).click();
  await second
    .getByRole("dialog", { name: /审批通过/ })
    .getByRole("button", { name: "通过" })
    .click();
  await expect(contractRow(reviewed)).toContainText("待签署");
}

/** Signs the contract with its file; its first day has passed, so it is in force at once. */
export async function signContract(page: Page): Promise<void> {
  const opened = drawer(page, COMPANY.name);
  await lookAgain(opened, "合同");
  await contractRow(opened).getByRole("button", { name: "签署" }).click();
  const signing = drawer(page, "签署 ·");
  await signing.getByLabel("品牌签署人").fill("顾清源");
  await signing.getByLabel("伙伴签署人").fill("林旅途");
  await signing.getByRole("button", { name: "确认签署" }).click();
  await expect(signing.getByText("请上传已签署合同")).toBeVisible();
  await signing.locator('input[type="file"]').setInputFiles(paper("合同.pdf"));
  await expect(signing.getByText("合同.pdf")).toBeVisible();
  await signing.getByRole("button", { name: "确认签署" }).click();
  await expect(contractRow(opened)).toContainText("生效中");
}

export async function deposit(page: Page): Promise<void> {
  const opened = drawer(page, COMPANY.name);
  await turnTo(opened, "保证金");
  await expect(opened).toContainText("补足前不能启用合作");
  await opened.getByRole("button", { name: "登记流水" }).click();
  const form = drawer(page, "登记保证金 ·");
  await form.getByLabel("金额").fill("50000");
  await form.getByLabel("凭证号").fill("LT-0001");
  await form.getByRole("button", { name: "登记", exact: true }).click();
  await expect(opened.getByRole("row", { name: "LT-0001" })).toBeVisible();
  await expect(opened).not.toContainText("补足前不能启用合作");
}

/** One person submits it, another approves it. */
export async function settlementAccount({ manager, second }: People): Promise<void> {
  const opened = drawer(manager, COMPANY.name);
  await turnTo(opened, "结算账户");
  await opened.getByRole("button", { name: "登记账户" }).click();
  const form = drawer(manager, "结算账户 ·");
  await form.getByLabel("开户银行").fill("中国银行");
  await form.getByLabel("开户支行").fill("杭州滨江支行");
  await form.getByLabel("账号", { exact: true }).fill("6217 0000 1234 5678");
  await form.getByLabel("变更原因").fill("首次登记");
  await form.getByRole("button", { name: "提交审批" }).click();
  await expect(form).toBeHidden();
  await expect(opened.getByRole("button", { name: "审批通过" })).toHaveCount(0);

  const reviewed = drawer(second, COMPANY.name);
  await turnTo(reviewed, "结算账户");
  await reviewed.getByRole("button", { name: "审批通过" }).click();
  await second
    .getByRole("dialog", { name: /审批结算账户/ })
    .getByRole("button", { name: "通过" })
    .click();
  await expect(reviewed).toContainText("待伙伴确认");
}

/**
 * Confirms the account with the code of the contact. The first account is used at once, because there is no older one.
 */
export async function confirmAccount(page: Page): Promise<void> {
  const message = await lastMessage(page, COMPANY.contact, "结算账户变更为中国银行");
  const opened = drawer(page, COMPANY.name);
  await lookAgain(opened, "结算账户");
  await opened.getByRole("button", { name: "输入验证码" }).click();
  const dialog = page.getByRole("dialog", { name: "伙伴联系人确认" });
  await dialog.getByLabel("验证码").fill(/验证码为(\d{6})/.exec(message)?.[1] ?? "");
  await dialog.getByRole("button", { name: "确认" }).click();
  await expect(opened).toContainText("使用中");
}

export async function staff({ manager, person }: People): Promise<void> {
  const opened = drawer(manager, COMPANY.name);
  await turnTo(opened, "员工");
  await opened.getByRole("button", { name: "新增员工" }).click();
  const form = drawer(manager, "新增伙伴员工");
  await form.getByLabel("姓名").fill(PERSON.name);
  await form.getByLabel("手机号").fill(PERSON.phone);
  await form.getByLabel("身份证号").fill(PERSON.idNo);
  await choose(form, "岗位", "管理员");
  await pickDay(form, "入职日期", dayOf(new Date()));
  await choose(form, "角色", "合作伙伴管理员");
  await form.getByRole("button", { name: "保存" }).click();
  const row = opened.getByRole("row", { name: PERSON.name });
  await expect(row).toContainText("待审核");
  await row.getByRole("button", { name: "详情" }).click();
  const profile = drawer(manager, PERSON.name);
  await profile.getByRole("button", { name: "审核通过" }).click();
  await manager
    .getByRole("dialog", { name: /录入申请/ })
    .getByRole("button", { name: "审核通过" })
    .click();
  await expect(profile).toContainText("可用");

  // the first password comes by message and is changed at once
  const message = await lastMessage(manager, PERSON.phone, "您的账号已开通");
  const first = /初始密码(.+?)，/.exec(message)?.[1] ?? "";
  await fillLogin(person, PERSON.phone, first);
  await replaceFirstPassword(person, first, PERSON.password);
}

export async function tasks(page: Page): Promise<void> {
  const opened = await openPartner(page, COMPANY.name, "入驻任务");
  const finish = opened.getByRole("button", { name: "完成", exact: true });
  await expect(opened.getByText("系统确认：")).toHaveCount(3); // the system has confirmed contract, account and administrator
  await expect(finish).toHaveCount(1);
  await finish.click();
  const dialog = page.getByRole("dialog", { name: /完成任务/ });
  await dialog.getByLabel("完成说明").fill("接口已联调");
  await dialog.getByRole("button", { name: "完成" }).click();
  await expect(opened).toContainText("必须任务已全部完成");
}

export async function activate(page: Page): Promise<void> {
  const opened = drawer(page, COMPANY.name);
  await turnTo(opened, "概览");
  await expect(opened).toContainText("已具备全部条件");
  await press(opened, "启用");
  await expect(opened).toContainText("合作中");
  await expect(opened.locator(".ant-tag", { hasText: "线索下发" })).toBeVisible();
}
