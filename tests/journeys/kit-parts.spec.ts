import AxeBuilder from "@axe-core/playwright";
import { CONSOLE, STORIES } from "./addresses.ts";
import { accounts, expect, giveSession, test } from "./browser.ts";
import { serveStories } from "./stories-site.ts";

let site: Awaited<ReturnType<typeof serveStories>>;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  site = await serveStories();
});

test.afterAll(() => site.stop());

/** Signs in at the console. The session cookie is valid for every port of this host. */
test.beforeEach(async ({ page }) => {
  await giveSession(page, accounts.admin);
  await page.goto(`${STORIES}/stories.html`);
  await expect(page.getByRole("heading", { name: "组件示例" })).toBeVisible();
});

test("PF-R130 the stories of the parts stand in development alone", async ({ page }) => {
  await expect(page.locator(".story, .chart")).toHaveCount(13);
  const built = await page.request.get(`${CONSOLE}/stories.html`);
  expect(await built.text()).not.toContain("组件示例");
  await page.goto("/#/stories");
  await expect(page).toHaveURL(/#\/home$/);
});

test("PF-R130 Countdown runs by the server's clock and tells half and end", async ({ page }) => {
  const told = (name: RegExp) => page.getByRole("timer", { name });
  await expect(told(/^首次跟进剩余/)).toHaveAttribute("data-stage", "calm");
  await expect(told(/^到店接待已过半，剩余/)).toHaveAttribute("data-stage", "half");
  await expect(told(/^确认订单已超时 00:00:/)).toHaveAttribute("data-stage", "over");
  await expect(told(/^交付车辆剩余[23]天/)).toBeVisible();
  const colours = await page.getByRole("timer").evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
  const [calm = [], half = [], over = []] = colours.map((colour) => (colour.match(/\d+/g) ?? []).map(Number));
  const warmth = ([red = 0, green = 0, blue = 0]: number[]) => [red - green, green - blue];
  expect(Math.max(...warmth(calm).map(Math.abs))).toBeLessThan(40); // grey
  expect(Math.min(...warmth(half))).toBeGreaterThan(30); // amber
  expect(warmth(over)[0]).toBeGreaterThan(120); // red
});

test("PF-R130 Countdown, GanttView and PrintPage go by the server's clock, whatever that of the PC shows", async ({
  page,
}) => {
  const printed = page.locator(".print-head time");
  const day = (await printed.textContent())?.slice(0, 10) ?? "";
  await page.clock.setSystemTime(Date.now() + 10 * 24 * 3600_000);
  await page.reload();
  await expect(page.getByRole("timer", { name: /^首次跟进剩余00:[23]\d:/ })).toHaveAttribute("data-stage", "calm");
  await expect(page.getByRole("listitem", { name: /^验收：.*未开始$/ })).toBeVisible();
  await expect(printed).toContainText(day);
});

test("PF-R130 WeekGrid takes rectangles of the mouse and every key; once it is gone it writes nothing", async ({
  page,
}) => {
  const grid = page.getByRole("table", { name: "营业时段" });
  const cell = (name: string) => grid.getByRole("button", { name, exact: true });
  const told = page.getByRole("region", { name: /WeekGrid/ }).getByRole("status");
  await cell("周六 10点").hover();
  await page.mouse.down();
  await cell("周日 13点").hover();
  await expect(cell("周日 11点")).toHaveAttribute("aria-pressed", "true");
  await page.mouse.up();
  await expect(told).toContainText("10:00–14:00；10:00–14:00");
  await cell("周六 11点").click();
  await expect(told).toContainText("10:00–11:00、12:00–14:00；10:00–14:00");
  await cell("周三 20点").hover();
  await page.mouse.down();
  await cell("周三 21点").hover();
  await page.getByRole("heading", { name: /WeekGrid/ }).hover();
  await page.mouse.up();
  await expect(told).toContainText("09:00–18:00、20:00–22:00；", { timeout: 2000 });
  await cell("周一 9点").focus();
  await page.keyboard.press("Space");
  await expect(cell("周一 9点")).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(told).toContainText(/^12:00–18:00；09:00/);
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(told).toContainText(/^12:00–18:00；09:00–18:00、23:00–24:00/);
  await page.keyboard.press("Home");
  await expect(cell("周二 0点")).toBeFocused();

  const written = (await told.textContent()) ?? "";
  await cell("周五 21点").hover();
  await page.mouse.down();
  await page.getByRole("button", { name: "收起时段" }).press("Enter");
  await expect(grid).toHaveCount(0);
  await page.mouse.up();
  await page.getByRole("button", { name: "展开时段" }).click();
  await expect(cell("周五 21点")).toHaveAttribute("aria-pressed", "false");
  await expect(told).toHaveText(written);
});

test("PF-R130 ScanInput takes a scanner and pasted lines, and shows duplicates and unknown codes", async ({ page }) => {
  const input = page.getByRole("textbox", { name: "车架号" });
  const list = page.getByRole("list", { name: "已读车架号" });
  await input.pressSequentially("lvshffac0nf000001");
  await page.keyboard.press("Enter");
  await expect(list.getByRole("listitem")).toHaveText(/LVSHFFAC0NF000001.*甲型/);
  await expect(input).toHaveValue("");
  await input.evaluate((node) => {
    const data = new DataTransfer();
    data.setData("text", "LVSHFFAC0NF000002\nLVSHFFAC0NF000001\tUNKNOWN1\nUNKNOWN2，UNKNOWN3");
    node.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  const story = page.getByRole("region", { name: /ScanInput/ });
  await expect(story.locator(".scan-sum")).toHaveText("共 4 个，未识别 2 个，重复 1 次 最多4个，已忽略1个");
  await expect(list.getByText("重复 2 次")).toBeVisible();
  await expect(list.getByText("未识别")).toHaveCount(2);
  await expect(story.getByLabel("已选车架号")).toHaveText("2");
  await story.getByRole("button", { name: "移除LVSHFFAC0NF000001" }).click();
  await expect(story.getByLabel("已选车架号")).toHaveText("1");
});

test("PF-R130 BoardView counts its columns, drags what nothing guards, and moves the same by keys", async ({
  page,
}) => {
  const column = (name: string) => page.getByRole("region", { name });
  const card = (name: string) => page.getByRole("article", { name });
  await expect(column("待接待，2 条")).toBeVisible();
  await expect(column("已完成，13 条").getByText("另有 12 条")).toBeVisible();
  await card("周先生").dragTo(column("接待中，1 条"));
  await expect(column("接待中，2 条").getByRole("article", { name: "周先生" })).toBeVisible();
  await card("林女士").dragTo(column("已流失，0 条"));
  await expect(column("待接待，1 条").getByRole("article", { name: "林女士" })).toBeVisible();
  await expect(card("郑女士")).toHaveAttribute("draggable", "false");
  await page.getByRole("button", { name: "移动吴先生" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "完成" }).click();
  await expect(column("已完成，14 条").getByRole("article", { name: "吴先生" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "流失" })).toHaveCount(0);
});

test("PF-R130 GanttView tells plan, reality and delay, and draws a line at today", async ({ page }) => {
  const chart = page.getByRole("figure", { name: "门店建设计划" });
  await expect(chart.getByRole("listitem", { name: /^施工：计划 .*实际 .* 至 今，已延期$/ })).toBeVisible();
  await expect(chart.getByRole("listitem", { name: /^验收：.*未开始$/ })).toBeVisible();
  for (const [kind, count] of [
    ["planned", 5],
    ["actual", 3],
  ] as const) {
    const bars = chart.locator(`.gantt-bar[data-kind="${kind}"]`);
    await expect(bars).toHaveCount(count);
    const widths = await bars.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    expect(Math.min(...widths)).toBeGreaterThan(5);
  }
  const head = await chart.getByText("今天").boundingBox();
  const line = await chart.locator(".gantt-line").first().boundingBox();
  expect(Math.abs((head?.x ?? 0) + (head?.width ?? 0) / 2 - (line?.x ?? 0))).toBeLessThan(2);
  await expect(chart.getByRole("button")).toHaveCount(0);
});

test("PF-R130 HeatChart, SankeyChart and BoxChart are drawn, and read as tables; a click tells row and column", async ({
  page,
}) => {
  const crowded = page.locator(".chart", { hasText: "到店时段" }).locator("svg text", { hasText: /^41$/ });
  // the chart is drawn again until it has found its size
  await expect(async () => {
    await crowded.scrollIntoViewIfNeeded({ timeout: 2000 });
    const { x, y } = (await crowded.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.click(x + 4, y + 4);
    await expect(page.getByLabel("所选时段")).toHaveText("周六 15点", { timeout: 2000 });
  }).toPass();
  for (const [title, cell] of [
    ["到店时段", "周六"],
    ["线索去向", "到店 → 试驾"],
    ["交付周期（天）", "西北"],
  ] as const) {
    const chart = page.locator(".chart", { hasText: title });
    await expect(chart.locator("svg path").first(), title).toBeVisible();
    await page.getByRole("button", { name: `${title}：以表格显示` }).click();
    await expect(page.getByRole("table", { name: title }).getByText(cell, { exact: true })).toBeVisible();
  }
});

test("PF-R130 a click on a part of a ring tells the same as one on its row in the table view", async ({ page }) => {
  const chart = page.locator(".chart", { hasText: "车辆分布" });
  const told = page.getByLabel("所选车辆");
  await expect(chart.locator("svg path").first()).toBeVisible();
  // the chart is drawn again until it has found its size
  await expect(async () => {
    await chart.scrollIntoViewIfNeeded({ timeout: 2000 });
    const boxes = await chart.locator(".chart-drawing svg path").evaluateAll((all) =>
      all.map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return { x, y, width, height };
      }),
    );
    // three quarters of a ring are as wide and as high as all of it
    const [ring] = boxes.toSorted((one, other) => other.width * other.height - one.width * one.height);
    const { x, y, width, height } = ring ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.click(x + width * 0.9, y + height / 2);
    await expect(told).toHaveText(/^在库/, { timeout: 2000 });
  }).toPass();
  const drawn = await told.textContent();
  await page.getByRole("button", { name: "车辆分布：以表格显示" }).click();
  await page.getByRole("button", { name: "查看在途数值" }).click();
  await expect(told).toHaveText("在途 数值");
  await page.getByRole("button", { name: "查看在库数值" }).click();
  await expect(told).toHaveText(drawn ?? "");
});

test("PF-R130 PointMap draws the country from its cities, without a foreign address; clusters open by mouse and keys", async ({
  page,
}) => {
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  await page.reload();
  const map = page.getByRole("figure", { name: "门店分布" });
  await expect(map.getByRole("button", { name: "北京朝阳体验中心" })).toBeVisible();
  await expect.poll(() => map.locator(".point-map-cities circle").count()).toBeGreaterThan(300);
  expect([...hosts]).toEqual([new URL(STORIES).host]);
  await map.getByRole("button", { name: /^3 个点：上海/ }).focus();
  await page.keyboard.press("Enter");
  await map.getByRole("button", { name: "苏州园区体验中心" }).click();
  await expect(page.getByText("已打开 苏州园区体验中心")).toBeVisible();
  await expect(map.getByRole("button", { name: "北京朝阳体验中心" })).toHaveCount(0);
  await map.getByRole("button", { name: "显示全图" }).click();
  await map.getByRole("button", { name: "北京朝阳体验中心" }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("已打开 北京朝阳体验中心")).toBeVisible();
  await map.getByRole("button", { name: /^2 个点：西安/ }).click();
  const list = map.getByRole("region", { name: "同一位置的点" });
  await list.getByRole("button", { name: "西安高新交付中心" }).click();
  await expect(page.getByText("已打开 西安高新交付中心")).toBeVisible();
  const filter = page.getByRole("textbox", { name: "门店名称" });
  await filter.fill("高新体验");
  await expect(list.getByRole("listitem"), "what is filtered out is listed no more").toHaveText(["西安高新体验中心"]);
  await filter.fill("");
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await list.getByRole("button", { name: "关闭" }).click();
  await expect(list).toHaveCount(0);
  await map.getByRole("button", { name: /^2 个点：西安/ }).click();
  await filter.fill("上海");
  await expect(list).toHaveCount(0);
  await filter.fill("");
  await expect(map.getByRole("button", { name: /^2 个点：西安/ })).toBeVisible();
  await expect(list, "a list does not come back by itself").toHaveCount(0);
  await expect(filter).toBeFocused();
});

test("PF-R130 SignatureInput takes strokes, takes them back, and becomes a picture; QrCode is a picture with a name", async ({
  page,
}) => {
  await expect(page.getByRole("img", { name: "核销码 HX2026030100001" })).toBeVisible();
  const paper = page.getByRole("img", { name: /^客户签名/ });
  await paper.scrollIntoViewIfNeeded();
  const { x, y } = (await paper.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.move(x + 40, y + 60);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 70, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByText("签名太短，请写全")).toBeVisible();
  await page.mouse.move(x + 80, y + 60);
  await page.mouse.down();
  const palm = { pointerId: 77, button: 0, clientX: x + 300, clientY: y + 20 };
  for (const type of ["pointerdown", "pointermove", "pointerup"]) await paper.dispatchEvent(type, palm);
  await page.mouse.move(x + 260, y + 110, { steps: 8 });
  await page.mouse.up();
  await expect(paper.locator(".signature-ink")).toHaveCount(2);
  await expect(page.getByRole("img", { name: "客户签名，已签" })).toBeVisible();
  await page.getByRole("button", { name: "生成图片" }).click();
  await expect(page.getByLabel("签名图片")).toHaveText("签名.png image/png 有内容");
  await page.getByRole("button", { name: "撤销一笔" }).click();
  await expect(page.getByRole("img", { name: "客户签名，未签" })).toBeVisible();
  await page.getByRole("button", { name: "清除" }).click();
  await expect(paper.locator(".signature-ink")).toHaveCount(0);
});

test("PF-R130 SignatureInput takes the pen for the palm that touched before it, and no second finger", async ({
  page,
}) => {
  const paper = page.getByRole("img", { name: /^客户签名/ });
  const ink = paper.locator(".signature-ink");
  await paper.scrollIntoViewIfNeeded();
  const { x, y } = (await paper.boundingBox()) ?? { x: 0, y: 0 };
  const hand = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...places: readonly (readonly [number, number])[]) =>
    hand.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: places.map(([across, down], id) => ({ x: x + across, y: y + down, id })),
    });
  const pen = (type: "mousePressed" | "mouseMoved" | "mouseReleased", across: number, down: number) => {
    const place = { x: x + across, y: y + down, pointerType: "pen", button: "left" } as const;
    return hand.send("Input.dispatchMouseEvent", { type, buttons: 1, clickCount: 1, ...place });
  };
  await touch("touchStart", [300, 130]);
  await touch("touchMove", [320, 135]);
  await expect(ink).toHaveCount(1);
  await pen("mousePressed", 60, 40);
  for (const at of [80, 140, 200, 240]) await pen("mouseMoved", at, 40 + at / 10);
  await touch("touchMove", [340, 140]);
  await touch("touchEnd");
  await pen("mouseReleased", 240, 64);
  await expect(ink).toHaveCount(1);
  const [, down] = (await ink.getAttribute("d"))?.match(/[\d.]+/g)?.map(Number) ?? [];
  expect(down, "the stroke begins where the pen did, not at the palm").toBeLessThan(80);
  await expect(page.getByRole("img", { name: "客户签名，已签" })).toBeVisible();
  await touch("touchStart", [60, 100]);
  await touch("touchStart", [60, 100], [200, 20]);
  await touch("touchMove", [180, 110], [240, 30]);
  await touch("touchEnd");
  await expect(ink).toHaveCount(2);
});

test("PF-R130 PrintPage prints its paper alone, on as many sheets as it needs, with its head on each", async ({
  page,
}) => {
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "车辆交付检查单" })).toBeVisible();
  for (const name of ["打印", "切换深浅色"]) await expect(page.getByRole("button", { name })).toBeHidden();
  await expect(page.getByText("倒计时 Countdown")).toBeHidden();
  expect(await page.locator(".print-page > thead").evaluate((head) => getComputedStyle(head).display)).toBe(
    "table-header-group",
  );
  const pdf = (await page.pdf({ preferCSSPageSize: true, format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThanOrEqual(2);
  const sheets = await page
    .locator("link[rel=stylesheet]")
    .evaluateAll((all) => all.map((one) => String(Object(one).href)));
  const styles = await Promise.all(sheets.map(async (href) => (await page.request.get(href)).text()));
  expect(styles.join("\n")).toMatch(/@page\s*\{.*@bottom-center\s*\{[^}]*counter\(page\)/s);
});

test("PF-R130 the parts are fit for everybody, in light and dark", async ({ page }) => {
  for (const theme of ["light", "dark"]) {
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
    await expect(page.locator(".chart svg path").first()).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa"]).analyze();
    expect(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" ")}`),
      theme,
    ).toEqual([]);
    await page.getByRole("button", { name: "切换深浅色" }).click();
  }
});
