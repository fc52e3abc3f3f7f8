import { dayOf, idNumberCheck } from "@ops/platform/contract";
import { accounts, expect, signIn, test } from "./browser.ts";
import { choose, pickDay } from "./partners.ts";
import { chooseStore } from "./stores.ts";

const FIRST = "31010919960312002";
const PHONE = "15712340001";

test("ST-R12 a candidate is entered, hired directly and onboarded, and has an account with the post", async ({
  page,
}) => {
  await signIn(page, accounts.admin, { at: "/#/StoreManage/StaffManagement" });
  await page.getByRole("button", { name: "新增人员" }).click();
  const form = page.getByRole("region", { name: "新增人员" });
  await form.getByLabel("姓名").fill("程若云");
  await form.getByLabel("手机号").fill(PHONE);
  await form.getByLabel("身份证号").fill(FIRST + idNumberCheck(FIRST));
  await chooseStore(form, "门店", "上海虹口");
  await pickDay(form, "入职日期", dayOf(new Date()));
  await choose(form, "岗位", "销售顾问");
  await choose(form, "来源", "自荐");
  await form.getByRole("button", { name: "保存", exact: true }).click();

  await expect(page.getByRole("heading", { name: "程若云" })).toBeVisible();
  await page.getByRole("button", { name: "直接录用" }).click();
  const entry = page.getByRole("dialog", { name: /直接录用/ });
  await entry.getByLabel("原因").fill("开业筹备急需");
  await entry.getByRole("button", { name: "直接录用" }).click();
  await expect(page.getByText("已录用，待入职！")).toBeVisible();

  await page.getByRole("button", { name: "办理入职" }).click();
  const onboarding = page.getByRole("dialog", { name: /办理入职/ });
  await expect(onboarding).toContainText("新开通账号");
  await onboarding.getByRole("button", { name: "办理入职" }).click();
  await expect(page.getByText("已办理入职！")).toBeVisible();

  await page.getByRole("tab", { name: "账号" }).click();
  await expect(page.getByRole("tabpanel")).toContainText("上海虹口体验中心");
  await expect(page.getByRole("tabpanel")).toContainText("主任职");
});

test("ST-R9 the form tells while the phone is typed that the person has a record already", async ({ page }) => {
  await signIn(page, accounts.admin, { at: "/#/StoreManage/StaffManagement" });
  await page.getByRole("button", { name: "新增人员" }).click();
  const form = page.getByRole("region", { name: "新增人员" });
  await form.getByLabel("手机号").fill(accounts.storeManager);
  await expect(form.getByText(/该手机号已有在职或在招记录/)).toBeVisible();
});
