import { accounts, expect, HOME, signIn, test } from "./browser.ts";

test("PF-R67 header, sidebar, breadcrumb and content; PF-R73 首页 without a trail", async ({ page }) => {
  await signIn(page, accounts.admin, { at: HOME });
  await expect(page.getByRole("banner").getByText("营销运营管理平台")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "主菜单" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "面包屑" })).toHaveText("首页");
  await page.goto("/#/AuthorityManagement/UserManagement");
  await expect(page.getByRole("navigation", { name: "面包屑" })).toHaveText(/账号权限管理\s*\/\s*用户管理/);
});

test("PF-R73 the trail is that of the page, also where a group and its page have the same name", async ({ page }) => {
  await signIn(page, accounts.admin);
  const trail = page.getByLabel("面包屑").getByRole("listitem");
  for (const round of [1, 2, 3]) {
    await page.goto("/#/Partner/list");
    await expect(trail, `round ${round}`).toHaveText(["合作伙伴", "合作伙伴"]);
    await page.goto("/#/home");
    await expect(trail, `round ${round}`).toHaveText(["首页"]);
  }
});

test("PF-R72 the sidebar is 208 wide, 80 collapsed, and collapses by itself at 1200 and below", async ({ page }) => {
  await signIn(page, accounts.admin);
  const sidebar = page.getByRole("navigation", { name: "主菜单" });
  const width = async () => Math.round((await sidebar.boundingBox())?.width ?? 0);
  await expect.poll(width).toBe(208);
  await page.setViewportSize({ width: 1200, height: 900 });
  await expect.poll(width).toBe(80);
  await page.setViewportSize({ width: 1201, height: 900 });
  await expect.poll(width).toBe(208);
  await page.getByRole("button", { name: "收起侧边栏" }).click();
  await expect.poll(width).toBe(80);
  await page.setViewportSize({ width: 1000, height: 900 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(width).toBe(80);
});

test("PF-R70 a detail page keeps its list highlighted", async ({ page }) => {
  await signIn(page, accounts.admin, { at: "/#/RightCenter/AccountManagementBatch" });
  const selected = page.getByRole("navigation", { name: "主菜单" }).locator(".ant-menu-item-selected");
  await expect(selected).toHaveText("账户管理");
  await page.goto("/#/wecom/groupMembers/eyJpZCI6IjEiLCJtb2RlIjoidmlldyJ9");
  await expect(selected).toHaveText("管家群");
});

test("PF-R4 a page that is not in the user's menu shows 403 in place", async ({ page }) => {
  await signIn(page, accounts.deliverySpecialist, { at: "/#/AuthorityManagement/MenuManagement" });
  await expect(page.getByText("抱歉，您没有权限访问该页面")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "主菜单" })).toBeVisible();
});

test("PF-R5 the pages outside every module exist, with header and sidebar", async ({ page }) => {
  await signIn(page, accounts.admin);
  for (const [path, text] of [
    ["/NotOpenYet", "功能暂未开放，敬请期待"],
    ["/error404", "抱歉，您访问的页面不存在"],
    ["/error403", "抱歉，您没有权限访问该页面"],
    ["/error500", "抱歉，服务器出错了"],
  ]) {
    await page.goto(`/#${path}`);
    await expect(page.getByText(text ?? "")).toBeVisible();
    await expect(
      page
        .getByRole("button", { name: "返回首页" })
        .or(page.getByRole("link", { name: "返回首页" }))
        .first(),
    ).toBeVisible();
  }
});

test("PF-R128 damaged or undeclared {data} shows the 404 panel in the page, and nothing is asked for", async ({
  page,
}) => {
  await signIn(page, accounts.admin);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/user\/v1\/(users|roles|menus|interfaces|organizations)\//.test(request.url())) asked.push(request.url());
  });
  const encoded = (data: object) => Buffer.from(JSON.stringify(data)).toString("base64url");
  for (const path of [
    "UserManagementDetail/broken*data",
    `UserManagementDetail/${encoded({ mode: "view" })}`,
    `UserManagementDetail/${encoded({ id: "7", mode: "delete" })}`,
    `OrgManagementDetail/${encoded({ id: "7", name: "张三" })}`,
    `RoleManagementDetail/${encoded({ mode: "create" })}`,
    `MenuManagementDetail/${encoded({ id: 7 })}`,
    `InterfaceAuthority/${encoded({})}`,
  ]) {
    await page.goto(`/#/AuthorityManagement/${path}`);
    await expect(page.getByRole("heading", { name: "抱歉，您访问的页面不存在" }), path).toBeVisible();
    await expect(page.getByText("页面参数错误，请从列表重新进入！"), path).toBeVisible();
    expect(page.url(), "the address stays").toContain(path);
    await expect(page.getByRole("banner")).toBeVisible();
  }
  expect(asked).toEqual([]);
  await page.getByRole("main").getByRole("button", { name: "返回" }).click();
  await expect(page).not.toHaveURL(/InterfaceAuthority\/./);
});

test("PF-R74 the watermark covers the page, on paper too, lets clicks through and comes back when removed", async ({
  page,
}) => {
  await signIn(page, accounts.admin);
  const mark = page.locator(".watermark");
  await expect(mark).toHaveCSS("opacity", "0.1");
  await expect(mark).toHaveCSS("pointer-events", "none");
  await expect(mark).toHaveCSS("background-size", "400px 240px");
  expect(await mark.boundingBox()).toEqual({ x: 0, y: 0, width: 1440, height: 900 });
  await mark.evaluate((node) => node.remove());
  await expect(mark).toBeAttached();
  await mark.evaluate((node) => node.setAttribute("style", "display:none"));
  await expect(mark).toHaveCSS("background-size", "400px 240px");
  await page.emulateMedia({ media: "print" });
  await expect(mark).toBeVisible();
  await expect(mark).toHaveCSS("print-color-adjust", "exact");
});

test("PF-R74 it reads the name and the time in grey, anew every 60 seconds and with every page", async ({ page }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      const written = JSON.parse(document.documentElement.dataset["written"] ?? "[]");
      document.documentElement.dataset["written"] = JSON.stringify([...written, `${this.fillStyle} ${text}`]);
      fillText.call(this, text, x, y);
    };
  });
  const written = async (): Promise<string[]> =>
    JSON.parse((await page.locator("html").getAttribute("data-written")) ?? "[]");
  const times = async () =>
    (await written()).flatMap((line) => /^#808080 (\d{4}-\d\d-\d\d [\d:]{8})$/.exec(line)?.[1] ?? []);
  await signIn(page, accounts.admin);
  await expect.poll(async () => (await times()).length).toBeGreaterThan(0);
  expect(await written()).toContain("#808080 系统管理员");

  const before = (await times()).length;
  await page.clock.runFor(60_000);
  await expect.poll(async () => (await times()).length).toBeGreaterThan(before);
  const after = (await times()).length;
  expect(after - before, "texts in a minute").toBeLessThanOrEqual(2); // the clock of the page continues meanwhile

  await page.clock.runFor(1_000); // within the same second the text would not change, and nothing would be drawn
  await page.goto("/#/AuthorityManagement/RoleManagement");
  await expect.poll(async () => (await times()).length).toBeGreaterThan(after);
});

test("PF-R76 Ctrl+K finds a page by its name or pinyin initials", async ({ page }) => {
  await signIn(page, accounts.admin);
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog");
  await palette.getByRole("combobox").or(palette.getByRole("textbox")).first().fill("yhgl");
  await expect(palette.getByText("用户管理").first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/UserManagement$/);
});

test("PF-R7 a cached page stays mounted while the user is elsewhere; another page does not", async ({ page }) => {
  await signIn(page, accounts.admin);
  const markedAfterReturn = async (path: string) => {
    await page.goto(`/#${path}`);
    const text = page.getByText("功能暂未开放，敬请期待").filter({ visible: true });
    await text.evaluate((node) => node.setAttribute("data-mark", "kept"));
    await page.goto("/#/home");
    await expect(page.getByText("快捷入口")).toBeVisible();
    await page.goto(`/#${path}`);
    await expect(text).toBeVisible();
    return text.getAttribute("data-mark");
  };
  expect(await markedAfterReturn("/ClueManagement/ClueList")).toBe("kept");
  expect(await markedAfterReturn("/ClueManagement/PrimaryClue")).toBeNull();
});
