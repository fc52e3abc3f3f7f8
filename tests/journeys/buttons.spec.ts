import { accounts, expect, signIn, test } from "./browser.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

/** The error occurred in one press of five, so the button is pressed more often than that. */
const PRESSES = 25;

test("PF-R83 a button whose call is answered at once keeps no spinner behind", async ({ page }) => {
  await signIn(page, accounts.deliverySpecialist);
  await page.getByRole("button", { name: /^用户菜单/ }).click();
  await page.getByRole("menuitem", { name: "修改密码" }).click();
  const dialog = page.getByRole("dialog", { name: "修改密码", exact: true });
  for (const [label, typed] of [
    ["旧密码", "Wrong@2025"],
    ["新密码", "Other@2026"],
    ["确认密码", "Other@2026"],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(typed);
  // the answer comes at once, as from a server on the same machine
  await page.evaluate(() => {
    const { fetch: send } = window;
    const refusal = JSON.stringify({ success: false, msg: "旧密码错误", msgCode: "TRIED", data: null });
    let answered = 0;
    window.fetch = (address, options) => {
      if (!String(address).includes("/modify/password")) return send(address, options);
      document.body.dataset["answered"] = String(++answered);
      return Promise.resolve(new Response(refusal, { headers: { "content-type": "application/json" } }));
    };
  });

  const button = dialog.locator(".ant-modal-footer .ant-btn-primary");
  for (let press = 1; press <= PRESSES; press++) {
    await button.click();
    await expect(page.locator("body")).toHaveAttribute("data-answered", String(press));
    await expect(button, `press ${press}`).toHaveAccessibleName("确定");
  }
});
