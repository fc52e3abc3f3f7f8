import {
  accounts,
  DEMO_PASSWORD,
  expect,
  expectWorkspace,
  fillLogin,
  signInOnPage,
  signOut,
  submitLogin,
  test,
} from "./browser.ts";

test("PF-R2 every other route without a token shows the login page", async ({ page }) => {
  await page.goto("/#/AuthorityManagement/UserManagement");
  await expect(page).toHaveURL(/#\/$/);
  await expect(page.getByRole("heading", { name: "登录", exact: true })).toBeVisible();
});

test("PF-R3 an unknown path and the login page lead a signed-in user home", async ({ page }) => {
  await signInOnPage(page, accounts.deliverySpecialist);
  for (const path of ["/#/nowhere/at/all", "/#/login", "/#/"]) {
    await page.goto(path);
    await expect(page).toHaveURL(/#\/home$/);
  }
});

test("PF-R8 empty fields are named and nothing is sent", async ({ page }) => {
  let calls = 0;
  await page.route("**/user/v1/phoneLogin", (route) => {
    calls++;
    return route.continue();
  });
  await page.goto("/#/");
  await page.getByRole("button", { name: "登录", exact: true }).click();
  for (const text of ["请输入手机号！", "请输入密码！", "请输入验证码！"])
    await expect(page.getByText(text)).toBeVisible();
  expect(calls).toBe(0);
});

test("PF-R9 the password leaves the browser encrypted; Enter submits", async ({ page }) => {
  await page.goto("/#/login");
  await expect(page.getByAltText("点击刷新验证码")).toBeVisible();
  await page.getByPlaceholder("手机号").fill(` ${accounts.deliverySpecialist} `);
  await page.getByPlaceholder("密码", { exact: true }).fill(DEMO_PASSWORD);
  await page.getByPlaceholder("验证码").fill("abcd");
  const sent = page.waitForRequest("**/user/v1/phoneLogin");
  await page.getByPlaceholder("验证码").press("Enter");
  const body = (await sent).postDataJSON();
  expect(Object.keys(body).sort()).toEqual(["codeId", "mobilePhone", "password", "verifyCode"]);
  expect(body.mobilePhone).toBe(accounts.deliverySpecialist);
  expect(body.password).toMatch(/^[A-Za-z0-9+/]+=*$/);
  expect(body.password).not.toContain(DEMO_PASSWORD);
  await expect(page).toHaveURL(/#\/home$/);
});

test("PF-R10 the image is a real PNG, renewed by a click and after 60 s", async ({ page }) => {
  await page.clock.install();
  await page.goto("/#/login");
  const image = page.getByAltText("点击刷新验证码");
  await expect(image).toHaveAttribute("src", /^data:image\/png;base64,iVBOR/);
  const first = await image.getAttribute("src");
  await image.click();
  await expect(image).not.toHaveAttribute("src", first ?? "");
  const second = await image.getAttribute("src");
  await page.clock.runFor(61_000);
  await expect(image).not.toHaveAttribute("src", second ?? "");

  const shown = await image.evaluateHandle((node) => {
    const seen: string[] = [];
    new MutationObserver(() => void seen.push(node.getAttribute("src") ?? "")).observe(node, { attributes: true });
    return seen;
  });
  const [late, overtaken] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  await page.route(
    "**/kaptcha/imageCode*",
    async (route) => {
      const response = await route.fetch();
      await late.promise;
      await route.fulfill({ response });
      overtaken.resolve((await response.json()).data.img);
    },
    { times: 1 },
  );
  const renewals = () => shown.evaluate((seen) => seen.length);
  await image.click();
  await image.click();
  await expect.poll(renewals).toBe(1);
  late.resolve();
  const old = await overtaken.promise;
  await image.click();
  await expect.poll(renewals, "an answer that was overtaken is not shown").toBe(2);
  expect((await shown.evaluate((seen) => seen)).some((src) => src.endsWith(old))).toBe(false);
});

test("PF-R11 a refused login shows the server's message, renews the image and keeps phone and password", async ({
  page,
}) => {
  const image = page.getByAltText("点击刷新验证码");
  await page.goto("/#/login");
  await expect(image).toHaveAttribute("src", /^data:image/);
  const first = (await image.getAttribute("src")) ?? "";
  await submitLogin(page, accounts.homeless, "Wrong@2025");
  await expect(page.getByText("手机号或密码错误")).toBeVisible();
  await expect(image).not.toHaveAttribute("src", first);
  await expect(page.getByPlaceholder("验证码")).toHaveValue("");
  await expect(page.getByPlaceholder("手机号")).toHaveValue(accounts.homeless);
  await expect(page.getByPlaceholder("密码", { exact: true })).toHaveValue("Wrong@2025");
});

test("PF-R11 nothing can be typed into the code until the new image is there", async ({ page }) => {
  const code = page.getByPlaceholder("验证码");
  await page.goto("/#/login");
  await expect(code).toBeEditable();
  const gate = Promise.withResolvers<void>();
  await page.route("**/kaptcha/imageCode*", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await submitLogin(page, accounts.homeless, "Wrong@2025");
  await expect(page.getByText("手机号或密码错误")).toBeVisible();
  await expect(code).not.toBeEditable();
  gate.resolve();
  await expect(code).toBeEditable();
  await code.fill("AB12");
  await expect(code).toHaveValue("AB12");
});

test("PF-R12 忘记密码 says whom to ask", async ({ page }) => {
  await page.goto("/#/login");
  await page.getByRole("button", { name: "忘记密码" }).click();
  await expect(page.getByText("请联系系统管理员重置密码!", { exact: true })).toBeVisible();
});

test("PF-R13 a remembered password is kept encrypted, filled in next time, and forgotten when unticked", async ({
  page,
}) => {
  const phone = page.getByPlaceholder("手机号");
  const remember = page.getByRole("checkbox", { name: "记住密码" });
  await page.goto("/#/login");
  await remember.check();
  await submitLogin(page, accounts.deliverySpecialist);
  await expectWorkspace(page);
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).not.toContain(DEMO_PASSWORD);
  await signOut(page);
  await expect(phone).toHaveValue(accounts.deliverySpecialist);
  await expect(page.getByPlaceholder("密码", { exact: true })).toHaveValue(DEMO_PASSWORD);
  await remember.uncheck();
  await submitLogin(page, accounts.deliverySpecialist);
  await expectWorkspace(page);
  await signOut(page);
  await expect(phone).toHaveValue("");
});

test("PF-R13 a browser whose storage never answers does not hold a sign-in up", async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => Object.create(null);
  });
  await page.goto("/#/login");
  await page.getByRole("checkbox", { name: "记住密码" }).check();
  await submitLogin(page, accounts.deliverySpecialist);
  await expectWorkspace(page);
});

test("PF-R13 what is remembered lies under a key that cannot be read out, ends after 30 days, and goes silently when it cannot be read", async ({
  page,
}) => {
  const phone = page.getByPlaceholder("手机号");
  const kept = () => page.evaluate(() => localStorage.getItem("remembered-credentials"));
  const keep = async (text: string) => {
    await page.evaluate((one) => localStorage.setItem("remembered-credentials", one), text);
    await page.reload();
    await expect(page.getByAltText("点击刷新验证码")).toBeVisible();
  };
  await page.goto("/#/login");
  await page.getByRole("checkbox", { name: "记住密码" }).check();
  await submitLogin(page, accounts.deliverySpecialist);
  await expectWorkspace(page);
  await signOut(page);
  const stored = (await kept()) ?? "";
  const { until, text, iv } = JSON.parse(stored);
  expect(Math.round((until - Date.now()) / 86_400_000)).toBe(30);
  expect(iv).toMatch(/^.{16}$/);
  const exported = await page.evaluate(async () => {
    const opening = indexedDB.open("device");
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    const asked = opening.result.transaction("keys").objectStore("keys").get("credentials");
    await new Promise((resolve) => asked.addEventListener("success", resolve));
    return crypto.subtle.exportKey("raw", asked.result).then(
      () => "exported",
      (error: Error) => error.name,
    );
  });
  expect(exported).toBe("InvalidAccessError");
  const unreadable = [
    JSON.stringify({ until: Date.now() - 1, text, iv }),
    JSON.stringify({ until, text: `AAAA${text.slice(4)}`, iv }),
    JSON.stringify({ until, text }),
    "not ours",
  ];
  for (const one of unreadable) {
    await keep(one);
    await expect.poll(kept).toBeNull();
    await expect(phone).toHaveValue("");
  }
  await keep(stored);
  await expect(phone).toHaveValue(accounts.deliverySpecialist);
});

test("PF-R16 a full-screen loading shows on login, PF-R17 then token, user info and home", async ({
  page,
  context,
}) => {
  await fillLogin(page, accounts.deliverySpecialist);
  await expect(page.getByText("正在登录…")).toBeVisible();
  await expect(page).toHaveURL(/#\/home$/);
  const cookies = await context.cookies();
  const token = cookies.find(({ name }) => name === "session-token");
  expect(token).toMatchObject({ path: "/", sameSite: "Strict", expires: -1 });
  const kept = await page.evaluate(() => ({ local: { ...localStorage }, session: { ...sessionStorage } }));
  expect(JSON.stringify(kept.local)).toContain("permissionCodeList");
  expect(JSON.stringify(kept.session)).toContain("changePwdStatus");
});

for (const [who, phone, text] of [
  ["停用", accounts.disabled, "账号已停用，请联系管理员"],
  ["休眠", accounts.dormant, "账号长期未使用已休眠，请联系管理员激活"],
  ["没有组织", accounts.homeless, "您没有可用的组织，请联系管理员"],
] as const) {
  test(`PF-R25 the account that is ${who} is told so after the right password`, async ({ page }) => {
    await fillLogin(page, phone);
    await expect(page.getByText(text)).toBeVisible();
    await expect(page).toHaveURL(/#\/login$/);
  });
}

test("PF-R21 a locked number is told when to come back", async ({ page }) => {
  await fillLogin(page, accounts.locked);
  await expect(page.getByText(/密码错误次数过多，请\d+分钟后再试，或使用统一登录/)).toBeVisible();
});
