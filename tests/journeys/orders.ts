import { idNumberCheck, wireTime } from "@ops/platform/contract";
import type { Locator, Page } from "@playwright/test";
import { expect } from "./browser.ts";
import { choose, drawer, lastMessage } from "./partners.ts";
import { act, callAs, sendFileAs, storeNamed } from "./stores.ts";

/** The store of the demo's store manager and of its busiest butler. */
export const STORE = "上海浦东体验中心";

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

export interface Buyer {
  readonly name: string;
  readonly phone: string;
  readonly idNo: string;
}

/** Somebody whom no order knows yet. */
export function newBuyer(name: string): Buyer {
  const digits = String(Date.now() % 100_000_000).padStart(8, "0");
  return { name, phone: `157${digits}`, idNo: idNoFrom(`31010119${70 + (Number(digits) % 30)}0412${digits.slice(5)}`) };
}

export interface Choice {
  readonly carConfigId: string;
  readonly extColor: string;
  readonly intColor: string;
}

interface Sold {
  /** Who sells: the page of an adviser or of somebody above him. */
  readonly seller: Page;
  readonly advisorId?: string;
  readonly customer: Buyer;
  readonly seriesId: string;
  readonly choice: Choice;
}

export interface OrderNow {
  readonly id: string;
  readonly version: number;
  readonly orderNo: string;
  readonly balanceFen: number;
}

export const orderNow = (page: Page, id: string) => callAs<OrderNow>(page, "GET", `/order/v1/orders/${id}`);

/** Enters money that has arrived, as somebody of 财务 who is at the page. */
export async function payAs(page: Page, id: string, kind: "BIG" | "DOWN" | "BALANCE", amountFen: number) {
  const txnNo = `J${Date.now()}${kind}`;
  const body = { kind, channel: "POS", amountFen, txnNo, paidAt: wireTime(new Date()), remark: null };
  await callAs(page, "POST", `/order/v1/orders/${id}/payments`, body);
}

/** Makes an order that lacks nothing for its lock but the customer's word, by calls: placed, paid by 大定 and verified. */
export async function lockableOrder(finance: Page, sold: Sold): Promise<OrderNow> {
  const { seller, advisorId = null, customer, seriesId, choice } = sold;
  const { id: storeId } = await storeNamed(finance, STORE);
  const { name, phone, idNo } = customer;
  const placed = {
    customer: { type: "PERSON", name, phone },
    storeId,
    advisorId,
    deliveryStoreId: storeId,
    seriesId,
    ...choice,
    optionCodes: [],
    cityCode: "310100",
    payMode: "FULL",
  };
  const { id } = await callAs<{ id: string }>(seller, "POST", "/order/v1/orders", placed);
  await payAs(finance, id, "BIG", 500_000);
  const fileIds = [await sendFileAs(seller, "customer", photo("证件.png"))];
  const { version } = await orderNow(seller, id);
  return callAs<OrderNow>(seller, "POST", `/order/v1/orders/${id}/verify-identity`, { idNo, fileIds, version });
}

/** Makes a locked order as the journey of the lock tells it, by calls. */
export async function lockedOrder(finance: Page, sold: Sold): Promise<OrderNow> {
  const { seller, customer } = sold;
  const { id } = await lockableOrder(finance, sold);
  const path = `/order/v1/orders/${id}`;
  const version = async () => (await orderNow(seller, id)).version;
  await callAs(seller, "POST", `${path}/lock-code`, { version: await version() });
  const code = /(?<!\d)(\d{6})(?!\d)/.exec(await lastMessage(seller, customer.phone, "锁定订单"))?.[1] ?? "";
  const ticks = ["CHOICE", "DEPOSIT", "PROMISE"];
  return callAs<OrderNow>(seller, "POST", `${path}/lock`, { ticks, code, version: await version() });
}

interface Series {
  readonly seriesId: string;
  readonly models: readonly { readonly years: readonly { readonly trims: readonly { carConfigId: string }[] }[] }[];
}

/** The series and configurations that are sold. */
export async function soldConfigs(page: Page): Promise<{ readonly seriesId: string; readonly carConfigId: string }[]> {
  const series = await callAs<Series[]>(page, "GET", "/vehicle/v1/catalog?onlySellable=1");
  return series.flatMap(({ seriesId, models }) =>
    models.flatMap(({ years }) =>
      years.flatMap(({ trims }) => trims.map(({ carConfigId }) => ({ seriesId, carConfigId }))),
    ),
  );
}

interface Item {
  readonly side: "EXT" | "INT" | null;
  readonly itemCode: string;
  readonly itemName: string;
}

export const choicesFor = (page: Page, carConfigId: string) =>
  callAs<Item[]>(page, "GET", `/vehicle/v1/catalog/choices?carConfigId=${carConfigId}`);

/** The first configuration that is sold, with its first colours. */
export async function sellableChoice(page: Page): Promise<{ readonly seriesId: string; readonly choice: Choice }> {
  const [sold = { seriesId: "", carConfigId: "" }] = await soldConfigs(page);
  const items = await choicesFor(page, sold.carConfigId);
  const first = (wanted: "EXT" | "INT") => items.find(({ side }) => side === wanted)?.itemCode ?? "";
  const choice = { carConfigId: sold.carConfigId, extColor: first("EXT"), intColor: first("INT") };
  return { seriesId: sold.seriesId, choice };
}

/** Opens an order at one of its tabs, as it is by now. */
export async function openOrder(page: Page, { id, orderNo }: Pick<OrderNow, "id" | "orderNo">, tab = "overview") {
  await page.goto(`/#/OrderManage/OrderList?id=${id}&tab=${tab}`);
  await page.reload(); // the address alone would leave a page that is open as it was
  const opened = drawer(page, orderNo);
  await expect(opened.getByRole("tab", { selected: true })).toBeVisible();
  return opened;
}

/** Answers a question of an opened order that asks for nothing but consent. */
export async function confirm(opened: Locator, label: string, done: string): Promise<void> {
  const page = opened.page();
  await act(page, opened, label);
  await page.getByRole("dialog").last().getByRole("button", { name: label }).click();
  await expect(page.getByText(done)).toBeVisible();
}

/** Books the first slot that is free. */
export async function bookFirst(opened: Locator): Promise<void> {
  const page = opened.page();
  await act(page, opened, "预约");
  const question = page.getByRole("dialog", { name: /^预约/ });
  const free = question.getByRole("button", { name: /余\d+$/ }).first();
  const later = question.getByRole("button", { name: "后7天" });
  await expect(later).toBeVisible();
  if (!(await free.isVisible())) await later.click();
  await free.click();
  await question.getByRole("button", { name: "预约", exact: true }).click();
  await expect(page.getByText("已预约！")).toBeVisible();
}

/** Notes a check of the tab 交付 as done, with what it asks for. */
export async function tick(opened: Locator, label: string, give: (question: Locator) => Promise<void>): Promise<void> {
  const row = opened.getByRole("row", { name: new RegExp(`^${label}`) });
  await row.getByRole("button", { name: "完成" }).click();
  const question = opened.page().getByRole("dialog", { name: new RegExp(`^${label} · `) });
  await give(question);
  await question.getByRole("button", { name: "完成", exact: true }).click();
  await expect(row).toContainText("已完成");
}

/** Uploads the photo that a check asks for. */
export async function addPhoto(question: Locator): Promise<void> {
  await question.locator('input[type="file"]').setInputFiles(photo("凭证.png"));
  await expect(question.getByText("凭证.png")).toBeVisible();
}

/** Lets the customer sign on the screen. */
export async function sign(question: Locator): Promise<void> {
  const paper = question.getByRole("img", { name: /^客户签字/ });
  await paper.scrollIntoViewIfNeeded();
  const { x, y } = (await paper.boundingBox()) ?? { x: 0, y: 0 };
  const { mouse } = question.page();
  await mouse.move(x + 40, y + 60);
  await mouse.down();
  await mouse.move(x + 240, y + 110, { steps: 8 });
  await mouse.up();
  await expect(question.getByText("签字已保存")).toBeVisible();
}

/** Hands the car over with this mileage. */
export async function deliverCar(opened: Locator, km: string): Promise<void> {
  const page = opened.page();
  await act(page, opened, "交付");
  const question = page.getByRole("dialog", { name: /^交付 · / });
  await question.getByLabel("交付里程（公里）").fill(km);
  await question.getByRole("button", { name: "确认交付" }).click();
  await expect(page.getByText("车辆已交付！")).toBeVisible();
  await expect(opened.getByText("已交付").first()).toBeVisible();
}
