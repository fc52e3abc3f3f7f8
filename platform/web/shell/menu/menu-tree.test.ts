import assert from "node:assert/strict";
import { test } from "node:test";
import type { MenuNode } from "@ops/platform/contract";
import { pageTitle, trailOf } from "../page/trail.ts";
import {
  findUnopened,
  highlightedPath,
  isGranted,
  isKeptAlive,
  isOpenPage,
  isOutside,
  menuAddress,
  menuPages,
  visibleMenu,
} from "./menu-tree.ts";

function node(title: string, more: Partial<MenuNode> = {}): MenuNode {
  const plain = { path: "", parentId: "", children: [], isHidden: false, component: "", keepAlive: false };
  return { key: title, title, ...plain, ...more };
}
const page = (title: string, path: string, more: Partial<MenuNode> = {}) =>
  node(title, { path, component: "Page", ...more });

const menu = [
  node("线索管理", {
    children: [
      page("线索列表", "/ClueManagement/ClueList"),
      page("原始线索", "/ClueManagement/PrimaryClue", { isHidden: true }),
    ],
  }),
  node("账号权限管理", { children: [page("用户管理", "/AuthorityManagement/UserManagement", { keepAlive: true })] }),
  node("权益中心", { children: [page("账户管理", "/RightCenter/AccountManagement")] }),
  node("门店管理", { children: [page("项目", "/StoreManage/StoreProject")] }),
  node("企业微信", { children: [page("管家群", "/wecom/butlerGroup")] }),
];
const paths = menu.flatMap((group) => group.children.map((child) => child.path));
const titles = (nodes: readonly MenuNode[]) => nodes.map((one) => one.title);

test("PF-R69 hides items marked hidden", () => {
  const shown = visibleMenu(menu);
  assert.deepEqual(titles(shown[0]?.children ?? []), ["线索列表"]);
});

test("PF-R69 hides first-level items without a visible child, even pages", () => {
  const tree = [
    page("孤页", "/alone"),
    node("空组"),
    node("全隐藏", { children: [page("隐", "/x", { isHidden: true })] }),
  ];
  assert.deepEqual(visibleMenu(tree), []);
});

test("PF-R69 hides inner nodes without component that have no visible child, shows page leaves", () => {
  const inner = node("二级组", { children: [page("隐", "/x", { isHidden: true })] });
  const tree = [
    node("组", { children: [inner, page("页", "/y", { children: [page("详情", "/y/d", { isHidden: true })] })] }),
  ];
  const [group] = visibleMenu(tree);
  assert.deepEqual(titles(group?.children ?? []), ["页"]);
  assert.deepEqual(group?.children[0]?.children, []);
});

test("PF-R69 a hidden group hides what is below it", () => {
  assert.deepEqual(menuPages([node("组", { isHidden: true, children: [page("页", "/y")] })]), []);
});

const highlights: [path: string, expected: string | null][] = [
  ["/ClueManagement/ClueList", "/ClueManagement/ClueList"],
  ["/AuthorityManagement/UserManagementDetail/x", "/AuthorityManagement/UserManagement"],
  ["/RightCenter/AccountManagementBatch", "/RightCenter/AccountManagement"],
  ["/RightCenter/AccountManagementDetail/eyJ", "/RightCenter/AccountManagement"],
  ["/StoreManage/StoreProject1/edit/eyJ", "/StoreManage/StoreProject"],
  ["/wecom/groupMembers/eyJ", "/wecom/butlerGroup"],
  ["/ClueManagement/ClueList/eyBatch", "/ClueManagement/ClueList"],
  ["/ClueManagement/ClueListX", null],
  ["/home", null],
];
for (const [path, expected] of highlights) {
  test(`PF-R70 ${path} highlights ${expected ?? "nothing"}`, () =>
    assert.equal(highlightedPath(path, paths), expected));
}

test("PF-R73 no trail on the home page", () => assert.deepEqual(trailOf("/home", menu), []));

test("PF-R73 group / page / detail, only page levels above are links", () => {
  assert.deepEqual(trailOf("/ClueManagement/ClueList", menu), [{ title: "线索管理" }, { title: "线索列表" }]);
  assert.deepEqual(trailOf("/ClueManagement/ClueList/eyJ", menu), [
    { title: "线索管理" },
    { title: "线索列表", path: "/ClueManagement/ClueList" },
    { title: "线索详情" },
  ]);
});

test("PF-R73 titles follow the menu; without a menu they follow the site map", () => {
  assert.equal(pageTitle("/StoreManage/StoreProject", menu), "项目");
  assert.deepEqual(trailOf("/StoreManage/StoreProject", []), [{ title: "门店管理" }, { title: "门店项目" }]);
  assert.deepEqual(trailOf("/error404", menu), [{ title: "页面不存在" }]);
});

test("PF-R4 a page is granted by its own node, hidden or not, or by its list; frame pages always", () => {
  assert.equal(isGranted("/ClueManagement/PrimaryClue", menu), true);
  assert.equal(isGranted("/ClueManagement/ClueList/eyJ", menu), true);
  assert.equal(isGranted("/StoreManage/StoreProject2/progressEdit/eyJ", menu), true);
  assert.equal(isGranted("/ClueManagement/AllogeneicClue", menu), false);
  assert.equal(isGranted("/AuthorityManagement/RoleManagementDetail/eyJ", menu), false);
  assert.equal(isGranted("/home", []), true);
});

test("PF-R7 menu nodes may cache further lists", () => {
  assert.equal(isKeptAlive("/AuthorityManagement/UserManagement", menu), true);
  assert.equal(isKeptAlive("/wecom/butlerGroup", menu), false);
});

test("AU-R40 an item leads to its page, out of the console, or to the notice that names it while it is not open", () => {
  const coming = page("锁车", "/Lightning/Lock", { component: "/NotOpenYet" });
  const link = page("帮助", "https://help.example.com", { component: "https://help.example.com" });
  const tree = [node("闪电交付", { children: [coming, link] })];

  assert.equal(menuAddress(coming), "/NotOpenYet?name=%E9%94%81%E8%BD%A6");
  assert.equal(menuAddress(link), "https://help.example.com");
  assert.deepEqual([isOutside(menuAddress(link)), isOutside("/Lightning/Lock")], [true, false]);
  assert.deepEqual(titles(visibleMenu(tree)[0]?.children ?? []), ["锁车", "帮助"]);
  assert.equal(findUnopened("/Lightning/Lock", tree), coming);
  assert.equal(findUnopened("/ClueManagement/ClueList", menu), null);
});

test("AU-R40 an item is open if this release has its page and no administrator holds it back", () => {
  const users = "/AuthorityManagement/UserManagement";
  assert.equal(isOpenPage(page("用户管理", users)), true);
  assert.equal(isOpenPage(page("用户管理", users, { component: "/NotOpenYet" })), false);
  assert.equal(isOpenPage(page("线索列表", "/ClueManagement/ClueList")), false);
  assert.equal(isOpenPage(page("无此路由", "/nowhere")), false);
  assert.equal(isOpenPage(page("帮助", "https://help.example.com")), true);
});
