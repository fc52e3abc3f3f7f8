import type { Page } from "@playwright/test";
import { accounts, expect, signIn, test } from "./browser.ts";
import {
  addPhoto,
  bookFirst,
  type Choice,
  choicesFor,
  confirm,
  deliverCar,
  lockedOrder,
  newBuyer,
  openOrder,
  orderNow,
  pay,
  payAs,
  STORE,
  sign,
  soldConfigs,
  tick,
} from "./orders.ts";
import { choose, turnTo } from "./partners.ts";
import { act, approve, callAs, storeNamed } from "./stores.ts";

interface Stock {
  readonly vin: string;
  readonly seriesId: string;
  readonly wanted: Choice;
  /** The same but for a colour outside that costs less. */
  readonly first: Choice;
  readonly names: { readonly from: string; readonly to: string };
  readonly diffFen: number;
}

interface Color {
  readonly colorCode: string;
  readonly colorName: string;
}

interface StockCar {
  readonly vin: string;
  readonly carConfigId: string;
  readonly optionCodes: readonly string[];
  readonly extColor: Color;
  readonly intColor: Color;
}

/** A free car whose colour is dearer than another one of its configuration. */
async function findStock(page: Page): Promise<Stock> {
  const sold = await soldConfigs(page);
  const free = "holdState=FREE&placeKind=WAREHOUSE&isBlocked=false&isDamaged=false&pageSize=100";
  const { list } = await callAs<{ list: StockCar[] }>(page, "GET", `/vehicle/v1/cars?${free}`);
  const quote = ({ carConfigId, extColor, intColor }: Choice) => {
    const query = new URLSearchParams({ carConfigId, extColor, intColor });
    return callAs<{ sellable: boolean; sumFen: number }>(page, "GET", `/vehicle/v1/quote?${query}`);
  };
  for (const { vin, carConfigId, extColor, intColor } of list) {
    const of = sold.find((one) => one.carConfigId === carConfigId);
    if (!of) continue;
    const { optionCodes } = await callAs<StockCar>(page, "GET", `/vehicle/v1/cars/${vin}`);
    if (optionCodes.length > 0) continue;
    const wanted = { carConfigId, extColor: extColor.colorCode, intColor: intColor.colorCode };
    const dear = await quote(wanted);
    if (!dear.sellable) continue;
    const items = await choicesFor(page, carConfigId);
    for (const { itemCode, itemName } of items.filter(({ side }) => side === "EXT")) {
      const first = { ...wanted, extColor: itemCode };
      const cheap = await quote(first);
      if (!cheap.sellable || cheap.sumFen >= dear.sumFen) continue;
      const names = { from: itemName, to: extColor.colorName };
      return { vin, seriesId: of.seriesId, wanted, first, names, diffFen: dear.sumFen - cheap.sumFen };
    }
  }
  throw new Error("no free car has a colour that another one is cheaper than");
}

/** An adviser of the store with his phone, who signs in as everybody of the demo does. */
async function adviserOf(page: Page): Promise<{ readonly phone: string; readonly userId: string }> {
  const { id } = await storeNamed(page, STORE);
  const path = `/store/v1/staff?storeId=${id}&tab=IN_POST&positionCode=salesAdvisor`;
  const { list } = await callAs<{ list: { id: string; userId: string }[] }>(page, "GET", path);
  const { id: bizId, userId } = list[0] ?? { id: "", userId: "" };
  const reveal = { bizType: "storeStaff", bizId, field: "phone" };
  return { phone: (await callAs<{ value: string }>(page, "POST", "/common/v1/unmask", reveal)).value, userId };
}

test("OR-R7 OR-R12 from the quote to the hand-over: the colour is changed on the way, approved twice and paid for", async ({
  desk,
  page,
}) => {
  await signIn(page, accounts.admin);
  const stock = await findStock(page);
  const seller = await desk();
  const { phone, userId: advisorId } = await adviserOf(page);
  await signIn(seller, phone);
  const { seriesId, first: choice } = stock;
  const order = await lockedOrder(page, { seller, advisorId, customer: newBuyer("苏小满"), seriesId, choice });
  const yuan = (stock.diffFen / 100).toLocaleString("en", { minimumFractionDigits: 2 });

  await test.step("the adviser asks for another colour and sees price, promise and levels before", async () => {
    const opened = await openOrder(seller, order);
    await act(seller, opened, "改配");
    const form = seller.getByRole("dialog", { name: /^改配/ });
    await form.getByRole("group", { name: "外观" }).getByRole("button", { name: stock.names.to }).click();
    await expect(form.getByText(new RegExp(`差价 ¥${yuan}，承诺交付日重新计算`))).toBeVisible();
    await expect(form.getByText(/门店审批 → 总部审批，通过后客户补齐差价才生效/)).toBeVisible();
    await form.getByLabel("原因").fill("客户更喜欢这个颜色");
    await form.getByRole("button", { name: "提交审批" }).click();
    await expect(seller.getByText("变更已提交！")).toBeVisible();
    await turnTo(opened, "变更与退订");
    await expect(opened.getByRole("row", { name: /^BG/ })).toContainText("审批中");
  });

  await test.step("store and headquarters agree", async () => {
    const manager = await desk();
    await signIn(manager, accounts.storeManager);
    await approve(manager, order.orderNo, "订单变更");
    await approve(page, order.orderNo, "订单变更");
  });

  await test.step("the colour is the new one once the difference is paid", async () => {
    const opened = await openOrder(page, order, "requests");
    const change = opened.getByRole("row", { name: /^BG/ });
    await expect(change).toContainText("待补差价");
    await expect(change).toContainText(`${stock.names.from} → ${stock.names.to}`);
    await pay(opened, String(stock.diffFen / 100), `J${Date.now()}D`);
    await expect(change).toContainText("已生效");
    await turnTo(opened, "配置与价格");
    await expect(opened.getByRole("tabpanel", { name: "配置与价格" })).toContainText(stock.names.to);
    await turnTo(opened, "承诺");
    await expect(
      opened.getByRole("tabpanel", { name: "承诺" }).getByRole("row", { name: /配置变更|改配/ }),
    ).toBeVisible();
  });

  await test.step("a car from stock is matched and arrives; contract, money and invoice follow", async () => {
    const opened = await openOrder(page, order);
    await act(page, opened, "配现车");
    const question = page.getByRole("dialog", { name: /^配现车/ });
    await choose(question, "车辆", stock.vin);
    await question.getByRole("button", { name: "配车" }).click();
    await expect(page.getByText("已配车！")).toBeVisible();
    await expect(opened.getByText("已下线").first()).toBeVisible();
    await confirm(opened, "登记到店", "已登记到店！");
    await expect(opened.getByText("已到店").first()).toBeVisible();
    const path = `/order/v1/orders/${order.id}`;
    await callAs(page, "POST", `${path}/contract/send`, { version: (await orderNow(page, order.id)).version });
    const { balanceFen } = await orderNow(page, order.id);
    await payAs(page, order.id, "BALANCE", balanceFen);
    await expect(async () => {
      const version = (await orderNow(page, order.id)).version;
      await callAs(page, "POST", `${path}/invoice/apply`, { kind: "CAR", version }); // once the contract is signed
    }).toPass();
    await expect(async () => {
      await openOrder(page, order, "papers");
      await expect(opened.getByText("已开票").first()).toBeVisible({ timeout: 1_000 });
    }).toPass();
  });

  await test.step("the customer comes, everything is checked, and the car is his", async () => {
    const opened = await openOrder(page, order, "delivery");
    await bookFirst(opened);
    await tick(opened, "交付前检查", addPhoto);
    await confirm(opened, "待交付", "订单已待交付！");
    await tick(opened, "保险", addPhoto);
    await tick(opened, "现场核验", async () => undefined);
    await tick(opened, "牌照/临牌", async (question) => question.getByLabel("说明").fill("临牌 沪A12345临"));
    await tick(opened, "交接签字", sign);
    await deliverCar(opened, "18");
  });
});
