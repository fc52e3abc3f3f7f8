import { addDays, dayOf } from "@ops/platform/contract";
import type { Page } from "@playwright/test";
import { accounts, DEMO_PASSWORD, expect, fillLogin, signIn, test } from "./browser.ts";
import { choose, drawer, pickDay } from "./partners.ts";
import { act, approve, callAs, openStore, storeNamed } from "./stores.ts";

/** A delivery centre with two people and no cars. */
const STORE = "杭州萧山交付中心";
const OTHER = "上海虹口体验中心";
const OPERATOR = "13800000022";

interface Person {
  readonly id: string;
  readonly name: string;
  readonly positionCode: string;
  readonly version: number;
}

const peopleOf = async (page: Page, storeId: string) =>
  (await callAs<{ list: Person[] }>(page, "GET", `/store/v1/staff?storeId=${storeId}&tab=IN_POST`)).list;

/** Somebody else who may take over: of the same region, in post. */
async function successorOf(page: Page, { id }: Person): Promise<string> {
  const { successors } = await callAs<{ successors: { userId: string; note: string }[] }>(
    page,
    "GET",
    `/store/v1/staff/${id}/work`,
  );
  const found = successors.find(({ note }) => !note.includes(STORE));
  expect(found, "somebody of the region takes over").toBeDefined();
  return found?.userId ?? "";
}

/** Leaves the store through the screen, with yesterday as the last day. */
async function askToLeave(page: Page, { name }: Person): Promise<void> {
  await page.goto("/#/StoreManage/StaffManagement");
  await page.getByLabel("姓名").fill(name);
  await page.getByRole("button", { name: "查询" }).click();
  await page.locator(".ant-table-row", { hasText: name }).first().dblclick();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await act(page, page.locator("main"), "离职");
  const form = drawer(page, `离职 · ${name}`);
  await choose(form, "离职类型", "合同到期");
  await pickDay(form, "离职日期", addDays(dayOf(new Date()), -1));
  await choose(form, "其他事项接手人", "王敏");
  await form.getByLabel("原因").fill("门店关闭，合同到期");
  await form.getByRole("button", { name: "提交审批" }).click();
  await expect(page.getByText("已提交审批！")).toBeVisible();
}

test("ST-R34 a store is closed whole: its people are moved or leave, and nobody finds or works in it afterwards", async ({
  desk,
  page,
}) => {
  test.setTimeout(360_000); // a long story on a busy machine
  await signIn(page, accounts.admin);
  const store = await storeNamed(page, STORE);
  const people = await peopleOf(page, store.id);
  expect(people.map(({ positionCode }) => positionCode).toSorted()).toEqual(["deliveryManager", "deliverySpecialist"]);
  const [manager, specialist] = people.toSorted((a, b) => (a.positionCode < b.positionCode ? -1 : 1));
  if (!manager || !specialist) return;

  await test.step("it is not closed as long as people work there", async () => {
    const opened = await openStore(page, STORE);
    await act(page, opened, "闭店");
    const question = page.getByRole("dialog", { name: /^闭店/ });
    await expect(question.getByRole("row", { name: /在岗人员/ })).toContainText("2");
    await question.getByRole("button", { name: "知道了" }).click();
  });

  const operator = await desk();
  await signIn(operator, OPERATOR);
  await test.step("one is moved to another store, the manager leaves", async () => {
    const other = await storeNamed(page, OTHER);
    const move = {
      staffId: specialist.id,
      kind: "TRANSFER",
      toStoreId: other.id,
      effectiveDate: dayOf(new Date()),
      defaultSuccessorId: await successorOf(operator, specialist),
      reason: "门店关闭，调往新店",
    };
    await callAs(operator, "POST", "/store/v1/movements", move);
    // nobody outside of the store could lead it
    const { version } = await callAs<{ version: number }>(page, "GET", `/store/v1/stores/${store.id}`);
    await callAs(page, "PUT", `/store/v1/stores/${store.id}/manager`, { userId: null, version });
    await askToLeave(operator, manager);
    const region = await desk();
    await signIn(region, accounts.regionManager);
    await approve(region, `${specialist.name}调店`);
    await approve(page, `${manager.name}离职`);
    await expect(async () => {
      expect(await callAs(page, "GET", `/store/v1/stores/${store.id}/closing`)).toEqual([]);
    }).toPass();
  });

  await test.step("then it is closed", async () => {
    const opened = await openStore(page, STORE);
    await act(page, opened, "闭店");
    const question = page.getByRole("dialog", { name: /^闭店/ });
    await question.getByLabel("原因").fill("租约到期");
    await question.getByRole("button", { name: "闭店" }).click();
    await expect(page.getByText("已闭店！")).toBeVisible();
    await expect(opened).toContainText("已闭店");
  });

  await test.step("nobody is offered it, it has no seats and no roster, and its manager signs in no more", async () => {
    await page.goto("/#/StoreManage/StaffManagement");
    await page.getByRole("button", { name: "新增人员" }).click();
    const form = page.getByRole("region", { name: "新增人员" });
    await form.getByLabel("门店", { exact: true }).fill(STORE);
    await expect(page.locator(".ant-select-dropdown:visible")).toContainText("没有符合的门店");
    const grid = await callAs<{ list: unknown[] }>(page, "GET", `/store/v1/headcounts?orgId=${store.id}`);
    expect(grid.list).toEqual([]);
    const closed = await callAs<{ status: string }>(page, "GET", `/user/v1/organizations/${store.id}`);
    expect(closed.status).toBe("DISABLED");
    const moved = await callAs<{ storeName: string; state: string }>(page, "GET", `/store/v1/staff/${specialist.id}`);
    expect([moved.storeName, moved.state]).toEqual([OTHER, "IN_POST"]);
    const reveal = { bizType: "storeStaff", bizId: manager.id, field: "phone" };
    const { value } = await callAs<{ value: string }>(page, "POST", "/common/v1/unmask", reveal);
    const stranger = await desk();
    await fillLogin(stranger, value, DEMO_PASSWORD);
    await expect(stranger.getByText("账号已停用，请联系管理员")).toBeVisible();
  });
});
