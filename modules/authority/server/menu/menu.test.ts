import assert from "node:assert/strict";
import { test } from "node:test";
import { siteMap } from "@ops/platform/contract";
import { getMenu, getMenuTree } from "../../contract/index.ts";
import { testApp } from "../testing.ts";
import { defaultMenus } from "./defaults.ts";
import { syncMenus } from "./sync.ts";

const app = testApp();

test("AU-R38 a start adds every page of the site map, granted to nobody", async () => {
  const stored = await app.rows<{ key: string; path: string; source: string }>("select key, path, source from menu");
  const pages = siteMap.flatMap((group) => group.routes).filter((route) => !route.parent);

  assert.equal(stored.length, siteMap.length + pages.length);
  assert.deepEqual(
    pages.filter((page) => !stored.some((menu) => menu.path === page.path)),
    [],
  );
  assert.ok(stored.every((menu) => menu.source === "CONTRACT"));
  assert.deepEqual(await app.rows("select id from role where cardinality(menu_keys) > 0"), []);
});

test("AU-R38 keys are unique and stable: group and last part of the path", () => {
  const keys = defaultMenus().map((menu) => menu.key);
  assert.equal(new Set(keys).size, keys.length);
  assert.ok(
    ["clue", "clue.ClueList", "authority.UserManagement", "wecom.butlerGroup"].every((key) => keys.includes(key)),
  );
});

test("AU-R38 groups and pages stand in the order of the site map, ten apart; lists that stay open keep their state", () => {
  const menus = defaultMenus();
  const tens = (count: number) => Array.from({ length: count }, (_, place) => (place + 1) * 10);
  for (const below of Map.groupBy(menus, ({ parentKey }) => parentKey).values()) {
    assert.deepEqual(
      below.map(({ sort }) => sort),
      tens(below.length),
    );
  }
  const kept = siteMap.flatMap(({ routes }) => routes.filter(({ cached, parent }) => cached && !parent));
  assert.deepEqual(
    menus.filter(({ keepAlive }) => keepAlive).map(({ path }) => path),
    kept.map(({ path }) => path),
  );
  assert.deepEqual(menus.slice(0, 2), [
    {
      key: "clue",
      title: "线索管理",
      path: "/ClueManagement",
      parentKey: null,
      component: null,
      sort: 10,
      kind: "GROUP",
      keepAlive: false,
    },
    {
      key: "clue.PrimaryClue",
      title: "原始线索",
      path: "/ClueManagement/PrimaryClue",
      parentKey: "clue",
      component: "/ClueManagement/PrimaryClue",
      sort: 10,
      kind: "PAGE",
      keepAlive: false,
    },
  ]);
});

test("AU-R38 a later start adds what is missing and never overwrites what was edited", async () => {
  await app.rows("update menu set title = '我的线索', sort = 5, is_hidden = true where key = 'clue.ClueList'");
  await app.rows("delete from menu where key = 'partner.staff'");

  await app.arrange(syncMenus);

  const [edited] = await app.rows("select title, sort, is_hidden from menu where key = 'clue.ClueList'");
  assert.deepEqual(edited, { title: "我的线索", sort: 5, isHidden: true });
  assert.equal((await app.rows("select id from menu where key = 'partner.staff'")).length, 1);
});

test("AU-R40 tells of every page whether this release has it, as the site map says", async () => {
  const me = await app.signIn({ permissions: ["authority:menu:list"] });
  const { nodes } = (await me.call(getMenuTree, {})).data ?? { nodes: [] };
  const planned = siteMap.flatMap(({ routes }) => routes.filter((route) => route.planned && !route.parent));

  const without = nodes.filter((menu) => !menu.hasPage).map(({ path }) => path);
  assert.deepEqual(without.toSorted(), planned.map(({ path }) => path).toSorted());
  assert.ok(without.length > 0 && without.length < nodes.length);
  const users = await me.call(getMenu, { params: { key: "authority.UserManagement" } });
  assert.deepEqual([users.data?.hasPage, users.data?.openStatus], [true, "OPEN"]);
});
