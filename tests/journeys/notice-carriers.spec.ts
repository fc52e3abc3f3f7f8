import { accounts, expect, signIn, test } from "./browser.ts";

const all = { TASK: true, APPROVAL: true, WARNING: true, SYSTEM: true };
const answer = (isOn: object) => ({
  json: { success: true, msgCode: "", msg: "", data: [{ carrier: "wecom.app", label: "企业微信", isOn }] },
});

test("PF-R124 提醒方式 is not there while no carrier is, and switches one category of a carrier", async ({ page }) => {
  await signIn(page, accounts.regionManager);
  await page.getByRole("button", { name: /^通知/ }).click();
  const drawer = page.getByRole("dialog", { name: "通知" });
  await expect(drawer.getByRole("tab", { name: "任务" })).toBeVisible();
  await expect(drawer.getByRole("region", { name: "提醒方式" })).toHaveCount(0);

  let isOn = all;
  await page.route("**/common/v1/notices/switches", (route) => {
    if (route.request().method() === "PUT") {
      const { category, isOn: on } = route.request().postDataJSON();
      isOn = { ...isOn, [category]: on };
    }
    return route.fulfill(answer(isOn));
  });
  await page.reload();
  await page.getByRole("button", { name: /^通知/ }).click();
  const ways = drawer.getByRole("region", { name: "提醒方式" });
  const warnings = ways.getByRole("group", { name: "企业微信" }).getByRole("checkbox", { name: "预警" });
  await expect(warnings).toBeChecked();
  await warnings.focus();
  await page.keyboard.press("Space");
  await expect(warnings).not.toBeChecked();
  await expect(ways.getByRole("checkbox", { name: "任务" })).toBeChecked();
});
