import { createHash, createHmac, randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { CONSOLE } from "./addresses.ts";
import { accounts, expect, signIn, test } from "./browser.ts";
import { carRow, choose, openCars, openIntakes, vinOf } from "./cars.ts";

const PUSH = "/vehicle/v1/open/events";
const vin = vinOf("L0Z7E4A2?TA", 800_001);
const saleCode = "QY-JOURNEY-01";

interface Keys {
  readonly ak: string;
  readonly sk: string;
}

test("vehicle section 12: the factory tells of a car with a 物料号 that nobody knows; bound, all that waited is applied", async ({
  page,
  request,
}) => {
  await signIn(page, accounts.admin);
  const keys = await newClient(page);
  const occurredAt = "2026-11-01 08:00:00";
  const events = [
    { eventId: "JOURNEY-1", type: "released", vin, occurredAt, payload: {} },
    { eventId: "JOURNEY-2", type: "vinAssigned", vin, occurredAt, payload: { saleCode } },
  ];
  expect(await push(request, keys, events)).toEqual([
    { eventId: "JOURNEY-1", end: "waiting", reason: "车辆未建档" },
    { eventId: "JOURNEY-2", end: "failed", reason: "配置编码或物料号不存在" },
  ]);

  await openIntakes(page);
  await page.getByLabel("VIN", { exact: true }).fill(vin);
  await page.getByRole("button", { name: "查询" }).click();
  await expect(page.getByRole("row", { name: /JOURNEY-1.*等待建档/ })).toBeVisible();
  const failed = page.getByRole("row", { name: /JOURNEY-2.*失败/ });
  await failed
    .getByRole("button", { name: "重放" })
    .or(failed.getByRole("button", { name: "更多" }))
    .first()
    .click();
  await page.getByRole("menuitem", { name: "重放" }).click();
  await expect(page.getByText("重放结果：失败（配置编码或物料号不存在）")).toBeVisible();

  await failed.getByRole("button", { name: "绑定物料号" }).click();
  const dialog = page.getByRole("dialog", { name: `绑定物料号 · ${saleCode}` });
  await choose(dialog, "配置", `S9 ${new Date().getFullYear()}款 标准版`);
  await choose(dialog, "外观", "EX-W01");
  await choose(dialog, "内饰", "IN-B02");
  await dialog.getByRole("button", { name: "绑定并重放" }).click();
  await expect(page.getByText("已绑定，重放 1 个，应用 1 个")).toBeVisible();
  await expect(page.getByRole("row", { name: /JOURNEY-2.*已应用/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /JOURNEY-1.*已应用/ })).toBeVisible();

  // the same event again changes nothing
  const [again] = await push(request, keys, events.slice(1));
  expect(again?.end).toBe("ignored");
  await openCars(page);
  await page.getByLabel("VIN", { exact: true }).fill(vin.slice(-8));
  await page.getByRole("button", { name: "查询" }).click();
  await expect(carRow(page, vin)).toContainText("珍珠白 / 墨黑");
  await carRow(page, vin).getByRole("button", { name: "详情" }).click();
  await expect(page.getByRole("dialog").getByText("已放行", { exact: true })).toBeVisible();
});

/** Creates an API client for the factory and reads its keys, which are shown only once. */
async function newClient(page: Page): Promise<Keys> {
  await page.goto("/#/AuthorityManagement/OtherAccountManage?tab=clients");
  await page.getByRole("button", { name: "新增", exact: true }).click();
  const form = page.getByRole("dialog", { name: "新增接口账号" });
  await form.getByLabel("名称").fill("工厂MES");
  await form.getByLabel("归属组织").click();
  await page.locator(".ant-select-tree-node-content-wrapper:visible").first().click();
  await form.getByLabel("负责人").fill("系统管理员");
  await page.locator(".ant-select-item-option:visible", { hasText: "系统管理员" }).first().click();
  await form.getByLabel("授权接口").fill(PUSH);
  await page.locator(".ant-select-item-option:visible", { hasText: PUSH }).first().click();
  await page.keyboard.press("Escape");
  await form.getByRole("button", { name: "开通" }).click();
  const keys = page.getByRole("dialog", { name: "接口账号已开通" });
  await expect(keys.locator("code")).toHaveCount(2);
  const [ak = "", sk = ""] = await keys.locator("code").allInnerTexts();
  await keys.getByRole("button", { name: "我已复制" }).click();
  await expect(keys).toBeHidden();
  return { ak, sk };
}

/** Sends a call that is signed as docs/api-clients.md says. */
async function push(request: APIRequestContext, keys: Keys, events: readonly object[]) {
  const body = JSON.stringify({ events });
  const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), randomUUID()];
  const hash = createHash("sha256").update(body).digest("hex");
  const text = ["POST", PUSH, "", hash, timestamp, nonce].join("\n");
  const signature = createHmac("sha256", keys.sk).update(text).digest("hex");
  const answer = await request.post(CONSOLE + PUSH, {
    headers: {
      "content-type": "application/json",
      "x-ak": keys.ak,
      "x-timestamp": timestamp,
      "x-nonce": nonce,
      "x-signature": signature,
    },
    data: body,
  });
  const { data } = (await answer.json()) as { data: { eventId: string; end: string; reason: string | null }[] };
  return data;
}
