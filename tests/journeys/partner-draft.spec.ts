import { expect, signIn, test } from "./browser.ts";
import { choose, drawer, openPartner, turnTo } from "./partners.ts";

const MANAGER = "13800000020";
const NAME = "半途而成商贸有限公司";

test("PT-R3 a draft is saved half done, and what it lacks is told beside each field when it is submitted", async ({
  page,
}) => {
  await signIn(page, MANAGER, { at: "/#/Partner/list" });
  await page.getByRole("button", { name: "新增", exact: true }).click();
  const form = drawer(page, "新增合作伙伴");
  await form.getByRole("button", { name: "保存草稿" }).click();
  await expect(form.getByText("请输入公司全称！")).toBeVisible();
  await expect(form.locator(".ant-form-item-explain-error")).toHaveCount(1);
  await form.getByLabel("公司全称").fill(NAME);
  await form.getByRole("button", { name: "保存草稿" }).click();
  await expect(page.getByText("已保存草稿，请继续上传资质后提交")).toBeVisible();

  const opened = await openPartner(page, NAME, "概览");
  await expect(opened).toContainText("统一社会信用代码");
  await turnTo(opened, "资质");
  await opened.getByRole("button", { name: "上传资质" }).click();
  const upload = drawer(page, `上传资质 · ${NAME}`); // a draft may have no short name yet
  await upload.getByRole("button", { name: "取消" }).click();
  await turnTo(opened, "概览");
  await opened.locator(".drawer-actions").getByRole("button", { name: "提交", exact: true }).click();
  const whole = drawer(page, "补全入驻申请");
  for (const message of [
    "请输入统一社会信用代码！",
    "请输入简称！",
    "请选择合作类型！",
    "请选择所属区域！",
    "请选择合作城市！",
    "请输入联系人！",
    "请输入联系电话！",
    "请输入法定代表人！",
    "请输入法定代表人证件！",
  ]) {
    await expect(whole.getByText(message)).toBeVisible();
  }
  await expect(whole.locator(".ant-form-item-required"), "the name, and all that is lacking").toHaveCount(11);
  await whole.getByLabel("简称").fill("半途");
  await expect(whole.getByText("请输入简称！")).toHaveCount(0);
  await choose(whole, "合作类型", "其他");
  await whole.getByRole("button", { name: "保存草稿" }).click();
  await expect(page.getByText("已保存，提交前还差 7 项")).toBeVisible();
  await expect(page.getByText("已保存，可以提交")).toHaveCount(0);
  await expect(opened).toContainText("草稿");
});
