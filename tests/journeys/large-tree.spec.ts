import type { Page } from "@playwright/test";
import { accounts, expect, signIn, test } from "./browser.ts";

const REGIONS = 40;
const STORES = 200;

interface Node {
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly hasChildren: boolean;
}

const root: Node = { id: "root", parentId: null, name: "规模集团", hasChildren: true };
const regionOf = (n: number): Node => ({ id: `r${n}`, parentId: "root", name: `规模大区${n}`, hasChildren: true });
const storesOf = (region: string): Node[] =>
  Array.from({ length: STORES }, (_, n) => ({
    id: `${region}-s${n}`,
    parentId: region,
    name: `${region}门店${n}`,
    hasChildren: false,
  }));

/**
 * Answers a tree of 8,041 organisations as the server does for more than 500: level by level, and searches with
 * everything above the matches.
 */
async function answerLarge(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route("**/user/v1/organizations/tree**", async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [parentId, keyword] = [query.get("parentId"), query.get("keyword")];
    asked.push(keyword ? `search ${keyword}` : (parentId ?? "top"));
    const region = regionOf(17);
    const found = [root, region, ...storesOf(region.id).slice(3, 4)];
    const top = [root, ...Array.from({ length: REGIONS }, (_, n) => regionOf(n))];
    const nodes = keyword ? found : parentId ? (parentId === "root" ? top.slice(1) : storesOf(parentId)) : top;
    const rest = { type: "DEPT", status: "ENABLED", leaderName: null, ownPeople: 0, totalPeople: 0 };
    const data = { nodes: nodes.map((node) => ({ ...node, code: node.id.toUpperCase(), ...rest })), complete: false };
    await route.fulfill({ json: { success: true, msg: "", msgCode: "", data } });
  });
  return asked;
}

test("AU-R44 a tree of 8,000 organisations opens level by level, draws what is in sight and is searched by the server", async ({
  page,
  watch,
}) => {
  watch.allow(/./); // the organisations of this tree exist only in the page, so calls about them are refused
  await signIn(page, accounts.admin);
  const asked = await answerLarge(page);
  await page.goto("/#/AuthorityManagement/OrgManagement");
  const tree = page.getByRole("complementary", { name: "组织树" });
  await expect(tree.getByText("规模大区0", { exact: true })).toBeVisible();
  expect(asked.filter((one) => one !== "top" && one !== "root")).toEqual([]);

  await tree.locator(".ant-tree-treenode", { hasText: "规模大区3" }).first().locator(".ant-tree-switcher").click();
  await expect(tree.getByText("r3门店0", { exact: true })).toBeVisible();
  expect(asked).toContain("r3");
  expect(await tree.locator(".org-node").count()).toBeLessThan(80);

  await tree.getByLabel("搜索组织").fill("gmdq");
  await expect(tree.getByText("r17门店3", { exact: true })).toBeVisible();
  expect(asked).toContain("search gmdq");
  expect(asked.filter((one) => one === "top")).toHaveLength(1);
});
