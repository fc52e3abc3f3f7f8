import { idNumberCheck } from "@ops/platform/contract";
import type { Locator, Page } from "@playwright/test";
import { expect } from "./browser.ts";
import { choose, drawer, lastMessage } from "./partners.ts";
import { act } from "./stores.ts";

/** A picture of one pixel, which is accepted as the photo of a paper. */
const photo = (name: string) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
    "base64",
  ),
});

/** A whole id number from its first seventeen digits. */
export const idNoFrom = (first: string) => first + idNumberCheck(first);

/** Places an order through its four steps and answers the drawer in which it opens. */
export async function placeOrder(page: Page, { name, phone }: { name: string; phone: string }): Promise<Locator> {
  await page.goto("/#/OrderManage/OrderList");
  await page.getByRole("toolbar", { name: "列表工具" }).getByRole("button", { name: "新建订单" }).click();
  const form = drawer(page, "新建订单");
  const next = () => form.getByRole("button", { name: "下一步" }).click();
  await form.getByLabel("手机号").fill(phone);
  await form.getByLabel("姓名").fill(name);
  await choose(form, "下单门店", "上海浦东");
  await next();
  await choice(form);
  await next();
  await expect(form.getByText("应付合计")).toBeVisible();
  await next();
  await choose(form, "交付门店", "上海浦东");
  await choose(form, "上牌城市", "上海");
  await form.getByLabel("全款").check();
  await form.getByRole("button", { name: "提交订单" }).click();
  await expect(page.getByText("下单成功！")).toBeVisible();
  return drawer(page, "SO");
}

/** Chooses the first series that is sold, its first configuration, and one colour of each kind. */
async function choice(form: Locator): Promise<void> {
  const first = form.page().locator(".ant-select-item-option:visible").first();
  for (const label of ["车系", "配置"]) {
    await form.getByLabel(label, { exact: true }).click();
    await first.click();
  }
  for (const group of ["外观", "内饰"])
    await form.getByRole("group", { name: group }).getByRole("button").first().click();
  await expect(form.getByText("车价合计")).toBeVisible();
}

/** Enters money that has arrived for an opened order. */
export async function pay(opened: Locator, yuan: string, txnNo: string): Promise<void> {
  const page = opened.page();
  await act(page, opened, "登记收款");
  const question = page.getByRole("dialog", { name: /^登记收款/ });
  await question.getByLabel("金额").fill(yuan);
  await question.getByLabel("流水号").fill(txnNo);
  await question.getByRole("button", { name: "登记" }).click();
  await expect(page.getByText("收款已登记！")).toBeVisible();
}

/** Compares the buyer's number with the original. */
export async function verifyBuyer(opened: Locator, idNo: string): Promise<void> {
  const page = opened.page();
  await act(page, opened, "核验身份");
  const question = page.getByRole("dialog", { name: /^核验身份/ });
  await question.getByLabel("证件号").fill(idNo);
  await question.locator('input[type="file"]').setInputFiles(photo("证件.png"));
  await expect(question.getByText("证件.png")).toBeVisible();
  await question.getByRole("button", { name: "核验通过" }).click();
  await expect(page.getByText("身份已核验！")).toBeVisible();
}

/** Locks an opened order with the code that its customer gets. */
export async function lockWith(opened: Locator, phone: string): Promise<void> {
  const page = opened.page();
  await act(page, opened, "锁单");
  const question = page.getByRole("dialog", { name: /^锁单/ });
  await question.getByRole("button", { name: "发送验证码" }).click();
  await expect(page.getByText(/^验证码已发送至/)).toBeVisible();
  const code = /(?<!\d)(\d{6})(?!\d)/.exec(await lastMessage(page, phone, "锁定订单"))?.[1] ?? "";
  for (const tick of ["锁单后配置不可修改", "定金规则", "承诺交付日"]) await question.getByLabel(tick).check();
  await question.getByLabel("验证码").fill(code);
  await question.getByRole("button", { name: "锁单" }).click();
  await expect(page.getByText("锁单成功！")).toBeVisible();
}
