import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createMenu,
  getMenu,
  getMenuHealth,
  getMenuTree,
  type MenuMove,
  previewMenus,
  sortMenus,
} from "../../contract/index.ts";
import { givenMembership, givenOrganization, givenRole, givenUser, testApp } from "../testing.ts";

const app = testApp();

const editor = () =>
  app.signIn({ permissions: ["authority:menu:list", "authority:menu:sort", "authority:menu:create"] });
type Editor = Awaited<ReturnType<typeof editor>>;

const versionOf = async (me: Editor) => (await me.call(getMenuTree, {})).data.treeVersion;
const places = async () =>
  JSON.stringify(await app.rows("select key, parent_key, sort, version from menu order by key"));

async function sort(me: Editor, ...moves: MenuMove[]) {
  return me.call(sortMenus, { body: { moves, treeVersion: await versionOf(me) } });
}

async function givenGroup(me: Editor, title: string, parentId: string | null = null): Promise<string> {
  const plain = { path: null, keepAlive: false, isHidden: false, openStatus: "OPEN", sort: null } as const;
  return (await me.call(createMenu, { body: { ...plain, kind: "GROUP", title, parentId } })).data.key;
}

test("AU-R39 moves between, into and out of groups are one change with its log and a new tree version", async () => {
  const me = await editor();
  const folder = await givenGroup(me, "收纳");
  const before = await versionOf(me);

  const { data } = await sort(
    me,
    { key: "store.StaffManagement", parentId: "store", sort: 5 },
    { key: "wecom.customer", parentId: folder, sort: 10 },
    { key: "lightning", parentId: folder, sort: 20 },
  );

  assert.notEqual(data.treeVersion, before);
  assert.equal(data.treeVersion, await versionOf(me));
  const keys = (await me.call(getMenuTree, {})).data.nodes.map(({ key }) => key);
  assert.ok(keys.indexOf("store.StaffManagement") < keys.indexOf("store.StoreList"));
  assert.deepEqual(keys.slice(keys.indexOf(folder)), [folder, "wecom.customer", "lightning", "lightning.Lock"]);
  const [log] = await app.rows<{ diffs: unknown[] }>(
    "select diffs from audit_log where action_name = '调整菜单顺序' order by occurred_at desc limit 1",
  );
  assert.equal(log?.diffs.length, 5, "sort once, parent and sort twice");
});

test("AU-R39 a sort that changes nothing tells nobody; what stays keeps its version; equals stand by their keys", async () => {
  const me = await editor();
  const folder = await givenGroup(me, "不动");
  const [one, two] = [await givenGroup(me, "子一", folder), await givenGroup(me, "子二", folder)];
  const before = await places();
  await app.rows("delete from live_event");
  const { data } = await sort(me, { key: one, parentId: folder, sort: 10 });
  assert.deepEqual([data.treeVersion, await places()], [await versionOf(me), before]);
  assert.deepEqual(await app.rows("select 1 from live_event"), []);
  await sort(me, { key: one, parentId: folder, sort: 10 }, { key: two, parentId: folder, sort: 10 });
  assert.equal((await app.rows("select 1 from live_event")).length, 1);
  const versions = await app.rows<{ key: string; version: number }>(
    "select key, version from menu where parent_key = $1 order by title",
    [folder],
  );
  assert.deepEqual(versions, [
    { key: one, version: 1 },
    { key: two, version: 2 },
  ]);
  const keys = (await me.call(getMenuTree, {})).data.nodes.map(({ key }) => key);
  assert.deepEqual(keys.slice(keys.indexOf(folder) + 1, keys.indexOf(folder) + 3), [one, two].toSorted());
});

test("AU-R39 undo is the opposite sort; the tree version is the same as before", async () => {
  const me = await editor();
  const before = await versionOf(me);
  await sort(me, { key: "clue.PrimaryClue", parentId: "order", sort: 99 });
  const { data } = await sort(me, { key: "clue.PrimaryClue", parentId: "clue", sort: 10 });
  assert.equal(data.treeVersion, before);
});

test("AU-R39 cycles, a fourth level and nodes under pages are refused, and nothing is moved", async () => {
  const me = await editor();
  const first = await givenGroup(me, "甲");
  const second = await givenGroup(me, "乙", first);
  const before = await places();
  const refusal = async (...moves: MenuMove[]) => {
    const { msgCode, msg } = await sort(me, { key: "clue.ClueList", parentId: "clue", sort: 77 }, ...moves);
    return `${msgCode} ${msg}`;
  };

  assert.equal(await refusal({ key: first, parentId: second, sort: 1 }), "MENU_CYCLE 不能移动到自己或下级菜单");
  assert.equal(await refusal({ key: first, parentId: first, sort: 1 }), "MENU_CYCLE 不能移动到自己或下级菜单");
  assert.equal(await refusal({ key: "store", parentId: second, sort: 1 }), "MENU_DEPTH 菜单最多3级");
  assert.equal(
    await refusal({ key: second, parentId: "store.StoreList", sort: 1 }),
    "MENU_PARENT 页面和外链下不能再放菜单",
  );
  assert.equal(await refusal({ key: "store.StoreList", parentId: null, sort: 1 }), "MENU_TOP 一级菜单只能是目录");
  assert.equal(await places(), before);
});

test("AU-R39 a missing or doubled key refuses the whole sort", async () => {
  const me = await editor();
  const before = await places();
  const good = { key: "clue.ClueList", parentId: "clue", sort: 3 };

  assert.partialDeepStrictEqual(await sort(me, good, { key: "nobody", parentId: null, sort: 1 }), {
    msgCode: "COMMON_PARAM",
    msg: "菜单格式不正确",
  });
  assert.partialDeepStrictEqual(await sort(me, good, { key: "order", parentId: "nobody", sort: 1 }), {
    msgCode: "COMMON_PARAM",
  });
  assert.partialDeepStrictEqual(await sort(me, good, good), { msgCode: "COMMON_PARAM", msg: "菜单重复" });
  assert.equal(await places(), before);
});

test("AU-R39 of two editors on the same tree one moves, the other is told to refresh", async () => {
  const [one, other] = [await editor(), await editor()];
  const treeVersion = await versionOf(one);
  const move = (me: Editor, key: string) =>
    me.call(sortMenus, { body: { moves: [{ key, parentId: "rights", sort: 1 }], treeVersion } });

  const answers = await Promise.all([move(one, "rights.PartsManagement"), move(other, "rights.CarMarketType")]);

  assert.equal(answers.filter(({ success }) => success).length, 1);
  assert.partialDeepStrictEqual(
    answers.find(({ success }) => !success),
    { msgCode: "MENU_TREE_STALE", msg: "菜单已被他人调整，请刷新后重试" },
  );
});

test("AU-R39 two opposite moves at once never leave a circle", async () => {
  const me = await editor();
  const [a, b] = [await givenGroup(me, "圈一"), await givenGroup(me, "圈二")];
  const treeVersion = await versionOf(me);
  const into = (key: string, parentId: string) =>
    me.call(sortMenus, { body: { moves: [{ key, parentId, sort: 1 }], treeVersion } });

  const answers = await Promise.all([into(a, b), into(b, a)]);

  assert.equal(answers.filter(({ success }) => success).length, 1);
  const keys = (await me.call(getMenuTree, {})).data.nodes.map(({ key }) => key);
  assert.ok(keys.includes(a) && keys.includes(b), "both are still reached from the root");
});

test("AU-R37 the health check names routes without a menu and menus without a route", async () => {
  const me = await editor();
  await app.rows("delete from menu where key = 'activity.securit'");
  await app.rows("update menu set path = '/Gone' where key = 'partner.list'");

  const { data } = await me.call(getMenuHealth, {});

  const gone = data.routesWithoutMenu.map(({ path }) => path);
  assert.deepEqual(gone, ["/thirdLogin", "/Partner/list", "/ownerActivity/securit"]);
  assert.deepEqual(data.menusWithoutRoute, [{ key: "partner.list", title: "合作伙伴", path: "/Gone" }]);
});

test("AU-R40 the preview shows the sidebar of a role or a person in scope", async () => {
  const organization = await givenOrganization(app);
  const me = await app.signIn({ permissions: ["authority:menu:list"], scope: "ORG_TREE", organization });
  const role = await givenRole(app, { menuKeys: ["subsidy.OvertimeOrder", "subsidy"] });
  await app.rows("update role set created_by = $2 where id = $1", [role.id, me.user.id]);
  const foreignRole = await givenRole(app);
  const member = await givenUser(app);
  await givenMembership(app, { user: member, organization, roles: [role], isPrimary: true });
  const stranger = await givenUser(app);
  await givenMembership(app, { user: stranger, organization: await givenOrganization(app), isPrimary: true });
  const preview = async (query: { roleId?: string; userId?: string }) => {
    const { success, data, msgCode } = await me.call(previewMenus, { query });
    return success ? data.map(({ key, children }) => [key, children.map((child) => child.key)]) : msgCode;
  };

  assert.deepEqual(await preview({ roleId: role.id }), [["subsidy", ["subsidy.OvertimeOrder"]]]);
  assert.deepEqual(await preview({ userId: member.id }), [["subsidy", ["subsidy.OvertimeOrder"]]]);
  assert.equal(await preview({ userId: stranger.id }), "COMMON_NOT_FOUND");
  assert.equal(await preview({ roleId: stranger.id }), "COMMON_NOT_FOUND");
  assert.equal(await preview({ roleId: foreignRole.id }), "COMMON_NOT_FOUND", "neither lent to nor made in this tree");
  assert.equal(await preview({}), "COMMON_PARAM");
  assert.equal(await preview({ roleId: role.id, userId: member.id }), "COMMON_PARAM");
});

test("authority 5.3 a page shows the roles that hold it and its codes; a group counts the roles below it", async () => {
  const me = await editor();
  const role = await givenRole(app, { name: "菜单管理员", menuKeys: ["authority.MenuManagement"] });
  const user = await givenUser(app);
  await givenMembership(app, { user, organization: await givenOrganization(app), roles: [role] });

  const { data } = await me.call(getMenu, { params: { key: "authority.MenuManagement" } });
  const group = await me.call(getMenu, { params: { key: "authority" } });

  assert.partialDeepStrictEqual(data, { parentTitle: "账号权限管理", roleCount: 1 });
  assert.partialDeepStrictEqual(data.roles, [{ id: role.id, name: "菜单管理员", memberCount: 1 }]);
  assert.ok(data.permissions.some(({ code }) => code === "authority:menu:sort"));
  assert.partialDeepStrictEqual(group.data, { roleCount: 1, permissions: [] });
  assert.partialDeepStrictEqual(await me.call(getMenu, { params: { key: "nobody" } }), { msgCode: "COMMON_NOT_FOUND" });
});

test("authority 5.3 of the roles that hold a page the reader is told those that he sees; deleted ones hold nothing", async () => {
  const organization = await givenOrganization(app);
  const me = await app.signIn({ permissions: ["authority:menu:list"], scope: "ORG", organization });
  const key = "order.OrderList";
  const make = async (name: string, set = "description = null") => {
    const role = await givenRole(app, { name, menuKeys: [key, "order"] });
    await app.rows(`update role set ${set} where id = $1`, [role.id]);
    return role;
  };
  const mine = `created_by = '${me.user.id}'`;
  const [late, early] = [await make("持有乙", mine), await make("持有丙", `${mine}, status = 'DISABLED'`)];
  await make("持有丁");
  await make("持有戊", `${mine}, deleted_at = now()`);
  await givenRole(app, { menuKeys: ["order"] });
  for (const status of ["EFFECTIVE", "ENDED"] as const) {
    await givenMembership(app, { user: await givenUser(app), organization, roles: [late], status });
  }
  const { data } = await me.call(getMenu, { params: { key } });
  const names = [late, early].map(({ name }) => name);
  const [sorted] = await app.rows<{ names: string[] }>(
    "select array_agg(name order by name) as names from role where name = any($1)",
    [names],
  );
  assert.deepEqual(
    data.roles.map(({ name }) => name),
    sorted?.names,
  );
  assert.partialDeepStrictEqual(
    data.roles.find(({ id }) => id === late.id),
    { name: "持有乙", status: "ENABLED", memberCount: 1 },
  );
  assert.equal(data.roleCount, 3);
  const { nodes } = (await me.call(getMenuTree, {})).data;
  assert.deepEqual(
    nodes.flatMap((node) => (node.key.startsWith("order") ? [[node.key, node.roleCount]] : [])),
    [
      ["order", 3],
      [key, 3],
    ],
  );
});

test("authority 5.3 an own node that opens a page shows the codes of the page; a link has none", async () => {
  const me = await editor();
  const folder = await givenGroup(me, "别处");
  const plain = { keepAlive: false, isHidden: false, openStatus: "OPEN", sort: null, parentId: folder } as const;
  const path = "/AuthorityManagement/OrgManagement";
  await app.rows("update menu set path = '/away' where key = 'authority.OrgManagement'");
  const page = await me.call(createMenu, { body: { ...plain, kind: "PAGE", title: "组织", path } });
  const link = await me.call(createMenu, { body: { ...plain, kind: "LINK", title: "外", path: "https://x.cn" } });
  const codes = async (key: string) =>
    (await me.call(getMenu, { params: { key } })).data.permissions.map(({ code }) => code);
  const shown = await codes(page.data.key);
  assert.ok(shown.includes("authority:org:list") && shown.every((code) => !code.startsWith("authority:user:")));
  assert.deepEqual(await codes(link.data.key), []);
  await app.rows("delete from menu where key = $1", [page.data.key]);
  await app.rows("update menu set path = $1 where key = 'authority.OrgManagement'", [path]);
  assert.deepEqual(await codes("authority.OrgManagement"), shown);
});

test("AU-R40 the preview of an administrator shows everything, that of a person all posts together", async () => {
  const me = await app.signIn({ permissions: ["authority:menu:list"] });
  const admin = await app.signIn({ boolAdmin: true });
  const user = await givenUser(app);
  for (const key of ["clue.ClueList", "order.OrderList"]) {
    const roles = [await givenRole(app, { menuKeys: [key] })];
    await givenMembership(app, { user, organization: await givenOrganization(app), roles });
  }
  const groups = async (userId: string) =>
    (await me.call(previewMenus, { query: { userId } })).data.map(({ key }) => key);
  assert.deepEqual(await groups(user.id), ["clue", "order"]);
  assert.ok((await groups(admin.user.id)).length > 10);
});
