import assert from "node:assert/strict";
import { test } from "node:test";
import type { BodyOf } from "@ops/platform/contract";
import {
  createMenu,
  editMenu,
  getMenu,
  getMenuTree,
  menuUserList,
  removeMenu,
  resetMenu,
} from "../../contract/index.ts";
import { givenRole, testApp } from "../testing.ts";

const app = testApp();
type Body = BodyOf<typeof createMenu>;

const editor = () =>
  app.signIn({
    permissions: ["list", "create", "edit", "delete", "sort"].map((action) => `authority:menu:${action}`),
  });
type Editor = Awaited<ReturnType<typeof editor>>;

const plain = {
  parentId: null,
  path: null,
  keepAlive: false,
  isHidden: false,
  openStatus: "OPEN",
  sort: null,
} as const;
const group = (title: string, more: Partial<Body> = {}): Body => ({ ...plain, kind: "GROUP", title, ...more });
const link = (title: string, path: string | null, more: Partial<Body> = {}): Body => ({
  ...plain,
  kind: "LINK",
  title,
  path,
  parentId: "clue",
  ...more,
});

async function given(me: Editor, body: Body) {
  const answer = await me.call(createMenu, { body });
  assert.equal(answer.success, true, answer.msg);
  return answer.data;
}

async function bodyOf(me: Editor, key: string) {
  const { data } = await me.call(getMenu, { params: { key } });
  const { parentId, kind, title, path, keepAlive, isHidden, openStatus, sort, status, version } = data;
  return { parentId, kind, title, path, keepAlive, isHidden, openStatus, sort, status, version };
}

test("AU-R37 custom groups, pages and links are added as the last of their siblings, with a key of their own", async () => {
  const me = await editor();

  const folder = await given(me, group("专题"));
  const page = await given(me, { ...plain, kind: "PAGE", title: "第三方", path: "/thirdLogin", parentId: folder.key });
  const out = await given(me, link("帮助中心", "https://help.example.com/a?b=1", { parentId: folder.key }));

  assert.partialDeepStrictEqual(folder, { kind: "GROUP", source: "CUSTOM", component: null, roleCount: 0 });
  assert.partialDeepStrictEqual(page, { component: "/thirdLogin", sort: 10, parentId: folder.key });
  assert.partialDeepStrictEqual(out, { path: "https://help.example.com/a?b=1", component: null, sort: 20 });
  assert.equal(new Set([folder.key, page.key, out.key]).size, 3);
  const nodes = (await me.call(getMenuTree, {})).data.nodes.map(({ key }) => key);
  assert.deepEqual(nodes.slice(-3), [folder.key, page.key, out.key]);
});

test("AU-R37 the tree has at most three levels, groups on top, nothing below pages and links", async () => {
  const me = await editor();
  const first = await given(me, group("一级"));
  const second = await given(me, group("二级", { parentId: first.key }));
  const third = await given(me, group("三级", { parentId: second.key }));
  const refusal = async (body: Body) => {
    const { success, msgCode, msg } = await me.call(createMenu, { body });
    return { success, msgCode, msg };
  };

  assert.deepEqual(await refusal(group("四级", { parentId: third.key })), {
    success: false,
    msgCode: "MENU_DEPTH",
    msg: "菜单最多3级",
  });
  assert.partialDeepStrictEqual(await refusal(group("页下", { parentId: "clue.ClueList" })), {
    msgCode: "MENU_PARENT",
    msg: "页面和外链下不能再放菜单",
  });
  assert.partialDeepStrictEqual(await refusal(link("顶", "https://a.cn", { parentId: null })), {
    msgCode: "COMMON_PARAM",
    msg: "请选择上级菜单！",
  });
  assert.partialDeepStrictEqual(await refusal(group("无", { parentId: "nobody" })), { msgCode: "COMMON_PARAM" });
});

test("AU-R37 pages open routes that the console has, each once; links are http or https", async () => {
  const me = await editor();
  const refusal = async (body: Body) => {
    const { msgCode, msg } = await me.call(createMenu, { body });
    return `${msgCode} ${msg}`;
  };
  const page = (path: string | null): Body => ({ ...plain, kind: "PAGE", title: "页", path, parentId: "clue" });

  for (const path of ["/Nowhere", "/ClueManagement/ClueList/{data}", "/home", "/error403", "ClueManagement"]) {
    assert.equal(await refusal(page(path)), "MENU_PATH_UNKNOWN 路径不在系统路由中", path);
  }
  assert.equal(await refusal(page("/ClueManagement/ClueList")), "MENU_PATH_EXISTS 路径已被菜单「线索列表」使用");
  assert.equal(await refusal(page(null)), "COMMON_PARAM 请选择路径！");
  assert.equal(await refusal(link("空", null)), "COMMON_PARAM 请输入外链地址！");
  for (const path of ["javascript:alert(1)", "ftp://a.cn", "//a.cn", "/home", "https://", "data:text/html,1"]) {
    assert.equal(await refusal(link("外", path)), "COMMON_PARAM 外链地址必须以http://或https://开头", path);
  }
  assert.equal(await refusal(group("")), "COMMON_PARAM 请输入菜单名称！");
  assert.equal(await refusal(group("长".repeat(16))), "COMMON_PARAM 菜单名称最多30个字符（汉字算2个）");
});

test("AU-R37 an edit keeps key, kind and component; the path of a system page is fixed", async () => {
  const me = await editor();
  const body = await bodyOf(me, "order.OrderList");
  const edit = (changes: object) =>
    me.call(editMenu, { params: { key: "order.OrderList" }, body: { ...body, ...changes } });

  assert.partialDeepStrictEqual(await edit({ path: "/thirdLogin" }), {
    msgCode: "MENU_PATH_FIXED",
    msg: "系统菜单的路径不能修改",
  });
  assert.partialDeepStrictEqual(await edit({ kind: "LINK", path: "https://a.cn" }), { msgCode: "MENU_KIND_FIXED" });
  const { data } = await edit({ title: "全部订单", keepAlive: true });

  assert.partialDeepStrictEqual(data, {
    title: "全部订单",
    keepAlive: true,
    component: "/OrderManage/OrderList",
    isChanged: true,
    version: body.version + 1,
  });
  assert.partialDeepStrictEqual(await edit({ title: "旧版本" }), { msgCode: "COMMON_VERSION_CONFLICT" });
  const [log] = await app.rows(
    "select diffs from audit_log where action_name = '编辑菜单' order by occurred_at desc limit 1",
  );
  assert.match(JSON.stringify(log), /"全部订单".*"label":"菜单名称","before":"订单列表"/);
});

test("AU-R38 恢复默认 brings a system node back to what the release declares", async () => {
  const me = await editor();
  const before = await bodyOf(me, "partner.staff");
  const changes = { title: "别名", parentId: "clue", sort: 7, isHidden: true, openStatus: "COMING" as const };
  await me.call(editMenu, { params: { key: "partner.staff" }, body: { ...before, ...changes } });
  const { version } = await bodyOf(me, "partner.staff");

  const { data } = await me.call(resetMenu, { params: { key: "partner.staff" }, body: { version } });

  const { title, parentId, sort, isHidden, openStatus } = before;
  assert.partialDeepStrictEqual(data, { title, parentId, sort, isHidden, openStatus, isChanged: false });
  const own = await given(me, group("自建"));
  const refused = await me.call(resetMenu, { params: { key: own.key }, body: { version: own.version } });
  assert.partialDeepStrictEqual(refused, { msgCode: "MENU_NO_DEFAULT", msg: "自定义菜单没有默认值" });
});

test("AU-R38 system nodes and nodes with children are not deleted; a deleted one leaves the roles", async () => {
  const me = await editor();
  const folder = await given(me, group("待删"));
  const child = await given(me, link("子", "https://child.cn", { parentId: folder.key }));
  const role = await givenRole(app, { menuKeys: [child.key, "clue.ClueList"] });
  const remove = (key: string, version: number) => me.call(removeMenu, { params: { key }, query: { version } });

  assert.partialDeepStrictEqual(await remove("clue.ClueList", 1), {
    msgCode: "MENU_SYSTEM",
    msg: "系统菜单不能删除，可设为隐藏",
  });
  assert.partialDeepStrictEqual(await remove(folder.key, folder.version), {
    msgCode: "MENU_HAS_CHILD",
    msg: "存在下级菜单，不能删除",
  });
  assert.equal((await remove(child.key, child.version)).success, true);
  assert.equal((await remove(folder.key, folder.version)).success, true);
  assert.partialDeepStrictEqual(await remove(folder.key, 1), { msgCode: "COMMON_NOT_FOUND" });
  assert.deepEqual(await app.rows("select menu_keys from role where id = $1", [role.id]), [
    { menuKeys: ["clue.ClueList"] },
  ]);
});

test("AU-R38 nobody can lock everybody out of the menu page", async () => {
  const me = await editor();
  for (const [key, change] of [
    ["authority.MenuManagement", { status: "DISABLED" }],
    ["authority.MenuManagement", { openStatus: "COMING" }],
    ["authority", { status: "DISABLED" }],
  ] as const) {
    const body = await bodyOf(me, key);
    const refused = await me.call(editMenu, { params: { key }, body: { ...body, ...change } });
    assert.partialDeepStrictEqual(refused, {
      msgCode: "MENU_PROTECTED",
      msg: "菜单管理必须保持可用，否则无人能再调整菜单",
    });
  }
});

test("AU-R40 a hidden page keeps its route, one that is not open opens the notice, a link its address", async () => {
  const me = await editor();
  const out = await given(me, link("外部系统", "https://out.example.com"));
  const reader = await app.signIn({ menuKeys: ["clue.ClueList", "clue.PrimaryClue", out.key] });
  const edit = async (key: string, changes: object) => {
    const body = { ...(await bodyOf(me, key)), ...changes };
    assert.equal((await me.call(editMenu, { params: { key }, body })).success, true);
  };
  await edit("clue.ClueList", { isHidden: true });
  await edit("clue.PrimaryClue", { openStatus: "COMING" });

  const [clue] = (await reader.call(menuUserList, {})).data;

  const shown = (clue?.children ?? []).map(({ key, path, isHidden, component }) => [key, path, isHidden, component]);
  assert.deepEqual(shown, [
    ["clue.PrimaryClue", "/ClueManagement/PrimaryClue", false, "/NotOpenYet"],
    ["clue.ClueList", "/ClueManagement/ClueList", true, "/ClueManagement/ClueList"],
    [out.key, "https://out.example.com", false, "https://out.example.com"],
  ]);
  assert.equal(Object.hasOwn(clue ?? {}, "kind"), false, "only the specified fields and keepAlive");
  const refused = await me.call(createMenu, { body: group("未开放组", { openStatus: "COMING" }) });
  assert.partialDeepStrictEqual(refused, { msgCode: "MENU_GROUP_OPEN", msg: "目录不能设为未开放" });
});

test("AU-R37 a new node keeps what fits its kind: its place, its own address, and memory for pages alone", async () => {
  const me = await editor();
  const [row] = await app.rows<{ last: number }>("select max(sort) as last from menu where parent_key is null");
  const top = await given(me, group("末位", { path: "/ignored", keepAlive: true, isHidden: true }));
  const { id: _id, updatedAt: _at, ...fields } = top;
  assert.match(top.key, /^custom\.[0-9a-f]{12}$/);
  assert.deepEqual(fields, {
    key: top.key,
    title: "末位",
    path: `/${top.key}`,
    parentId: null,
    component: null,
    kind: "GROUP",
    sort: (row?.last ?? 0) + 10,
    isHidden: true,
    keepAlive: false,
    openStatus: "OPEN",
    status: "ENABLED",
    source: "CUSTOM",
    hasPage: true,
    isChanged: false,
    roleCount: 0,
    version: 1,
  });
  const out = await given(me, link("指定位", "https://a.example.com", { parentId: top.key, sort: 7, keepAlive: true }));
  assert.deepEqual([out.sort, out.keepAlive, out.hasPage], [7, false, true]);
  const [log] = await app.rows("select biz_type, action_name from audit_log where biz_id = $1", [top.id]);
  assert.deepEqual(log, { bizType: "menu", actionName: "新增菜单" });
});

test("AU-R37 the address of an own link may change, to one that no other node opens; a group takes none", async () => {
  const me = await editor();
  const folder = await given(me, group("链接组"));
  const [one, two] = [
    await given(me, link("一", "https://one.cn", { parentId: folder.key })),
    await given(me, link("二", "https://two.cn", { parentId: folder.key })),
  ];
  const edit = async (key: string, changes: object) => {
    const body = { ...(await bodyOf(me, key)), ...changes };
    const { data, msgCode, msg } = await me.call(editMenu, { params: { key }, body });
    return data ? [data.path, data.component, data.keepAlive, data.isChanged] : `${msgCode} ${msg}`;
  };
  assert.equal(await edit(two.key, { path: "https://one.cn" }), "MENU_PATH_EXISTS 路径已被菜单「一」使用");
  assert.deepEqual(await edit(one.key, { title: "一一", keepAlive: true }), ["https://one.cn", null, false, false]);
  assert.deepEqual(await edit(one.key, { path: "https://new.cn" }), ["https://new.cn", null, false, false]);
  assert.deepEqual(await edit(two.key, { path: "https://one.cn" }), ["https://one.cn", null, false, false]);
  const [system] = await app.rows<{ path: string }>("select path from menu where key = 'wecom'");
  assert.deepEqual(await edit("wecom", { path: "/other" }), [system?.path, null, false, false]);
  const missing = await me.call(editMenu, { params: { key: "nobody" }, body: await bodyOf(me, one.key) });
  assert.equal(missing.msgCode, "COMMON_NOT_FOUND");
  await app.rows("update menu set path = 'https://group.cn' where key = $1", [folder.key]);
  assert.deepEqual(await edit(two.key, { path: "https://group.cn" }), ["https://group.cn", null, false, false]);
});

test("AU-R38 what comes back to its default takes no address that another node has, and is told to all", async () => {
  const me = await editor();
  const key = "rights.DownloadCenter";
  const [row] = await app.rows<{ path: string }>("select path from menu where key = $1", [key]);
  await app.rows("update menu set path = '/elsewhere' where key = $1", [key]);
  const double = await given(me, { ...plain, kind: "PAGE", title: "占用", path: row?.path ?? "", parentId: "clue" });
  assert.equal(double.hasPage, true);
  const reset = async () => {
    const { version } = await bodyOf(me, key);
    return (await me.call(resetMenu, { params: { key }, body: { version } })).msg;
  };
  assert.equal(await reset(), "路径已被菜单「占用」使用");
  await me.call(removeMenu, { params: { key: double.key }, query: { version: double.version } });
  await app.rows("delete from live_event");
  assert.equal(await reset(), "");
  const told = await app.rows("select user_id, payload from live_event");
  assert.deepEqual(told, [{ userId: null, payload: { type: "perm.changed" } }]);
  await app.rows("update menu set key = 'clue.OldRelease' where key = 'clue.AllogeneicClue'");
  const old = await bodyOf(me, "clue.OldRelease");
  const { msgCode } = await me.call(resetMenu, { params: { key: "clue.OldRelease" }, body: { version: old.version } });
  const shown = await me.call(getMenu, { params: { key: "clue.OldRelease" } });
  await app.rows("update menu set key = 'clue.AllogeneicClue' where key = 'clue.OldRelease'");
  assert.deepEqual([msgCode, shown.data.isChanged], ["MENU_NO_DEFAULT", false]);
});

test("AU-R28 a disabled page leaves the menu of its holders at once, and comes back when enabled", async () => {
  const me = await editor();
  const reader = await app.signIn({ menuKeys: ["store.StoreList"] });
  const keys = async () => JSON.stringify((await reader.call(menuUserList, {})).data.map(({ key }) => key));
  const set = async (status: "ENABLED" | "DISABLED") =>
    me.call(editMenu, {
      params: { key: "store.StoreList" },
      body: { ...(await bodyOf(me, "store.StoreList")), status },
    });

  assert.equal(await keys(), '["store"]');
  await set("DISABLED");
  assert.equal(await keys(), "[]");
  await set("ENABLED");
  assert.equal(await keys(), '["store"]');
});

test("AU-R23 every change of a menu tells all open consoles", async () => {
  const me = await editor();
  const told = async () => (await app.rows("select id from live_event where payload->>'type' = 'perm.changed'")).length;
  const before = await told();
  const made = await given(me, group("通知"));
  await me.call(editMenu, { params: { key: made.key }, body: { ...(await bodyOf(me, made.key)), title: "通知2" } });
  await me.call(removeMenu, { params: { key: made.key }, query: { version: made.version + 1 } });
  assert.equal((await told()) - before, 3);
});
