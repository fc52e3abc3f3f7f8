import { dayOf, idNumberCheck, wireTime } from "@ops/platform/contract";
import type { Page } from "@playwright/test";
import { accounts, expect, signIn, test } from "./browser.ts";
import { choose, drawer, pickDay } from "./partners.ts";

const FIRST = "31010919970521003";
const PHONE = "15712340011";
const CHAIR = "系统管理员";

/** Writes the next standard of 交付专员 on its page. */
async function writeStandard(page: Page): Promise<void> {
  await page.getByRole("button", { name: "岗位标准" }).click();
  await page.getByRole("button", { name: "新建岗位标准" }).click();
  const form = drawer(page, "新建岗位标准");
  await choose(form, "岗位", "交付专员");
  await form.getByLabel("通过分").fill("80");
  await form.getByLabel("有效月数").fill("12");
  await form.getByRole("button", { name: "添加上岗标准" }).click();
  await form.getByLabel("第1条名称").fill("交付流程考试");
  await form.getByLabel("第1条权重").fill("100");
  await form.getByRole("button", { name: "保存" }).click();
  await expect(page.getByText("岗位标准已保存为草稿！")).toBeVisible();
  const line = page.locator(".ant-table-row", { hasText: "交付专员" }).filter({ hasText: "草稿" });
  await line.getByRole("button", { name: "上线" }).click();
  await page.getByRole("dialog", { name: /上线/ }).getByRole("button", { name: "上线" }).click();
  await expect(page.getByText("已上线！")).toBeVisible();
}

async function enterCandidate(page: Page): Promise<void> {
  await page.goto("/#/StoreManage/StaffManagement");
  await page.getByRole("button", { name: "新增人员" }).click();
  const form = page.getByRole("region", { name: "新增人员" });
  await form.getByLabel("姓名").fill("顾明川");
  await form.getByLabel("手机号").fill(PHONE);
  await form.getByLabel("身份证号").fill(FIRST + idNumberCheck(FIRST));
  await choose(form, "门店", "上海虹口");
  await pickDay(form, "入职日期", dayOf(new Date()));
  await choose(form, "岗位", "交付专员");
  await choose(form, "来源", "自荐");
  await form.getByRole("button", { name: "保存" }).click();
  await expect(page.getByRole("heading", { name: "顾明川" })).toBeVisible();
}

/** The interview begins with the next full minute but one. */
async function arrangeInterview(page: Page): Promise<void> {
  await page.getByRole("button", { name: "安排面试" }).click();
  const form = drawer(page, "安排面试");
  const start = Math.ceil(Date.now() / 60_000) * 60_000 + 60_000;
  const minute = (at: number) => wireTime(new Date(at)).slice(0, 16);
  await pickDay(form, "开始时间", minute(start));
  await pickDay(form, "结束时间", minute(start + 30 * 60_000));
  await choose(form, "面试官", CHAIR);
  await choose(form, "主面试官", CHAIR);
  await form.getByLabel("地点").fill("二楼会议室");
  await form.getByRole("button", { name: "安排", exact: true }).click();
  await expect(page.getByText("已安排面试！")).toBeVisible();
}

async function rateInterview(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "面试记录" }).click();
  await page.getByRole("button", { name: "面试", exact: true }).click();
  const opened = drawer(page, "面试安排");
  // the timer of the server opens the feedback at the start of the interview
  await expect(async () => {
    await page.reload();
    await expect(opened.getByRole("button", { name: "评价", exact: true })).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 240_000 });
  await opened.getByRole("button", { name: "评价", exact: true }).click();
  const form = drawer(page, "评价 ·");
  await form.getByRole("radio").last().click();
  await choose(form, "结论", "通过");
  await form.getByLabel("评语").fill("表达清晰，熟悉交付流程，建议录用");
  await form.getByRole("button", { name: "提交评价" }).click();
  await expect(page.getByText("评价已提交！")).toBeVisible();
  await expect(opened).toContainText("已通过");
  await opened.getByRole("button", { name: "关闭" }).click();
}

test("ST-R13 a candidate is interviewed, offered, onboarded into training and certified", async ({ page }) => {
  test.setTimeout(480_000); // an interview begins a minute or two after it is arranged
  page.setDefaultTimeout(40_000);
  await signIn(page, accounts.admin);
  await page.goto("/#/StoreManage/StaffManagement");
  await writeStandard(page);
  await enterCandidate(page);
  await arrangeInterview(page);
  await rateInterview(page);

  await page.getByRole("button", { name: "录用", exact: true }).click();
  const offer = page.getByRole("dialog", { name: /录用/ });
  await offer.getByRole("button", { name: "录用" }).click();
  await expect(page.getByText("已录用，待入职！")).toBeVisible();
  await page.getByRole("button", { name: "办理入职" }).click();
  await page
    .getByRole("dialog", { name: /办理入职/ })
    .getByRole("button", { name: "办理入职" })
    .click();
  await expect(page.getByText("已办理入职！")).toBeVisible();

  await page.getByRole("tab", { name: "岗位认证" }).click();
  await page.getByRole("tabpanel").getByRole("button", { name: "交付专员" }).click();
  const cert = drawer(page, "交付专员 V2");
  await cert.getByRole("button", { name: "登记结果" }).click();
  const results = drawer(page, "登记结果 ·");
  await results.getByLabel("交付流程考试 成绩").fill("95");
  await results.getByLabel("交付流程考试 通过").click();
  await results.getByRole("button", { name: "保存" }).click();
  await expect(page.getByText("结果已登记！")).toBeVisible();
  await cert.getByRole("button", { name: "提交审核" }).click();
  await page.getByRole("dialog", { name: /提交/ }).getByRole("button", { name: "提交审核" }).click();
  await expect(page.getByText("已提交审核！")).toBeVisible();
  await cert.getByRole("button", { name: "审核", exact: true }).click();
  const review = page.getByRole("dialog", { name: /审核 ·/ });
  await choose(review, "审核结果", "通过");
  await review.getByRole("button", { name: "提交" }).click();
  await expect(page.getByText("已审核！")).toBeVisible();
  await expect(cert).toContainText("已认证");
});
