import type { Locator, Page } from "@playwright/test";
import { accounts, expect, signIn, test } from "./browser.ts";

const forms = [
  {
    name: "新增用户",
    leastErrors: 2,
    open: async (page: Page) => {
      await page.goto("/#/AuthorityManagement/UserManagement");
      await page.getByRole("button", { name: "新增", exact: true }).click();
      return page.locator("form").filter({ has: page.getByLabel("姓名") });
    },
  },
  {
    name: "新增合作伙伴",
    leastErrors: 1, // a draft requires only the name (PT-R3)
    open: async (page: Page) => {
      await page.goto("/#/Partner/list");
      await page.getByRole("button", { name: "新增", exact: true }).first().click();
      return page.getByRole("dialog", { name: "新增合作伙伴" });
    },
  },
  {
    name: "新增伙伴员工",
    leastErrors: 2,
    open: async (page: Page) => {
      await page.goto("/#/Partner/staff");
      await page.getByRole("button", { name: "新增", exact: true }).first().click();
      return page.getByRole("dialog").first();
    },
  },
];

for (const { name, leastErrors, open } of forms) {
  test(`${name}: an error stands with its own field, and the rows stay where they are`, async ({ page }) => {
    await signIn(page, accounts.admin);
    const form = await open(page);
    await expect(form.locator(".ant-form-item").first()).toBeVisible();
    const before = await itemsOf(form);
    expect(before.length).toBeGreaterThan(3);
    await form.locator(".ant-btn-primary").last().click();
    await expect(form.locator(".ant-form-item-explain-error").first()).toBeVisible();
    const after = await itemsOf(form);

    expect(after.map(({ label, top }) => [label, top])).toEqual(before.map(({ label, top }) => [label, top]));
    const wrong = after.filter(({ error }) => error);
    expect(wrong.length).toBeGreaterThanOrEqual(leastErrors);
    for (const { label, bottom, error, left, top } of wrong) {
      if (!error) continue;
      const next = after.find((other) => other.left === left && other.top > top);
      expect(error.top - bottom, `${label}: from the field to its error`).toBeLessThan(3);
      if (next) expect(next.top - error.bottom, `${label}: from the error to ${next.label}`).toBeGreaterThan(7);
    }
  });
}

test("rows of a form are equally high with a hint and without", async ({ page }) => {
  await signIn(page, accounts.admin);
  const form = await forms[0]?.open(page);
  const items = form ? await itemsOf(form) : [];
  const pitches = items.flatMap(({ left, top, oneLine }) => {
    const next = items.find((other) => other.left === left && other.top > top);
    return next && oneLine ? [next.top - top] : [];
  });
  expect(pitches.length).toBeGreaterThan(4);
  // lines of text are not whole pixels high, so distances may differ by one
  expect(Math.max(...pitches) - Math.min(...pitches), `distances: ${pitches.join()}`).toBeLessThanOrEqual(1);
});

/** Measures label, field and error of each item, in whole pixels relative to the form. */
function itemsOf(form: Locator) {
  return form.evaluate((element) => {
    const origin = (element.querySelector("form") ?? element).getBoundingClientRect();
    const boxOf = (part: Element | null) => {
      if (!part?.textContent) return null;
      const { top, bottom } = part.getBoundingClientRect();
      return { top: Math.round(top - origin.top), bottom: Math.round(bottom - origin.top) };
    };
    return [...element.querySelectorAll(".ant-form-item")].flatMap((item) => {
      const label = item.querySelector(".ant-form-item-label");
      const field = item.querySelector(".ant-form-item-control-input");
      if (!label || !field) return [];
      const { left, top } = label.getBoundingClientRect();
      const { bottom, height } = field.getBoundingClientRect();
      return [
        {
          label: label.textContent ?? "",
          left: Math.round(left),
          top: Math.round(top - origin.top),
          bottom: Math.round(bottom - origin.top),
          oneLine: height < 40,
          error: boxOf(item.querySelector(".ant-form-item-explain-error")),
        },
      ];
    });
  });
}
